/** What may stand where a slash command is being typed. */
import type { HostContext } from "../context.ts";

export interface SlashCompletion {
  /** The whole line after it was taken, such as `/statusline full`. */
  readonly line: string;
  /** What the list shows: the command with its slash, or the argument alone. */
  readonly label: string;
  /** In the person's language, or the agent's own words; cleaned. */
  readonly describe?: string;
}

/**
 * For the text before the cursor, which begins with a slash: the commands of ours and of the agent
 * that begin with it, then arguments. Empty for anything else.
 */
export function slashCompletions(
  _prefix: string,
  _context: HostContext,
): readonly SlashCompletion[] {
  return [];
}
