import type { HostContext } from "../context.ts";
import type { SlashCommand } from "./command.ts";
import { completeWords } from "./shared/choose.ts";

const LAYOUTS: readonly string[] = ["full", "compact", "items"];
const OWN_LINES = "lines";

/** Opens the panel; with a layout switches to it for this process alone, and writes nothing. */
export const statusline: SlashCommand = {
  name: "statusline",
  argument: `[${LAYOUTS.join("|")}]`,
  run(context, argument) {
    // A machine's line has no layout: the panel says how it is changed.
    if (argument === "" || context.ui.isMachineLine()) {
      return context.ui.openPanel("statusline", argument);
    }
    const layout = argument.toLowerCase();
    if (layoutsOf(context).includes(layout)) return context.ui.setStatusLayout(layout);
    const usage = `/statusline [${layoutsOf(context).join("|")}]`;
    context.ui.notify(context.texts.commands.usage(usage), "warning");
  },
  complete: (context, prefix) => completeWords(layoutsOf(context), prefix),
};

function layoutsOf({ ports }: HostContext): readonly string[] {
  const hasLines = ports.config.settings().tui.lines.length > 0;
  return hasLines ? [...LAYOUTS, OWN_LINES] : LAYOUTS;
}
