/** Tables of `docs/config.md`, and the schema for editors. */
import { settingRows } from "../../src/config/docs-table.ts";
import { configSchema } from "../../src/config/schema.ts";
import { ITEMS } from "../../src/status/items/registry.ts";
import { defaultOf, valuesOf } from "./items.ts";
import { code, table } from "./markdown.ts";

export function configBlocks(): Readonly<Record<string, string>> {
  const rows = settingRows().map((row) => [
    code(row.key),
    row.describe,
    row.values,
    code(row.default),
    code(row.example),
  ]);
  const options = ITEMS.flatMap(({ id, options: own }) =>
    own.map((option) => [
      code(`tui.items.${id}.${option.name}`),
      option.describe,
      valuesOf(option),
      defaultOf(option),
    ]),
  );
  return {
    settings: table(["key", "what", "values", "default", "example"], rows),
    "item-options": table(["key", "what", "values", "default"], options),
  };
}

/** What `telltale config schema` prints. */
export function configSchemaFile(): string {
  return `${JSON.stringify(configSchema(ITEMS), null, 2)}\n`;
}
