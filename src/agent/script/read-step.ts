/** One step of a script, read from its key and value. A reason names the key that is wrong. */
import { failed, ok, type Result } from "../../base/result.ts";
import { asCount, asRecord, asText, known } from "../../base/shape.ts";
import type { acp } from "../../sources/acp/agent-side.ts";
import { readMember, readQuotaWindow, readTask } from "../../sources/acp/extension-entities.ts";
import type { Step, StepKind } from "./script.ts";

/** A reason and the way to the value that it is about, below the step. */
export interface Wrong {
  readonly reason: string;
  readonly at: readonly (string | number)[];
}

type Raw = Readonly<Record<string, unknown>>;
type Reader = (value: unknown) => Result<Step, Wrong>;

const TOOL_KINDS = [
  "read",
  "edit",
  "delete",
  "move",
  "search",
  "execute",
  "think",
  "fetch",
  "switch_mode",
  "other",
] as const;
const STOPS = ["end_turn", "max_tokens", "max_turn_requests", "refusal", "cancelled"] as const;

const DURATION = /^(\d+(?:\.\d+)?)(ms|s|m)$/;
const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 };

/** Steps by key, in the order of the documentation. */
const READERS: Readonly<Record<StepKind, Reader>> = {
  say: textStep((text) => ({ kind: "say", text })),
  think: textStep((text) => ({ kind: "think", text })),
  tool: mapped(
    ["title", "kind", "input", "output", "path", "for", "fails", "permission", "member"],
    (raw) => ({
      kind: "tool",
      title: need(raw, "title"),
      tool: oneOf(raw, "kind", TOOL_KINDS) ?? "other",
      forMs: duration(raw.for, "for") ?? 0,
      fails: flag(raw, "fails"),
      asks: flag(raw, "permission"),
      ...known({
        input: raw.input,
        output: text(raw, "output"),
        path: text(raw, "path"),
        memberId: text(raw, "member"),
      }),
    }),
  ),
  diff: mapped(["path", "old", "new", "permission", "write"], (raw) => ({
    kind: "diff",
    path: need(raw, "path"),
    newText: text(raw, "new") ?? "",
    asks: flag(raw, "permission"),
    writes: flag(raw, "write"),
    ...known({ oldText: text(raw, "old") }),
  })),
  permission: mapped(["title", "kind"], (raw) => ({
    kind: "permission",
    title: need(raw, "title"),
    tool: oneOf(raw, "kind", TOOL_KINDS) ?? "other",
  })),
  ask: mapped(["message", "choices"], (raw) => ({
    kind: "ask",
    message: need(raw, "message"),
    choices: texts(raw.choices, "choices"),
  })),
  plan: mapped(["entries", "approve"], (raw) => ({
    kind: "plan",
    entries: texts(raw.entries, "entries"),
    asks: flag(raw, "approve"),
  })),
  usage: mapped(["used", "size", "cost"], (raw) => ({
    kind: "usage",
    used: count(raw, "used"),
    size: count(raw, "size"),
    ...(raw.cost !== undefined && { costUsd: count(raw, "cost") }),
  })),
  quota(value) {
    const windows = Array.isArray(value) ? value.map((one) => readQuotaWindow(one)) : [];
    const bad = windows.indexOf(undefined);
    if (windows.length === 0) return wrong("it needs a list of windows");
    if (bad >= 0) return wrong("it needs slot (primary or secondary) and usedPct", bad);
    return ok({ kind: "quota", windows: windows.flatMap((one) => one ?? []) });
  },
  member(value) {
    const member = readMember(value);
    if (member === undefined) return wrong("it needs memberId and a status");
    return ok({ kind: "member", member });
  },
  task(value) {
    const task = readTask(value);
    return task === undefined ? wrong("it needs taskId and a status") : ok({ kind: "task", task });
  },
  title: textStep((title) => ({ kind: "title", text: title })),
  mode: textStep((modeId) => ({ kind: "mode", modeId })),
  sleep: caught((value) => {
    const ms = duration(value, undefined);
    if (ms === undefined) throw new Misread("it needs a time such as 500ms or 2s", []);
    return { kind: "sleep", ms };
  }),
  do: textStep((request) => ({ kind: "do", text: request })),
  notify: mapped(["method", "params"], (raw) => {
    const params = asRecord(raw.params ?? {});
    if (params === undefined) throw new Misread("it needs a mapping", ["params"]);
    return { kind: "notify", method: need(raw, "method"), params };
  }),
  raw: textStep((bytes) => ({ kind: "raw", text: bytes })),
  fail: textStep((message) => ({ kind: "fail", message })),
  stop: caught((value) => {
    const reason = STOPS.find((each) => each === value);
    if (reason === undefined) throw new Misread(`it needs one of ${STOPS.join(", ")}`, []);
    return { kind: "stop", reason };
  }),
  hang: caught((value) => {
    if (value !== "soft" && value !== "hard") throw new Misread("it needs soft or hard", []);
    return { kind: "hang", hard: value === "hard" };
  }),
  crash: caught((value) => {
    const code = asCount(value);
    if (value === "kill") return { kind: "crash", how: "kill" };
    if (code === undefined || code > 255) throw new Misread("it needs an exit code or kill", []);
    return { kind: "crash", how: Math.trunc(code) };
  }),
};

/** The keys that a step can have. */
export const STEP_KINDS = Object.keys(READERS) as readonly StepKind[];

/** Reads a step with that key. */
export function readStep(kind: StepKind, value: unknown): Result<Step, Wrong> {
  return READERS[kind](value);
}

/** Where reading ended; caught in this file. */
class Misread extends Error {
  readonly at: readonly (string | number)[];
  constructor(reason: string, at: readonly (string | number)[]) {
    super(reason);
    this.at = at;
  }
}

function wrong(reason: string, ...at: readonly (string | number)[]): Result<never, Wrong> {
  return failed({ reason, at });
}

function caught(read: (value: unknown) => Step): Reader {
  return (value) => {
    try {
      return ok(read(value));
    } catch (error) {
      if (!(error instanceof Misread)) throw error;
      return wrong(error.message, ...error.at);
    }
  };
}

function textStep(make: (text: string) => Step): Reader {
  return (value) => {
    const found = typeof value === "string" && value !== "" ? value : undefined;
    return found === undefined ? wrong("it needs a text") : ok(make(found));
  };
}

function mapped(keys: readonly string[], make: (raw: Raw) => Step): Reader {
  return caught((value) => {
    const raw = asRecord(value);
    if (raw === undefined) throw new Misread(`it needs a mapping with ${keys.join(", ")}`, []);
    const unknown = Object.keys(raw).find((key) => !keys.includes(key));
    if (unknown !== undefined) {
      throw new Misread(`there is no such key here; there are ${keys.join(", ")}`, [unknown]);
    }
    return make(raw);
  });
}

function need(raw: Raw, key: string): string {
  const found = asText(raw[key]);
  if (found !== undefined) return found;
  throw new Misread(`it needs ${key}, a text`, raw[key] === undefined ? [] : [key]);
}

function text(raw: Raw, key: string): string | undefined {
  const value = raw[key];
  if (value === undefined || typeof value === "string") return value;
  throw new Misread("it needs a text", [key]);
}

function flag(raw: Raw, key: string): boolean {
  const value = raw[key] ?? false;
  if (typeof value === "boolean") return value;
  throw new Misread("it needs true or false", [key]);
}

function count(raw: Raw, key: string): number {
  const value = asCount(raw[key]);
  if (value !== undefined) return value;
  throw new Misread(`it needs ${key}, a number from 0 up`, raw[key] === undefined ? [] : [key]);
}

function texts(value: unknown, key: string): readonly string[] {
  if (Array.isArray(value) && value.length > 0) {
    const bad = value.findIndex((one) => typeof one !== "string" || one === "");
    if (bad < 0) return value;
    throw new Misread("it needs a text", [key, bad]);
  }
  throw new Misread(`it needs ${key}, a list of texts`, value === undefined ? [] : [key]);
}

function oneOf<Word extends acp.ToolKind>(
  raw: Raw,
  key: string,
  words: readonly Word[],
): Word | undefined {
  const value = raw[key];
  const found = words.find((word) => word === value);
  if (found !== undefined || value === undefined) return found;
  throw new Misread(`it needs one of ${words.join(", ")}`, [key]);
}

function duration(value: unknown, key: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const [, amount, unit = "ms"] = typeof value === "string" ? (DURATION.exec(value) ?? []) : [];
  if (amount !== undefined) return Number(amount) * (UNIT_MS[unit] ?? 1);
  throw new Misread("it needs a time such as 500ms or 2s", key === undefined ? [] : [key]);
}
