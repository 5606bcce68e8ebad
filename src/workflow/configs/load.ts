/** Configs and their machines, read and checked. Source: `smllm`, config files and precedence. */
import { statSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { authorTextFinding } from "../check/author-texts.ts";
import { shownName } from "../check/shown-name.ts";
import type { Finding } from "../finding.ts";
import { MAX_PROMPT_BYTES, promptText } from "../prompt-size.ts";
import { CombinedMachines, type PlacedMachine } from "./combine.ts";
import { MAX_CONFIG_BYTES } from "./find-configs.ts";
import { InputLog } from "./input-log.ts";
import { loadMachine, type MachineLoadOptions } from "./load-machine.ts";
import type { Loaded, LoadMode } from "./loaded.ts";
import { type ListedFile, type ParsedConfig, parseConfig } from "./parse-config.ts";
import { savedInstanceFindings } from "./saved-instances.ts";
import { unreadWords } from "./unread-words.ts";

/** A config lists a few machines; beyond this it is no list that a person wrote. */
const MAX_MACHINE_FILES = 1000;

const MACHINE_ENDING = ".smllm.yaml";

interface Loading {
  readonly options: MachineLoadOptions;
  readonly log: InputLog;
  readonly combined: CombinedMachines;
  readonly findings: Finding[];
}

/** What a load gives beside what is kept of it. */
export interface LoadedWithFiles extends Loaded {
  /** Where each machine of the set comes from, in its order. */
  readonly placed: readonly PlacedMachine[];
}

/** Reads the configs in their order, the later with more weight. `paths` are absolute. Never throws. */
export function loadConfigs(
  paths: readonly string[],
  mode: LoadMode,
  options: Omit<MachineLoadOptions, "mode"> = {},
): LoadedWithFiles {
  const loading: Loading = {
    options: { ...options, mode },
    log: new InputLog(),
    combined: new CombinedMachines(),
    findings: [],
  };
  for (const path of paths) loadConfig(path, loading);
  const { combined, findings, log } = loading;
  const saved = mode === "check" ? savedInstanceFindings(combined.placed) : [];
  return {
    set: { machines: combined.placed.map(({ machine }) => machine), idle: combined.idle },
    stateDirs: new Map(combined.placed.map(({ machine, stateDir }) => [machine.id, stateDir])),
    findings: [...findings, ...combined.findings, ...saved],
    configs: paths,
    inputs: log.inputs,
    placed: combined.placed,
  };
}

function loadConfig(path: string, loading: Loading): void {
  const { log, combined, findings } = loading;
  const text = log.read(path, MAX_CONFIG_BYTES);
  if (!text.ok) {
    findings.push(
      fault(path, undefined, "", "CLI-3", `the config ${unreadWords(text.kind, MAX_CONFIG_BYTES)}`),
    );
    return;
  }
  const { config, findings: faults } = parseConfig(text.value, path);
  findings.push(...faults);
  if (config === undefined) {
    combined.withdrawAll(path);
    return;
  }
  if (config.idle !== undefined) combined.idle = idlePrompts(path, config.idle, loading);
  const stateDir = resolve(dirname(path), config.stateDir);
  if (loading.options.mode === "check" && isInTheWay(stateDir)) {
    const message = `the state folder ${shownName(config.stateDir)} is a file`;
    findings.push(fault(path, config.stateLine, "state.dir", "CLI-3", message));
  }
  for (const [index, listed] of config.files.slice(0, MAX_MACHINE_FILES).entries()) {
    loadListed(path, listed, index, stateDir, loading);
  }
  if (config.files.length > MAX_MACHINE_FILES) {
    const message = `only the first ${MAX_MACHINE_FILES} machine files are read`;
    findings.push(fault(path, undefined, "machines.files", "CLI-3", message));
  }
}

/** Whether something else than a folder is where instances are to be kept. */
function isInTheWay(stateDir: string): boolean {
  try {
    return statSync(stateDir, { throwIfNoEntry: false })?.isDirectory() === false;
  } catch {
    // What cannot be looked at is told when saved instances are.
    return false;
  }
}

function loadListed(
  config: string,
  listed: ListedFile,
  index: number,
  stateDir: string,
  { options, log, combined, findings }: Loading,
): void {
  const file = resolve(dirname(config), listed.path);
  const loaded = loadMachine(file, log, options);
  switch (loaded.kind) {
    case "sound":
      findings.push(...loaded.findings);
      combined.add({ machine: loaded.machine, file, config, stateDir });
      return;
    case "broken":
      findings.push(...loaded.findings);
      if (loaded.id !== undefined) combined.withdraw(loaded.id, config, file);
      return;
    case "unread": {
      const message = `the machine file ${shownName(listed.path)} ${loaded.problem}`;
      findings.push(fault(config, listed.line, `machines.files[${index}]`, "CLI-3", message));
      // Nobody can ask the file for its id; files are named after it.
      const name = basename(file);
      if (name.endsWith(MACHINE_ENDING)) {
        combined.withdraw(name.slice(0, -MACHINE_ENDING.length), config, file);
      }
      return;
    }
    default:
      loaded satisfies never;
  }
}

function idlePrompts(
  config: string,
  { onEnter, line }: NonNullable<ParsedConfig["idle"]>,
  { options, log, findings }: Loading,
): CombinedMachines["idle"] {
  if (onEnter === undefined) return [];
  if ("text" in onEnter) {
    const warning = options.mode === "check" ? idleTextWarning(config, line, onEnter.text) : [];
    findings.push(...warning);
    return [{ text: onEnter.text }];
  }
  const file = resolve(dirname(config), onEnter.file);
  const name = `the prompt file ${shownName(onEnter.file)}`;
  const missing = (problem: string): [] => {
    findings.push(fault(config, line, "idle.on-enter", "CFG-4", `${name} ${problem}`));
    return [];
  };
  if (options.mode === "run") return log.isThere(file) ? [{ file }] : missing("is not there");
  const text = log.read(file, MAX_PROMPT_BYTES);
  if (!text.ok) return missing(unreadWords(text.kind, MAX_PROMPT_BYTES));
  const warning = options.mode === "check" ? authorTextFinding(text.value, file) : undefined;
  if (warning !== undefined) findings.push(warning);
  return [options.mode === "inline" ? { text: promptText(text.value) } : { file }];
}

function idleTextWarning(
  config: string,
  line: number | undefined,
  text: string,
): readonly Finding[] {
  const warning = authorTextFinding(text, config);
  return warning === undefined ? [] : [placedAt(warning, line, "idle.on-enter.text")];
}

/** The text stands inside the config, whose lines are not its own. */
function placedAt(finding: Finding, line: number | undefined, path: string): Finding {
  const { line: _own, ...rest } = finding;
  return { ...rest, path, ...(line === undefined ? {} : { line }) };
}

function fault(
  file: string,
  line: number | undefined,
  path: string,
  rule: string,
  message: string,
): Finding {
  return { level: "error", file, path, message, rule, ...(line === undefined ? {} : { line }) };
}
