/**
 * The two commands that stand in Claude Code's settings for us: how they are written, and how they are
 * recognised again, also with an older path or with options that the person added.
 */
import { failed, ok, type Result } from "../../../base/result.ts";

/** A chained command beyond this would press against the limit of one argument (Windows: 32 KiB). */
const MAX_CHAINED_UNITS = 8192;

const STATUS_ARGUMENTS = ["statusline", "--harness", "claude-code"];
const HOOK_ARGUMENTS = ["hook", "claude-code"];

/** File names under which the program is found; the packed ones carry their platform. */
const PROGRAM_NAME = /^telltale(?:-[a-z0-9-]+)?(?:\.exe)?$/i;
const BUN_NAME = /^bun(?:\.exe)?$/i;
const SOURCES_NAME = /[\\/]src[\\/]cli[\\/]main\.ts$/;

/** Needs no quotes in any shell that Claude Code uses. */
const PLAIN_WORD = /^[\w/.,:=@%+-]+$/;

/** A word for `sh`, quoted where it must be. Single quotes: nothing inside them has a meaning. */
export function shellWord(word: string): string {
  return PLAIN_WORD.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/**
 * The start of a command, as shell text. Windows: forward slashes, as Git Bash takes a backslash for
 * an escape, and double quotes, which PowerShell knows as well.
 */
export function programText(program: readonly string[], platform: NodeJS.Platform): string {
  if (platform !== "win32") return program.map(shellWord).join(" ");
  return program.map((word) => windowsWord(word.replaceAll("\\", "/"))).join(" ");
}

function windowsWord(word: string): string {
  return PLAIN_WORD.test(word) ? word : `"${word.replace(/["$`\\]/g, "\\$&")}"`;
}

/** The command of the status line; `then` is the shell text of the one that it shows as well. */
export function statusCommand(program: string, then?: string): string {
  const own = [program, ...STATUS_ARGUMENTS].join(" ");
  return then === undefined ? own : `${own} ${thenOption(then)}`;
}

/** Tied to its name where it could be taken for an option itself. */
function thenOption(then: string): string {
  return then.startsWith("-") ? `--then=${shellWord(then)}` : `--then ${shellWord(then)}`;
}

/** The command of every hook. */
export function hookCommand(program: string): string {
  return [program, ...HOOK_ARGUMENTS].join(" ");
}

/** A command of ours, taken apart. */
export interface OwnCommand {
  /** Program words without their quotes: the executable, or Bun and the sources. */
  readonly program: readonly string[];
  /** Where the program's words stand in the command. */
  readonly start: number;
  readonly end: number;
  /** Where the arguments end that we write ourselves. */
  readonly argumentsEnd: number;
  readonly chained?: Chained;
}

/** A command that follows in ours. */
export interface Chained {
  /** Its shell text. */
  readonly text: string;
  /** Where the option stands with it, the blanks before it included. */
  readonly start: number;
  readonly end: number;
}

/** Takes a status line's command apart; undefined if it is not ours. */
export function readStatusCommand(command: string): OwnCommand | undefined {
  return readOwn(command, STATUS_ARGUMENTS, 1);
}

/** Takes a hook's command apart; undefined if it is not ours. */
export function readHookCommand(command: string): OwnCommand | undefined {
  return readOwn(command, HOOK_ARGUMENTS, HOOK_ARGUMENTS.length);
}

/** The same command with another program at its start; all else in it stays. */
export function withProgram(command: string, own: OwnCommand, program: string): string {
  return command.slice(0, own.start) + program + command.slice(own.end);
}

/** The same command without the one that follows in it. */
export function withoutChained(command: string, { chained }: OwnCommand): string {
  if (chained === undefined) return command;
  return command.slice(0, chained.start) + command.slice(chained.end);
}

/** The same command with another one that follows in it, which it had not. */
export function withChained(command: string, own: OwnCommand, then: string): string {
  const at = own.argumentsEnd;
  return `${command.slice(0, at)} ${thenOption(then)}${command.slice(at)}`;
}

/** Whether a command that is not ours runs us all the same, somewhere inside. */
export function mentionsUs(command: string): boolean {
  return /telltale[^\s]*\s+statusline\b/i.test(command);
}

/** Whether `command` can be chained: it must fit into one argument and must not be us again. */
export function checkChain(command: string): Result<string> {
  if (command.trim() === "") return failed("the status line that is there has no command");
  if (command.includes("\0")) return failed("its command holds a NUL byte");
  if (command.length > MAX_CHAINED_UNITS) {
    return failed(`its command is longer than ${MAX_CHAINED_UNITS} characters`);
  }
  if (readStatusCommand(command) !== undefined || mentionsUs(command)) {
    return failed("its command runs telltale already, so the row would stand there twice");
  }
  return ok(command);
}

/** `known`: all arguments that we write, of which the first `needed` make a command ours. */
function readOwn(
  command: string,
  known: readonly string[],
  needed: number,
): OwnCommand | undefined {
  const words = shellWords(command);
  const at = words.findIndex(({ text }) => !isPrefix(text));
  const first = words[at];
  if (first === undefined) return undefined;
  const count = programWords(words.slice(at).map(({ text }) => text));
  const rest = words.slice(at + count);
  const matching = known.findIndex((argument, index) => rest[index]?.text !== argument);
  const own = matching < 0 ? known.length : matching;
  if (count === 0 || own < needed) return undefined;
  const program = words.slice(at, at + count);
  const chained = chainedIn(rest);
  return {
    program: program.map(({ text }) => text),
    start: first.start,
    end: program.at(-1)?.end ?? first.end,
    argumentsEnd: rest[own - 1]?.end ?? first.end,
    ...(chained === undefined ? {} : { chained }),
  };
}

/** What may stand before a program: `NAME=value`, `env`, `exec`. */
function isPrefix(word: string): boolean {
  return /^[A-Za-z_]\w*=/.test(word) || word === "env" || word === "exec";
}

/** How many of the words are the program: the executable, or Bun, its options and the sources. */
function programWords(words: readonly string[]): number {
  const name = words[0]?.split(/[\\/]/).at(-1) ?? "";
  if (PROGRAM_NAME.test(name)) return 1;
  if (!BUN_NAME.test(name)) return 0;
  const main = words.findIndex((word, at) => at > 0 && !word.startsWith("--"));
  return SOURCES_NAME.test(words[main] ?? "") ? main + 1 : 0;
}

/** Each word of `words` but the first comes behind another one. */
function chainedIn(words: readonly ShellWord[]): Chained | undefined {
  for (const [index, word] of words.entries()) {
    const start = words[index - 1]?.end ?? word.start;
    if (word.text.startsWith("--then=")) {
      return { text: word.text.slice("--then=".length), start, end: word.end };
    }
    if (word.text !== "--then") continue;
    const value = words[index + 1];
    return value === undefined ? undefined : { text: value.text, start, end: value.end };
  }
  return undefined;
}

interface ShellWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The words of the first simple command: quotes removed, nothing expanded, up to an operator. */
function shellWords(command: string): readonly ShellWord[] {
  const words: ShellWord[] = [];
  let at = 0;
  while (at < command.length) {
    if (/[ \t]/.test(command[at] ?? "")) {
      at += 1;
      continue;
    }
    const word = readWord(command, at);
    if (word.end === at) break;
    words.push(word);
    at = word.end;
  }
  return words;
}

function readWord(command: string, start: number): ShellWord {
  let text = "";
  let at = start;
  while (at < command.length) {
    const unit = command[at] ?? "";
    if (/[\s;|&<>()]/.test(unit)) break;
    const part = readPart(command, at);
    text += part.text;
    at = part.end;
  }
  return { text, start, end: at };
}

/** One character, or one quoted part. A quote that never closes reaches to the end. */
function readPart(command: string, at: number): { readonly text: string; readonly end: number } {
  const unit = command[at] ?? "";
  if (unit === "\\") return { text: command[at + 1] ?? "", end: Math.min(at + 2, command.length) };
  if (unit !== "'" && unit !== '"') return { text: unit, end: at + 1 };
  let text = "";
  let inside = at + 1;
  while (inside < command.length && command[inside] !== unit) {
    const escapes = unit === '"' && command[inside] === "\\";
    if (escapes && /["$`\\]/.test(command[inside + 1] ?? "")) inside += 1;
    text += command[inside] ?? "";
    inside += 1;
  }
  return { text, end: Math.min(inside + 1, command.length) };
}
