/**
 * The commands that random machines run, and what they answer: a shell would say the same, so one machine
 * file serves an engine with a scripted host and the real program alike.
 */

/** Exit code of each, from the variables of the call and whether the file `flag` is there. */
const COMMANDS: Readonly<
  Record<string, (env: Readonly<Record<string, string>>, flag: boolean) => number>
> = {
  true: () => 0,
  false: () => 1,
  "exit 3": () => 3,
  'test -n "$SMLLM_REF"': ({ SMLLM_REF = "" }) => (SMLLM_REF === "" ? 1 : 0),
  'test "$SMLLM_PARAM_WHY" = x': ({ SMLLM_PARAM_WHY }) => (SMLLM_PARAM_WHY === "x" ? 0 : 1),
  'test "$SMLLM_STATE" = S1': ({ SMLLM_STATE }) => (SMLLM_STATE === "S1" ? 0 : 1),
  'test "$SMLLM_TO" = S0': ({ SMLLM_TO }) => (SMLLM_TO === "S0" ? 0 : 1),
  "test -e flag": (_env, flag) => (flag ? 0 : 1),
};

export const GUARD_RUNS = [
  "true",
  "false",
  'test -n "$SMLLM_REF"',
  'test "$SMLLM_PARAM_WHY" = x',
  'test "$SMLLM_STATE" = S1',
  "test -e flag",
  ["true"],
  ["false"],
] as const;

export const ACTION_RUNS = [
  "true",
  "exit 3",
  'test -n "$SMLLM_REF"',
  'test "$SMLLM_TO" = S0',
  "test -e flag",
  ["false"],
] as const;

/** Empty when it exits 0, else the detail that the host gives. */
export function answerOf(
  run: string | readonly string[],
  env: Readonly<Record<string, string>>,
  flag: boolean,
): string {
  const word = typeof run === "string" ? run : run.join(" ");
  const code = COMMANDS[word]?.(env, flag);
  if (code === undefined) throw new Error(`no machine runs ${word}`);
  return code === 0 ? "" : `exited ${code}`;
}

/** Prompt files that lie beside every machine; all others are missing. */
export const PROMPT_FILES: Readonly<Record<string, string>> = {
  "told.md": "Told by a file.\n",
  "enter-S1.md": "Implied at S1.  \n\n",
  "enter-S3.md": "",
};
