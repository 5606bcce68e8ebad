/** What commands of guards and actions are told, as variables: values never become part of their text. */
import type { CommandEnv } from "./ports.ts";

/** Where and why a command runs. */
export interface CommandPlace {
  readonly session: string;
  readonly machine: string;
  readonly instance: string;
  readonly ref: string | null;
  readonly event: string;
  /** Of guards and transition actions the state that is left, of entry and exit lists their own. */
  readonly state: string;
  /** For actions, where they are known. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Checked ones. */
  readonly params: readonly (readonly [name: string, value: string])[];
}

export function commandEnv(place: CommandPlace): CommandEnv {
  return Object.fromEntries([
    ["SMLLM_SESSION", place.session],
    ["SMLLM_MACHINE", place.machine],
    ["SMLLM_STATE", place.state],
    ["SMLLM_EVENT", place.event],
    ["SMLLM_INSTANCE", place.instance],
    ["SMLLM_REF", place.ref ?? ""],
    ...(place.from === undefined ? [] : [["SMLLM_FROM", place.from]]),
    ...(place.to === undefined ? [] : [["SMLLM_TO", place.to]]),
    ...place.params.map(([name, value]) => [paramVariable(name), value]),
  ]);
}

/** `issueId` is `SMLLM_PARAM_ISSUE_ID`. */
export function paramVariable(name: string): string {
  const words = name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, "_").toUpperCase();
  return `SMLLM_PARAM_${words.replace(/[^A-Z0-9_]/g, "_")}`;
}
