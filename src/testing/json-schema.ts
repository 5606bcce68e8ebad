/** Whether a value keeps a JSON Schema: the keywords that schemas of ours use, and no other. */

type Schema = Readonly<Record<string, unknown>>;
type Keyword = (argument: unknown, value: unknown, schema: Schema) => boolean;

/** Throws on a keyword that it does not know: a check that skips one would pass too much. */
export function keepsSchema(value: unknown, schema: unknown): boolean {
  if (typeof schema === "boolean") return schema;
  const rules = schema as Schema;
  return Object.entries(rules).every(([name, argument]) => {
    const keyword = Object.hasOwn(KEYWORDS, name) ? KEYWORDS[name] : undefined;
    if (keyword === undefined) throw new Error(`the keyword ${name} is not known`);
    return keyword(argument, value, rules);
  });
}

const anything: Keyword = () => true;
const list = (argument: unknown): readonly unknown[] => argument as readonly unknown[];

/** Keywords about objects hold for what is no object; so it is with texts, numbers and lists. */
function members(value: unknown): readonly (readonly [string, unknown])[] {
  return typeOf(value) === "object" ? Object.entries(value as object) : [];
}

const KEYWORDS: Readonly<Record<string, Keyword>> = {
  $schema: anything,
  title: anything,
  description: anything,
  type: (types, value) => [types].flat().some((type) => isOfType(value, type)),
  const: (wanted, value) => wanted === value,
  enum: (values, value) => list(values).includes(value),
  pattern: (pattern, value) => typeof value !== "string" || new RegExp(String(pattern)).test(value),
  format: (format, value) => {
    if (format !== "regex") throw new Error(`the format ${format} is not known`);
    return typeof value !== "string" || isRegex(value);
  },
  minimum: (bound, value) => typeof value !== "number" || value >= Number(bound),
  maximum: (bound, value) => typeof value !== "number" || value <= Number(bound),
  minItems: (count, value) => !Array.isArray(value) || value.length >= Number(count),
  minProperties: (count, value) =>
    typeOf(value) !== "object" || members(value).length >= Number(count),
  items: (schema, value) =>
    !Array.isArray(value) || value.every((item) => keepsSchema(item, schema)),
  required: (names, value) =>
    typeOf(value) !== "object" ||
    list(names).every((name) => Object.hasOwn(value as object, String(name))),
  properties: (schemas, value) =>
    members(value).every(([name, member]) => {
      const known = schemas as Schema;
      return !Object.hasOwn(known, name) || keepsSchema(member, known[name]);
    }),
  additionalProperties: (schema, value, { properties }) =>
    members(value).every(
      ([name, member]) =>
        Object.hasOwn((properties ?? {}) as object, name) || keepsSchema(member, schema),
    ),
  propertyNames: (schema, value) => members(value).every(([name]) => keepsSchema(name, schema)),
  anyOf: (schemas, value) => list(schemas).some((schema) => keepsSchema(value, schema)),
  oneOf: (schemas, value) =>
    list(schemas).filter((schema) => keepsSchema(value, schema)).length === 1,
  not: (schema, value) => !keepsSchema(value, schema),
};

function isOfType(value: unknown, type: unknown): boolean {
  return type === "integer" ? Number.isInteger(value) : typeOf(value) === type;
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function isRegex(text: string): boolean {
  try {
    return new RegExp(text) !== undefined;
  } catch {
    return false;
  }
}
