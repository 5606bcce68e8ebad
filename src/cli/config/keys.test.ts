import { describe, expect, test } from "bun:test";
import { SETTINGS } from "../../config/settings.ts";
import { parseGroupOrKey, parseKey, parseValue } from "./keys.ts";

const path = (key: string) => {
  const parsed = parseKey(key);
  return parsed.ok ? parsed.value : parsed.reason;
};
const value = (key: string, text: string) => {
  const parsed = parseValue(key.split("."), text);
  return parsed.ok ? { value: parsed.value } : parsed.reason;
};

describe("keys", () => {
  test("every setting is a key", () => {
    for (const setting of SETTINGS) expect(path(setting.path.join("."))).toEqual(setting.path);
  });

  test("options of items by id or alias", () => {
    expect(path("tui.items.line-changes.style")).toEqual(["tui", "items", "line-changes", "style"]);
    expect(path("tui.items.git-changes.style")).toEqual(["tui", "items", "git-changes", "style"]);
    expect(path("tui.items.line-changes")).toEqual(["tui", "items", "line-changes"]);
  });

  test.each([
    ["tui.nope", 'there is no setting "tui.nope"; there are '],
    ["", 'there is no setting ""; there are '],
    ["tui.__proto__", "there is no setting "],
    ["tui.items.nope.style", 'there is no item "nope"; see: telltale config items'],
    ["tui.items.line-changes.nope", 'line-changes has no option "nope"; it has style'],
    ["tui.items.model.style", 'model has no option "style"; it has none'],
    ["tui.items.line-changes.style.x", "line-changes has no option "],
  ])("%p is none, and the message says what there is", (key, reason) => {
    expect(path(key)).toStartWith(reason);
  });

  test("a group may be asked for, but is no key", () => {
    const group = parseGroupOrKey("tui");
    expect(group.ok && group.value).toEqual(["tui"]);
    expect(parseKey("tui").ok).toBe(false);
    expect(parseGroupOrKey("nope").ok).toBe(false);
  });
});

describe("values", () => {
  test.each([
    ["tui.statusLine", "[model, git-branch]", ["model", "git-branch"]],
    ["tui.statusLine", "[]", []],
    ["tui.layout", "full", "full"],
    ["tui.ascii", "true", true],
    ["tui.customStatusLine.maxLines", "2", 2],
    ["tui.customStatusLine.command", "my-status", "my-status"],
    ["tui.items.line-changes.style", "short", "short"],
  ])("%s = %s is accepted", (key, text, parsed) => {
    expect(value(key, text)).toEqual({ value: parsed });
  });

  test.each([
    ["tui.layout", "nope"],
    ["tui.ascii", "5"],
    ["tui.statusLine", "model"],
    ["tui.customStatusLine.command", "''"],
    ["tui.customStatusLine.display", "sideways"],
    ["tui.theme", "[dark]"],
  ])("%s = %s is refused, naming the key", (key, text) => {
    expect(value(key, text)).toStartWith(
      key.startsWith("tui.customStatusLine") ? "tui.customStatusLine" : `${key}: `,
    );
  });

  test("names of items that there are none of are refused", () => {
    expect(value("tui.statusLine", "[model, nope]")).toBe(
      'there is no item "nope"; see: telltale config items',
    );
  });

  test("text that is no YAML is refused without being repeated", () => {
    const reason = value("tui.statusLine", "[secret");
    expect(reason).toContain("no valid YAML");
    expect(reason).not.toContain("secret");
  });
});
