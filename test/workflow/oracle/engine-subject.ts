/**
 * An engine over a store that is opened anew for each call, so that nothing but what it keeps goes from
 * one call to the next. Commands, clock and chance are scripted.
 */
import { createEngine, type Engine } from "../../../src/workflow/engine/engine.ts";
import type { Host, Store } from "../../../src/workflow/engine/ports.ts";
import type { HistoryEntry } from "../../../src/workflow/engine/records.ts";
import { parseMachine } from "../../../src/workflow/format/parse-machine.ts";
import type { Machine } from "../../../src/workflow/machine.ts";
import type { MachineDoc } from "./machine-doc.ts";
import { answerOf, PROMPT_FILES } from "./script.ts";
import type { Subject } from "./subject.ts";
import type { Call } from "./walking.ts";

/** Where records are. */
export interface Shelf {
  /** A store that knows nothing but what was kept, with these machines; without them, with all. */
  readonly open: (machines?: readonly string[]) => Store;
  readonly history: (machine: string, id: string) => readonly HistoryEntry[];
  readonly check?: () => void;
}

const FOLDER = "/m";

/** Reading a machine costs more than a day on it, so `parsed` outlives the subject. */
export function createEngineSubject(shelf: Shelf, parsed: Map<MachineDoc, Machine>): Subject {
  let machines: readonly Machine[] = [];
  let idleTexts: readonly string[] = [];
  let calls: Call[] = [];
  let flag = false;
  let clockMs = 0;
  let drawn = 7;
  const asked = (how: Call["how"], run: Call["run"], env: Call["env"]) => {
    calls.push({ how, run, env });
    return answerOf(run, env, flag);
  };
  const host: Host = {
    check: (_kind, { run }, env) => {
      const detail = asked("check", run, env);
      return { passed: detail === "", detail };
    },
    run: (_kind, { run }, env) => asked("run", run, env),
    read: (file) => PROMPT_FILES[file.slice(FOLDER.length + 1)],
    now: () => clockMs,
    random: () => {
      drawn = (Math.imul(drawn, 1_664_525) + 1_013_904_223) >>> 0;
      // The low bits of such a row repeat soon.
      return ((drawn >>> 16) | (drawn << 16)) >>> 0;
    },
  };
  const open = () => shelf.open(machines.map(({ id }) => id));
  const engine = (store = open()): Engine =>
    createEngine({
      set: { machines, idle: idleTexts.map((text) => ({ text })) },
      store,
      host,
      origin: { harness: "claude", cwd: "/somewhere", configs: [] },
    });
  return {
    configure: (docs, texts) => {
      machines = docs.map((doc) => parsed.get(doc) ?? parse(doc, parsed));
      idleTexts = texts;
    },
    setFlag: (there) => {
      flag = there;
    },
    setClock: (atMs) => {
      clockMs = atMs;
    },
    bind: (name) => {
      const { session, text } = engine().bind(name);
      return { key: session ?? "", text };
    },
    fire: (key, event, params) => {
      const minted = { work: "", session: "" };
      const reply = engine(noticing(open(), minted)).fire(key, event, params);
      return { reply, minted };
    },
    stop: (key, active) => engine().stop(key, active),
    prompt: (key) => engine().promptSubmitted(key),
    view: (key) => engine().view(key),
    events: (key) => engine().events(key),
    status: (key) => engine().status(key),
    session: (key) => shelf.open().session(key),
    instance: (machine, id) => shelf.open().instance(machine, id),
    byRef: (machine, ref) => shelf.open().instanceByRef(machine, ref),
    history: shelf.history,
    calls: () => {
      const asked = calls;
      calls = [];
      return asked;
    },
    ...(shelf.check !== undefined && { check: shelf.check }),
  };
}

function parse(doc: MachineDoc, parsed: Map<MachineDoc, Machine>): Machine {
  const { machine, findings } = parseMachine(JSON.stringify(doc), `${FOLDER}/${doc.id}.smllm.yaml`);
  if (machine === undefined) throw new Error(JSON.stringify(findings, null, 1));
  parsed.set(doc, machine);
  return machine;
}

/** The store, which notes what is made. */
function noticing(store: Store, minted: { work: string; session: string }): Store {
  return {
    ...store,
    putInstance: (...write) => {
      const [{ id, version }] = write;
      if (version === 1) minted.work = id;
      return store.putInstance(...write);
    },
    addSession: (record) => {
      minted.session = record.key;
      store.addSession(record);
    },
  };
}
