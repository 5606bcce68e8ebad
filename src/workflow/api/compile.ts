/**
 * The door `telltale/workflow/compile`: machine files to machines in the program itself. It carries a
 * YAML parser, so it is a door of its own; who ships what `smllm compile` printed needs none of it.
 */
import { givenList, givenObject, givenText } from "../../base/given.ts";
import type { Finding } from "../finding.ts";
import { inlinePrompts, type ReadPrompt } from "../format/inline-prompts.ts";
import { parseMachine } from "../format/parse-machine.ts";
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

export interface CompileOptions {
  /** Reads a prompt file by its absolute path, undefined where there is none. Without it there are none. */
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
    const { machine, missing } = inlinePrompts(parsed.machine, read);
    findings.push(...missing.map((prompt) => missingFinding(file, prompt)));
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

function missingFinding(file: string, prompt: string): Finding {
  const message = `the prompt file ${JSON.stringify(prompt)} cannot be read`;
  return { level: "error", file, path: "", message, rule: "CFG-4" };
}
