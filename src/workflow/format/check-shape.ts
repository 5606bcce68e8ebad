/** Holds the nodes of a machine file against the table, and tells of everything that differs. */
import { nearestWord } from "../../base/nearest-word.ts";
import type { Place } from "../check/draft.ts";
import { type Problem, problem } from "../check/problem.ts";
import { shownName } from "../check/shown-name.ts";
import { LEFT_OUT_KEYS, MACHINE_SHAPE } from "./machine-shape.ts";
import type { MapNode } from "./node.ts";
import type {
  ChoiceShape,
  KeysShape,
  ListShape,
  NamesShape,
  Shape,
  TextForm,
  TypedShape,
  WholeShape,
} from "./shape.ts";
import { itemsOf, memberOf, memberPath, membersOf, type Spot } from "./spot.ts";

const LEFT_OUT_HINT = "XState has it, the flat machines of version 1 do not";

/** All problems of the shape, in no order. The file is well shaped when none has the rule CFG-1 or CFG-2. */
export function checkShape(root: Spot): readonly Problem[] {
  const problems: Problem[] = [];
  look(root, MACHINE_SHAPE, problems);
  return problems;
}

function look(spot: Spot, shape: Shape, problems: Problem[]): void {
  switch (shape.kind) {
    case "any":
      return;
    case "text":
      if (kindOf(spot) !== "text") wrongKind(spot, "a text", shape.rule ?? "CFG-1", problems);
      else if (shape.form !== undefined)
        lookAtText(scalarText(spot), shape.form, spot.at, problems);
      return;
    case "flag":
      if (kindOf(spot) !== "true or false") wrongKind(spot, "true or false", "CFG-1", problems);
      return;
    case "version":
      if (spot.node.kind === "scalar" && spot.node.value === shape.value) return;
      problems.push(problem("error", "CFG-1", spot.at, `expected the number ${shape.value}`));
      return;
    case "whole":
      lookAtWhole(spot, shape, problems);
      return;
    case "choice":
      lookAtChoice(spot, shape, problems);
      return;
    case "list":
      lookAtList(spot, shape, problems);
      return;
    case "names":
      lookAtNames(spot, shape, problems);
      return;
    case "keys":
      lookAtKeys(spot, shape, problems);
      return;
    case "typed":
      lookAtTyped(spot, shape, problems);
      return;
    case "text-or":
      if (kindOf(spot) === "text") look(spot, shape.text, problems);
      else if (kindOf(spot) === shapeWord(shape.other)) look(spot, shape.other, problems);
      else wrongKind(spot, `a text or ${articled(shapeWord(shape.other))}`, shape.rule, problems);
      return;
    default:
      shape satisfies never;
  }
}

type ValueWord = "mapping" | "list" | "text" | "number" | "true or false" | "nothing";

function kindOf({ node }: Spot): ValueWord {
  if (node.kind === "map") return "mapping";
  if (node.kind === "list") return "list";
  switch (typeof node.value) {
    case "string":
      return "text";
    case "number":
      return "number";
    case "boolean":
      return "true or false";
    default:
      return "nothing";
  }
}

function shapeWord(shape: ListShape | KeysShape): ValueWord {
  return shape.kind === "list" ? "list" : "mapping";
}

function articled(word: ValueWord): string {
  return word === "nothing" || word === "true or false" ? word : `a ${word}`;
}

function wrongKind(spot: Spot, expected: string, rule: string, problems: Problem[]): void {
  const found = kindOf(spot);
  const message = `expected ${expected}, found ${articled(found)}`;
  const isUnquoted =
    expected.startsWith("a text") && (found === "number" || found === "true or false");
  const hint = isUnquoted ? "put quotes around it" : undefined;
  problems.push(problem("error", rule, spot.at, message, hint));
}

function scalarText({ node }: Spot): string {
  return node.kind === "scalar" && typeof node.value === "string" ? node.value : "";
}

function lookAtText(text: string, form: TextForm, at: Place, problems: Problem[]): void {
  if (form.fits(text)) return;
  const message = `expected ${form.expected}, found ${quotedName(text)}`;
  problems.push(problem("error", form.rule, at, message));
}

function lookAtWhole(spot: Spot, shape: WholeShape, problems: Problem[]): void {
  const { node, at } = spot;
  if (node.kind !== "scalar" || typeof node.value !== "number") {
    wrongKind(spot, "a whole number", "CFG-1", problems);
    return;
  }
  const { min, max = Number.MAX_SAFE_INTEGER } = shape;
  if (!Number.isInteger(node.value)) {
    problems.push(problem("error", "CFG-1", at, `expected a whole number, found ${node.value}`));
  } else if (node.value < min || node.value > max) {
    const range = shape.max === undefined ? `from ${min}` : `from ${min} to ${max}`;
    const message = `expected a whole number ${range}, found ${node.value}`;
    problems.push(problem("error", shape.rule, at, message));
  }
}

function lookAtChoice(spot: Spot, shape: ChoiceShape, problems: Problem[]): void {
  const expected = shape.values.join(" or ");
  if (kindOf(spot) !== "text") {
    wrongKind(spot, expected, "CFG-1", problems);
    return;
  }
  const text = scalarText(spot);
  if (shape.values.includes(text)) return;
  const isLeftOut = shape.leftOut?.includes(text) === true;
  const rule = isLeftOut ? "CFG-2" : shape.rule;
  const hint = isLeftOut ? LEFT_OUT_HINT : meant(text, shape.values);
  const message = `expected ${expected}, found ${quotedName(text)}`;
  problems.push(problem("error", rule, spot.at, message, hint));
}

function lookAtList(spot: Spot, shape: ListShape, problems: Problem[]): void {
  const isList = spot.node.kind === "list";
  if (!isList && shape.orOne !== true) {
    wrongKind(spot, "a list", "CFG-1", problems);
    return;
  }
  const items = itemsOf(spot);
  if (items.length === 0 && shape.filledRule !== undefined) {
    problems.push(problem("error", shape.filledRule, spot.at, "the list is empty"));
  }
  for (const item of items) look(item, shape.of, problems);
}

function lookAtNames(spot: Spot, shape: NamesShape, problems: Problem[]): void {
  const map = mapOf(spot, problems);
  if (map === undefined) return;
  repeatedKeys(spot, map, problems);
  const members = membersOf(spot);
  if (members.length === 0 && shape.needed !== undefined) {
    problems.push(problem("error", "CFG-1", spot.at, `there is no ${shape.needed}`));
  }
  for (const member of members) {
    if (shape.names !== undefined) lookAtText(member.name, shape.names, member.at, problems);
    look(member, shape.of, problems);
  }
}

function mapOf(spot: Spot, problems: Problem[]): MapNode | undefined {
  if (spot.node.kind === "map") return spot.node;
  wrongKind(spot, "a mapping", "CFG-1", problems);
  return undefined;
}

/** One problem for each time that a key stands again. */
function repeatedKeys(spot: Spot, map: MapNode, problems: Problem[]): void {
  const lines = new Map<string, number>();
  for (const { key, line } of map.entries) {
    const first = lines.get(key);
    if (first === undefined) {
      lines.set(key, line);
      continue;
    }
    const at = { line, path: memberPath(spot.at.path, key) };
    const message = `the key ${shownName(key)} appears again`;
    problems.push(problem("error", "CFG-1", at, message, `it stands at line ${first} already`));
  }
}

function lookAtKeys(spot: Spot, shape: KeysShape, problems: Problem[]): void {
  const map = mapOf(spot, problems);
  if (map === undefined) return;
  repeatedKeys(spot, map, problems);
  const members = membersOf(spot);
  for (const member of members) {
    const known = Object.hasOwn(shape.keys, member.name) ? shape.keys[member.name] : undefined;
    if (known === undefined) problems.push(strangeKey(member.name, member.at, shape));
    else look(member, known.shape, problems);
  }
  const names = new Set(members.map(({ name }) => name));
  for (const [name, { isRequired }] of Object.entries(shape.keys)) {
    if (isRequired === true && !names.has(name)) problems.push(missingKey(spot.at, name));
  }
  const { exactlyOne } = shape;
  if (exactlyOne === undefined) return;
  const count = exactlyOne.keys.filter((name) => names.has(name)).length;
  if (count !== 1) problems.push(notExactlyOne(spot.at, exactlyOne, count));
}

function missingKey(at: Place, name: string): Problem {
  return problem("error", "CFG-1", at, `the key ${name} is missing`);
}

function notExactlyOne(
  at: Place,
  { keys, rule }: { readonly keys: readonly string[]; readonly rule: string },
  count: number,
): Problem {
  const found = count === 0 ? "none of them" : "both";
  return problem(
    "error",
    rule,
    at,
    `expected exactly one of ${keys.join(" and ")}, found ${found}`,
  );
}

function strangeKey(name: string, at: Place, shape: KeysShape): Problem {
  const shown = shownName(name);
  if (LEFT_OUT_KEYS.includes(name) || shape.leftOut?.includes(name) === true) {
    return problem("error", "CFG-2", at, `${shown} is not supported`, LEFT_OUT_HINT);
  }
  const allowed = Object.keys(shape.keys);
  const list = allowed.length === 0 ? "no key is allowed" : `allowed: ${allowed.join(", ")}`;
  const question = meant(name, allowed);
  const hint = question === undefined ? list : `${question} ${list}`;
  return problem("error", "CFG-1", at, `the key ${shown} is not known here`, hint);
}

function meant(word: string, known: readonly string[]): string | undefined {
  const near = nearestWord(word, known);
  return near === undefined ? undefined : `did you mean ${near}?`;
}

/** What stands around the params, whatever the type is. */
const TYPED_KEYS: KeysShape = {
  kind: "keys",
  keys: {
    type: { shape: { kind: "any" }, describe: "Which one", isRequired: true },
    params: { shape: { kind: "any" }, describe: "What it needs" },
  },
};

function lookAtTyped(spot: Spot, shape: TypedShape, problems: Problem[]): void {
  const { noun, rule, types } = shape;
  if (kindOf(spot) === "text") {
    const name = scalarText(spot);
    if (shape.bare.includes(name)) return;
    const message = `no ${noun} has the name ${quotedName(name)}`;
    const hint = `write a mapping of type and params; types: ${Object.keys(types).join(", ")}`;
    problems.push(problem("error", rule, spot.at, message, hint));
    return;
  }
  lookAtKeys(spot, TYPED_KEYS, problems);
  const type = memberOf(spot, "type");
  if (type === undefined) return;
  if (kindOf(type) !== "text") {
    wrongKind(type, "a text", "CFG-1", problems);
    return;
  }
  const name = scalarText(type);
  const params = Object.hasOwn(types, name) ? types[name] : undefined;
  if (params !== undefined) {
    lookAtParams(spot, params, problems);
    return;
  }
  const message = `no ${noun} has the type ${quotedName(name)}`;
  const list = `types: ${Object.keys(types).join(", ")}`;
  const question = meant(name, Object.keys(types));
  const hint = question === undefined ? list : `${question} ${list}`;
  problems.push(problem("error", rule, type.at, message, hint));
}

function lookAtParams(spot: Spot, shape: KeysShape, problems: Problem[]): void {
  const params = memberOf(spot, "params");
  if (params !== undefined) {
    look(params, shape, problems);
    return;
  }
  if (shape.exactlyOne !== undefined) problems.push(notExactlyOne(spot.at, shape.exactlyOne, 0));
  const needsParams = Object.values(shape.keys).some(({ isRequired }) => isRequired === true);
  if (needsParams) problems.push(missingKey(spot.at, "params"));
}

function quotedName(name: string): string {
  return name === "" ? '""' : shownName(name);
}
