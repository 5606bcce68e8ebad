import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fs from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { adaptSettings, MAX_CONFIG_BYTES, readSettings } from "./read.ts";
import { DEFAULT_SETTINGS, SETTINGS, type Settings } from "./settings.ts";

let folder = "";
beforeAll(() => {
  folder = fs.mkdtempSync(join(os.tmpdir(), "telltale-config-"));
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

function read(text: string | Uint8Array): ReturnType<typeof readSettings> {
  fs.writeFileSync(join(folder, "config.yaml"), text);
  return readSettings(join(folder, "config.yaml"));
}
const settingsOf = (text: string): Settings => read(text).settings;

describe("tui.statusLine", () => {
  const cases: [string, string, readonly string[] | undefined][] = [
    ["missing", "tui:\n  theme: dark\n", undefined],
    ["an empty list", "tui:\n  statusLine: []\n", []],
    ["nothing behind the key", "tui:\n  statusLine:\n", undefined],
    ["a text instead of a list", "tui:\n  statusLine: model\n", undefined],
    ["a mapping instead of a list", "tui:\n  statusLine: {model: true}\n", undefined],
    ["a number instead of a list", "tui:\n  statusLine: 3\n", undefined],
    ["only junk in the list", "tui:\n  statusLine: [1, null, true, {}, [], '  ']\n", []],
    ["junk between texts", "tui:\n  statusLine: [a, 1, b, null]\n", ["a", "b"]],
    ["texts with blanks", "tui:\n  statusLine: [' Model ', \"\\ta\"]\n", ["Model", "a"]],
    ["unknown ids", "tui:\n  statusLine: [nope, model]\n", ["nope", "model"]],
    [
      "duplicates and aliases",
      "tui:\n  statusLine: [git, branch, git]\n",
      ["git", "branch", "git"],
    ],
    [
      "build-mode among others",
      "tui:\n  statusLine: [model, build-mode]\n",
      ["model", "build-mode"],
    ],
    ["tui that is a list", "tui:\n  - statusLine: [a]\n", undefined],
    ["tui that is a text", "tui: statusLine\n", undefined],
    ["the key at the root", "statusLine: [a]\n", undefined],
    ["a list reached through an alias", "x: &l [a, b]\ntui:\n  statusLine: *l\n", ["a", "b"]],
    ["a block merged in", "x: &t\n  statusLine: [a]\ntui:\n  <<: *t\n", ["a"]],
  ];
  for (const [title, text, expected] of cases) {
    test(`${title}: ${JSON.stringify(expected) ?? "absent"}`, () => {
      expect(settingsOf(text).tui.statusLine as unknown).toEqual(expected);
      expect(Object.hasOwn(settingsOf(text).tui, "statusLine")).toBe(expected !== undefined);
    });
  }

  test("ten thousand members: bounded, the first stay", () => {
    const ids = Array.from({ length: 10_000 }, (_, index) => `i${index}`);
    const { settings, notes } = read(`tui: {statusLine: [${ids.join(",")}]}`);
    expect(settings.tui.statusLine).toEqual(ids.slice(0, 500));
    expect(notes.length).toBe(1);
  });
});

describe("tui.customStatusLine", () => {
  const custom = (text: string) =>
    settingsOf(`tui:\n  customStatusLine: ${text}\n`).tui.customStatusLine;
  const defaults = {
    display: "inline",
    position: "above",
    colorMode: "plain",
    maxLines: 3,
    timeoutMs: 5000,
    intervalSeconds: 0,
  } as const;

  test("a command only: the defaults beside it", () => {
    expect(custom("{command: ' my-probe --x '}")).toEqual({ command: "my-probe --x", ...defaults });
  });

  for (const bad of [
    "text",
    "[command]",
    "{}",
    "{command: 5}",
    "{command: '  '}",
    "{command: [a]}",
    "{display: block}",
  ]) {
    test(`${bad}: the whole block is left out`, () => {
      expect(custom(bad)).toBeUndefined();
    });
  }

  test("every member right: all taken, numbers as written and not clamped", () => {
    const members =
      "display: block, position: below, colorMode: ansi, maxLines: 2.9, timeoutMs: 1, intervalSeconds: 0.5";
    expect(custom(`{command: c, ${members}}`)).toEqual({
      command: "c",
      display: "block",
      position: "below",
      colorMode: "ansi",
      maxLines: 2.9,
      timeoutMs: 1,
      intervalSeconds: 0.5,
    });
  });

  test.each([
    ["maxLines", ["0", "6", "-1"], ["1", "5", "5.9"], "number from 1 to 5"],
    ["timeoutMs", ["499", "30001"], ["500", "30000"], "number from 500 to 30000"],
    ["intervalSeconds", ["9", "0.5", "-1"], ["10", "0", "86400"], "number from 10, or 0 for none"],
  ])(
    "%s outside of its range: noted with the range; at its ends: nothing",
    (name, out, inside, range) => {
      const noted = (value: string) =>
        read(`tui: {customStatusLine: {command: c, ${name}: ${value}}}`).notes;
      for (const value of out) {
        expect(noted(value)).toMatchObject([
          { level: "warning", path: `tui.customStatusLine.${name}`, fix: `use a ${range}` },
        ]);
      }
      for (const value of inside) expect(noted(value)).toEqual([]);
    },
  );

  test("members of wrong types, unknown words and numbers in quotes: their defaults", () => {
    const members =
      "display: Block, position: 1, colorMode: rgb, maxLines: '2', timeoutMs: .inf, intervalSeconds: true";
    expect(custom(`{command: c, ${members}}`)).toEqual({ command: "c", ...defaults });
  });
});

describe("other settings", () => {
  test("all right: all taken", () => {
    const text = `
tui: {layout: compact, theme: light, ascii: true, ambiguousWidth: wide, links: false,
  showTips: false, items: {git-branch: {maxCols: 20, deep: {no: 1}}, x: 5}}`;
    expect(settingsOf(text)).toEqual({
      ...DEFAULT_SETTINGS,
      tui: {
        ...DEFAULT_SETTINGS.tui,
        layout: "compact",
        lines: [],
        theme: "light",
        ascii: true,
        ambiguousWidth: "wide",
        links: false,
        showTips: false,
        items: { "git-branch": { maxCols: 20 } },
      },
    });
  });

  test("all of a wrong type: the defaults, and a note for each", () => {
    const names = [
      "layout",
      "lines",
      "theme",
      "ascii",
      "ambiguousWidth",
      "links",
      "showTips",
      "items",
    ];
    const { settings, notes } = read(`tui:\n${names.map((name) => `  ${name}: 7\n`).join("")}`);
    expect(settings).toEqual(DEFAULT_SETTINGS);
    expect(notes.map((note) => note.path)).toEqual(names.map((name) => `tui.${name}`));
  });

  test("showTips as a text: shown as by default; false: not shown", () => {
    expect(settingsOf("tui: {showTips: 'false'}").tui.showTips).toBe(true);
    expect(settingsOf("tui: {showTips: false}").tui.showTips).toBe(false);
  });
});

describe("tui.lines", () => {
  test("items, items with options, groups, separator, drop: taken; junk left out and noted", () => {
    const text = `
tui:
  layout: lines
  lines:
    - left: [current-dir, { item: git, max: 3, bad: {} }, { group: [a, { item: b, c: [d] }, []], glue: " ", open: "(", close: ")" }, 5]
      right: context-meter
      separator: powerline
      drop: [git, 1]
    - nothing
    - {}
`;
    const { settings, notes } = read(text);
    expect(settings.tui.lines).toEqual([
      {
        left: [
          { item: "current-dir" },
          { item: "git", options: { max: 3 } },
          {
            group: [{ item: "a" }, { item: "b", options: { c: ["d"] } }],
            glue: " ",
            open: "(",
            close: ")",
          },
        ],
        right: [],
        separator: "powerline",
        drop: ["git"],
      },
      { left: [], right: [] },
    ]);
    expect(notes.map((note) => note.path)).toEqual([
      "tui.lines[0].drop",
      "tui.lines[0].left[1]",
      "tui.lines[0].left[2].group[2]",
      "tui.lines[0].left[3]",
      "tui.lines[0].right",
      "tui.lines[1]",
    ]);
  });

  test("a key that no line has: named, cleaned and cut, with the nearest and those that there are", () => {
    expect(read("tui: {lines: [{left: [a], seperator: x}]}").notes).toEqual([
      {
        level: "warning",
        path: "tui.lines[0]",
        message: "a line has no key seperator (did you mean separator?)",
        fix: "it has left, right, separator, drop",
      },
    ]);
    const [note] = read(`tui: {lines: [{"\\e]0;x\\a${"y".repeat(500)}": 1}]}`).notes;
    expect(note?.message).toMatch(/^a line has no key \?\?0\?x\?y+$/);
    expect(note?.message.length).toBeLessThan(90);
  });
});

describe("damage", () => {
  const broken: [string, string | Uint8Array][] = [
    ["a stray comma and brackets", "tui: {statusLine: [a,, b]\n"],
    ["a cut file", 'tui:\n  theme: "da'],
    ["a list", "- tui\n"],
    ["a text", "hello"],
    ["two documents", "tui: {theme: dark}\n---\ntui: {theme: light}\n"],
    ["an unknown alias", "tui: *nope\n"],
    ["ten megabytes", "#".repeat(10_000_000)],
    ["brackets without end", "[".repeat(MAX_CONFIG_BYTES - 1)],
    ["a bomb of aliases", bombOfAliases()],
    ["a zero byte", "tui: \0"],
  ];
  for (const [title, content] of broken) {
    test(`${title}: defaults, one note, the file as it was`, () => {
      const { settings, notes } = read(content);
      expect(settings).toEqual(DEFAULT_SETTINGS);
      expect(notes.filter((note) => note.level === "error").length).toBe(1);
      const bytes = typeof content === "string" ? content.length : content.byteLength;
      expect(fs.statSync(join(folder, "config.yaml")).size).toBe(bytes);
    });
  }

  test("no file, an empty file, comments only: defaults, no complaint", () => {
    for (const { settings, notes } of [
      readSettings(join(folder, "none")),
      read(""),
      read("# x\n"),
    ]) {
      expect(settings).toEqual(DEFAULT_SETTINGS);
      expect(notes.every((note) => note.level === "info")).toBe(true);
    }
  });

  test("no place for a file: defaults, and what to set", () => {
    const { settings, notes } = readSettings(undefined);
    expect(settings).toEqual(DEFAULT_SETTINGS);
    expect(notes[0]?.fix).toContain("HOME");
  });

  test("a folder, a named pipe, a link to a device in its place: defaults and a note, at once", () => {
    const pipe = join(folder, "pipe");
    Bun.spawnSync(["mkfifo", pipe]);
    fs.symlinkSync("/dev/zero", join(folder, "zero"));
    for (const path of [folder, pipe, join(folder, "zero")]) {
      const { settings, notes } = readSettings(path);
      expect(settings).toEqual(DEFAULT_SETTINGS);
      expect(notes).toMatchObject([{ level: "error", path }]);
    }
  });

  test("a byte order mark, CRLF and bytes that are no UTF-8: read", () => {
    const text = [0xef, 0xbb, 0xbf, ...new TextEncoder().encode("# "), 0xff];
    const bytes = new Uint8Array([
      ...text,
      ...new TextEncoder().encode("\r\ntui:\r\n  theme: light\r\n"),
    ]);
    expect(read(bytes).settings.tui.theme).toBe("light");
  });

  test("keys named like parts of every object: no effect on other objects or settings", () => {
    const text =
      "__proto__: {tui: {theme: light}}\nconstructor: 1\ntui:\n  __proto__: {layout: full}\n  items: {__proto__: {polluted: true}}\n";
    expect(settingsOf(text).tui.layout).toBe("items");
    expect(settingsOf(text).tui.theme).toBe("auto");
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test("a document that contains itself: read and bounded", () => {
    const { settings } = read(
      "tui: &t\n  layout: lines\n  lines: &l [*l, {left: *l}, *t]\n  items: *t\n",
    );
    expect(settings.tui.layout).toBe("lines");
    expect(settings.tui.lines.length).toBe(2);
  });

  test("notes: never a value of the file", () => {
    const secret = "hunter2";
    const { notes } = read(
      `tui:\n  theme: ${secret}\n  lines: [${secret}]\n  statusLine: {a: ${secret}}\n  items: ${secret}\n`,
    );
    expect(notes.length).toBe(4);
    expect(JSON.stringify(notes)).not.toContain(secret);
    expect(JSON.stringify(read(`${secret}: [\n`).notes)).not.toContain(secret);
  });
});

describe("SETTINGS", () => {
  test("the defaults of the table: those of the reader", () => {
    for (const setting of SETTINGS) {
      if (setting.path.includes("customStatusLine")) continue;
      const value = setting.path.reduce<unknown>(
        (place, key) => (place as Record<string, unknown>)[key],
        DEFAULT_SETTINGS,
      );
      expect(value).toEqual(setting.default as never);
    }
  });

  test("each example, written alone: read without a complaint and different from the default", () => {
    for (const setting of SETTINGS) {
      if (setting.path.length > 2) continue;
      const document = setting.path.reduceRight<unknown>(
        (inner, key) => ({ [key]: inner }),
        setting.example,
      );
      const { settings, notes } = adaptSettings(document);
      expect(notes.filter((note) => note.level !== "info")).toEqual([]);
      expect(settings).not.toEqual(DEFAULT_SETTINGS);
    }
  });

  test("each group: before its members", () => {
    const paths = SETTINGS.map((setting) => setting.path.join("."));
    for (const [index, path] of paths.entries()) {
      const parent = paths.indexOf(path.slice(0, path.lastIndexOf(".")));
      expect(parent).toBeLessThan(index);
    }
  });
});

function bombOfAliases(): string {
  const row = (index: number): string =>
    `a${index}: &a${index} [${Array(9)
      .fill(`*a${index - 1}`)
      .join(", ")}]`;
  return ["a0: &a0 [x, x, x]", ...Array.from({ length: 30 }, (_, index) => row(index + 1))].join(
    "\n",
  );
}

// covers: host-config-keys
describe("settings of the host", () => {
  test("all right: all taken", () => {
    const text = `
lang: zh-Hans
agent: mine
agents:
  mine: {command: " my-agent --acp ", title: Mine, env: {LEVEL: "1"}}
  bare: {command: other}
externalEditorCommand: code --wait
tui: {screen: fullscreen, programStatus: "off", terminalTitle: false}`;
    const { settings, notes } = read(text);
    expect(notes).toEqual([]);
    expect(settings).toEqual({
      lang: "zh-Hans",
      agent: "mine",
      agents: {
        mine: { command: "my-agent --acp", title: "Mine", env: { LEVEL: "1" } },
        bare: { command: "other" },
      },
      externalEditorCommand: "code --wait",
      tui: {
        ...DEFAULT_SETTINGS.tui,
        screen: "fullscreen",
        programStatus: "off",
        terminalTitle: false,
      },
    });
  });

  test("values that do not fit: defaults, each noted", () => {
    const { settings, notes } = read(`
lang: de
agent: 5
agents: [a]
externalEditorCommand: ""
tui: {screen: big, programStatus: true, terminalTitle: 1}`);
    expect(settings).toEqual(DEFAULT_SETTINGS);
    expect(notes.map(({ path }) => path)).toEqual([
      "lang",
      "agent",
      "agents",
      "externalEditorCommand",
      "tui.screen",
      "tui.programStatus",
      "tui.terminalTitle",
    ]);
  });

  test("agents without a command, with an odd name or a half environment: left out or without it", () => {
    const { settings, notes } = read(`
agents:
  none: {title: x}
  "a b": {command: c}
  half: {command: c, env: {A: 1}, more: 2}
  fine: {command: c}`);
    expect(settings.agents).toEqual({ half: { command: "c" }, fine: { command: "c" } });
    expect(notes.map(({ path }) => path)).toHaveLength(3);
  });
});
