import type { SlashCommand } from "./command.ts";
import { sayFailure } from "./shared/choose.ts";

/** Opens a session of before: the one of this id, else the list, searched for what was typed. */
export const resume: SlashCommand = {
  name: "resume",
  argument: "[session]",
  async run(context, argument) {
    const { runtime } = context.ports;
    const listed = argument === "" ? undefined : await runtime.sessions();
    const isId =
      listed?.ok === true && listed.value.some(({ sessionId }) => sessionId === argument);
    if (!isId) return context.ui.openPanel("sessions", argument);
    await sayFailure(context, runtime.open({ kind: "resume", sessionId: argument }));
  },
};
