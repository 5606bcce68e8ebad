import type { SlashCommand } from "./command.ts";
import { sayFailure } from "./shared/choose.ts";

/** Shows the tasks in the background, and asks the agent for its list where it can tell one. */
export const tasks: SlashCommand = {
  name: "tasks",
  async run(context, argument) {
    context.ui.openPanel("tasks", argument);
    if (context.ports.runtime.session()?.listsTasks !== true) return;
    await sayFailure(context, context.ports.runtime.ask({ kind: "list-tasks" }));
  },
};
