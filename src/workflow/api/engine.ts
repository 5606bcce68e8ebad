/**
 * The engine for a program that embeds it: machines that were compiled, a host for what they run and
 * read, a storage for what they remember. Everything is synchronous; one engine serves one storage.
 */
import { givenText } from "../../base/given.ts";
import { type Engine as Core, createEngine } from "../engine/engine.ts";
import { parseMemoryState } from "../engine/memory-state.ts";
import { createMemoryStore, type MemoryStore, type SavedRecord } from "../engine/memory-store.ts";
import { parseCall, type ToolCall } from "../engine/parse-call.ts";
import { WorkflowError } from "../engine/ports.ts";
import type { Reply, Status, StopDecision } from "../engine/reply.ts";
import { SMLLM_TOOL, type ToolDefinition } from "../engine/tool.ts";
import type { MachineSet } from "../machine.ts";
import { parseCompiled } from "./compiled.ts";
import type { EngineHost } from "./host.ts";
import { memoryStorage, type State, type Storage, savedRecords, storedKey } from "./storage.ts";
import { unsupportedLines } from "./unsupported.ts";

/** Parameters of an event by name. */
export type Params = Readonly<Record<string, string>>;

/** The harness of a session that an `enter` without a key makes. */
const NO_HARNESS = "none";

export class Engine {
  readonly #set: MachineSet;
  readonly #host: EngineHost;
  readonly #storage: Storage;
  #store: MemoryStore;

  /**
   * `compiled` is the JSON that `smllm compile` prints, as text or parsed. Throws an `Error` that says
   * where, when it or what the storage loads cannot be read.
   */
  constructor(
    compiled: string | object,
    host: EngineHost = {},
    storage: Storage = memoryStorage(),
  ) {
    const set = parseCompiled(compiled);
    if (!set.ok) throw new Error(set.reason);
    this.#set = set.value;
    this.#host = host;
    this.#storage = storage;
    this.#store = this.#open(loaded(storage));
  }

  /** Name, description and input schema of the one tool, as the MCP server gives them. */
  tool(): ToolDefinition {
    return structuredClone(SMLLM_TOOL);
  }

  /**
   * The tool, as a model called it: a view where there is no event, else the event. Never throws:
   * arguments of a wrong kind, an unknown session and a fault of the storage are replies that are not
   * `ok`, with `error: …` as text.
   */
  call(given?: unknown): Reply {
    const parsed = parseCall(given);
    if (!parsed.ok) return refusal(parsed.reason);
    try {
      return this.#dispatch(parsed.value);
    } catch (error) {
      return refusal(error instanceof Error ? error.message : String(error));
    }
  }

  /** The same as `call`, by the name that goes with `tool`. */
  callTool(given?: unknown): Reply {
    return this.call(given);
  }

  /**
   * The session of a conversation: made in idle if it has none yet, else its present view. Without
   * `hostSession` a new one each time. `cwd` is where its commands run that name no folder.
   */
  bind(harness: string, hostSession?: string, cwd = ""): Reply {
    const conversation = typeof hostSession === "string" ? hostSession : undefined;
    return this.#core(givenText(harness), givenText(cwd)).bind(conversation);
  }

  /** Instructions and events again. Runs no command, counts no visit, saves nothing. Throws for an unknown key. */
  view(key: string): Reply {
    return this.#core().view(givenText(key));
  }

  /** The events on offer, without instructions. Throws for an unknown key. */
  events(key: string): Reply {
    return this.#core().events(givenText(key));
  }

  /**
   * Fires an event. Without a key only `enter` is understood; its new session is kept if it succeeds. A
   * rejected event is a reply that is not `ok`. Throws a `WorkflowError` for an unknown key, for none
   * with another event, and when the storage fails.
   */
  fire(key: string | undefined, event: string, params: Params = {}): Reply {
    const parsed = parseCall({ session: key, event, params });
    return parsed.ok ? this.#dispatch(parsed.value) : refusal(parsed.reason);
  }

  /** Where the session stands, the object of `smllm statusline --json`. Reads only. Throws for an unknown key. */
  status(key: string): Status {
    return this.#core().status(givenText(key));
  }

  /** Whether the agent may stop, and what to tell it if not. An unknown key may. */
  stop(key: string, stopHookActive = false): StopDecision {
    return this.#core().stop(givenText(key), stopHookActive === true);
  }

  /** The user said something: a yield is over. Throws for an unknown key. */
  promptSubmitted(key: string): void {
    this.#core().promptSubmitted(givenText(key));
  }

  /** All records as plain data of the caller's own. */
  exportState(): State {
    return structuredClone(this.#store.export());
  }

  /**
   * Goes on from an exported state: all that was here is forgotten, and the storage gets the new
   * records. Throws an `Error` that says where when it cannot be read; nothing has changed then.
   */
  importState(state: unknown): void {
    const parsed = parseMemoryState(state);
    if (!parsed.ok) throw new Error(`the state to import: ${parsed.reason}`);
    if (this.#storage.replace === undefined)
      for (const saved of savedRecords(parsed.value)) this.#save(saved);
    else atStorage("replace", () => this.#storage.replace?.(structuredClone(parsed.value)));
    this.#store = this.#open(parsed.value);
  }

  /** What in the machines this host cannot run or read, a line each; empty when it can do all. */
  unsupported(): readonly string[] {
    return unsupportedLines(this.#set, this.#host);
  }

  /** Nothing: all that an engine has is memory. Programs that free what they made may call it. */
  free(): void {}

  #core(harness = NO_HARNESS, cwd = ""): Core {
    return createEngine({
      set: this.#set,
      store: this.#store,
      host: this.#host,
      origin: { harness, cwd, configs: [] },
    });
  }

  #dispatch(call: ToolCall): Reply {
    return this.#core().call(call);
  }

  #open(state: State): MemoryStore {
    return createMemoryStore(state, { save: (saved) => this.#save(saved) });
  }

  /** Copies go out, so that nobody who keeps one can change ours. */
  #save(saved: SavedRecord): void {
    if (saved.kind === "history") {
      const { machine, id, entry } = saved.record;
      atStorage("history", () => this.#storage.history(machine, id, structuredClone(entry)));
      observe(() => this.#host.history?.(machine, id, structuredClone(entry)));
      return;
    }
    const { kind, record } = saved;
    const key = storedKey(saved);
    atStorage("put", () => this.#storage.put(kind, key, structuredClone(record)));
    observe(() => this.#host.put?.(kind, key, structuredClone(record)));
  }
}

function loaded(storage: Storage): State {
  const given = atStorage("load", () => storage.load());
  const parsed = parseMemoryState(given ?? {});
  if (!parsed.ok) throw new Error(`what the storage loads: ${parsed.reason}`);
  return parsed.value;
}

function atStorage<T>(method: string, use: () => T): T {
  try {
    return use();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new WorkflowError("store", `the storage failed in ${method}: ${why}`);
  }
}

/** The record is saved by now: an observer that fails has no say in it. */
function observe(tell: () => void): void {
  try {
    tell();
  } catch {
    // Nothing of the engine depends on it.
  }
}

function refusal(reason: string): Reply {
  return {
    ok: false,
    session: null,
    location: { machine: null, state: null, instance: null, ref: null },
    text: `error: ${reason}`,
  };
}
