/** `/model`: the models that the agent offers, and how much they are to think. */
import { cleanLine } from "../../../text/clean.ts";
import { span } from "../../../text/span.ts";
import type { AgentOption } from "../../../wire/runtime/entities.ts";
import { sayFailure } from "../commands/shared/choose.ts";
import type { HostContext } from "../context.ts";
import type { Panel } from "./panel.ts";
import { optionOf } from "./shared/agent-choices.ts";
import { type ListRow, listPanel } from "./shared/list-panel.ts";

const CATEGORIES = ["model", "thought_level"] as const;

export const model: Panel = {
  id: "model",
  open(context) {
    const texts = context.texts.panels.choice;
    const options = (): readonly AgentOption[] =>
      CATEGORIES.flatMap((name) => optionOf(context.ports.runtime.session(), name) ?? []);
    const keyOf = (option: AgentOption, value: string): string => `${option.optionId}\n${value}`;
    const [first] = options();
    return listPanel(context, {
      title: texts.modelTitle,
      isSearched: true,
      ...(first !== undefined && { selectedKey: keyOf(first, first.value) }),
      rows: () => options().flatMap((option) => optionRows(context, option, keyOf)),
      empty: () => texts.modelEmpty,
      hints: () => [context.texts.panels.list.choose],
      choose({ key }) {
        for (const option of options()) {
          const choice = option.choices.find(({ value }) => keyOf(option, value) === key);
          if (choice === undefined) continue;
          const { optionId } = option;
          const asked = { kind: "set-option", optionId, value: choice.value } as const;
          void sayFailure(context, context.ports.runtime.ask(asked));
        }
        return "close";
      },
    });
  },
};

function optionRows(
  { texts }: HostContext,
  option: AgentOption,
  keyOf: (option: AgentOption, value: string) => string,
): readonly ListRow[] {
  const { optionId, category, choices } = option;
  const words = texts.panels.choice;
  const heading = category === "thought_level" ? words.effort : words.modelTitle;
  return [
    { key: optionId, isHeading: true, label: [span(heading, "muted")] },
    ...choices.map(({ value, name, description }): ListRow => {
      const note = cleanLine(description ?? "");
      const isCurrent = value === option.value;
      return {
        key: keyOf(option, value),
        label: [span(cleanLine(name) || cleanLine(value), "text")],
        ...(isCurrent && { detail: [span(words.current, "accent")] }),
        ...(note !== "" && { note }),
      };
    }),
  ];
}
