import { agents } from "./agents.ts";
import { context } from "./context.ts";
import { help } from "./help.ts";
import { mode } from "./mode.ts";
import { model } from "./model.ts";
import type { Panel } from "./panel.ts";
import { session } from "./session.ts";
import { sessions } from "./sessions.ts";
import { statusline } from "./statusline.ts";
import { tasks } from "./tasks.ts";
import { theme } from "./theme.ts";
import { usage } from "./usage.ts";

/** Every panel; `findPanel` of `find-panel.ts` looks one up. */
export const PANELS: readonly Panel[] = [
  sessions,
  agents,
  tasks,
  usage,
  session,
  context,
  statusline,
  model,
  mode,
  theme,
  help,
];
