import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import fc from "fast-check";
import { adaptSettings } from "../../config/read.ts";
import { tokenize } from "../../sources/custom-command/tokenize.ts";
import { findItem } from "../../status/selection.ts";
import { importedText } from "./import.ts";
import { adaptCcstatusline, type Imported } from "./import-ccstatusline.ts";
import { RENAMED_WIDGETS, WIDGET_RULES, type WidgetRule } from "./import-ccstatusline-widgets.ts";

const checkout = resolve(import.meta.dir, "../../..");
const fixtures = join(checkout, "test/fixtures/ccstatusline");

function imported(document: unknown, platform: NodeJS.Platform = "linux"): Imported {
  const result = adaptCcstatusline(document, platform);
  if (!result.ok) throw new Error(result.reason);
  return result.value;
}

function oneLine(widgets: readonly object[], globals: object = {}): Imported {
  return imported({ version: 4, lines: [widgets], ...globals });
}

const SEPARATOR = { type: "separator" };

async function yamlOf({ tui }: Imported): Promise<string> {
  const text = await importedText(tui);
  if (!text.ok) throw new Error(text.reason);
  return text.value;
}

function itemsOf(rule: WidgetRule): readonly string[] {
  if (rule.kind === "item") return [rule.item];
  if (rule.kind !== "by-metadata") return [];
  return [...rule.cases.values(), rule.otherwise].flatMap(itemsOf);
}

describe("the table of widgets", () => {
  const bundle = readFileSync(
    join(checkout, "node_modules/ccstatusline/dist/ccstatusline.js"),
    "utf8",
  );
  const manifest = (name: string): readonly string[] => {
    const block = new RegExp(`^  ${name} = \\[\\n([\\s\\S]*?)^  \\];`, "m").exec(bundle)?.[1] ?? "";
    return [...block.matchAll(/\btype: "([a-z0-9-]+)"/g)].map((match) => match[1] ?? "");
  };

  test("every widget of the installed package: has a rule, and no rule is for another", () => {
    const types = [...manifest("WIDGET_MANIFEST"), ...manifest("LAYOUT_WIDGET_MANIFEST")];
    expect(types.length).toBeGreaterThan(80);
    expect(types.filter((type) => !WIDGET_RULES.has(type))).toEqual([]);
    expect([...WIDGET_RULES.keys()].filter((type) => !types.includes(type))).toEqual([]);
  });

  test("the version and the renamed types of the installed package: known", () => {
    expect(/var CURRENT_VERSION = (\d+)/.exec(bundle)?.[1]).toBe("4");
    const renamed = /LEGACY_WIDGET_TYPE_ALIASES = \{([^}]*)\}/.exec(bundle)?.[1] ?? "";
    const pairs = [...renamed.matchAll(/"([^"]+)": "([^"]+)"/g)].map(([, from, to]) => [from, to]);
    expect([...RENAMED_WIDGETS]).toEqual(pairs as [string, string][]);
  });

  test("every item that a rule names: exists, with the options that the rule sets", () => {
    for (const [type, rule] of WIDGET_RULES) {
      for (const id of itemsOf(rule)) expect([type, findItem(id)?.id]).toEqual([type, id]);
      if (rule.kind !== "item") continue;
      const known = findItem(rule.item)?.options.map(({ name }) => name) ?? [];
      expect(Object.keys(rule.options ?? {}).filter((name) => !known.includes(name))).toEqual([]);
      const show = rule.options?.show;
      if (Array.isArray(show)) {
        const values = findItem(rule.item)?.options.find(({ name }) => name === "show")?.values;
        expect(values).toEqual(expect.arrayContaining([...show]));
      }
    }
  });
});

describe("whole files", () => {
  test.each(["settings-full", "settings-powerline", "settings-version-1"])(
    "%s.json: the settings and remarks that are written beside it",
    async (name) => {
      const document: unknown = JSON.parse(readFileSync(join(fixtures, `${name}.json`), "utf8"));
      const made = imported(document);
      const remarks = made.remarks
        .map(
          (remark) => `# ${remark}
`,
        )
        .join("");
      const text = remarks + (await yamlOf(made));
      expect(text).toBe(readFileSync(join(fixtures, `${name}.yaml`), "utf8"));
      const read = adaptSettings(Bun.YAML.parse(text));
      expect(read.notes).toEqual([]);
      expect(read.settings.tui.lines.length).toBe(made.tui.lines.length);
    },
  );
});

describe("lines", () => {
  test("flex-separator: what follows stands right", () => {
    const { tui } = oneLine([{ type: "model" }, { type: "flex-separator" }, { type: "version" }]);
    expect(tui.lines).toEqual([{ left: ["model"], right: ["version"] }]);
  });

  test("a second flex-separator: said, and what follows stays right", () => {
    const flex = { type: "flex-separator" };
    const widgets = [{ type: "model" }, flex, { type: "version" }, flex, { type: "vim-mode" }];
    const { tui, remarks } = oneLine(widgets);
    expect(tui.lines[0]?.right).toEqual(["version", "vim-mode"]);
    expect(remarks.join()).toContain("two sides");
  });

  test.each([
    ["|", " | "],
    ["-", " - "],
    [",", ", "],
    [" ", " "],
    ["»", "»"],
    ["\x1b[31m•\x07", "•"],
  ])("separator %j: written as %j", (character, separator) => {
    const widgets = [{ type: "model" }, { ...SEPARATOR, character }, { type: "version" }];
    expect(oneLine(widgets).tui.lines[0]?.separator).toBe(separator);
  });

  test("default separator with padding: between all widgets, those that merge are one group", () => {
    const widgets = [
      { type: "custom-text", customText: "on", merge: "no-padding" },
      { type: "git-branch" },
      { type: "model", merge: true },
      { type: "version" },
    ];
    const { tui } = oneLine(widgets, { defaultSeparator: "|", defaultPadding: " " });
    expect(tui.lines).toEqual([
      {
        left: [
          { group: [{ item: "text", text: "on" }, "git-branch"], glue: "" },
          { group: ["model", "version"], glue: "  " },
        ],
        separator: "  |  ",
      },
    ]);
  });

  test("padding on one side: that side only", () => {
    const widgets = [{ type: "model" }, { type: "version" }];
    const globals = { defaultSeparator: ",", defaultPadding: ".", defaultPaddingSide: "left" };
    expect(oneLine(widgets, globals).tui.lines[0]?.separator).toBe(", .");
  });

  test("powerline: arrows, and separators of the file do not count", () => {
    const widgets = [{ type: "model" }, SEPARATOR, { type: "version" }];
    const { tui } = oneLine(widgets, { powerline: { enabled: true } });
    expect(tui.lines).toEqual([{ left: ["model", "version"], separator: "powerline" }]);
  });

  test("a line with nothing that has a counterpart: left out", () => {
    const { tui, remarks } = oneLine([{ type: "free-memory" }]);
    expect(tui.lines).toEqual([]);
    expect(remarks).toEqual([
      "no counterpart: free-memory (line 1): nothing reads the memory of the machine",
    ]);
  });

  test("an unmapped widget between two: they stay apart", () => {
    const widgets = [
      { type: "model" },
      SEPARATOR,
      { type: "skills" },
      SEPARATOR,
      { type: "version" },
    ];
    expect(oneLine(widgets).tui.lines[0]?.left).toEqual(["model", "version"]);
  });
});

describe("widgets", () => {
  test.each([
    [{}, "context-percent"],
    [{ inverse: "true" }, "context-remaining"],
    [{ display: "slider" }, "context-short"],
    [{ display: "slider-only", inverse: "true" }, "context-meter"],
    [{ display: "constructor", inverse: "maybe" }, "context-percent"],
  ])("context-percentage with %j: %s", (metadata, item) => {
    const { tui } = oneLine([{ type: "context-percentage", metadata }]);
    expect(tui.lines[0]?.left).toEqual([item]);
  });

  test("the old name of a widget: the same item", () => {
    expect(oneLine([{ type: "git-pr" }]).tui.lines[0]?.left).toEqual(["review-link"]);
  });

  test.each([
    [20, 500],
    [2000, 2000],
    [90_000, 30_000],
    ["fast", 1000],
  ])("a command with %j ms: %d, as our range has it", (timeout, timeoutMs) => {
    const widget = { type: "custom-command", commandPath: "date", timeout };
    expect(oneLine([widget]).tui.customStatusLine).toEqual({ command: "date", timeoutMs });
  });

  test.each([
    ["status.sh --short", "status.sh --short"],
    ["~/bin/state", "sh -c '~/bin/state'"],
    ["LANG=C date", "sh -c 'LANG=C date'"],
    ["a | b 'c d'", `sh -c 'a | b '"'"'c d'"'"''`],
  ])("command %j: runs as %j", (commandPath, command) => {
    const made = oneLine([{ type: "custom-command", commandPath }]).tui.customStatusLine;
    expect(made).toEqual({ command, timeoutMs: 1000 });
    const argv = tokenize(command);
    expect(argv.ok && argv.value[0] === "sh" ? argv.value[2] : commandPath).toBe(commandPath);
  });

  test("command on Windows: as it stands", () => {
    const widget = { type: "custom-command", commandPath: "%APPDATA%\\s.cmd" };
    const { tui } = imported({ lines: [[widget]] }, "win32");
    expect(tui.customStatusLine?.command).toBe("%APPDATA%\\s.cmd");
  });

  test("a second command: said and left out; the same one again is kept", () => {
    const run = (commandPath: string) => ({ type: "custom-command", commandPath });
    const { tui, remarks } = oneLine([run("a"), SEPARATOR, run("b"), SEPARATOR, run("a")]);
    expect(tui.customStatusLine?.command).toBe("a");
    expect(tui.lines[0]?.left).toEqual(["custom-command", "custom-command"]);
    expect(remarks.filter((remark) => remark.includes("one command only"))).toHaveLength(1);
  });
});

describe("hostile files", () => {
  test.each<[string, unknown]>([
    ["null", null],
    ["a list", []],
    ["a text", "lines"],
    ["no lines", { version: 4 }],
    ["lines that are none", { version: 4, lines: { 0: [] } }],
    ["a newer version", { version: 5, lines: [] }],
    ["a version that is a text", { version: "4", lines: [] }],
    ["half a version", { version: 1.5, lines: [] }],
  ])("%s: a reason", (_name, document) => {
    expect(adaptCcstatusline(document, "linux").ok).toBe(false);
  });

  test("wrong members: the rest counts", () => {
    const lines = [
      "model",
      [null, 7, "model", {}, { type: 3 }, { type: "constructor" }, { type: "__proto__" }],
      [{ type: "model", metadata: "x", merge: 7, color: {} }],
    ];
    const { tui, remarks } = imported({ lines });
    expect(tui.lines).toEqual([{ left: ["model"] }]);
    expect(remarks.join("\n")).toContain('"constructor" (line 2): no widget');
  });

  test("more lines and widgets than a row has room for: bounded, and said", () => {
    const line = Array.from({ length: 5000 }, (_, at) => ({
      type: "custom-text",
      customText: `${at}`,
    }));
    const { tui, remarks } = imported({ version: 4, lines: Array(200).fill(line) });
    expect(tui.lines.length).toBe(20);
    expect(remarks.length).toBeLessThanOrEqual(100);
    expect(JSON.stringify(tui).length).toBeLessThan(60_000);
  });

  test("any widgets: settings that the reader takes without a note, and remarks of one clean line", async () => {
    const types = fc.constantFrom(...WIDGET_RULES.keys(), "git-pr", "\x1b[2J", "x".repeat(300));
    const texts = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("a\nb", "\x1b]0;t\x07", "{divider}"),
    );
    const widget = fc.record(
      {
        type: types,
        customText: texts,
        customSymbol: texts,
        character: texts,
        commandPath: texts,
        merge: fc.constantFrom(true, false, "no-padding", 3),
        color: fc.anything(),
        metadata: fc.dictionary(texts, texts),
      },
      { requiredKeys: ["type"] },
    );
    const file = fc.record({
      lines: fc.array(fc.array(widget, { maxLength: 8 }), { maxLength: 4 }),
      defaultSeparator: fc.option(texts),
      defaultPadding: fc.option(texts),
      powerline: fc.record({ enabled: fc.boolean(), theme: fc.anything() }),
    });
    await fc.assert(
      fc.asyncProperty(file, async (document) => {
        const made = imported(document);
        const { tui, remarks } = made;
        for (const remark of remarks) expect(remark).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
        const read = adaptSettings(Bun.YAML.parse(await yamlOf(made)));
        expect(read.notes).toEqual([]);
        expect(read.settings.tui.lines.length).toBe(tui.lines.length);
      }),
      { numRuns: 300 },
    );
  });
});
