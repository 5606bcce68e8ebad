/** One machine file, with the prompt files that it names. */
import { authorTextFinding } from "../check/author-texts.ts";
import { shownName } from "../check/shown-name.ts";
import type { Finding } from "../finding.ts";
import { inlinePrompts, type PromptTexts } from "../format/inline-prompts.ts";
import { MAX_MACHINE_BYTES } from "../format/limits.ts";
import { idLineOf } from "../format/machine-id.ts";
import { parseMachine } from "../format/parse-machine.ts";
import type { PromptFile } from "../format/prompt-files.ts";
import type { Machine } from "../machine.ts";
import { MAX_PROMPT_BYTES } from "../prompt-size.ts";
import type { InputLog } from "./input-log.ts";
import type { LoadMode } from "./loaded.ts";
import { unreadWords } from "./unread-words.ts";

/** What a machine file gave. */
export type LoadedMachine =
  | { readonly kind: "sound"; readonly machine: Machine; readonly findings: readonly Finding[] }
  /** The id is what its `id:` line says, if there is one. */
  | { readonly kind: "broken"; readonly id?: string; readonly findings: readonly Finding[] }
  /** The file cannot be read; where it is listed has to say so. */
  | { readonly kind: "unread"; readonly problem: string };

export interface MachineLoadOptions {
  readonly mode: LoadMode;
  /** Directories of commands as they stand in the file, for who moves them. */
  readonly cwd?: "absolute" | "as-written";
}

/** `file` is absolute. Reads what the mode asks for and writes it down in the log. Never throws. */
export function loadMachine(
  file: string,
  log: InputLog,
  { mode, cwd = "absolute" }: MachineLoadOptions,
): LoadedMachine {
  const text = log.read(file, MAX_MACHINE_BYTES);
  if (!text.ok) return { kind: "unread", problem: unreadWords(text.kind, MAX_MACHINE_BYTES) };
  const { machine, findings, promptFiles } = parseMachine(text.value, file, { cwd });
  const prompts = checkPrompts(promptFiles, file, log, mode);
  const all = [...findings, ...prompts.findings];
  const isSound = !prompts.findings.some(({ level }) => level === "error");
  if (machine === undefined || !isSound) {
    const id = machine?.id ?? idLineOf(text.value);
    return { kind: "broken", findings: all, ...(id === undefined ? {} : { id }) };
  }
  const complete = mode === "inline" ? inlinePrompts(machine, prompts.texts) : machine;
  return { kind: "sound", machine: complete, findings: all };
}

function checkPrompts(
  promptFiles: readonly PromptFile[],
  machineFile: string,
  log: InputLog,
  mode: LoadMode,
): { readonly findings: readonly Finding[]; readonly texts: PromptTexts } {
  const findings: Finding[] = [];
  const texts = new Map<string, string>();
  const told = new Set<string>();
  for (const prompt of promptFiles) {
    const problem = mode === "run" ? absence(prompt, log) : reading(prompt, log, texts);
    if (problem !== undefined) findings.push(promptFault(prompt, machineFile, problem));
    const text = texts.get(prompt.file);
    if (mode !== "check" || text === undefined || told.has(prompt.file)) continue;
    told.add(prompt.file);
    const warning = authorTextFinding(text, prompt.file);
    if (warning !== undefined) findings.push(warning);
  }
  return { findings, texts };
}

/** What is wrong with a file that has to be there. */
function absence({ file, isOptional }: PromptFile, log: InputLog): string | undefined {
  return isOptional || log.isThere(file) ? undefined : unreadWords("missing", MAX_PROMPT_BYTES);
}

/** Reads the file into the map; gives what is wrong with it. */
function reading(
  { file, isOptional }: PromptFile,
  log: InputLog,
  texts: Map<string, string>,
): string | undefined {
  const text = log.read(file, MAX_PROMPT_BYTES);
  if (text.ok) {
    texts.set(file, text.value);
    return undefined;
  }
  const isMissing = text.kind === "missing";
  return isMissing && isOptional ? undefined : unreadWords(text.kind, MAX_PROMPT_BYTES);
}

function promptFault(prompt: PromptFile, machineFile: string, problem: string): Finding {
  const { line, path } = prompt.at;
  return {
    level: "error",
    file: machineFile,
    ...(line === undefined ? {} : { line }),
    path,
    message: `the prompt file ${shownName(prompt.written)} ${problem}`,
    hint: "prompt files are found from the folder of the machine file",
    rule: "CFG-4",
  };
}
