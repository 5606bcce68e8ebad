import { expect, test } from "bun:test";
import { readReport } from "./read-report.ts";

const read = (operands: readonly string[], options: Record<string, string> = {}) =>
  readReport({ operands, options });

test("a state and every option: the report as the encoder takes it", () => {
  expect(read(["idle"])).toEqual({ ok: true, value: { state: "idle" } });
  const options = { id: "a/b", kind: "auth", progress: "40", app: "make", title: "T", msg: "M" };
  expect(read(["blocked"], options)).toEqual({
    ok: true,
    value: { ...options, state: "blocked", progress: 40 },
  });
  expect(read(["clear"], { id: "a" })).toEqual({ ok: true, value: { state: "clear", id: "a" } });
});

test.each<[string, string[], Record<string, string>, string]>([
  ["no state", [], {}, "it needs a STATE: idle, working, blocked, done, error, clear"],
  ["an unknown state", ["busy"], {}, 'error, clear, not "busy"'],
  ["two operands", ["done", "all"], {}, 'no place for "all"'],
  ["a bad id", ["idle"], { id: "a b" }, '--id "a b" is not'],
  ["an empty id", ["idle"], { id: "" }, "--id is empty"],
  ["nine segments", ["idle"], { id: "1/2/3/4/5/6/7/8/9" }, "--id"],
  ["kind without blocked", ["working"], { kind: "auth" }, "--kind goes with the state blocked"],
  ["an unknown kind", ["blocked"], { kind: "nope" }, '--kind "nope" is none of'],
  ["progress 101", ["working"], { progress: "101" }, "--progress 101 is not a whole number"],
  ["progress -1", ["working"], { progress: "-1" }, "--progress -1 is not a whole number"],
  ["half a percent", ["working"], { progress: "0.5" }, "--progress 0.5 is not a whole number"],
  ["progress in words", ["working"], { progress: "1e1" }, "--progress is a whole number"],
  ["no progress", ["working"], { progress: "" }, "--progress is a whole number"],
  ["progress when done", ["done"], { progress: "50" }, "--progress goes with the states"],
  ["an app with a colon", ["idle"], { app: "a:b" }, '--app "a:b" is not'],
  ["an app of 33 letters", ["idle"], { app: "a".repeat(33) }, "--app"],
  ["an app without letters", ["idle"], { app: "" }, "--app"],
  ["clear with a text", ["clear"], { msg: "bye" }, "clear takes --id alone, not --msg"],
  ["clear with a bad id", ["clear"], { id: "a//b" }, "--id"],
])("%s: refused, with the option and its right form", (_name, operands, options, reason) => {
  const found = read(operands, options);
  expect(found.ok ? "taken" : found.reason).toContain(reason);
});
