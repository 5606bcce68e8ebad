import type { CommandOption } from "../command.ts";

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
