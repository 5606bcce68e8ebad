/** Runs a program in the place of this one: same terminal, same signals, same end. */
import { spawn } from "node:child_process";
import { constants } from "node:os";

/**
 * Starts the command with inherited streams, hands on the signals that would end this process, and
 * ends as the command ends: its exit code, or the same signal.
 */
export function become(command, args, options = {}) {
  const child = spawn(command, args, { stdio: "inherit", ...options });
  for (const signal of ["SIGTERM", "SIGHUP", "SIGINT"]) {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to the whole group: the child has it already.
      if (signal === "SIGINT" && process.stdin.isTTY) return;
      child.kill(signal);
    });
  }
  child.on("error", (error) => {
    process.stderr.write(`telltale: ${command} does not start: ${error.message}\n`);
    process.exit(127);
  });
  child.on("exit", (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
    // Where the signal does not end a process, its customary exit code does.
    setTimeout(() => process.exit(128 + (constants.signals[signal] ?? 0)), 100);
  });
}
