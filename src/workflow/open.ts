/**
 * What a call of the command line, a hook or the server needs: where records are, which machines count,
 * how commands run. Reading calls load no parser while the cache is warm, and nothing that starts processes.
 */
import { failed, ok, type Result } from "../base/result.ts";
import { withLock } from "../files/lock.ts";
import { createReadingHost } from "./commands/reading-host.ts";
import { loadCached } from "./configs/cached-load.ts";
import { findConfigs } from "./configs/find-configs.ts";
import type { Loaded } from "./configs/loaded.ts";
import { type Host, type Store, WorkflowError } from "./engine/ports.ts";
import type { SessionRecord } from "./engine/records.ts";
import { type Environment, workflowPlaces } from "./places.ts";
import { createDiskStore } from "./store/disk-store.ts";
import { bindingsLock, turnLock } from "./store/store-paths.ts";

/** Who calls, and from where. */
export interface CallPlace {
  readonly env: Environment;
  /** Absolute: where a new session works, and where configs are looked for. */
  readonly cwd: string;
  readonly platform: NodeJS.Platform;
  /** `--config FILE`. */
  readonly config?: string | undefined;
}

export interface OpenOptions {
  /** Guards and actions may run; else they would fail. */
  readonly commands?: boolean;
  /** Instead of the cache on disk: the loader of a process that stays. */
  readonly load?: (configs: readonly string[]) => Promise<Loaded>;
}

/** What an engine is made of. */
export interface OpenWorkflow {
  readonly loaded: Loaded;
  readonly store: Store;
  readonly host: Host;
}

export interface OpenSession extends OpenWorkflow {
  readonly session: SessionRecord;
}

/** Sessions and bindings alone: machines are not known to it. */
export type SessionStore = Pick<
  Store,
  "session" | "hasSession" | "updateSession" | "binding" | "putBinding"
>;

/** Opens what needs no machine. The reason is of kind `store`: the environment names no place for it. */
export function openSessions(place: CallPlace): Result<SessionStore, WorkflowError> {
  const { stateDir, cacheDir } = workflowPlaces(place.env, place.platform);
  if (stateDir === undefined) return failed(noPlace());
  return ok(createDiskStore({ stateDir, stateDirs: new Map(), cacheDir }));
}

/** The session of that key with the machines of the configs that it recorded, wherever the caller is. */
export async function openSession(
  key: string,
  place: CallPlace,
  options: OpenOptions = {},
): Promise<Result<OpenSession, WorkflowError>> {
  const sessions = openSessions(place);
  if (!sessions.ok) return sessions;
  const session = attempt(() => sessions.value.session(key));
  if (!session.ok) return session;
  if (session.value === undefined) {
    return failed(new WorkflowError("unknown-session", `no session ${key}`));
  }
  const opened = await openConfigs(session.value.configs, place, options);
  return opened.ok ? ok({ ...opened.value, session: session.value }) : opened;
}

/** The machines that count for a new session of that place; `loaded.configs` is empty where none do. */
export async function openNew(
  place: CallPlace,
  options: OpenOptions = {},
): Promise<Result<OpenWorkflow, WorkflowError>> {
  const configs = await findConfigs(place);
  return configs.ok
    ? openConfigs(configs.value, place, options)
    : failed(new WorkflowError("config", configs.reason));
}

/** The machines of those configs. */
export async function openConfigs(
  configs: readonly string[],
  place: CallPlace,
  options: OpenOptions = {},
): Promise<Result<OpenWorkflow, WorkflowError>> {
  const { stateDir, cacheDir } = workflowPlaces(place.env, place.platform);
  if (stateDir === undefined) return failed(noPlace());
  const loaded = await (options.load?.(configs) ?? loadCached(configs, cacheDir));
  const { stateDirs } = loaded;
  const store = createDiskStore({ stateDir, stateDirs, cacheDir });
  return ok({ loaded, store, host: await openHost(place, options.commands === true) });
}

async function openHost({ env, platform }: CallPlace, commands: boolean): Promise<Host> {
  if (!commands) return createReadingHost();
  const { createMachineHost } = await import("./commands/machine-host.ts");
  return createMachineHost({ env, platform });
}

/**
 * How long an event waits for the one before it. A transition may run several commands of a minute each;
 * who waits longer than this waits for something that hangs.
 */
const TURN_WAIT_MS = 600_000;

/**
 * Runs `body` while no other event of that session runs, here or in another process. Hooks and reads do
 * not need it. The reason is of kind `store` when the turn was not had in time, and `own-session` for a
 * command of that session, which would wait for itself; what `body` throws is thrown on.
 */
export async function withSessionTurn<T>(
  key: string,
  place: CallPlace,
  body: () => T | Promise<T>,
  waitMs: number = TURN_WAIT_MS,
): Promise<Result<T, WorkflowError>> {
  if (place.env.SMLLM_SESSION === key) {
    return failed(new WorkflowError("own-session", ownSessionMessage(key)));
  }
  const { stateDir } = workflowPlaces(place.env, place.platform);
  return stateDir === undefined
    ? failed(noPlace())
    : withTurn(turnLock(stateDir, key), body, waitMs);
}

/** Making a session and binding it takes milliseconds. */
const BINDING_WAIT_MS = 30_000;

/**
 * Runs `body` while nobody else binds a conversation: two starts of one at the same moment would make a
 * session each, and the agent that was told the first key would be looked for under the second.
 */
export async function withBindingTurn<T>(
  place: CallPlace,
  body: () => T | Promise<T>,
): Promise<Result<T, WorkflowError>> {
  const { stateDir } = workflowPlaces(place.env, place.platform);
  return stateDir === undefined
    ? failed(noPlace())
    : withTurn(bindingsLock(stateDir), body, BINDING_WAIT_MS);
}

async function withTurn<T>(
  lockFile: string,
  body: () => T | Promise<T>,
  waitMs: number,
): Promise<Result<T, WorkflowError>> {
  let thrown: { readonly error: unknown } | undefined;
  const turn = await withLock(
    lockFile,
    async () => {
      try {
        return { value: await body() };
      } catch (error) {
        thrown = { error };
        return undefined;
      }
    },
    { waitMs },
  );
  if (thrown !== undefined) throw thrown.error;
  if (!turn.ok) return failed(new WorkflowError("store", turn.reason));
  if (turn.value === undefined) return failed(new WorkflowError("store", "the turn ended early"));
  return ok(turn.value.value);
}

function ownSessionMessage(key: string): string {
  return `session ${key} waits for the command that this comes from, as SMLLM_SESSION says, so it takes no event; what the command leaves running unsets that variable first`;
}

function noPlace(): WorkflowError {
  const message = "there is no place for sessions: neither HOME nor XDG_STATE_HOME is set";
  return new WorkflowError("store", message);
}

function attempt<T>(step: () => T): Result<T, WorkflowError> {
  try {
    return ok(step());
  } catch (error) {
    if (error instanceof WorkflowError) return failed(error);
    throw error;
  }
}
