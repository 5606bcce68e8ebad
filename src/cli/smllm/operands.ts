/** The arguments of a command that are no options: how many it takes, and what it says to others. */
import { failed, ok, type Result } from "../../base/result.ts";
import { printable } from "../arguments.ts";
import type { Invocation } from "../command.ts";

/** The only operand; `form` is the right form of the call. */
export function oneOperand(
  { operands }: Pick<Invocation, "operands">,
  what: string,
  form: string,
): Result<string> {
  const [first, second] = operands;
  if (first === undefined) return failed(`${what} is missing: smllm ${form}`);
  return second === undefined ? ok(first) : failed(tooMany(second, form));
}

/** The only operand, or none. */
export function operandOrNone(
  { operands }: Pick<Invocation, "operands">,
  form: string,
): Result<string | undefined> {
  const [first, second] = operands;
  return second === undefined ? ok(first) : failed(tooMany(second, form));
}

/** Why there is an operand where none is taken. */
export function noOperands(
  { operands }: Pick<Invocation, "operands">,
  form: string,
): Result<undefined> {
  const [first] = operands;
  return first === undefined ? ok(undefined) : failed(tooMany(first, form));
}

function tooMany(word: string, form: string): string {
  return `there is no place for ${printable(word)}: smllm ${form}`;
}
