/** What the slash commands of the host promise. */
import type { RequirementRow } from "./row.ts";

const HOST = "Host";

export const HOST_COMMANDS: readonly RequirementRow[] = [
  [
    "command-ours",
    "Every command of the host has its word, a description in each language, and runs",
    HOST,
  ],
  [
    "command-of-agent",
    "A slash word that the agent offers is sent to it as it stands, and so is a path",
    HOST,
  ],
  [
    "command-unknown",
    "A slash word that nobody knows is said to be unknown, with the nearest one",
    HOST,
  ],
  [
    "command-layout",
    "The words full, compact and items of /statusline switch the layout and write nothing",
    HOST,
  ],
  [
    "command-side",
    "A session beside the conversation opens with /side; it again, or Escape, goes back",
    HOST,
  ],
  [
    "command-direct",
    "What /mode, /model, /theme, /fullscreen and /new choose may stand behind them",
    HOST,
  ],
  ["command-complete", "Commands and arguments are completed, ours and the agent's", HOST],
];
