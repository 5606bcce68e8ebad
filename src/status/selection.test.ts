import { describe, expect, test } from "bun:test";
import {
  DEFAULT_ITEM_IDS,
  defaultItems,
  findItem,
  selectItems,
  unknownItems,
} from "./selection.ts";
import { EMPTY_SNAPSHOT, foldAll } from "./snapshot.ts";

const ids = (names: readonly string[]) => selectItems(names).map((item) => item.id);

// covers: item-names
describe("names", () => {
  test.each([
    ["status-protocol", "build-mode"],
    ["vela", "build-mode"],
    ["workspace", "current-dir"],
    ["cwd", "current-dir"],
    ["project-dir", "current-dir"],
    ["git", "git-branch"],
    ["branch", "git-branch"],
    ["pr", "review-link"],
    ["mr", "review-link"],
    ["pull-request", "review-link"],
    ["merge-request", "review-link"],
    ["review", "review-link"],
    ["permissions", "approval-mode"],
    ["permission-mode", "approval-mode"],
    ["model-with-thinking", "model-with-reasoning"],
    ["identity", "model-with-reasoning"],
    ["sub-agent", "subagent"],
    ["quota", "token-quota"],
    ["token-plan", "token-quota"],
    ["cache-read", "cache-read-ratio"],
    ["context", "context-remaining"],
    ["context-left", "context-remaining"],
    ["context-bar", "context-meter"],
    ["context-gauge", "context-meter"],
    ["custom", "custom-command"],
    ["  Git-Branch ", "git-branch"],
  ])("alias %p names %p", (alias, id) => {
    expect(findItem(alias)?.id).toBe(id);
  });

  test.each(["tips", "five-hour-limit", "", "  ", "__proto__", "constructor"])(
    "%p names nothing",
    (name) => {
      expect(findItem(name)).toBeUndefined();
    },
  );
});

describe("a configured list", () => {
  test("keeps the first of names that mean the same", () => {
    expect(ids(["git-branch", "current-dir", "branch"])).toEqual(["git-branch", "current-dir"]);
  });

  test("ignores unknown names and can come out empty", () => {
    expect(ids(["nope", "model", "tips"])).toEqual(["model"]);
    expect(ids(["nope"])).toEqual([]);
    expect(unknownItems(["nope", "model"])).toEqual(["nope"]);
  });

  test("with the machine's record anywhere is that record alone", () => {
    expect(ids(["current-dir", "VELA", "model"])).toEqual(["build-mode"]);
  });

  test("with meter and percentage keeps the meter at its place", () => {
    expect(ids(["context-left", "model", "context-bar", "git"])).toEqual([
      "model",
      "context-meter",
      "git-branch",
    ]);
  });
});

// covers: items-default-adapts
describe("the default list", () => {
  const used = foldAll(EMPTY_SNAPSHOT, [
    { kind: "context-window-known", windowTokens: 200_000 },
    { kind: "context-measured", usedTokens: 1_000, source: "usage" },
  ]);

  test("has the capacity until the use is known", () => {
    const shown = defaultItems(EMPTY_SNAPSHOT).map((item) => item.id);
    expect(shown).toEqual(DEFAULT_ITEM_IDS.filter((id) => id !== "context-remaining"));
  });

  test("has what is left once the use is known", () => {
    const shown = defaultItems(used).map((item) => item.id);
    expect(shown).toEqual(DEFAULT_ITEM_IDS.filter((id) => id !== "context-window"));
  });
});
