/** A script from YAML. What is wrong is named with its line and key. */
import { isCollection, LineCounter, parseDocument } from "yaml";
import { nearestWord } from "../../base/nearest-word.ts";
import { failed, ok, type Result } from "../../base/result.ts";
import { asRecord, known } from "../../base/shape.ts";
import { readStep, STEP_KINDS } from "./read-step.ts";
import type { Script, ScriptTurn, Step } from "./script.ts";

type Way = readonly (string | number)[];

class Misread extends Error {
  readonly way: Way;
  constructor(reason: string, way: Way) {
    super(reason);
    this.way = way;
  }
}

/** The script, or `line 3, turns[0].steps[1].tool: it needs title, a text`. */
export function parseScript(text: string): Result<Script> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, logLevel: "error" });
  const [fault] = document.errors;
  if (fault !== undefined) {
    const { line } = lines.linePos(fault.pos[0]);
    return failed(`line ${line}: ${fault.message.split("\n")[0]?.replace(/ at line .*$/, "")}`);
  }
  const lineOf = (way: Way): number => {
    for (let end = way.length; end > 0; end -= 1) {
      const node = document.getIn(way.slice(0, end), true) as
        | { range?: readonly number[] }
        | undefined;
      const from = node?.range?.[0];
      if (from !== undefined) return lines.linePos(from).line;
    }
    const from = isCollection(document.contents) ? document.contents.range?.[0] : 0;
    return lines.linePos(from ?? 0).line;
  };
  try {
    return ok(readScript(document.toJS({ maxAliasCount: 100 })));
  } catch (error) {
    if (!(error instanceof Misread)) return failed(error instanceof Error ? error.message : "?");
    const { way, message } = error;
    const place = way.length === 0 ? "" : `, ${shown(way)}`;
    return failed(`line ${lineOf(way)}${place}: ${message}`);
  }
}

function shown(way: Way): string {
  return way
    .map((part, at) => (typeof part === "number" ? `[${part}]` : at === 0 ? part : `.${part}`))
    .join("");
}

function readScript(value: unknown): Script {
  const raw = asRecord(value);
  if (raw === undefined) throw new Misread("it needs a mapping with turns", []);
  checkKeys(raw, ["greeting", "turns"], []);
  const { greeting, turns } = raw;
  if (greeting !== undefined && typeof greeting !== "string") {
    throw new Misread("it needs a text", ["greeting"]);
  }
  if (!Array.isArray(turns) || turns.length === 0) {
    throw new Misread("it needs a list of turns", turns === undefined ? [] : ["turns"]);
  }
  return {
    turns: turns.map((turn, at) => readTurn(turn, ["turns", at])),
    ...known({ greeting }),
  };
}

function readTurn(value: unknown, way: Way): ScriptTurn {
  const raw = asRecord(value);
  if (raw === undefined) throw new Misread("it needs a mapping with when and steps", way);
  checkKeys(raw, ["when", "repeat", "steps"], way);
  const { when, repeat = false, steps } = raw;
  if (when !== undefined && (typeof when !== "string" || !isPattern(when))) {
    throw new Misread("it needs a text, or a pattern between slashes", [...way, "when"]);
  }
  if (typeof repeat !== "boolean") throw new Misread("it needs true or false", [...way, "repeat"]);
  if (!Array.isArray(steps) || steps.length === 0) {
    throw new Misread("it needs a list of steps", steps === undefined ? way : [...way, "steps"]);
  }
  return {
    repeat,
    steps: steps.map((step, at) => readOne(step, [...way, "steps", at])),
    ...(typeof when === "string" && { when }),
  };
}

function readOne(value: unknown, way: Way): Step {
  const [entry, ...more] = Object.entries(asRecord(value) ?? {});
  if (entry === undefined || more.length > 0) {
    throw new Misread("a step is a mapping with one key, such as `say: Hello`", way);
  }
  const [key, content] = entry;
  const kind = STEP_KINDS.find((each) => each === key);
  if (kind === undefined) throw new Misread(unknownKey(STEP_KINDS, key), [...way, key]);
  const step = readStep(kind, content);
  if (!step.ok) throw new Misread(step.reason.reason, [...way, key, ...step.reason.at]);
  return step.value;
}

function checkKeys(raw: object, keys: readonly string[], way: Way): void {
  const unknown = Object.keys(raw).find((key) => !keys.includes(key));
  if (unknown !== undefined) throw new Misread(unknownKey(keys, unknown), [...way, unknown]);
}

function unknownKey(keys: readonly string[], key: string): string {
  const near = nearestWord(key, keys);
  return near === undefined
    ? `there is no such key here; there are ${keys.join(", ")}`
    : `there is no such key here; did you mean ${near}?`;
}

/** Of `/…/`, whether it is a regular expression. */
function isPattern(when: string): boolean {
  const source = patternSource(when);
  if (source === undefined) return when !== "";
  try {
    new RegExp(source, "i");
    return true;
  } catch {
    return false;
  }
}

/** Whether a prompt is what a turn waits for. */
export function matches(when: string | undefined, prompt: string): boolean {
  if (when === undefined) return true;
  const source = patternSource(when);
  if (source !== undefined) return new RegExp(source, "i").test(prompt);
  return prompt.toLowerCase().includes(when.toLowerCase());
}

function patternSource(when: string): string | undefined {
  return /^\/(.+)\/$/s.exec(when)?.[1];
}
