import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { EMPTY_SNAPSHOT, foldAll } from "../../status/snapshot.ts";
import type { Payload } from "./harness.ts";
import { harnessById, recogniseHarness } from "./recognise.ts";
import { HARNESSES } from "./registry.ts";

const PAYLOADS = new URL("../../../test/fixtures/payloads/", import.meta.url);
const STATED = JSON.parse(
  readFileSync(new URL("./fixtures/facts.json", import.meta.url), "utf8"),
) as Record<string, { harness: string; context: string; facts: unknown[] }>;

function payloadNames(): string[] {
  return ["claude-code", "live", "others"].flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, PAYLOADS))
      .filter((name) => name.endsWith(".json"))
      .map((name) => `${folder}/${name}`),
  );
}

function payload(name: string): Payload {
  return JSON.parse(readFileSync(new URL(name, PAYLOADS), "utf8"));
}

describe("the payloads of harnesses", () => {
  test("payload folders: every file has its facts stated, and no more are stated", () => {
    expect(Object.keys(STATED).sort()).toEqual(payloadNames().sort());
  });

  for (const [name, stated] of Object.entries(STATED)) {
    test(`${name}: recognised, and gives exactly the stated facts`, () => {
      const harness = recogniseHarness(payload(name), {});
      expect(harness?.id).toBe(stated.harness);
      const adapted = harness?.adapt(payload(name));
      expect(adapted?.facts as unknown[]).toEqual(stated.facts);
      expect(adapted?.context as string).toBe(stated.context);
    });
  }

  test("a run of Claude Code: every line gives a session and a context that fits its usage", () => {
    const lines = readFileSync(new URL("live/statusline-run.jsonl", PAYLOADS), "utf8");
    const contexts = lines
      .trimEnd()
      .split("\n")
      .map((line) => {
        const adapted = harnessById("claude-code")!.adapt(JSON.parse(line));
        expect(adapted.facts[0]!.kind).toBe("session-started");
        return adapted.context;
      });
    expect(contexts).toEqual(["unknown", "measured"]);
  });
});

describe("the registry of harnesses", () => {
  test("ids: unique, kebab-case, found by harnessById", () => {
    const ids = HARNESSES.map((harness) => harness.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const harness of HARNESSES) {
      expect(harness.id).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(harnessById(harness.id)).toBe(harness);
      expect(harness.basis).not.toBe("");
    }
    expect(harnessById("nothing")).toBeUndefined();
  });

  test("an empty object: nobody's, but Claude Code's when its environment says so", () => {
    expect(recogniseHarness({}, {})).toBeUndefined();
    expect(recogniseHarness({}, { CLAUDECODE: "1" })?.id).toBe("claude-code");
  });

  test("a foreign payload in Claude Code's environment: still the foreign harness's", () => {
    const env = { CLAUDECODE: "1" };
    expect(recogniseHarness(payload("others/40-qwen-code_0.24.4.json"), env)?.id).toBe("qwen-code");
    const codexState = payload("others/41-codex-mcp-statusline-state_0.171.0.json");
    expect(recogniseHarness(codexState, env)?.id).toBe("codex");
  });

  test("a usage number in a payload with a transcript: Claude Code's, not Qwen Code's", () => {
    const claude = { transcript_path: "/t", context_window: { current_usage: 5000 } };
    expect(recogniseHarness(claude, {})?.id).toBe("claude-code");
  });

  test("directories of harnesses: from the variable, from the home, or unknown", () => {
    const dirs = (env: Record<string, string>) =>
      HARNESSES.map((harness) => harness.dataDir?.(env));
    const claude = "/h/.claude";
    expect(dirs({ HOME: "/h" })).toEqual([claude, "/h/.codex", "/h/.qwen", claude]);
    expect(dirs({ HOME: "" })).toEqual([undefined, undefined, undefined, undefined]);
    expect(harnessById("claude-code")!.dataDir!({ HOME: "/h", CLAUDE_CONFIG_DIR: "/c" })).toBe(
      "/c",
    );
    expect(harnessById("codex")!.dataDir!({ USERPROFILE: "/u", CODEX_HOME: "" })).toBe("/u/.codex");
  });

  test("the width of a sub-agent row: what the payload says, whole columns from 1 up", () => {
    const width = harnessById("claude-code-subagents")!.rowWidthCols!;
    expect(width({ columns: 94 })).toBe(94);
    expect(width({ columns: 94.9 })).toBe(94);
    for (const columns of [0, -5, "94", null, Number.NaN])
      expect(width({ columns })).toBeUndefined();
  });
});

/** Keys that any of the harnesses reads, so that random objects reach every branch. */
const KEYS = [
  ...new Set(
    Object.keys(STATED)
      .flatMap((name) => [...JSON.stringify(payload(name)).matchAll(/"([A-Za-z_]+)":/g)])
      .map((match) => match[1]!),
  ),
  "__proto__",
  "constructor",
  "permission_mode",
  "spend_limit",
  "used_usd",
  "limit_usd",
];

/** Values that have been sent in place of right ones, or could be. */
const HOSTILE = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    "",
    " ",
    "NaN",
    "-0",
    -0,
    0,
    -1,
    1e308,
    9e15,
    0.1 + 0.2,
    true,
    [],
    {},
  ),
  fc.constantFrom<unknown>(
    "\ud83d",
    "\u0000",
    "\u001b[2J",
    "https://x/y",
    "2.1.332",
    "running",
    "waiting",
  ),
  fc.double(),
  fc.string(),
);

const JSON_VALUE = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    HOSTILE,
    tie("object"),
    fc.array(tie("value"), { maxLength: 4 }),
  ),
  object: fc
    .array(fc.tuple(fc.constantFrom(...KEYS), tie("value")), { maxLength: 14 })
    .map((entries) => {
      const out: Record<string, unknown> = {};
      for (const [key, value] of entries) {
        Object.defineProperty(out, key, { value, enumerable: true, configurable: true });
      }
      return out;
    }),
})).object as fc.Arbitrary<Record<string, unknown>>;

/** A real payload with some of its members, at any depth, replaced. */
const SPOILT = fc
  .tuple(
    fc.constantFrom(...Object.keys(STATED)),
    fc.array(fc.tuple(fc.nat(), HOSTILE), { maxLength: 5 }),
  )
  .map(([name, changes]) => {
    const out = structuredClone(payload(name)) as Record<string, unknown>;
    for (const [at, value] of changes) {
      const places = placesIn(out);
      const [owner, key] = places[at % places.length]!;
      owner[key] = value;
    }
    return out;
  });

function placesIn(owner: Record<string, unknown>): [Record<string, unknown>, string][] {
  return Object.entries(owner).flatMap(([key, value]) => [
    [owner, key] as [Record<string, unknown>, string],
    ...(typeof value === "object" && value !== null
      ? placesIn(value as Record<string, unknown>)
      : []),
  ]);
}

/** No fact holds a number that is no amount, an empty text, or a member without a value. */
function expectSound(value: unknown, path: string): void {
  if (typeof value === "number") {
    if (!(value >= 0 && value <= Number.MAX_SAFE_INTEGER * 1000) || Object.is(value, -0)) {
      throw new Error(`${path}: ${value}`);
    }
  } else if (typeof value === "string") {
    if (value.trim() === "" || !value.isWellFormed()) throw new Error(`${path}: empty or broken`);
  } else if (typeof value === "object" && value !== null) {
    for (const [key, member] of Object.entries(value)) expectSound(member, `${path}.${key}`);
  } else if (typeof value !== "boolean") throw new Error(`${path}: ${value}`);
}

function expectSoundFacts(value: Payload): void {
  for (const harness of HARNESSES) {
    harness.recognises(value, {});
    harness.rowWidthCols?.(value);
    const { facts, context } = harness.adapt(value);
    for (const fact of facts) expectSound(fact, fact.kind);
    const measured = facts.filter((fact) => fact.kind === "context-measured");
    const numbers = measured.some((fact) => fact.usedTokens ?? fact.usedPct);
    expect([context, measured.length, numbers]).toEqual(
      {
        measured: ["measured", 1, true],
        reset: ["reset", 1, false],
        unknown: ["unknown", 0, false],
      }[context] as [typeof context, number, boolean],
    );
    foldAll(EMPTY_SNAPSHOT, facts);
  }
}

describe("hostile payloads", () => {
  test("random objects with real keys: never throw, never give a number or text that is none", () => {
    fc.assert(fc.property(JSON_VALUE, expectSoundFacts), { numRuns: 400 });
  });

  test("real payloads with spoilt members: never throw, never give what is no amount", () => {
    fc.assert(fc.property(SPOILT, expectSoundFacts), { numRuns: 400 });
  });

  test("a key named __proto__ in JSON: changes no other object", () => {
    const hostile = JSON.parse('{"__proto__":{"cwd":"/p"},"model":{"__proto__":{"id":"x"}}}');
    for (const harness of HARNESSES) harness.adapt(hostile);
    expect(({} as Record<string, unknown>).cwd).toBeUndefined();
  });
});
