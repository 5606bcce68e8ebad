/**
 * The door `telltale/workflow/compile`: machine files to machines in the program itself. It carries a
 * YAML parser, so it is a door of its own; who ships what `smllm compile` printed needs none of it.
 */
import { givenList, givenObject, givenText } from "../../base/given.ts";
import { authorTextFinding } from "../check/author-texts.ts";
import { shownName } from "../check/shown-name.ts";
import type { Finding } from "../finding.ts";
import { inlinePrompts } from "../format/inline-prompts.ts";
import { parseMachine } from "../format/parse-machine.ts";
import type { PromptFile } from "../format/prompt-files.ts";
import type { Machine, MachineSet, Prompt } from "../machine.ts";

export type { Finding, FindingLevel } from "../finding.ts";
export type { MachineSet } from "../machine.ts";

/** One machine file. */
export interface MachineSource {
  readonly text: string;
  /**
   * Its absolute path, beside which prompt files and folders of commands lie; findings name it. Without
   * one it is `/machine-N.smllm.yaml`, N from 1.
   */
  readonly file?: string;
}

/** The text of a prompt file by its absolute path, undefined where there is none. */
export type ReadPrompt = (file: string) => string | undefined;

export interface CompileOptions {
  /** Without it there are no prompt files. */
  readonly read?: ReadPrompt;
  /** A text that idle shows before its list. */
  readonly idle?: string;
}

export interface Compiled {
  /** For the engine; absent when any finding is an error. */
  readonly set?: MachineSet;
  readonly findings: readonly Finding[];
}

/** Reads and checks machines and puts their prompts in. Never throws; a `read` that throws finds nothing. */
export function compileMachines(
  sources: readonly MachineSource[],
  options: CompileOptions = {},
): Compiled {
  const { read: readFile, idle: idleText } = givenObject<CompileOptions>(options);
  const read: ReadPrompt = (file) => {
    try {
      return readFile?.(file);
    } catch {
      return undefined;
    }
  };
  const findings: Finding[] = [];
  const machines: Machine[] = [];
  for (const [index, source] of givenList(sources).entries()) {
    const { text, file = `/machine-${index + 1}.smllm.yaml` } = givenObject<MachineSource>(source);
    const parsed = parseMachine(givenText(text), givenText(file));
    findings.push(...parsed.findings);
    if (parsed.machine === undefined) continue;
    const texts = new Map<string, string>();
    for (const prompt of parsed.promptFiles)
      if (!texts.has(prompt.file)) findings.push(...takePrompt(prompt, file, read, texts));
    const machine = inlinePrompts(parsed.machine, texts);
    if (isTaken(machines, machine.id)) findings.push(takenFinding(file, machine.id));
    machines.push(machine);
  }
  if (findings.some(({ level }) => level === "error")) return { findings };
  const idle: readonly Prompt[] = idleText === undefined ? [] : [{ text: givenText(idleText) }];
  return { set: { machines, idle }, findings };
}

/** Ids that are equal but for case would share a folder on some disks. */
function isTaken(machines: readonly Machine[], id: string): boolean {
  return machines.some((earlier) => earlier.id.toLowerCase() === id.toLowerCase());
}

function takenFinding(file: string, id: string): Finding {
  const message = `the id ${id} is that of an earlier machine`;
  return { level: "error", file, path: "id", message, rule: "CFG-1" };
}

/** Reads a prompt into the texts; gives what is wrong with it, or doubtful in it. */
function takePrompt(
  { file, written, at, isOptional }: PromptFile,
  machineFile: string,
  read: ReadPrompt,
  texts: Map<string, string>,
): readonly Finding[] {
  const text = read(file);
  if (typeof text !== "string") {
    const message = `the prompt file ${shownName(written)} cannot be read`;
    return isOptional ? [] : [{ level: "error", file: machineFile, ...at, message, rule: "CFG-4" }];
  }
  texts.set(file, text);
  const doubt = authorTextFinding(text, file);
  return doubt === undefined ? [] : [doubt];
}
