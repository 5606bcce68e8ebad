/** A program of a harness, run to its end: no stdin, bounded output, ended with its children when it takes too long. */
import { failed, ok, type Result } from "../../base/result.ts";
import type { Environment } from "../places.ts";

/** It edits a file; a minute is more than the slowest start. */
const TIMEOUT_MS = 60_000;

/** What a message can use of its output. */
const MAX_TAIL_UNITS = 300;

/** How it is run. */
export interface ProgramCall {
  /** The program's path and its arguments. */
  readonly command: readonly string[];
  readonly env: Environment;
  readonly cwd: string;
  readonly platform: NodeJS.Platform;
}

/** Nothing, or what it said when it failed: outside text, to be cleaned. */
export async function runProgram(call: ProgramCall): Promise<Result<undefined>> {
  const name = call.command.slice(0, 3).join(" ");
  try {
    const child = Bun.spawn([...call.command], {
      env: { ...call.env },
      cwd: call.cwd,
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
      detached: call.platform !== "win32",
    });
    const timer = setTimeout(() => endTree(child.pid, call.platform), TIMEOUT_MS);
    const [out, err, code] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ]);
    clearTimeout(timer);
    if (code === 0) return ok(undefined);
    const said = `${out}${err}`.trim().slice(-MAX_TAIL_UNITS);
    return failed(`${name} ended with ${code}${said === "" ? "" : `: ${said}`}`);
  } catch {
    return failed(`${name} could not be started`);
  }
}

function endTree(pid: number, platform: NodeJS.Platform): void {
  try {
    process.kill(platform === "win32" ? pid : -pid, "SIGKILL");
  } catch {
    // It has ended in this moment.
  }
}
