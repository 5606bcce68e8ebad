/** What all commands of `smllm` share: its name, options, exit codes, and what its help says of them. */
import type { CommandOption, Example } from "../command.ts";

/** The program's name in all that it says, however it was called. */
export const PROGRAM = "smllm";

/** Options of every command, before it or after it. */
export const GLOBAL_OPTIONS: readonly CommandOption[] = [
  {
    name: "config",
    value: "FILE",
    describe:
      "Only this config; else $SMLLM_CONFIG, else your own one and the nearest .smllm above",
  },
  { name: "version", short: "V", describe: "Show the version" },
];

/** Exit codes that all commands share. */
export const EXIT_CODES = [
  { code: 0, when: "fine" },
  {
    code: 1,
    when: "errors were found: in a machine, an event that was rejected, a hook that failed",
  },
  { code: 2, when: "the call could not be understood, or an internal error" },
] as const;

/** Calls with which one starts. */
export const EXAMPLES: readonly Example[] = [
  { command: "smllm init && smllm new work --write", describe: "A config and a first machine" },
  { command: "smllm validate --warnings", describe: "Is all in order?" },
  { command: "smllm harness install claude", describe: "Let Claude Code work through it" },
  { command: "smllm graph work", describe: "What the machine looks like" },
];

/** Variables that are read. */
export const VARIABLES: readonly (readonly [name: string, what: string])[] = [
  ["SMLLM_CONFIG", "A config file instead of those that are looked for; --config goes before it"],
  ["NO_COLOR", "Not empty: no colours"],
  ["XDG_CONFIG_HOME", "Folder of the own config; ~/.config without it"],
  ["XDG_STATE_HOME", "Folder of the sessions; ~/.local/state without it"],
  ["XDG_CACHE_HOME", "Folder of what may be deleted at any time; ~/.cache without it"],
];

/** Files and folders, as a manual lists them. */
export const FILES: readonly (readonly [path: string, what: string])[] = [
  [".smllm/config.toml", "Config of a project: the nearest one at or above the working directory"],
  [".smllm/*.smllm.yaml", "Machines that it lists"],
  [".smllm/state/", "Their instances and the history of each"],
  ["~/.config/smllm/config.toml", "Own config, read before that of the project"],
  ["~/.local/state/smllm/", "Sessions, and which conversation each belongs to"],
];
