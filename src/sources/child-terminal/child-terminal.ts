/**
 * A command run in a terminal of its own with the person's terminal in front of it, so that somebody
 * between the two can read along, and everything else is as without it; see README.md. Where its output
 * goes to no terminal it is run plainly, with our streams.
 */
import { isatty } from "node:tty";
import { failed, type Result } from "../../base/result.ts";
import type { ChildTerminal, ChildTerminalOptions } from "./child.ts";
import { findCommand, type StartFailure, startFailure } from "./find-command.ts";
import { runInFront } from "./front.ts";
import { runPlainly } from "./plain-child.ts";
import { processCalls } from "./process-calls.ts";

/** Starts `argv`. The reason has the exit code that a shell would give. */
export async function startInTerminal(
  argv: readonly string[],
  options: ChildTerminalOptions,
): Promise<Result<ChildTerminal, StartFailure>> {
  const found = findCommand(argv[0] ?? "", options.env, options.cwd);
  if (!found.ok) return found;
  const isSeen = options.tty !== undefined && (isatty(1) || isatty(2));
  const inTerminal = (isSeen || options.terminal === "always") && processCalls().ok;
  const start = inTerminal ? runInFront : runPlainly;
  const started = await start(found.value, argv, options);
  return started.ok ? started : failed(startFailure(started.reason));
}
