import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { keepsSchema } from "../../testing/json-schema.ts";
import { checkShape } from "./check-shape.ts";
import { LEFT_OUT_KEYS } from "./machine-shape.ts";
import { readNode } from "./read-node.ts";
import { machineSchema } from "./schema.ts";
import { rootSpot } from "./spot.ts";

const FIXTURES = join(import.meta.dir, "../../../test/workflow/fixtures");
const SCHEMA = machineSchema();

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A machine that uses every key of the format. */
const FULL: Json = {
  id: "m",
  initial: "A",
  description: "d",
  meta: {
    smllm: 1,
    instance: { kind: "k", ref: { param: "p", description: "d", pattern: "^x" } },
    events: {
      go: {
        description: "d",
        params: {
          type: "object",
          properties: { why: { type: "string", description: "d", enum: ["a"], pattern: "a" } },
          required: ["why"],
        },
      },
    },
    sharedActions: [
      { states: ["A"], position: "before", entry: { type: "setRef", params: {} }, exit: [] },
    ],
  },
  states: {
    A: {
      description: "d",
      type: "atomic",
      meta: { entryPoint: true, fallback: false, paramDescriptions: { go: { why: "w" } } },
      entry: [{ type: "prompt", params: { text: "t" } }, "setRef"],
      exit: { type: "command", params: { run: "r", timeoutSecs: 5, cwd: "c" } },
      on: {
        go: [
          {
            target: "Z",
            guard: { type: "visits", params: { state: "A", atLeast: 2 } },
            actions: { type: "prompt", params: { file: "f" } },
            reenter: true,
            description: "d",
          },
          "A",
        ],
        end: { guard: { type: "command", params: { run: ["r", "s"] } } },
      },
      always: ["Z"],
    },
    Z: { type: "final" },
  },
};

function isShaped(value: Json): boolean | undefined {
  const read = readNode(JSON.stringify(value));
  return read.ok ? checkShape(rootSpot(read.node)).length === 0 : undefined;
}

/** Without the members that are null: they count as absent, which a schema cannot say of unknown ones. */
function withoutNulls(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([key, member]) => [key, withoutNulls(member)]));
}

// covers: smllm-info-schema
test("the schema: the title and the keys that a machine must have", () => {
  expect(SCHEMA).toMatchObject({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "smllm state machine",
    type: "object",
    required: ["id", "initial", "meta", "states"],
    additionalProperties: false,
  });
  expect(JSON.parse(JSON.stringify(SCHEMA))).toEqual(SCHEMA);
});

test("machines that are fine, and one with every key: kept", () => {
  for (const name of readdirSync(FIXTURES).filter((file) => file.endsWith(".yaml"))) {
    const machine = Bun.YAML.parse(readFileSync(join(FIXTURES, name), "utf8"));
    expect([name, keepsSchema(machine, SCHEMA)]).toEqual([name, true]);
  }
  expect([keepsSchema(FULL, SCHEMA), isShaped(FULL)]).toEqual([true, true]);
});

test("null in the place of what may be missing: kept; of what may not: not kept", () => {
  const state = { description: null, meta: null, entry: null, on: { go: null }, always: null };
  const machine = (more: object, meta: object) => ({
    id: "m",
    initial: "A",
    meta: { smllm: 1, ...meta },
    states: { A: { ...state, ...more } },
  });
  expect(keepsSchema(machine({}, { events: null, instance: null }), SCHEMA)).toBe(true);
  const prompt = { type: "prompt", params: { text: "x", file: null } };
  expect(keepsSchema(machine({ entry: prompt }, {}), SCHEMA)).toBe(true);
  expect(keepsSchema(machine({}, { smllm: null }), SCHEMA)).toBe(false);
});

/** Something done to a document at a random place. */
interface Change {
  readonly steps: readonly number[];
  readonly kind: "replace" | "remove" | "add" | "copy";
  readonly key: string;
  readonly value: Json;
}

const WORDS = [
  "states",
  "on",
  "type",
  "params",
  "run",
  "text",
  "file",
  "A",
  "Z",
  "go",
  "final",
  "parallel",
  "prompt",
  "command",
  "visits",
  "setRef",
  "string",
  "object",
  "before",
  "x y",
  "(",
  "",
  " ",
  "__proto__x",
  ...LEFT_OUT_KEYS,
];

const anyValue: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(null, true, false, 0, 1, 2, -1, 1.5, 1e10, [], {}, ["a"], [1], { a: 1 }),
  fc.constantFrom<Json>(...WORDS),
);

const anyChange: fc.Arbitrary<Change> = fc.record({
  steps: fc.array(fc.nat({ max: 30 }), { minLength: 1, maxLength: 9 }),
  kind: fc.constantFrom("replace", "replace", "remove", "add", "copy"),
  key: fc.constantFrom(...WORDS.filter((word) => word !== "")),
  value: anyValue,
});

function changed(root: Json, { steps, kind, key, value }: Change): Json {
  const copy = structuredClone(root);
  let at: Json = copy;
  for (const [index, step] of steps.entries()) {
    if (typeof at !== "object" || at === null) return copy;
    const holder: Json[] | { [key: string]: Json } = at;
    const keys = Object.keys(holder);
    const name = keys[step % Math.max(1, keys.length)];
    if (name === undefined) return copy;
    const inner: Json = (holder as { [key: string]: Json })[name] ?? null;
    const goesOn = index < steps.length - 1 && typeof inner === "object" && inner !== null;
    if (!goesOn) {
      change(holder, name, kind, key, value);
      return copy;
    }
    at = inner;
  }
  return copy;
}

function change(
  holder: Json[] | { [key: string]: Json },
  name: string,
  kind: Change["kind"],
  key: string,
  value: Json,
): void {
  const members = holder as { [key: string]: Json };
  if (kind === "replace") members[name] = value;
  else if (kind === "copy" && !Array.isArray(holder)) members[key] = members[name] ?? null;
  else if (kind === "add" && !Array.isArray(holder)) members[key] = value;
  else if (Array.isArray(holder)) holder.splice(Number(name), 1);
  else delete members[name];
}

test("documents with random changes: kept by the schema exactly when the check finds nothing", () => {
  let kept = 0;
  let runs = 0;
  fc.assert(
    fc.property(fc.array(anyChange, { minLength: 1, maxLength: 3 }), (changes) => {
      const document = withoutNulls(changes.reduce(changed, FULL));
      const shaped = isShaped(document);
      fc.pre(shaped !== undefined);
      runs += 1;
      if (shaped === true) kept += 1;
      expect(keepsSchema(document, SCHEMA)).toBe(shaped as boolean);
    }),
    { numRuns: 500 },
  );
  // Both answers occur often enough to mean something.
  expect(kept).toBeGreaterThan(runs / 20);
  expect(kept).toBeLessThan((runs * 19) / 20);
}, 60_000);
