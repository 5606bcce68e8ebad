/** Rows of the settings table in the documents, made from the table of settings. */
import { rangeText } from "./range.ts";
import { SETTINGS, type Setting } from "./settings.ts";
import { flowText, plainValue } from "./yaml-text.ts";

/** One setting as documents show it. */
export interface SettingRow {
  /** `tui.theme` */
  readonly key: string;
  /** What may stand there, in words. */
  readonly values: string;
  /** As it would be written; empty where the key is absent by default. */
  readonly default: string;
  readonly describe: string;
  /** The value of an example, as it would be written. */
  readonly example: string;
}

/** One row a setting, in the order of the table. */
export function settingRows(): SettingRow[] {
  return SETTINGS.map((setting) => ({
    key: setting.path.join("."),
    values: valuesText(setting),
    default: setting.default === undefined ? "" : written(setting.default),
    describe: setting.describe,
    example: written(setting.example),
  }));
}

function written(value: unknown): string {
  const plain = plainValue(value);
  return plain === undefined ? "" : flowText(plain);
}

function valuesText({ type }: Setting): string {
  switch (type.kind) {
    case "choice":
      return type.values.join(", ");
    case "flag":
      return "true, false";
    case "command":
    case "name":
      return "text";
    case "agents":
      return "mapping from names to agents";
    case "number":
      return rangeText(type.clamp);
    case "texts":
      return "list of item ids";
    case "lines":
      return "list of lines";
    case "item-options":
      return "mapping from item ids to options";
    case "group":
      return `mapping, needs \`${type.requires}\``;
    default:
      return type satisfies never;
  }
}
