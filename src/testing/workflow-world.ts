/**
 * A world for the workflow engine: records in memory, a clock and numbers that are the same in every
 * run, files and commands as tables. Sessions have short names. What was run and written is kept.
 */
import { createEngine, type Engine, type EngineParts } from "../workflow/engine/engine.ts";
import {
  createMemoryStore,
  type MemoryStore,
  type SavedRecord,
} from "../workflow/engine/memory-store.ts";
import type { CommandEnv, GuardAnswer, Host } from "../workflow/engine/ports.ts";
import type { InstanceRecord, SessionRecord } from "../workflow/engine/records.ts";
import type { Reply } from "../workflow/engine/reply.ts";
import { parseMachine } from "../workflow/format/parse-machine.ts";
import type { Machine, Prompt } from "../workflow/machine.ts";
import { renderRow } from "../workflow/statusline/row.ts";

/** Folder of all machine files. */
export const MACHINE_FOLDER = "/m";
/** Folder of all sessions. */
export const SESSION_CWD = "/work-folder";
/** 2026-08-01 09:30 UTC. */
export const START_MS = Date.UTC(2026, 7, 1, 9, 30);
/** Between two calls. */
export const STEP_MS = 1000;

/** A command that was asked for. */
export interface RanCommand {
  readonly how: "check" | "run";
  readonly run: string | readonly string[];
  readonly env: CommandEnv;
  readonly cwd: string;
}

export interface WorkflowWorld {
  readonly store: MemoryStore;
  /** Every write, oldest first. */
  readonly saved: SavedRecord[];
  /** Every guard and action that was asked for. */
  readonly ran: RanCommand[];
  /** Answers of guards, by command; those that are not here pass. */
  readonly guards: Map<string, boolean | GuardAnswer>;
  /** Why actions fail, by command; those that are not here work. */
  readonly failures: Map<string, string>;
  /** Prompt files by path. */
  readonly files: Map<string, string>;
  /** What differs from the host made of the tables above. */
  readonly host: { -readonly [name in keyof Host]: Host[name] };
  /** Puts other machines in place, as after an edit. */
  readonly configure: (machines: readonly Machine[], idle?: readonly Prompt[]) => void;
  /** An engine as it is now, for a harness. */
  readonly engine: (harness?: string) => Engine;
  /** Binds a session of that name and gives its key. */
  readonly start: (name: string) => string;
  /** Key of a session by name; a text that is no name stays. */
  readonly key: (name: string) => string;
  readonly fire: (name: string, event: string, params?: Params) => Reply;
  /** The row of `statusline --color never`. */
  readonly row: (name: string) => string;
  readonly session: (name: string) => SessionRecord;
  /** The instance of a machine with that ref or id. */
  readonly instance: (machine: string, label: string) => InstanceRecord;
}

/** Parameters as an object, or as pairs where one is given twice. */
export type Params = Readonly<Record<string, string>> | readonly (readonly [string, string])[];

/** The machine of a text without errors. */
export function machineOf(text: string): Machine {
  const { machine, findings } = parseMachine(text, `${MACHINE_FOLDER}/m.smllm.yaml`);
  if (machine === undefined) throw new Error(JSON.stringify(findings, null, 1));
  return machine;
}

export function createWorkflowWorld(...machines: readonly Machine[]): WorkflowWorld {
  const saved: SavedRecord[] = [];
  const store = createMemoryStore({}, { save: (record) => void saved.push(record) });
  const keys = new Map<string, string>();
  const ran: RanCommand[] = [];
  const guards = new Map<string, boolean | GuardAnswer>();
  const failures = new Map<string, string>();
  const files = new Map<string, string>();
  const host = createHost({ ran, guards, failures, files });
  let set: EngineParts["set"] = { machines, idle: [] };
  const engine = (harness = "claude") =>
    createEngine({ set, store, host, origin: { harness, cwd: SESSION_CWD, configs: ["/c.toml"] } });
  const key = (name: string) => keys.get(name) ?? name;
  const sure = <T>(value: T | undefined, what: string): T => {
    if (value === undefined) throw new Error(`there is no ${what}`);
    return value;
  };
  return {
    store,
    saved,
    ran,
    guards,
    failures,
    files,
    host,
    configure: (others, idle = []) => {
      set = { machines: others, idle };
    },
    engine,
    start: (name) => {
      const { session } = engine().bind(name);
      keys.set(name, sure(session ?? undefined, "key"));
      return key(name);
    },
    key,
    fire: (name, event, params = {}) => engine().fire(key(name), event, pairsOf(params)),
    row: (name) => renderRow(engine().status(key(name)), false),
    session: (name) => sure(store.session(key(name)), `session ${name}`),
    instance: (machine, label) =>
      sure(store.instanceByRef(machine, label) ?? store.instance(machine, label), label),
  };
}

function pairsOf(params: Params): readonly (readonly [string, string])[] {
  return Array.isArray(params) ? params : Object.entries(params);
}

function createHost({
  ran,
  guards,
  failures,
  files,
}: Pick<WorkflowWorld, "ran" | "guards" | "failures" | "files">): WorkflowWorld["host"] {
  let nowMs = START_MS - STEP_MS;
  let drawn = 1;
  return {
    check: (_kind, { run }, env, cwd) => {
      ran.push({ how: "check", run, env, cwd });
      return guards.get(String(run)) ?? true;
    },
    run: (_kind, { run }, env, cwd) => {
      ran.push({ how: "run", run, env, cwd });
      return failures.get(String(run)) ?? "";
    },
    read: (file) => files.get(file),
    now: () => {
      nowMs += STEP_MS;
      return nowMs;
    },
    random: () => {
      drawn = (Math.imul(drawn, 1664525) + 1013904223) >>> 0;
      // The low bits of such a row repeat soon.
      return ((drawn >>> 16) | (drawn << 16)) >>> 0;
    },
  };
}
