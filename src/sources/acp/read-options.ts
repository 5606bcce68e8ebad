/** Choices of a session: ACP's modes and config options, and the models of before them. */
import { asRecord, asText, known } from "../../base/shape.ts";
import type { AgentModes, AgentOption, OptionChoice } from "../../wire/runtime/entities.ts";
import { readEach, readId, readLabel, readList } from "./outside.ts";

/** How a changed option is told to the agent. */
export type OptionWay = "select" | "boolean" | "models";

export interface ReadOption {
  readonly option: AgentOption;
  readonly way: OptionWay;
}

/** Id of the option that stands for `models`, which agents of before config options have. */
const MODELS_OPTION = "model";

const FLAG_CHOICES: readonly OptionChoice[] = [
  { value: "true", name: "On" },
  { value: "false", name: "Off" },
];

/** `modes` of a session. */
export function readModes(value: unknown): AgentModes | undefined {
  const raw = asRecord(value);
  const current = readId(raw?.currentModeId);
  if (current === undefined) return undefined;
  return { current, available: readEach(raw?.availableModes, (mode) => readChoice(mode, "id")) };
}

/** `configOptions`, those that can be read. */
export function readConfigOptions(value: unknown): readonly ReadOption[] {
  return readEach(value, readConfigOption);
}

/** All options of an opened session: `configOptions`, and `models` where none of them is the model. */
export function readSessionOptions(
  opened: Readonly<Record<string, unknown>>,
): readonly ReadOption[] {
  const options = readConfigOptions(opened.configOptions);
  if (options.some(({ option }) => option.category === "model")) return options;
  const models = readModels(opened.models);
  return models === undefined ? options : [...options, models];
}

function readConfigOption(value: unknown): ReadOption | undefined {
  const raw = asRecord(value);
  const optionId = readId(raw?.id);
  if (raw === undefined || optionId === undefined) return undefined;
  const head = known({
    optionId,
    name: readLabel(raw.name) ?? optionId,
    category: readLabel(raw.category),
  });
  if (typeof raw.currentValue === "boolean") {
    const option = { ...head, value: String(raw.currentValue), choices: FLAG_CHOICES };
    return { option, way: "boolean" };
  }
  const current = readId(raw.currentValue);
  if (current === undefined) return undefined;
  return { option: { ...head, value: current, choices: readChoices(raw.options) }, way: "select" };
}

/** Choices stand in a list or in groups. */
function readChoices(value: unknown): readonly OptionChoice[] {
  return readList(value).flatMap((member) => {
    const group = asRecord(member);
    if (Array.isArray(group?.options))
      return readEach(group.options, (one) => readChoice(one, "value"));
    return readChoice(member, "value") ?? [];
  });
}

function readChoice(value: unknown, idMember: string): OptionChoice | undefined {
  const raw = asRecord(value);
  const id = readId(raw?.[idMember]);
  if (id === undefined) return undefined;
  const name = readLabel(raw?.name) ?? id;
  return known({ value: id, name, description: readLabel(asText(raw?.description)) });
}

function readModels(value: unknown): ReadOption | undefined {
  const raw = asRecord(value);
  const current = readId(raw?.currentModelId);
  if (current === undefined) return undefined;
  const choices = readEach(raw?.availableModels, (model) => readChoice(model, "modelId"));
  const option = {
    optionId: MODELS_OPTION,
    name: "Model",
    category: "model",
    value: current,
    choices,
  };
  return { option, way: "models" };
}
