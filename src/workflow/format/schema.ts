/** The JSON Schema (draft 2020-12) of machine files, for editors: made from the table that the check uses. */
import { MACHINE_SHAPE } from "./machine-shape.ts";
import type { KeyShape, KeysShape, ListShape, Shape, TextForm, TypedShape } from "./shape.ts";

type Schema = Record<string, unknown>;

/**
 * The schema. A key that may be missing may also be null, as an empty value in YAML is. It says the shape
 * alone: whether a target is a state is for `validate`.
 */
export function machineSchema(): object {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "smllm state machine",
    ...keysSchema(MACHINE_SHAPE),
  };
}

function schemaOf(shape: Shape): Schema {
  switch (shape.kind) {
    case "any":
      return {};
    case "text":
      return { type: "string", ...formSchema(shape.form) };
    case "flag":
      return { type: "boolean" };
    case "version":
      return { const: shape.value };
    case "whole":
      return {
        type: "integer",
        minimum: shape.min,
        ...(shape.max === undefined ? {} : { maximum: shape.max }),
      };
    case "choice":
      return { enum: [...shape.values] };
    case "list":
      return listSchema(shape);
    case "names":
      return {
        type: "object",
        additionalProperties: optionalSchema(shape.of),
        ...(shape.needed === undefined ? {} : { minProperties: 1 }),
        ...(shape.names === undefined ? {} : { propertyNames: formSchema(shape.names) }),
      };
    case "keys":
      return keysSchema(shape);
    case "typed":
      return typedSchema(shape);
    case "text-or":
      return { anyOf: [schemaOf(shape.text), schemaOf(shape.other)] };
    default:
      return shape satisfies never;
  }
}

function formSchema(form: TextForm | undefined): Schema {
  const { pattern, format } = form ?? {};
  return {
    ...(pattern === undefined ? {} : { pattern }),
    ...(format === undefined ? {} : { format }),
  };
}

function listSchema({ of, filledRule, orOne }: ListShape): Schema {
  const items = schemaOf(of);
  const list = { type: "array", items, ...(filledRule === undefined ? {} : { minItems: 1 }) };
  return orOne === true ? { anyOf: [items, list] } : list;
}

function keysSchema({ keys, exactlyOne }: KeysShape): Schema {
  const required = Object.keys(keys).filter((name) => keys[name]?.isRequired === true);
  const members = Object.entries(keys).map(([name, key]) => [name, keySchema(key)]);
  return {
    type: "object",
    additionalProperties: false,
    ...(required.length === 0 ? {} : { required }),
    properties: Object.fromEntries(members),
    ...(exactlyOne === undefined ? {} : { oneOf: exactlyOne.keys.map(onlyOne) }),
  };
}

/** Null stands for a key that is not there. */
function onlyOne(name: string): Schema {
  return { required: [name], properties: { [name]: { not: { type: "null" } } } };
}

function keySchema({ shape, describe, isRequired }: KeyShape): Schema {
  const schema = isRequired === true ? schemaOf(shape) : optionalSchema(shape);
  return { description: describe, ...schema };
}

function optionalSchema(shape: Shape): Schema {
  const schema = schemaOf(shape);
  if (typeof schema.type === "string" && schema.const === undefined) {
    return { ...schema, type: [schema.type, "null"] };
  }
  return { anyOf: [schema, { type: "null" }] };
}

function typedSchema({ types, bare }: TypedShape): Schema {
  const mappings = Object.entries(types).map(([type, params]) => {
    const needsParams =
      params.exactlyOne !== undefined ||
      Object.values(params.keys).some(({ isRequired }) => isRequired === true);
    return {
      type: "object",
      additionalProperties: false,
      required: needsParams ? ["type", "params"] : ["type"],
      properties: {
        type: { const: type },
        params: needsParams ? schemaOf(params) : optionalSchema(params),
      },
    };
  });
  return { anyOf: [...(bare.length === 0 ? [] : [{ enum: [...bare] }]), ...mappings] };
}
