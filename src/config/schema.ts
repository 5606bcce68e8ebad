/** The JSON Schema (draft 2020-12) of `config.yaml` for editors, made from the table of settings. */
import { SETTINGS, type Setting, type SettingType } from "./settings.ts";

/** What the schema has to know of an item; the items' own description of an option fits. */
export interface SchemaItem {
  readonly id: string;
  readonly aliases: readonly string[];
  readonly describe: string;
  readonly options: readonly SchemaOption[];
}

/** An option of an item, as far as an editor must know it. */
export interface SchemaOption {
  readonly name: string;
  readonly type: "string" | "number" | "boolean" | "string[]";
  readonly values?: readonly (string | number)[];
  readonly default?: unknown;
  readonly describe: string;
}

type Schema = Record<string, unknown>;

/**
 * The schema. Ids are suggested and aliases allowed; an unknown id stays a warning of `doctor`, as
 * the line only skips it. Keys that no setting has are refused, except `x-` keys to keep anchors in.
 */
export function configSchema(items: readonly SchemaItem[]): Schema {
  const root: Schema = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Settings of Telltale",
    ...mapping(),
    patternProperties: { "^x-": true },
    $defs: definitions(items),
  };
  for (const setting of SETTINGS) {
    let parent = root;
    for (const key of setting.path.slice(0, -1)) {
      const properties = parent.properties as Record<string, Schema>;
      properties[key] ??= mapping();
      parent = properties[key];
    }
    const name = setting.path.at(-1) ?? "";
    (parent.properties as Record<string, Schema>)[name] = settingSchema(setting, items);
  }
  return root;
}

function mapping(): Schema {
  return { type: "object", additionalProperties: false, properties: {} };
}

function settingSchema(setting: Setting, items: readonly SchemaItem[]): Schema {
  return {
    description: setting.describe,
    ...(setting.default === undefined ? {} : { default: setting.default }),
    examples: [setting.example],
    ...typeSchema(setting.type, items),
  };
}

function typeSchema(type: SettingType, items: readonly SchemaItem[]): Schema {
  switch (type.kind) {
    case "choice":
      return { enum: [...type.values] };
    case "flag":
      return { type: "boolean" };
    case "command":
    case "name":
      return { type: "string", pattern: "\\S" };
    case "agents":
      return { type: "object", additionalProperties: agentSchema() };
    case "number": {
      // The clamp is not a bound: what is outside is brought inside, and is no mistake.
      const { min, max, offBelow } = type.clamp;
      const off = offBelow === undefined ? "" : ` At or below ${offBelow}: off.`;
      const range = max === undefined ? `at least ${min}` : `${min} to ${max}`;
      return { type: "number", $comment: `Brought into ${range}.${off}` };
    }
    case "texts":
      return { type: "array", items: { $ref: "#/$defs/itemId" } };
    case "lines":
      return { type: "array", items: { $ref: "#/$defs/line" } };
    case "item-options":
      return { ...mapping(), properties: itemOptions(items) };
    case "group":
      return { ...mapping(), required: [type.requires] };
    default:
      return type satisfies never;
  }
}

function agentSchema(): Schema {
  const text = { type: "string", pattern: "\\S" };
  return {
    ...mapping(),
    required: ["command"],
    properties: {
      command: { ...text, description: "The program and its arguments; no shell reads it" },
      title: text,
      env: { type: "object", additionalProperties: { type: "string" } },
    },
  };
}

function definitions(items: readonly SchemaItem[]): Schema {
  const ids = items.flatMap((item) => [item.id, ...item.aliases]);
  const described = items.map((item) => ({ const: item.id, description: item.describe }));
  const entries = { type: "array", items: { $ref: "#/$defs/entry" } };
  return {
    itemId: { type: "string", anyOf: [...described, { enum: ids }, {}] },
    placed: {
      anyOf: [
        { $ref: "#/$defs/itemId" },
        {
          type: "object",
          required: ["item"],
          properties: { item: { $ref: "#/$defs/itemId" } },
          additionalProperties: { $ref: "#/$defs/option" },
        },
      ],
    },
    option: {
      anyOf: [
        { type: ["string", "number", "boolean"] },
        { type: "array", items: { type: "string" } },
      ],
    },
    entry: {
      anyOf: [
        { $ref: "#/$defs/placed" },
        {
          type: "object",
          required: ["group"],
          additionalProperties: false,
          properties: {
            group: { type: "array", items: { $ref: "#/$defs/placed" } },
            glue: { type: "string" },
            open: { type: "string" },
            close: { type: "string" },
          },
        },
      ],
    },
    line: {
      type: "object",
      additionalProperties: false,
      properties: {
        left: entries,
        right: entries,
        separator: { type: "string", description: "A text, or `powerline`" },
        drop: { type: "array", items: { $ref: "#/$defs/itemId" } },
      },
    },
  };
}

function itemOptions(items: readonly SchemaItem[]): Record<string, Schema> {
  const properties: Record<string, Schema> = {};
  for (const item of items) {
    const options = item.options.map((option) => [option.name, optionSchema(option)] as const);
    const schema = {
      ...mapping(),
      description: item.describe,
      properties: Object.fromEntries(options),
    };
    for (const name of [item.id, ...item.aliases]) properties[name] = schema;
  }
  return properties;
}

function optionSchema({ type, values, describe, default: fallback }: SchemaOption): Schema {
  const allowed = values === undefined ? undefined : { enum: [...values] };
  const schema =
    type === "string[]"
      ? { type: "array", items: allowed ?? { type: "string" } }
      : (allowed ?? { type });
  return {
    description: describe,
    ...schema,
    ...(fallback === undefined ? {} : { default: fallback }),
  };
}
