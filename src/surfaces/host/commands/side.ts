import type { SlashCommand } from "./command.ts";
import { sayFailure } from "./shared/choose.ts";
import { leaveSide } from "./shared/leave-side.ts";

/**
 * A session beside the conversation, with the same agent in the same folder; what is asked there does
 * not reach the conversation. In such a session it goes back, or sends what stands behind it.
 */
export const side: SlashCommand = {
  name: "side",
  argument: "[prompt]",
  async run(context, argument) {
    const { runtime } = context.ports;
    const main = runtime.session();
    if (main === undefined) return context.ui.notify(context.texts.commands.noMain, "warning");
    if (main.sideOf === undefined) {
      const { cwd, sessionId: sideOf } = main;
      const opened = runtime.open({ kind: "new", agent: main.agent.name, cwd, sideOf });
      if (!(await sayFailure(context, opened))) return;
      context.ui.notify(context.texts.commands.sideOpened);
    } else if (argument === "") {
      leaveSide(context);
      return;
    }
    if (argument === "") return;
    const promptId = crypto.randomUUID();
    await sayFailure(context, runtime.ask({ kind: "prompt", promptId, text: argument }));
  },
};
