import { describe, expect, test } from "bun:test";
import { asRecord } from "../base/shape.ts";
import { settingRows } from "./docs-table.ts";
import { configSchema, type SchemaItem } from "./schema.ts";
import { SETTINGS } from "./settings.ts";

const items: SchemaItem[] = [
  {
    id: "git-branch",
    aliases: ["git"],
    describe: "The branch",
    options: [
      { name: "maxCols", type: "number", default: 20, describe: "Widest name" },
      { name: "icon", type: "string", values: ["none", "glyph"], describe: "Mark" },
      { name: "hide", type: "string[]", describe: "Names not shown" },
      { name: "show", type: "string[]", values: ["a", "b"], describe: "Names shown" },
      { name: "hours", type: "number", values: [24, 12], describe: "Hours of a day" },
    ],
  },
];

describe("configSchema", () => {
  const schema = configSchema(items);
  const at = (...path: string[]): unknown =>
    path.reduce<unknown>((place, key) => asRecord(asRecord(place)?.properties)?.[key], schema);

  test("every setting: there with description, default and example", () => {
    for (const setting of SETTINGS) {
      expect(at(...setting.path)).toMatchObject({
        description: setting.describe,
        examples: [setting.example],
        ...(setting.default === undefined ? {} : { default: setting.default }),
      });
    }
  });

  test("a group: its members and the one it needs", () => {
    expect(at("tui", "customStatusLine")).toMatchObject({ type: "object", required: ["command"] });
    expect(at("tui", "customStatusLine", "display")).toMatchObject({ enum: ["inline", "block"] });
  });

  test("an item's options: under its id and its aliases", () => {
    for (const name of ["git-branch", "git"]) {
      expect(at("tui", "items", name, "maxCols")).toMatchObject({ type: "number", default: 20 });
      expect(at("tui", "items", name, "icon")).toMatchObject({ enum: ["none", "glyph"] });
      expect(at("tui", "items", name, "hide")).toMatchObject({ items: { type: "string" } });
      expect(at("tui", "items", name, "show")).toMatchObject({
        type: "array",
        items: { enum: ["a", "b"] },
      });
      expect(at("tui", "items", name, "hours")).toMatchObject({ enum: [24, 12] });
    }
  });

  test("every reference: leads to a definition; the whole is plain JSON", () => {
    const text = JSON.stringify(schema);
    expect(JSON.parse(text)).toEqual(schema);
    const names = [...text.matchAll(/#\/\$defs\/(\w+)/g)].map((match) => match[1] ?? "");
    expect(names.length).toBeGreaterThan(5);
    for (const name of names) expect(schema.$defs).toHaveProperty(name);
  });
});

describe("settingRows", () => {
  test("one row a setting, all cells but the default filled", () => {
    const rows = settingRows();
    expect(rows.map((row) => row.key)).toEqual(SETTINGS.map((setting) => setting.path.join(".")));
    for (const row of rows) {
      expect(row.values).not.toBe("");
      expect(row.describe).not.toEndWith(".");
      expect(Bun.YAML.parse(`[${row.example}]`)).toHaveLength(1);
    }
    expect(rows.find((row) => row.key === "tui.customStatusLine.timeoutMs")).toEqual({
      key: "tui.customStatusLine.timeoutMs",
      values: "number from 500 to 30000",
      default: "5000",
      describe: "Milliseconds after which it is ended",
      example: "1000",
    });
  });
});
