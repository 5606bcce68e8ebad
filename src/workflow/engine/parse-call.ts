/** The arguments of the tool, as they came, to a call of the engine. What does not fit is told and nothing is run. */
import type { GivenParams } from "./reply.ts";

/** A view where there is no event. */
export interface ToolCall {
  readonly session?: string;
  readonly event?: string;
  readonly params: GivenParams;
}

/** The call, or what is wrong with it in the words after `error: `. */
export type ParsedCall =
  | { readonly ok: true; readonly value: ToolCall }
  | { readonly ok: false; readonly reason: string };

/** Longest name of a parameter that a message repeats. */
const MAX_SHOWN_UNITS = 60;

/** Reads `{session?, event?, params?}`; members of other names say nothing. Never throws. */
export function parseCall(given: unknown): ParsedCall {
  if (given === undefined) return { ok: true, value: { params: [] } };
  if (!isObject(given)) return refused("the arguments are not an object");
  const { session, event, params } = given;
  if (session !== undefined && typeof session !== "string")
    return refused(`session is a string, the key of the latest header, not ${kindOf(session)}`);
  if (event !== undefined && typeof event !== "string")
    return refused(`event is a string, the name of a listed event, not ${kindOf(event)}`);
  if (params !== undefined && !isObject(params))
    return refused(`params is an object of strings, not ${kindOf(params)}`);
  const pairs: [name: string, value: string][] = [];
  for (const [name, value] of Object.entries(params ?? {})) {
    if (typeof value !== "string")
      return refused(`the parameter ${shown(name)} is a string, not ${kindOf(value)}`);
    pairs.push([name, value]);
  }
  return {
    ok: true,
    value: {
      ...(session !== undefined && { session }),
      ...(event !== undefined && { event }),
      params: pairs,
    },
  };
}

function refused(reason: string): ParsedCall {
  return { ok: false, reason };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** A name of outside: quoted, short, without what a terminal obeys or a reader takes for a tag. */
function shown(name: string): string {
  const quoted = JSON.stringify(name.slice(0, MAX_SHOWN_UNITS));
  return quoted.replace(/[\u007f-\u009f\u2028\u2029\p{Cf}]/gu, "?").replaceAll("<", "&lt;");
}
