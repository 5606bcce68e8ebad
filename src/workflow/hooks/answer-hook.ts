/** What each hook of a harness does, and what it says to the agent. Decisions about work are the engine's. */
import type { Engine } from "../engine/engine.ts";
import type { Store } from "../engine/ports.ts";
import type { SessionRecord } from "../engine/records.ts";
import { promptChange, stopNeedsMachines } from "../engine/stop.ts";
import type { HookInput, HookName } from "./hook-call.ts";

/** What a hook asks of the world. Each method may throw a `WorkflowError` of kind `store`. */
export interface HookWorld {
  /** Bindings and sessions alone. */
  readonly store: Pick<Store, "binding" | "session" | "updateSession">;
  /** The engine over the machines of the configs that the session recorded. */
  readonly engineOf: (session: SessionRecord) => Promise<Engine>;
  /** The engine for a new session of that directory; undefined where no config counts. */
  readonly newEngine: (cwd: string) => Promise<Engine | undefined>;
  /** Runs the step while no other process binds a conversation. */
  readonly whileBinding: <T>(step: () => T) => Promise<T>;
  /** Epoch milliseconds. */
  readonly nowMs: () => number;
}

/** The object for stdout, and a text for the log of whoever runs the hook. */
export interface HookAnswer {
  readonly out: Readonly<Record<string, unknown>>;
  readonly log?: string;
}

const NOTHING: HookAnswer = { out: {} };

/** Answers one hook of a session of `harness`. Throws what the store throws, and nothing else. */
export async function answerHook(
  harness: string,
  hook: HookName,
  input: HookInput,
  world: HookWorld,
): Promise<HookAnswer> {
  const session = boundSession(harness, input, world);
  switch (hook) {
    case "session-start":
      return startSession(session, input, world);
    case "user-prompt-submit": {
      if (session === undefined) return NOTHING;
      const change = promptChange(session, world.nowMs());
      if (change !== undefined) world.store.updateSession(session.key, change);
      return NOTHING;
    }
    case "stop":
      return stop(session, input, world);
    default:
      return hook satisfies never;
  }
}

function boundSession(
  harness: string,
  { hostSession }: HookInput,
  { store }: HookWorld,
): SessionRecord | undefined {
  const key = hostSession === undefined ? undefined : store.binding(harness, hostSession);
  return key === undefined ? undefined : store.session(key);
}

async function startSession(
  session: SessionRecord | undefined,
  { cwd, hostSession }: HookInput,
  world: HookWorld,
): Promise<HookAnswer> {
  if (session !== undefined) {
    return started((await world.engineOf(session)).view(session.key).text);
  }
  const engine = await world.newEngine(cwd);
  if (engine === undefined) return NOTHING;
  // In its turn: by now another start of this conversation may have bound it, and then this is a view.
  return started((await world.whileBinding(() => engine.bind(hostSession))).text);
}

function started(text: string): HookAnswer {
  const context = { hookEventName: "SessionStart", additionalContext: text };
  return { out: { hookSpecificOutput: context } };
}

async function stop(
  session: SessionRecord | undefined,
  { isStopActive }: HookInput,
  world: HookWorld,
): Promise<HookAnswer> {
  // Most stops are of sessions that hold nothing: those need no machine to be read.
  if (session === undefined || !stopNeedsMachines(session)) return NOTHING;
  const decision = (await world.engineOf(session)).stop(session.key, isStopActive);
  switch (decision.decision) {
    case "allow":
      return NOTHING;
    case "block":
      return { out: { decision: "block", reason: decision.text } };
    case "runaway":
      return { out: {}, log: decision.text };
    default:
      return decision satisfies never;
  }
}
