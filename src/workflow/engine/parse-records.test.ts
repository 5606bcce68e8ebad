import { expect, test } from "bun:test";
import fc from "fast-check";
import { parseHistoryEntry, parseInstanceRecord, parseSessionRecord } from "./parse-records.ts";

const INSTANCE = {
  id: "i-n7d6tx",
  machine: "fix",
  ref: "T-1",
  state: "CODE",
  status: "active",
  holder: "sm-nqvfvw",
  version: 3,
  visits: { CODE: 2 },
  resumeState: null,
  created: 1,
  updated: 2,
};

test("records with every member: themselves, without members of other names", () => {
  expect(parseInstanceRecord({ ...INSTANCE, other: 1 })).toEqual({
    ok: true,
    value: INSTANCE,
  } as never);
  const session = {
    key: "sm-nqvfvw",
    harness: "claude",
    hostSession: "a",
    cwd: "/w",
    configs: ["/w/.smllm/config.toml"],
    holding: { machine: "fix", id: "i-n7d6tx" },
    interrupted: null,
    yielded: true,
    blocked: false,
    created: 1,
    lastActive: 2,
  };
  expect(parseSessionRecord({ ...session, other: 1 })).toEqual({ ok: true, value: session });
});

test("members that may be absent: null, false or empty", () => {
  expect(parseSessionRecord({ key: "sm-nqvfvw", harness: "none", cwd: "" })).toMatchObject({
    ok: true,
    value: { hostSession: null, configs: [], holding: null, interrupted: null, yielded: false },
  });
  const { id, machine, state, status, version } = INSTANCE;
  expect(parseInstanceRecord({ id, machine, state, status, version })).toMatchObject({
    ok: true,
    value: { ref: null, holder: null, resumeState: null, visits: {}, created: 0 },
  });
});

test.each<[object, string]>([
  [{ version: 0 }, "version is not a whole number from 1"],
  [{ version: 1.5 }, "version is not a whole number from 1"],
  [{ status: "open" }, "status is none of active, interrupted, paused, completed"],
  [{ id: 7 }, "id is not a string"],
  [{ ref: 7 }, "ref is not a string or null"],
  [{ visits: { CODE: -1 } }, "visits is not an object of whole numbers"],
  [{ visits: [] }, "visits is not an object of whole numbers"],
])("an instance with %j: refused, %s", (change, reason) => {
  expect(parseInstanceRecord({ ...INSTANCE, ...change })).toEqual({ ok: false, reason });
});

test("names that are those of an object's own machinery: kept as names, and nothing is changed", () => {
  const given = JSON.parse('{"__proto__":2,"constructor":3}');
  const parsed = parseInstanceRecord({ ...INSTANCE, visits: given });
  const visits = parsed.ok ? parsed.value.visits : {};
  expect(Object.entries(visits)).toEqual([
    ["__proto__", 2],
    ["constructor", 3],
  ]);
  expect(Object.getPrototypeOf({})).toBe(Object.prototype);
});

test("any values: a record or a reason, never a throw", () => {
  for (const parse of [parseSessionRecord, parseInstanceRecord, parseHistoryEntry])
    fc.assert(
      fc.property(
        fc.anything(),
        fc.dictionary(fc.constantFrom(...Object.keys(INSTANCE)), fc.anything()),
        (value, members) => {
          for (const given of [value, { ...INSTANCE, ...members }]) {
            const parsed = parse(given);
            expect(parsed.ok || parsed.reason !== "").toBe(true);
          }
        },
      ),
      { numRuns: 300 },
    );
});
