/** `/mode`: the modes that the agent offers. */
import { cleanLine } from "../../../text/clean.ts";
import { span } from "../../../text/span.ts";
import { sayFailure } from "../commands/shared/choose.ts";
import type { Panel } from "./panel.ts";
import { modeIntent, modesOf } from "./shared/agent-choices.ts";
import { type ListRow, listPanel } from "./shared/list-panel.ts";

export const mode: Panel = {
  id: "mode",
  open(context) {
    const texts = context.texts.panels.choice;
    const modes = () => modesOf(context.ports.runtime.session());
    const current = modes()?.current;
    return listPanel(context, {
      title: texts.modeTitle,
      isSearched: true,
      ...(current !== undefined && { selectedKey: current }),
      rows: () =>
        (modes()?.choices ?? []).map(({ value, name, description }): ListRow => {
          const note = cleanLine(description ?? "");
          return {
            key: value,
            label: [span(cleanLine(name) || cleanLine(value), "text")],
            ...(value === modes()?.current && { detail: [span(texts.current, "accent")] }),
            ...(note !== "" && { note }),
          };
        }),
      empty: () => texts.modeEmpty,
      hints: () => [context.texts.panels.list.choose],
      choose({ key }) {
        const offered = modes();
        if (offered !== undefined) {
          void sayFailure(context, context.ports.runtime.ask(modeIntent(offered, key)));
        }
        return "close";
      },
    });
  },
};
