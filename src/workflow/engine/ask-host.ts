/**
 * The host as the engine asks it: every method is there and none throws. What a host lacks or does
 * wrong is a failed guard, action or read whose words name the method.
 */
import type { CommandSpec } from "../machine.ts";
import type { CommandEnv, GuardAnswer, Host } from "./ports.ts";

/** A prompt file: its text, nothing there, or why it could not be read. */
export type ReadAnswer =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "missing" }
  | { readonly kind: "failed"; readonly why: string };

/** Whether a pattern is found in a value; a fault is not found, and has its words. */
export interface MatchAnswer {
  readonly found: boolean;
  readonly fault?: string;
}

export interface SafeHost {
  readonly check: (command: CommandSpec, env: CommandEnv, cwd: string) => GuardAnswer;
  /** Empty when it worked. */
  readonly run: (command: CommandSpec, env: CommandEnv, cwd: string) => string;
  readonly read: (file: string) => ReadAnswer;
  readonly matches: (pattern: string, value: string) => MatchAnswer;
  /** Epoch milliseconds. */
  readonly nowMs: () => number;
  /** A random unsigned 32-bit number. */
  readonly random: () => number;
}

const NO_COMMANDS = "commands do not run here";

export function askHost(host: Host): SafeHost {
  return {
    check: (command, env, cwd) =>
      runsCommands(host, "check")
        ? attempt("check", () => guardAnswer(host.check?.("command", command, env, cwd)), refused)
        : refused(NO_COMMANDS),
    run: (command, env, cwd) =>
      runsCommands(host, "run")
        ? attempt("run", () => runAnswer(host.run?.("command", command, env, cwd)), String)
        : NO_COMMANDS,
    read: (file) =>
      attempt<ReadAnswer>(
        "read",
        () => readAnswer(host.read?.(file)),
        (why) => ({ kind: "failed", why }),
      ),
    matches: (pattern, value) =>
      attempt<MatchAnswer>(
        "isMatch",
        () => ({ found: (host.isMatch ?? isFound)(pattern, value) === true }),
        (fault) => ({ found: false, fault }),
      ),
    nowMs: () => numberOf(host.now) ?? Date.now(),
    random: () => (numberOf(host.random) ?? ownRandom()) >>> 0,
  };
}

/** Whether that method is there, and runs commands. */
export function runsCommands(host: Host, method: "check" | "run"): boolean {
  if (host[method] === undefined) return false;
  return attempt(
    "supports",
    () => host.supports?.("command") ?? true,
    () => false,
  );
}

function refused(detail: string): GuardAnswer {
  return { passed: false, detail };
}

/** Only `true` passes: what a program in JavaScript gives else, a promise among it, is no answer. */
function guardAnswer(answer: unknown): GuardAnswer {
  if (typeof answer === "boolean") return { passed: answer };
  if (typeof answer !== "object" || answer === null || !("passed" in answer))
    return refused("host method check gave no answer");
  const detail = "detail" in answer && typeof answer.detail === "string" ? answer.detail : "";
  return { passed: answer.passed === true, ...(detail !== "" && { detail }) };
}

/** A method that gives nothing back has nothing to complain of. */
function runAnswer(answer: unknown): string {
  if (answer === undefined) return "";
  return typeof answer === "string" ? answer : "host method run gave no text";
}

function readAnswer(answer: unknown): ReadAnswer {
  if (answer === undefined) return { kind: "missing" };
  return typeof answer === "string"
    ? { kind: "text", text: answer }
    : { kind: "failed", why: "host method read gave no text" };
}

function isFound(pattern: string, value: string): boolean {
  return new RegExp(pattern).test(value);
}

/** What the method gives, or undefined where it is missing, throws or gives no number. */
function numberOf(method: (() => number) | undefined): number | undefined {
  try {
    const number = method?.();
    return Number.isFinite(number) ? number : undefined;
  } catch {
    return undefined;
  }
}

/** Keys are names, not secrets: where a platform has no better source, that of the language does. */
function ownRandom(): number {
  return typeof crypto === "undefined"
    ? Math.random() * 2 ** 32
    : (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0);
}

function attempt<T>(method: string, ask: () => T, otherwise: (fault: string) => T): T {
  try {
    return ask();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return otherwise(`host method ${method} failed: ${why}`);
  }
}
