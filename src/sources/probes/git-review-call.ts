/**
 * The review that a tool call of an agent tells of: its command ran `gh pr …` or `glab mr …`, and its
 * output holds the address. The output is hostile: little of it is read, and an address counts only
 * where `git-review-address.ts` lets it. In doubt there is none, since a wrong link is worse than no link.
 */
import { resolve } from "node:path";
import { asRecord, asText, asTexts } from "../../base/shape.ts";
import type { Repository } from "../../status/facts/git.ts";
import type { Review } from "../../status/facts/review.ts";
import { cleanLine } from "../../text/clean.ts";
import type { ToolCall } from "../../wire/runtime/entities.ts";
import { isHostOf, readReviewAddress } from "./git-review-address.ts";

/** A command that speaks of the review of a branch. */
export interface ReviewCommand {
  readonly vendor: Review["vendor"];
  /** The branch that it names; absent: the one that is checked out. */
  readonly branch?: string;
  /** Where it ran. */
  readonly cwd: string;
}

/** What a call did is said at its start; no command of this kind is longer than its text for a review. */
const COMMAND_MAX_UNITS = 16 * 1024;
/** The address is the last that these commands write; before it may stand what a push printed. */
const OUTPUT_MAX_UNITS = 64 * 1024;
/** Members of a call's input that hold the command, by the names that agents give it. */
const COMMAND_MEMBERS = ["command", "cmd", "script", "args", "argv"];
const FOLDER_MEMBERS = ["cwd", "workdir", "working_directory", "directory"];

const COMMAND =
  /(?:^|[\s;&|(`"'/])(?:(gh)(?:\.exe)?\s+pr|(glab)(?:\.exe)?\s+mr)\s+([a-z-]+)(?![\w-])([^;&|\n]*)/g;
const CHANGE_FOLDER = /^\s*cd\s+(?:"([^"]+)"|'([^']+)'|([^\s"';&|]+))\s*(?:&&|;|\n)/;
const HEAD_OPTION = /\s(?:--head|-H|--source-branch|-s)[\s=]\s*["']?([^\s"'`]+)/;
/** These make a review; whatever else stands behind them is its text. */
const CREATES: readonly string[] = ["create", "new"];
/** These speak of many, or of another than the branch's. */
const OF_OTHERS: readonly string[] = ["list", "ls", "status", "checkout", "co"];
/** A review by number or address: perhaps that of another branch. */
const NAMES_ONE = /\s["']?(?:[#!]?\d+|https?:\/\/\S+)["']?(?=\s|$)/;
/** What may stand around an address in a sentence, in quotes, in JSON or in Markdown. */
const AROUND = /[\s"'`<>()[\]{}|,]+/;
const STOPS_AT_END = /[.:;!?]+$/;

/** The command of a call that has ended and speaks of the branch's review; undefined if it is none. */
export function readReviewCommand(call: ToolCall, cwd: string): ReviewCommand | undefined {
  if (call.kind !== "execute" || (call.status !== "done" && call.status !== "failed")) return;
  const input = inputOf(call);
  const texts = [...input.commands, ...terminalCommands(call), call.title];
  for (const text of texts.map((each) => each.slice(0, COMMAND_MAX_UNITS))) {
    for (const [, gh, , word = "", rest = ""] of text.matchAll(COMMAND)) {
      if (OF_OTHERS.includes(word)) continue;
      if (!CREATES.includes(word) && NAMES_ONE.test(rest)) continue;
      const branch = HEAD_OPTION.exec(rest)?.[1]?.replace(/^[^:]*:/, "");
      return {
        vendor: gh === undefined ? "gitlab" : "github",
        cwd: resolve(cwd, input.folder ?? "", folderOf(text)),
        ...(branch !== undefined && { branch }),
      };
    }
  }
  return undefined;
}

/**
 * The review of that kind whose address the output holds, on the host of `remote` and of a repository
 * of the same name (a fork keeps it). Of several, the one that stands alone on a line.
 */
export function findReview(
  call: ToolCall,
  vendor: Review["vendor"],
  remote: Repository,
): Review | undefined {
  const all = new Map<string, Review>();
  const alone = new Map<string, Review>();
  for (const line of outputLines(call)) {
    const words = line.split(AROUND).filter((word) => word !== "");
    for (const word of words) {
      const read = readReviewAddress(word.replace(STOPS_AT_END, ""));
      if (read === undefined || read.review.vendor !== vendor) continue;
      if (!isHostOf(remote, read.host)) continue;
      if (read.repository.toLowerCase() !== remote.name.toLowerCase()) continue;
      all.set(read.review.url, read.review);
      // `gh pr view` writes `url:` before it.
      const others = words.filter((each) => each !== word && each !== "url:");
      if (others.length === 0) alone.set(read.review.url, read.review);
    }
  }
  return only(all) ?? only(alone);
}

function only(found: ReadonlyMap<string, Review>): Review | undefined {
  return found.size === 1 ? found.values().next().value : undefined;
}

function* outputLines({ content }: ToolCall): Iterable<string> {
  for (const part of content) {
    if (part.kind === "diff") continue;
    const text = part.kind === "text" ? part.text : part.output;
    for (const line of text.slice(-OUTPUT_MAX_UNITS).split(/[\r\n]+/)) {
      if (line.includes("https://")) yield cleanLine(line);
    }
  }
}

function terminalCommands({ content }: ToolCall): readonly string[] {
  return content.flatMap((part) =>
    part.kind === "terminal" && part.command !== undefined ? [part.command] : [],
  );
}

/** The command in the input of a call, and the folder that it names. Of cut JSON the text as it stands. */
function inputOf({ input }: ToolCall): {
  readonly commands: readonly string[];
  readonly folder?: string;
} {
  if (input === undefined) return { commands: [] };
  let value: unknown;
  try {
    value = JSON.parse(input);
  } catch {
    return { commands: [input] };
  }
  const raw = asRecord(value);
  if (raw === undefined) return { commands: commandIn(value) };
  const folder = FOLDER_MEMBERS.map((name) => asText(raw[name])).find((text) => text !== undefined);
  const commands = [
    ...COMMAND_MEMBERS.flatMap((name) => commandIn(raw[name])),
    // A program and its arguments in two members.
    ...commandIn([asText(raw.command), ...(asTexts(raw.args) ?? [])]),
  ];
  return { commands, ...(folder !== undefined && { folder }) };
}

function commandIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  const words = Array.isArray(value) ? asTexts(value) : undefined;
  if (words === undefined || words.length === 0) return [];
  // `["bash", "-lc", "cd x && gh pr create"]`: what the shell is given is a command by itself.
  return [words.at(-1) ?? "", words.join(" ")];
}

/** The folder to which a command goes first. */
function folderOf(command: string): string {
  const [, double, single, plain] = CHANGE_FOLDER.exec(command) ?? [];
  return double ?? single ?? plain ?? "";
}
