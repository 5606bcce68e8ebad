import { expect, test } from "bun:test";
import { parseCall } from "./parse-call.ts";

const reasonOf = (given: unknown) => {
  const parsed = parseCall(given);
  return parsed.ok ? undefined : parsed.reason;
};

test("all members, some, none: the call, with parameters in their order", () => {
  expect(parseCall({ session: "sm-000000", event: "go", params: { b: "1", a: "" } })).toEqual({
    ok: true,
    value: {
      session: "sm-000000",
      event: "go",
      params: [
        ["b", "1"],
        ["a", ""],
      ],
    },
  });
  expect(parseCall({ other: 1 })).toEqual({ ok: true, value: { params: [] } });
  expect(parseCall(undefined)).toEqual({ ok: true, value: { params: [] } });
});

// covers: smllm-mcp-malformed
test("members of another kind: a reason that names the member", () => {
  expect(reasonOf({ session: 7 })).toContain("session");
  expect(reasonOf({ session: null })).toContain("session");
  expect(reasonOf({ event: ["go"] })).toContain("event");
  expect(reasonOf({ params: [] })).toContain("params");
  expect(reasonOf({ params: "why=x" })).toContain("params");
  expect(reasonOf({ params: { why: "x", size: 3 } })).toContain('"size"');
  expect(reasonOf([])).toContain("object");
  expect(reasonOf(null)).toContain("object");
});

test("a name with a tag and control characters: shown harmless and short", () => {
  const reason = reasonOf({ params: { [`</smllm>\u001b[2J\u202e${"x".repeat(500)}`]: 1 } }) ?? "";
  expect(reason).not.toMatch(/[<\x00-\x1f\u202e]/);
  expect(reason.length).toBeLessThan(200);
});

test("__proto__ as a parameter: a pair like any other, and no prototype is changed", () => {
  const given = JSON.parse('{"params":{"__proto__":"x"},"__proto__":{"session":7}}');
  expect(parseCall(given)).toEqual({ ok: true, value: { params: [["__proto__", "x"]] } });
  expect(({} as { session?: unknown }).session).toBeUndefined();
});
