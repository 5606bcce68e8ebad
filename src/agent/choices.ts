/** What a session of the simulator can be set to: its mode, its pretended model, its effort. */
import type { acp } from "../sources/acp/agent-side.ts";

export interface Choice {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

export interface Model extends Choice {
  readonly windowTokens: number;
}

export const MODES: readonly Choice[] = [
  { id: "default", name: "Ask", description: "Asks before it writes a file or runs a command" },
  { id: "acceptEdits", name: "Accept edits", description: "Writes files without asking" },
  { id: "plan", name: "Plan", description: "Reads only, and proposes a plan" },
  { id: "auto", name: "Auto", description: "Asks for nothing" },
];

/** Not real models: the simulator calls none. */
export const MODELS: readonly Model[] = [
  { id: "sim-small", name: "Sim Small", description: "Simulated", windowTokens: 100_000 },
  { id: "sim-medium", name: "Sim Medium", description: "Simulated", windowTokens: 200_000 },
  { id: "sim-large", name: "Sim Large", description: "Simulated", windowTokens: 1_000_000 },
];

const EFFORTS: readonly Choice[] = [
  { id: "low", name: "Low", description: "Answers at once" },
  { id: "medium", name: "Medium", description: "Thinks a little" },
  { id: "high", name: "High", description: "Thinks more" },
];

export interface Settings {
  modeId: string;
  modelId: string;
  effort: string;
}

export function modelOf(settings: Settings): Model {
  return MODELS.find(({ id }) => id === settings.modelId) ?? { ...(MODELS[1] as Model) };
}

export function modeState({ modeId }: Settings): acp.SessionModeState {
  return { currentModeId: modeId, availableModes: MODES.map((mode) => ({ ...mode })) };
}

/** ACP's config options: the mode stands in them too. */
export function configOptions(settings: Settings): acp.SessionConfigOption[] {
  return [
    select("mode", "Mode", "mode", settings.modeId, MODES),
    select("model", "Model", "model", settings.modelId, MODELS),
    select("effort", "Effort", "thought_level", settings.effort, EFFORTS),
  ];
}

function select(
  id: string,
  name: string,
  category: string,
  currentValue: string,
  choices: readonly Choice[],
): acp.SessionConfigOption {
  const options = choices.map((choice) => ({
    value: choice.id,
    name: choice.name,
    description: choice.description,
  }));
  return { type: "select", id, name, category, currentValue, options };
}

/** Sets one option; false if there is no such option or value. */
export function setOption(settings: Settings, optionId: string, value: string): boolean {
  const has = (choices: readonly Choice[]) => choices.some(({ id }) => id === value);
  if (optionId === "mode" && has(MODES)) settings.modeId = value;
  else if (optionId === "model" && has(MODELS)) settings.modelId = value;
  else if (optionId === "effort" && has(EFFORTS)) settings.effort = value;
  else return false;
  return true;
}
