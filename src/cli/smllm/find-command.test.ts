import { describe, expect, test } from "bun:test";
import type { CommandEntry } from "../command.ts";
import { findCommand } from "./find-command.ts";

const entry = (name: string, hidden?: true): CommandEntry => ({
  name,
  ...(hidden && { hidden }),
  load: () => Promise.reject(new Error("not loaded to be found")),
});
const ENTRIES = [entry("graph"), entry("work list"), entry("work hook", true), entry("mcp", true)];

const found = (...args: string[]) => {
  const result = findCommand(ENTRIES, args);
  if (!result.ok) return result.reason;
  const { value } = result;
  return value.kind === "command" ? [value.entry.name, value.options, value.rest] : value;
};

describe("a call", () => {
  test("one word, two words, a hidden one: the command, with all that follows left to it", () => {
    expect(found("graph", "a", "--json")).toEqual(["graph", {}, ["a", "--json"]]);
    expect(found("work", "list", "--config", "x")).toEqual(["work list", {}, ["--config", "x"]]);
    expect(found("work", "hook", "claude")).toEqual(["work hook", {}, ["claude"]]);
  });

  test("global options before and between the words: taken in both forms", () => {
    expect(found("--config", "a b", "graph")).toEqual(["graph", { config: "a b" }, []]);
    expect(found("work", "--config=c=d", "list")).toEqual(["work list", { config: "c=d" }, []]);
    expect(found("-V", "graph")).toEqual(["graph", { version: true }, []]);
    expect(found("-h", "work")).toEqual({ kind: "group", name: "work", options: { help: true } });
  });

  test("nothing, only options, half a command: told apart", () => {
    expect(found()).toEqual({ kind: "none", options: {} });
    expect(found("--version")).toEqual({ kind: "none", options: { version: true } });
    expect(found("work")).toEqual({ kind: "group", name: "work", options: {} });
  });
});

test.each([
  [["grahp"], 'smllm has no command "grahp" (did you mean graph?); see: smllm --help'],
  [["work", "lst"], 'smllm work has no command "lst" (did you mean list?); see: smllm work --help'],
  [["work", "hok"], 'smllm work has no command "hok"; see: smllm work --help'],
  [["list"], 'smllm has no command "list"; see: smllm --help'],
  [["--json", "graph"], 'there is no option "--json" before the command; see: smllm --help'],
  [["--config"], "--config needs a value: --config FILE"],
  [["--version=2"], "--version takes no value"],
  [["constructor"], 'smllm has no command "constructor"; see: smllm --help'],
  [["\u001b[31m\n"], 'smllm has no command "\\u001b[31m\\n"; see: smllm --help'],
])("%j: refused, with the word and the right form", (args, reason) => {
  expect(found(...args)).toBe(reason);
});
