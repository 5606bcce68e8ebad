/** The arguments of the tool, as they came, to a call of the engine. What does not fit is told and nothing is run. */
import { failed, ok, type Result } from "../../base/result.ts";
import { asRecord } from "../../base/shape.ts";
import type { GivenParams } from "./reply.ts";

/** A view where there is no event. */
export interface ToolCall {
  readonly session?: string;
  readonly event?: string;
  readonly params: GivenParams;
}

/** Longest name of a parameter that a message repeats. */
const MAX_SHOWN_UNITS = 60;

/**
 * Reads `{session?, event?, params?}`; members of other names say nothing. The reason is what stands
 * behind `error: `. Never throws.
 */
export function parseCall(given: unknown): Result<ToolCall> {
  if (given === undefined) return ok({ params: [] });
  const members = asRecord(given);
  if (members === undefined) return failed("the arguments are not an object");
  const { session, event, params } = members;
  if (session !== undefined && typeof session !== "string")
    return failed(`session is a string, the key of the latest header, not ${kindOf(session)}`);
  if (event !== undefined && typeof event !== "string")
    return failed(`event is a string, the name of a listed event, not ${kindOf(event)}`);
  const values = params === undefined ? {} : asRecord(params);
  if (values === undefined) return failed(`params is an object of strings, not ${kindOf(params)}`);
  const pairs: [name: string, value: string][] = [];
  for (const [name, value] of Object.entries(values)) {
    if (typeof value !== "string")
      return failed(`the parameter ${shown(name)} is a string, not ${kindOf(value)}`);
    pairs.push([name, value]);
  }
  return ok({
    ...(session !== undefined && { session }),
    ...(event !== undefined && { event }),
    params: pairs,
  });
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
