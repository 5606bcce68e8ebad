/** Whether the program of an agent is on this machine. */
import type { AgentSpec } from "./agent-spec.ts";

/** Stands in a command for this program itself. */
export const SELF = "{telltale}";

/** The command with this program in the place of `{telltale}`. */
export function agentCommand(spec: AgentSpec, program: readonly string[]): readonly string[] {
  return spec.command.flatMap((part) => (part === SELF ? program : [part]));
}

/** Whether it can be started: its program is on the PATH, or is this one. */
export function isAgentThere(
  spec: AgentSpec,
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  const [program] = spec.command;
  if (program === SELF) return true;
  if (program === undefined) return false;
  return Bun.which(program, { PATH: spec.env?.PATH ?? env.PATH ?? "" }) !== null;
}
