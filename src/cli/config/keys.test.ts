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
    ["tui.nope", 'there is no setting "tui.nope"; all of them: telltale config --help'],
    ["", 'there is no setting ""; all of them: '],
    ["tui.layuot", 'there is no setting "tui.layuot" (did you mean tui.layout?); all of them: '],
    ["layout", 'there is no setting "layout" (did you mean tui.layout?); all of them: '],
    ["maxLine", 'there is no setting "maxLine" (did you mean tui.customStatusLine.maxLines?)'],
    ["tui.__proto__", "there is no setting "],
    ["tui.items.nope.style", 'there is no item "nope"; see: telltale config items'],
    [
      "tui.items.clok.hours",
      'there is no item "clok" (did you mean clock?); see: telltale config ',
    ],
    ["tui.items.clock.hour", 'clock has no option "hour" (did you mean hours?); it has hours'],
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
    [
      "tui.layout",
      "fulll",
      '"fulll" is not one of items, full, compact, lines (did you mean full?)',
    ],
    ["tui.layout", "nope", '"nope" is not one of items, full, compact, lines'],
    ["tui.theme", "[dark]", '"[dark]" is not one of dark, light, auto'],
    ["tui.ascii", "5", '"5" is not true or false'],
    ["tui.statusLine", "model", '"model" is not a list of item ids'],
    ["tui.statusLine", "[5]", "tui.statusLine: some members of the list are no texts"],
    [
      "tui.customStatusLine",
      "{maxLines: 2}",
      '"{maxLines: 2}" is not a mapping with the text command',
    ],
    ["tui.customStatusLine.command", "''", "\"''\" is not a text with a program in it"],
    [
      "tui.customStatusLine.display",
      "blok",
      '"blok" is not one of inline, block (did you mean block?)',
    ],
    ["tui.customStatusLine.maxLines", "9", '"9" is not a number from 1 to 5'],
    ["tui.customStatusLine.timeoutMs", "fast", '"fast" is not a number from 500 to 30000'],
    ["tui.lines", "[{lefft: [a]}]", "tui.lines[0]: a line has no key lefft (did you mean left?)"],
    ["tui.items.clock.hours", "13", '"13" is not one of 24, 12'],
    ["tui.items.clock.hours", "'12'", "\"'12'\" is not one of 24, 12"],
    ["tui.items.clock", "{hour: 12}", 'tui.items.clock: clock has no option "hour" (did you mean '],
    ["tui.items.text.text", "[a]", '"[a]" is not a text'],
    ["tui.items.git-counts.show", "[stagd]", '"[stagd]" is not a list of conflicts, staged, '],
    [
      "tui.items",
      "{clock: {hours: 13}}",
      "tui.items.clock.hours: the value does not fit; use one of",
    ],
  ])("%s = %s is refused: %s", (key, text, reason) => {
    expect(value(key, text)).toStartWith(reason);
    expect(value(key, text)).toEndWith("; nothing was changed");
  });

  test.each(["", "null", "~"])("%p is no value: how to remove the key is said", (text) => {
    expect(value("tui.theme", text)).toContain("--unset");
  });

  test.each([
    ["tui.statusLine", "[model, git-brnch]", "tui.statusLine"],
    ["tui.lines", "[{left: [{group: [git-brnch]}]}]", "tui.lines[0].left"],
    ["tui.lines", "[{left: [model], drop: [git-brnch]}]", "tui.lines[0].drop"],
  ])("%s = %s: the name of the item that there is none of, and the nearest", (key, text, where) => {
    expect(value(key, text)).toBe(
      `${where}: there is no item "git-brnch" (did you mean git-branch?); see: telltale config items; nothing was changed`,
    );
  });

  test("text that is no YAML is refused without being repeated", () => {
    const reason = value("tui.statusLine", "[secret");
    expect(reason).toContain("no valid YAML");
    expect(reason).not.toContain("secret");
  });
});
