/**
 * The engine: an event of a session in, a reply out, with what changes handed to the store. It walks
 * machines that were checked; it does no I/O but through its ports, and runs in Node, Bun and browsers.
 */
import type { MachineSet } from "../machine.ts";
import { dropHold, idleReply, movedLine, rejectedInIdle, unconfiguredReply } from "./answers.ts";
import { askHost } from "./ask-host.ts";
import { checkParams } from "./check-params.ts";
import { type Claim, holdOf } from "./claim.ts";
import { putSession } from "./commit.ts";
import { fireEnter } from "./enter.ts";
import { freeId } from "./ids.ts";
import { fireInIdle } from "./in-idle.ts";
import { fireInMachine } from "./in-machine.ts";
import { offeredUnconfigured } from "./offer.ts";
import { type Host, type Store, WorkflowError } from "./ports.ts";
import type { SessionRecord } from "./records.ts";
import type { GivenParams, Reply, Status, StopDecision } from "./reply.ts";
import { statusOf } from "./status.ts";
import { decideStop, promptChange } from "./stop.ts";
import { missingSessionMessage, unknownSessionMessage } from "./text/errors.ts";
import { letGoNote } from "./text/lines.ts";
import type { Turn } from "./turn.ts";
import { eventsOf, viewOf } from "./view.ts";

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

/** An engine for the machines and records of these parts. It keeps nothing between calls. */
export function createEngine(parts: EngineParts): Engine {
  const { set, store, origin } = parts;
  const { turnOf, known, made } = turnsOf(parts);

  const engine: Engine = {
    bind: (hostSession) => {
      const bound = hostSession && store.binding(origin.harness, hostSession);
      const session = bound ? store.session(bound) : undefined;
      if (session !== undefined) return viewOf(turnOf(session));
      const turn = made(hostSession ?? null);
      store.addSession(turn.session);
      if (hostSession) store.putBinding(origin.harness, hostSession, turn.session.key);
      return viewOf({ ...turn, kept: true });
    },
    view: (key) => viewOf(known(key)),
    events: (key) => eventsOf(known(key)),
    fire: (key, event, params = []) => {
      if (key !== undefined) return fireEvent(known(key), event, params);
      if (event !== "enter") throw new WorkflowError("no-session", missingSessionMessage());
      return fireEnter(made(null), params);
    },
    call: ({ session, event, params }) => {
      if (event !== undefined) return engine.fire(session, event, params);
      if (session === undefined) throw new WorkflowError("no-session", missingSessionMessage());
      return engine.view(session);
    },
    stop: (key, stopHookActive = false) => {
      const session = store.session(key);
      return session === undefined
        ? { decision: "allow" }
        : stopTurn(turnOf(session), stopHookActive);
    },
    promptSubmitted: (key) => promptTurn(known(key)),
    status: (key) => statusOf(known(key).session, set, store),
  };
  return {
    bind: guarded(engine.bind),
    view: guarded(engine.view),
    events: guarded(engine.events),
    fire: guarded(engine.fire),
    call: guarded(engine.call),
    stop: guarded(engine.stop),
    promptSubmitted: guarded(engine.promptSubmitted),
    status: guarded(engine.status),
  };
}

/** Turns of a session that is there, that must be there, and that is made now. */
function turnsOf({ set, store, origin, host: given }: EngineParts) {
  const host = askHost(given);
  const turnOf = (session: SessionRecord): Turn => ({
    set,
    store,
    host,
    session,
    kept: true,
    nowMs: host.nowMs(),
  });
  const known = (key: string): Turn => {
    const session = store.session(key);
    if (session !== undefined) return turnOf(session);
    throw new WorkflowError("unknown-session", unknownSessionMessage(key));
  };
  const made = (hostSession: string | null): Turn => {
    const nowMs = host.nowMs();
    const key = freeId("sm", host.random, store.hasSession);
    const session = newSession(key, origin, hostSession, nowMs);
    return { set, store, host, session, kept: false, nowMs };
  };
  return { turnOf, known, made };
}

/** Whatever a store throws is a fault of the store. */
function guarded<Args extends unknown[], T>(call: (...args: Args) => T): (...args: Args) => T {
  return (...args) => {
    try {
      return call(...args);
    } catch (error) {
      if (error instanceof WorkflowError) throw error;
      const why = error instanceof Error ? error.message : String(error);
      throw new WorkflowError("store", why);
    }
  };
}

function newSession(
  key: string,
  { harness, cwd, configs }: Origin,
  hostSession: string | null,
  nowMs: number,
): SessionRecord {
  return {
    key,
    harness,
    hostSession,
    cwd,
    configs,
    holding: null,
    interrupted: null,
    yielded: false,
    blocked: false,
    created: nowMs,
    lastActive: nowMs,
  };
}

function fireEvent(turn: Turn, event: string, given: GivenParams): Reply {
  const hold = holdOf(turn);
  switch (hold.kind) {
    case "none":
      return fireInIdle(turn, event, given);
    case "live":
      return fireInMachine(turn, hold.machine, hold.instance, event, given);
    case "moved":
      // Who wants to enter need not be told first that something else is gone.
      return event === "enter"
        ? fireEnter(turn, given)
        : idleReply(dropHold(turn), { error: movedLine(hold, turn.session.key) });
    case "unconfigured":
      return fireUnconfigured(turn, hold, event, given);
    default:
      return hold satisfies never;
  }
}

/** `pause` and `enter` let go; all else leaves the place as it is until the machine is mended. */
function fireUnconfigured(
  turn: Turn,
  hold: Extract<Claim, { kind: "unconfigured" }>,
  event: string,
  given: GivenParams,
): Reply {
  const { machine, id } = hold.key;
  const notes = [letGoNote(machine, id)];
  const menu = offeredUnconfigured(turn.set, id);
  if (event === "enter") return fireEnter(turn, given, { notes, menu });
  if (event !== "pause") return unconfiguredReply(turn, hold);
  const params = checkParams(event, [], given, turn.host.matches);
  if (!params.ok) return rejectedInIdle(turn, params.reason, menu);
  const session = putSession(turn, { holding: null });
  return idleReply({ ...turn, session }, { notes });
}

function stopTurn(turn: Turn, stopHookActive: boolean): StopDecision {
  const { store, session } = turn;
  // Without a hold or after a yield nothing is read.
  const hold: Claim = session.yielded ? { kind: "none" } : holdOf(turn);
  const step = decideStop(session, hold, stopHookActive);
  switch (step) {
    case "allow":
      return { decision: "allow" };
    case "tell-moved": {
      const error = hold.kind === "moved" ? movedLine(hold, session.key) : "";
      return { decision: "block", text: idleReply(dropHold(turn), { error }).text };
    }
    case "runaway":
      return { decision: "runaway", text: eventsOf(turn).text };
    case "block":
      store.updateSession(session.key, { blocked: true });
      return { decision: "block", text: eventsOf(turn).text };
    default:
      return step satisfies never;
  }
}

function promptTurn({ store, session, nowMs }: Turn): void {
  const change = promptChange(session, nowMs);
  if (change !== undefined) store.updateSession(session.key, change);
}
