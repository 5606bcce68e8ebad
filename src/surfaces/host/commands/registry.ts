import { agents } from "./agents.ts";
import type { SlashCommand } from "./command.ts";
import { context } from "./context.ts";
import { fullscreen } from "./fullscreen.ts";
import { help } from "./help.ts";
import { mode } from "./mode.ts";
import { model } from "./model.ts";
import { newSession } from "./new.ts";
import { quit } from "./quit.ts";
import { resume } from "./resume.ts";
import { session } from "./session.ts";
import { sessions } from "./sessions.ts";
import { side } from "./side.ts";
import { statusline } from "./statusline.ts";
import { tasks } from "./tasks.ts";
import { theme } from "./theme.ts";
import { usage } from "./usage.ts";

/** Every slash command, in the order in which lists show them. */
export const COMMANDS: readonly SlashCommand[] = [
  newSession,
  resume,
  sessions,
  side,
  agents,
  tasks,
  usage,
  session,
  context,
  statusline,
  model,
  mode,
  theme,
  fullscreen,
  help,
  quit,
];
