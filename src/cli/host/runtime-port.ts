/** The runtime as the host asks for it: a client, one followed session, and the snapshot of it. */
import { ok, type Result } from "../../base/result.ts";
import { connectRuntime } from "../../sources/runtime/client.ts";
import { createLiveSnapshot, type LiveSnapshot } from "../../sources/runtime/live-snapshot.ts";
import type {
  FollowHandle,
  FollowListener,
  RuntimeClient,
  RuntimeEndpoint,
} from "../../sources/runtime/runtime-client.ts";
import type { Intent } from "../../status/intent.ts";
import type { RuntimePort } from "../../surfaces/host/context.ts";
import type { ToolCall } from "../../wire/runtime/entities.ts";
import type { AppliedEvent } from "../../wire/runtime/follow.ts";
import type { RuntimeSetup } from "../runtime/configured-runtime.ts";
import { type OwnRuntime, openOwnRuntime } from "../runtime/own-runtime.ts";

/**
 * Hears of each tool call of a running turn as it ends, with the folder of its session; not of those that
 * are told again when a session is opened. A call may be told more than once, as its output grows.
 */
export type OnToolEnded = (listener: (call: ToolCall, cwd: string) => void) => () => void;

/** The port, the facts of what it follows, and the way to let go of both. */
export interface HostRuntime {
  readonly port: RuntimePort;
  readonly live: LiveSnapshot;
  readonly onToolEnded: OnToolEnded;
  /** Ends the streams, and a runtime of our own with all its agents. */
  readonly close: () => Promise<void>;
}

/** Starts a runtime in this process and speaks to it as to one that somebody else runs. */
export async function startHostRuntime(setup: RuntimeSetup): Promise<Result<HostRuntime>> {
  const own = await openOwnRuntime(setup);
  return own.ok ? ok(connectHostRuntime(own.value.endpoint, own.value)) : own;
}

/** Speaks to a runtime; closing also closes `own`. */
export function connectHostRuntime(endpoint: RuntimeEndpoint, own?: OwnRuntime): HostRuntime {
  const client = connectRuntime(endpoint);
  const live = createLiveSnapshot();
  const followed = createFollowed(client, live);
  const port: RuntimePort = {
    session: () => followed.handle()?.state(),
    link: () => followed.handle()?.phase() ?? "starting",
    onChange: followed.onChange,
    async open(request) {
      const opened = await client.open(request);
      if (opened.ok) await followed.follow(opened.value);
      return opened;
    },
    async follow(sessionId) {
      // It may be one of before, which has no process yet; an open one is only given again.
      const opened = await client.open({ kind: "resume", sessionId });
      if (!opened.ok) return opened;
      await followed.follow(opened.value);
      return ok(undefined);
    },
    sessions: () => client.sessions(),
    async agents() {
      const info = await client.info();
      return info.ok ? ok(info.value.agents) : info;
    },
    async ask(intent: Intent) {
      const sessionId = followed.sessionId();
      if (sessionId === undefined) return { ok: false, reason: "no session is open" };
      return await client.request(sessionId, intent);
    },
  };
  return {
    port,
    live,
    onToolEnded: followed.onToolEnded,
    async close() {
      followed.close();
      client.close();
      await own?.close();
    },
  };
}

/** How long is waited for the first state, so that who has opened a session can show it. */
const FIRST_STATE_MS = 5_000;

/** The one session that is followed, and whoever wants to know of its changes. */
function createFollowed(client: RuntimeClient, live: LiveSnapshot) {
  let current: { readonly sessionId: string; readonly handle: FollowHandle } | undefined;
  const listeners = new Set<() => void>();
  const ofTools = new Set<Parameters<OnToolEnded>[0]>();
  let isTold = true;
  // Many events come at once; who listens draws the screen.
  const tell = (): void => {
    if (!isTold) return;
    isTold = false;
    setTimeout(() => {
      isTold = true;
      for (const listener of [...listeners]) listener();
    }, 0);
  };
  return {
    handle: () => current?.handle,
    sessionId: () => current?.sessionId,
    onChange(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onToolEnded(listener: Parameters<OnToolEnded>[0]): () => void {
      ofTools.add(listener);
      return () => ofTools.delete(listener);
    },
    follow(sessionId: string): Promise<void> {
      current?.handle.close();
      current = undefined;
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, FIRST_STATE_MS);
      const hear = (): void => {
        clearTimeout(timer);
        resolve();
        tell();
      };
      const listener = both(live.listenTo(sessionId), {
        onSnapshot: hear,
        onEvent(applied) {
          const call = endedCall(applied);
          if (call !== undefined) for (const each of [...ofTools]) each(call, applied.state.cwd);
          tell();
        },
        onPhase: (phase) => (phase === "lost" ? hear() : tell()),
      });
      current = { sessionId, handle: client.follow(sessionId, listener) };
      tell();
      return promise;
    },
    close(): void {
      current?.handle.close();
      listeners.clear();
      ofTools.clear();
    },
  };
}

/** The call that an event ended, if it is one of the turn that runs. */
function endedCall({ event, state }: AppliedEvent): ToolCall | undefined {
  if (event.kind !== "entry-added" && event.kind !== "entry-replaced") return undefined;
  const { entry } = event;
  if (entry.kind !== "tool" || entry.turnId === undefined) return undefined;
  if (entry.turnId !== state.turn?.turnId) return undefined;
  return entry.call.status === "done" || entry.call.status === "failed" ? entry.call : undefined;
}

function both(first: FollowListener, second: FollowListener): FollowListener {
  return {
    onSnapshot(state) {
      first.onSnapshot?.(state);
      second.onSnapshot?.(state);
    },
    onEvent(applied) {
      first.onEvent?.(applied);
      second.onEvent?.(applied);
    },
    onPhase(phase, reason) {
      first.onPhase?.(phase, reason);
      second.onPhase?.(phase, reason);
    },
  };
}
