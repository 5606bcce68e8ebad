import { cleanLine } from "../../../text/clean.ts";
import type { HostContext } from "../context.ts";
import type { SlashCommand } from "./command.ts";
import { sayFailure, sayNone } from "./shared/choose.ts";
import { currentFolder } from "./shared/folder.ts";

/** A new session in the same folder, with the same agent or another one. */
export const newSession: SlashCommand = {
  name: "new",
  argument: "[agent]",
  async run(context, argument) {
    const cwd = currentFolder(context);
    if (cwd === undefined) return context.ui.notify(context.texts.commands.noFolder, "error");
    const agent = argument === "" ? sameAgent(context) : await knownAgent(context, argument);
    if (argument !== "" && agent === undefined) return;
    const asked = { kind: "new", cwd, ...(agent !== undefined && { agent }) } as const;
    await sayFailure(context, context.ports.runtime.open(asked));
  },
};

function sameAgent({ ports }: HostContext): string | undefined {
  return ports.runtime.session()?.agent.name || undefined;
}

/** The agent's name; undefined, and a notice, if there is none of this name or it cannot be started. */
async function knownAgent(context: HostContext, word: string): Promise<string | undefined> {
  const agents = await context.ports.runtime.agents();
  if (!agents.ok) {
    context.ui.notify(context.texts.commands.failed(cleanLine(agents.reason)), "error");
    return undefined;
  }
  const wanted = word.toLowerCase();
  const found = agents.value.find(({ name }) => name.toLowerCase() === wanted);
  if (found === undefined) {
    sayNone(
      context,
      word,
      agents.value.map(({ name }) => name),
    );
    return undefined;
  }
  if (!found.available && found.hint !== undefined) {
    context.ui.notify(cleanLine(found.hint), "warning");
    return undefined;
  }
  return found.name;
}
