/** The MCP server through a program of the harness, where only that may write the file. */
import { failed, ok, type Result } from "../../base/result.ts";
import type { ServerTarget } from "./harnesses/harness.ts";
import type { InstallQuery } from "./place.ts";
import { runProgram } from "./run-program.ts";

/** A registration to make. */
export interface RegisterCall {
  readonly target: Extract<ServerTarget, { kind: "program" }>;
  /** There is an entry of that name, which the program would not overwrite. */
  readonly isThere: boolean;
}

type Environment = Pick<InstallQuery, "env" | "cwd" | "platform">;

/** Why it cannot be tried: there is no such program. Undefined if it can. */
export function registrationFault(
  { env }: Pick<Environment, "env">,
  calls: readonly RegisterCall[],
): string | undefined {
  const missing = calls.find(({ target }) => find(target.program, env) === undefined);
  if (missing === undefined) return undefined;
  const { program, file } = missing.target;
  return `there is no program ${program} on the PATH, which alone may change ${file}; nothing was written (--without mcp does without)`;
}

function find(program: string, env: Environment["env"]): string | undefined {
  return Bun.which(program, { PATH: env.PATH ?? "" }) ?? undefined;
}

/** Takes an old entry out and puts ours in. */
export async function registerServer(
  { env, cwd, platform }: Environment,
  { target, isThere }: RegisterCall,
): Promise<Result<undefined>> {
  const program = find(target.program, env);
  if (program === undefined) return failed(`there is no program ${target.program} on the PATH`);
  const commands = [
    ...(isThere ? [target.remove] : []),
    [...target.add, JSON.stringify(target.server)],
  ];
  for (const args of commands) {
    const done = await runProgram({ command: [program, ...args], env, cwd, platform });
    if (!done.ok) return done;
  }
  return ok(undefined);
}
