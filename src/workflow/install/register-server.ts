/** The MCP server through a program of the harness, where only that may write the file. */
import { failed, ok, type Result } from "../../base/result.ts";
import { runCommand } from "../commands/run-command.ts";
import type { ServerTarget } from "./harnesses/harness.ts";
import type { InstallQuery } from "./place.ts";

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

/** Takes an old entry out and puts ours in. The reason has words of the program: outside text, to be cleaned. */
export function registerServer(
  { env, cwd, platform }: Environment,
  { target, isThere }: RegisterCall,
): Result<undefined> {
  const program = find(target.program, env);
  if (program === undefined) return failed(`there is no program ${target.program} on the PATH`);
  const calls = [
    ...(isThere ? [target.remove] : []),
    [...target.add, JSON.stringify(target.server)],
  ];
  for (const args of calls) {
    const done = runCommand({ run: [program, ...args] }, {}, cwd, { env, platform });
    if (done.kind === "failed") {
      return failed(`${target.program} ${args.slice(0, 2).join(" ")}: ${done.detail}`);
    }
  }
  return ok(undefined);
}
