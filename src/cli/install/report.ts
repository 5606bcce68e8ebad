/** What `install` says of its work. */
import { asRecord } from "../../base/shape.ts";
import type { Installed } from "../../sources/harnesses/claude-code/install.ts";
import { cleanLine } from "../../text/clean.ts";
import type { Invocation } from "../command.ts";
import { definitions, paragraph } from "../page.ts";
import { changedLines } from "./diff.ts";

/** The lines that would change, or that there are none. */
export function trialText(file: string, { changed, before, after }: Installed): string {
  if (!changed) return `${file}: nothing would change\n`;
  const lines = changedLines(before ?? "", after ?? "").map((line) => `${shownLine(line)}\n`);
  return `${file}${before === undefined ? " would be made" : ""}\n${lines.join("")}`;
}

/** Indentation stays; anything that a terminal would obey goes. */
function shownLine(line: string): string {
  const blanks = /^[-+ ]*[ \t]*/.exec(line)?.[0] ?? "";
  return blanks + cleanLine(line.slice(blanks.length));
}

/**
 * What was done to the file, in `cols` columns. `program` is what a person types to call us.
 */
export function doneText(
  file: string,
  done: Installed,
  options: Invocation["options"],
  { program, cols }: { readonly program: string; readonly cols: number },
): string {
  if (!done.changed) {
    return printed(
      paragraph({ text: `nothing to do: ${file} holds it already`, whole: [file] }, cols),
    );
  }
  const refresh = refreshWords(done, options);
  const words = [
    ["status line", LINE_WORDS[done.statusLine]],
    ...(refresh === undefined ? [] : [["refresh", refresh]]),
    ["hooks", options["without-hooks"] === true ? "none, as you asked" : hookWords(done)],
  ];
  const list = words.map(([name = "", text = ""]) => ({ name, sayings: [{ text }] }));
  const call = `${program} doctor claude-code`;
  const next = `Running sessions show it at once. See whether it works: ${call}`;
  return printed([
    ...paragraph(
      { text: `${done.before === undefined ? "made" : "changed"} ${file}`, whole: [file] },
      cols,
    ),
    ...definitions(list, cols).flat(),
    ...paragraph({ text: next, whole: [call] }, cols),
  ]);
}

function printed(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}

const LINE_WORDS: Readonly<Record<Installed["statusLine"], string>> = {
  added: "added",
  updated: "brought up to date",
  unchanged: "as it was",
  chained: "added; the rows of the one that was there follow",
  replaced: "added in the place of another, which comes back when you uninstall",
  rechained: "followed again by the rows of the one from before",
  unchained: "alone now; the other one comes back when you uninstall",
  removed: "removed",
  restored: "the one before is back",
};

/** Nothing is said of what was never there. */
function refreshWords({ before, after }: Installed, { refresh }: Invocation["options"]) {
  const seconds = refreshSeconds(after);
  if (refresh !== undefined) return seconds === undefined ? "at events only" : `every ${seconds} s`;
  if (seconds === undefined || seconds !== refreshSeconds(before)) return undefined;
  return `every ${seconds} s, as it was; --refresh 0 takes it out`;
}

function refreshSeconds(settings: string | undefined): number | undefined {
  const value = asRecord(parsed(settings)?.statusLine)?.refreshInterval;
  return typeof value === "number" ? value : undefined;
}

function hookWords({ hookChanges, statusLine, before }: Installed): string {
  if (hookChanges === 0) return "as they were";
  if (statusLine !== "added" && statusLine !== "chained" && statusLine !== "replaced") {
    return "brought up to date";
  }
  const hadHooks = Object.keys(asRecord(parsed(before)?.hooks) ?? {}).length > 0;
  return hadHooks ? "added beside what was there" : "added";
}

function parsed(settings: string | undefined): Readonly<Record<string, unknown>> | undefined {
  try {
    return asRecord(JSON.parse(settings ?? ""));
  } catch {
    return undefined;
  }
}
