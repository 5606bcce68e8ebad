/** The agent's choices and modes as facts: which model answers, how it reasons, how it may act. */
import { known } from "../../base/shape.ts";
import type { Fact } from "../../status/facts/fact.ts";
import type { AgentModes, AgentOption } from "../../wire/runtime/entities.ts";

/** What the options say. Without one of a category nothing of it is known any more. */
export function adaptOptions(options: readonly AgentOption[]): readonly Fact[] {
  const model = options.find(({ category }) => category === "model");
  const thought = options.find(({ category }) => category === "thought_level");
  return [
    {
      kind: "model-selected",
      ...known({ id: textOf(model?.value), displayName: chosenName(model) }),
    },
    { kind: "reasoning-set", ...known({ effort: textOf(thought?.value) }) },
  ];
}

/** The modes that plan first and change nothing; agents agree on the word. */
const PLAN_MODE = "plan";

/** Which mode is in force. Of an agent without modes nothing is said. */
export function adaptModes(
  modes: AgentModes | undefined,
  options: readonly AgentOption[],
): readonly Fact[] {
  const option = options.find(({ category }) => category === "mode");
  const current = textOf(modes?.current) ?? textOf(option?.value);
  if (current === undefined) return [];
  const pending = textOf(modes?.pending);
  const goesToOther = pending !== undefined && pending !== current;
  const changesPlan = goesToOther && (pending === PLAN_MODE) !== (current === PLAN_MODE);
  return [
    { kind: "permission-mode-set", mode: current, ...(goesToOther && { saving: true }) },
    {
      kind: "plan-mode-set",
      on: current === PLAN_MODE,
      ...(changesPlan && { transition: "submitting" as const }),
    },
  ];
}

function chosenName(option: AgentOption | undefined): string | undefined {
  return textOf(option?.choices.find(({ value }) => value === option.value)?.name);
}

function textOf(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === "" ? undefined : text;
}
