/** Whether the parameters that came with an event are those that it takes, in the order that a reply can count on. */
import { failed, ok, type Result } from "../../base/result.ts";
import type { MatchAnswer } from "./ask-host.ts";
import type { EngineLine, OfferedParam } from "./block.ts";
import type { GivenParams } from "./reply.ts";
import {
  enumError,
  hostFaultError,
  missingParamError,
  patternError,
  repeatedParamError,
  unknownParamError,
} from "./text/errors.ts";

/** Names and values in the order of their declaration. */
export type CheckedParams = readonly (readonly [name: string, value: string])[];

/**
 * First whether all are known, then one declared parameter after the other: there if it must be, of the
 * enumeration, matching the pattern. Of one that came twice the first value counts.
 */
export function checkParams(
  event: string,
  declared: readonly OfferedParam[],
  given: GivenParams,
  matches: (pattern: string, value: string) => MatchAnswer,
): Result<CheckedParams, EngineLine> {
  const names = declared.map(({ name }) => name);
  const unknown = given.find(([name]) => !names.includes(name));
  if (unknown !== undefined) return failed(unknownParamError(event, unknown[0], names));
  const checked: [string, string][] = [];
  for (const param of declared) {
    const value = givenValue(given, param.name);
    if (value === undefined) {
      if (param.required) return failed(missingParamError(event, param.name));
      continue;
    }
    const wrong = wrongValue(param, value, matches);
    if (wrong !== undefined) return failed(wrong);
    checked.push([param.name, value]);
  }
  return ok(checked);
}

/** The first value of that name. */
export function givenValue(given: GivenParams, name: string): string | undefined {
  return given.find(([known]) => known === name)?.[1];
}

/** The name that is there more than once, told as an error; undefined where there is none. */
export function repeatedParam(event: string, given: GivenParams): EngineLine | undefined {
  const seen = new Set<string>();
  for (const [name] of given) {
    if (seen.has(name)) return repeatedParamError(event, name);
    seen.add(name);
  }
  return undefined;
}

/** Why the value does not do; undefined where it does. */
export function wrongValue(
  param: Pick<OfferedParam, "name" | "enum" | "pattern">,
  value: string,
  matches: (pattern: string, value: string) => MatchAnswer,
): EngineLine | undefined {
  if (param.enum !== undefined && !param.enum.includes(value))
    return enumError(param.name, value, param.enum);
  if (param.pattern === undefined) return undefined;
  const { found, fault } = matches(param.pattern, value);
  if (fault !== undefined) return hostFaultError(param.name, param.pattern, fault);
  return found ? undefined : patternError(param.name, value, param.pattern);
}
