/**
 * The engine: an event of a session in, a reply out, with what changes handed to the store. It walks
 * machines that were checked; it does no I/O but through its ports, and runs in Node, Bun and browsers.
 */
import type { MachineSet } from "../machine.ts";
import type { Host, Store } from "./ports.ts";
import type { GivenParams, Reply, Status, StopDecision } from "./reply.ts";

/** Who a new session belongs to. */
export interface Origin {
  /** `claude`, `codex`, `mcp`; `none` for a shell. */
  readonly harness: string;
  readonly cwd: string;
  /** Absolute paths. */
  readonly configs: readonly string[];
}

export interface EngineParts {
  /** The machines of the session that is asked about. */
  readonly set: MachineSet;
  readonly store: Store;
  readonly host: Host;
  /** For sessions that are made by `bind` and by `enter` without a session. */
  readonly origin: Origin;
}

/** Each call reads what it needs from the store, answers and forgets. Throws `WorkflowError` alone. */
export interface Engine {
  /** The session of a conversation, made and bound if there is none yet: the view of it. */
  readonly bind: (hostSession?: string) => Reply;
  /** Where the session is: instructions and events again. Runs no command, counts no visit, writes nothing. */
  readonly view: (key: string) => Reply;
  /** Header and events alone. */
  readonly events: (key: string) => Reply;
  /** Without a key only `enter` is understood; a session is kept only if it succeeds. */
  readonly fire: (key: string | undefined, event: string, params?: GivenParams) => Reply;
  /** The tool: a view without an event, else the event. */
  readonly call: (call: {
    readonly session?: string;
    readonly event?: string;
    readonly params?: GivenParams;
  }) => Reply;
  readonly stop: (key: string, stopHookActive?: boolean) => StopDecision;
  readonly promptSubmitted: (key: string) => void;
  readonly status: (key: string) => Status;
}
