/** A line that begins with a slash: ours, the agent's, or nobody's. */
import type { HostContext } from "../context.ts";

/**
 * `done`: it was a command of ours and runs. `send`: it is a prompt for the agent, as it stands: a
 * command that the agent offers, or no command at all, such as a path. `unknown`: nobody knows the
 * word; a notice says so, and what was typed should stay.
 */
export type SlashOutcome = "done" | "send" | "unknown";

/** Runs the line. What a command does later, and why it failed, it says by itself. Never throws. */
export function runSlash(text: string, _context: HostContext): SlashOutcome {
  return text.startsWith("/") ? "unknown" : "send";
}
