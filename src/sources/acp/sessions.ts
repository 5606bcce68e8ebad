/** Sessions of an agent: opened, changed, closed. */
import { ok } from "../../base/result.ts";
import { asRecord } from "../../base/shape.ts";
import type { AgentModes, AgentOption } from "../../wire/runtime/entities.ts";
import type { AgentLink, LinkResult, OpenedSession } from "./agent-link.ts";
import type { AgentSpec } from "./agent-spec.ts";
import type { Ask } from "./asking.ts";
import type { Delivery } from "./delivery.ts";
import { linkFailed } from "./faults.ts";
import { readId } from "./outside.ts";
import type { Greeting } from "./read-answers.ts";
import { readConfigOptions, readModes, readSessionOptions } from "./read-options.ts";
import type { Updates } from "./updates.ts";

/** A program that starts slowly on a busy machine. */
export const START_TIMEOUT_MS = 30_000;

/** A conversation that is replayed may be long. */
const LOAD_TIMEOUT_MS = 120_000;

/** Requests that change something small. */
const CHANGE_TIMEOUT_MS = 15_000;

/** Nobody waits for a session that is left. */
const CLOSE_TIMEOUT_MS = 3000;

/** An agent that replays from its own disk is not silent for so long in the middle of it. */
const REPLAY_QUIET_MS = 400;

/** Somebody waits to go on; more of a replay than this is shown once more. */
const MAX_REPLAY_MS = 10_000;

export interface SessionParts {
  readonly spec: AgentSpec;
  readonly greeting: Greeting;
  readonly ask: Ask;
  readonly updates: Updates;
  readonly delivery: Delivery;
  /** Folders beside the working directory. */
  readonly extraRoots: readonly string[];
  /** Working directory of each session. */
  readonly cwds: Map<string, string>;
  /** Runs something later and returns what cancels it. */
  readonly after: (delayMs: number, run: () => void) => () => void;
}

type SessionCalls = Pick<AgentLink, "newSession" | "reopenSession" | "setMode" | "setOption">;

export function sessionCalls(parts: SessionParts): SessionCalls {
  const { ask, updates, delivery, greeting, cwds } = parts;
  const place = (cwd: string) => ({
    cwd,
    mcpServers: [],
    ...(greeting.takesRoots &&
      parts.extraRoots.length > 0 && { additionalDirectories: parts.extraRoots }),
  });

  const setMode = async (sessionId: string, modeId: string): Promise<LinkResult<void>> => {
    const answer = await ask("session/set_mode", { sessionId, modeId }, CHANGE_TIMEOUT_MS);
    if (!answer.ok) return answer;
    // The answer says that it is in force; not all agents say it once more as an update.
    delivery.deliver([{ sessionId, update: { kind: "mode", modeId } }]);
    return ok(undefined);
  };

  const opened = async (sessionId: string, answer: unknown): Promise<OpenedSession> => {
    const raw = asRecord(answer) ?? {};
    const options = updates.keepOptions(sessionId, readSessionOptions(raw));
    const told = parts.spec.quirks.modesAreThinking === true ? undefined : readModes(raw.modes);
    const modes = await startMode(parts, sessionId, told);
    return { agentSessionId: sessionId, ...(modes !== undefined && { modes }), options };
  };

  return {
    setMode,
    async newSession(cwd) {
      const timeoutMs = parts.spec.quirks.startTimeoutMs ?? START_TIMEOUT_MS;
      const answer = await ask("session/new", place(cwd), timeoutMs);
      if (!answer.ok) return answer;
      const sessionId = readId(asRecord(answer.value)?.sessionId);
      if (sessionId === undefined) return linkFailed("refused", "the agent gave its session no id");
      cwds.set(sessionId, cwd);
      const session = await opened(sessionId, answer.value);
      delivery.opened(sessionId);
      return ok(session);
    },
    async reopenSession(how, sessionId, cwd) {
      if (!greeting.abilities[how])
        return linkFailed("unsupported", `the agent cannot ${how} sessions`);
      cwds.set(sessionId, cwd);
      delivery.expect(sessionId);
      const answer = await ask(`session/${how}`, { sessionId, ...place(cwd) }, LOAD_TIMEOUT_MS);
      if (answer.ok) {
        if (how === "load" && parts.spec.quirks.replaysLate === true)
          await replayEnd(parts, sessionId);
        return ok(await opened(sessionId, answer.value));
      }
      cwds.delete(sessionId);
      delivery.forget(sessionId);
      updates.forget(sessionId);
      return answer;
    },
    setOption: (sessionId, optionId, value) => setOption(parts, sessionId, optionId, value),
  };
}

/** Closes a session where the agent can; what we know of it is gone in any case. */
export async function closeAgentSession(parts: SessionParts, sessionId: string): Promise<void> {
  if (parts.greeting.abilities.close)
    await parts.ask("session/close", { sessionId }, CLOSE_TIMEOUT_MS);
  parts.updates.forget(sessionId);
  parts.delivery.forget(sessionId);
  parts.cwds.delete(sessionId);
}

/** Waits until the agent has said nothing of the session for a while. */
async function replayEnd({ delivery, after }: SessionParts, sessionId: string): Promise<void> {
  const pause = (): Promise<void> => new Promise((done) => void after(REPLAY_QUIET_MS, done));
  let heard = -1;
  for (
    let ms = 0;
    heard !== delivery.count(sessionId) && ms < MAX_REPLAY_MS;
    ms += REPLAY_QUIET_MS
  ) {
    heard = delivery.count(sessionId);
    await pause();
  }
}

/** Sets the mode that the quirks ask for, in place of one that asks the person nothing. */
async function startMode(
  { spec, ask }: SessionParts,
  sessionId: string,
  modes: AgentModes | undefined,
): Promise<AgentModes | undefined> {
  const { initialMode, silentModes } = spec.quirks;
  if (modes === undefined || initialMode === undefined) return modes;
  const isSilent = silentModes === undefined || silentModes.includes(modes.current);
  const has = modes.available.some(({ value }) => value === initialMode);
  if (!isSilent || !has || modes.current === initialMode) return modes;
  const set = await ask("session/set_mode", { sessionId, modeId: initialMode }, CHANGE_TIMEOUT_MS);
  return set.ok ? { ...modes, current: initialMode } : modes;
}

async function setOption(
  { ask, updates }: SessionParts,
  sessionId: string,
  optionId: string,
  value: string,
): Promise<LinkResult<readonly AgentOption[]>> {
  const way = updates.optionWay(sessionId, optionId);
  if (way === undefined) return linkFailed("unsupported", `the agent has no option ${optionId}`);
  if (way === "models") {
    const set = await ask("session/set_model", { sessionId, modelId: value }, CHANGE_TIMEOUT_MS);
    return set.ok ? ok(updates.changeOption(sessionId, optionId, value)) : set;
  }
  const given = way === "boolean" ? { type: "boolean", value: value === "true" } : { value };
  const params = { sessionId, configId: optionId, ...given };
  const answer = await ask("session/set_config_option", params, CHANGE_TIMEOUT_MS);
  if (!answer.ok) return answer;
  const read = readConfigOptions(asRecord(answer.value)?.configOptions);
  if (read.length > 0) return ok(updates.keepOptions(sessionId, read));
  return ok(updates.changeOption(sessionId, optionId, value));
}
