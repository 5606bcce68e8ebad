/** The table of machine files, from the one that the check and the JSON Schema are made of. */
import { MACHINE_SHAPE } from "../../src/workflow/format/machine-shape.ts";
import type { KeysShape, Shape } from "../../src/workflow/format/shape.ts";
import { code, table } from "./markdown.ts";

/** What the names of a mapping stand for, by the key that holds it. */
const NAMED: Readonly<Record<string, string>> = {
  states: "STATE",
  events: "EVENT",
  on: "EVENT",
  properties: "PARAM",
  paramDescriptions: "EVENT",
};

/**
 * A table for each mapping: which keys, what they may be, what they are for. A mapping that comes again
 * stands once. What is seldom used, below `meta`, comes last.
 */
export function machineKeys(): string {
  const sections = new Map<KeysShape, string>();
  for (const [shape, place] of mappingsIn(MACHINE_SHAPE, "")) {
    if (!sections.has(shape)) sections.set(shape, place);
  }
  const isLate = ([, place]: readonly [KeysShape, string]) => place.startsWith("meta.");
  const all = [...sections].filter(([{ keys }]) => Object.keys(keys).length > 0);
  return [...all.filter((one) => !isLate(one)), ...all.filter(isLate)]
    .map(([shape, place]) => `${place === "" ? "The file" : code(place)}:\n\n${keysTable(shape)}`)
    .join("\n\n");
}

function keysTable(shape: KeysShape): string {
  const rows = Object.entries(shape.keys).map(([key, member]) => [
    `${code(key)}${member.isRequired === true ? " ★" : ""}`,
    valueText(member.shape, key),
    member.describe,
  ]);
  return table(["key", "value", "what it is"], rows);
}

/** Every mapping with known keys and the words for its place, in the order of the file; some come twice. */
function* mappingsIn(shape: Shape, path: string): Generator<readonly [KeysShape, string]> {
  switch (shape.kind) {
    case "keys":
      yield [shape, path];
      for (const [key, member] of Object.entries(shape.keys)) {
        yield* mappingsIn(member.shape, path === "" ? key : `${path}.${key}`);
      }
      return;
    case "names":
      yield* mappingsIn(shape.of, `${path}.${NAMED[lastOf(path)] ?? "NAME"}`);
      return;
    case "list":
      yield* mappingsIn(shape.of, path);
      return;
    case "text-or":
      // The one mapping that may stand in place of a text.
      yield* mappingsIn(shape.other, shape.other.kind === "keys" ? "transition" : path);
      return;
    case "typed":
      for (const [type, params] of Object.entries(shape.types)) {
        yield* mappingsIn(params, `params of ${type}`);
      }
      return;
    case "any":
    case "text":
    case "flag":
    case "version":
    case "whole":
    case "choice":
      return;
    default:
      shape satisfies never;
  }
}

function lastOf(path: string): string {
  return path.split(".").at(-1) ?? "";
}

function valueText(shape: Shape, key: string): string {
  switch (shape.kind) {
    case "any":
      return "anything";
    case "text":
      return shape.form?.expected ?? "text";
    case "flag":
      return "`true` or `false`";
    case "version":
      return code(String(shape.value));
    case "whole":
      return `whole number from ${shape.min}`;
    case "choice":
      return shape.values.map(code).join(" or ");
    case "list": {
      const item = valueText(shape.of, key);
      return shape.orOne === true ? `${item}, or a list of such` : `list: ${item}`;
    }
    case "names":
      return `${code(NAMED[key] ?? "PARAM")} to ${valueText(shape.of, "")}`;
    case "keys":
      return "mapping";
    case "typed":
      return `${shape.noun === "action" ? "an" : "a"} ${shape.noun}`;
    case "text-or":
      return shape.other.kind === "keys"
        ? "name of a state, or a transition"
        : `${valueText(shape.text, key)}, or ${valueText(shape.other, key)}`;
    default:
      return shape satisfies never;
  }
}
