/** Starts an agent and speaks ACP with it. */
import { PROTOCOL_VERSION } from "@agentclientprotocol/sdk";
import { ok } from "../../base/result.ts";
import type { AgentLink, AgentListener, LinkResult } from "./agent-link.ts";
import type { AgentSpec } from "./agent-spec.ts";
import { asking, systemAfter } from "./asking.ts";
import { createDelivery } from "./delivery.ts";
import { createEnding } from "./ending.ts";
import { EXTENSION_KEY, EXTENSION_VERSION } from "./extension.ts";
import { linkFailed } from "./faults.ts";
import { agentCommand } from "./find.ts";
import { messageStream } from "./message-stream.ts";
import { readLabel } from "./outside.ts";
import { type AgentProcess, startAgentProcess } from "./process/agent-process.ts";
import { createQuestions } from "./questions.ts";
import { readGreeting } from "./read-answers.ts";
import { hearNotification, serveClient } from "./serve-client.ts";
import {
  closeAgentSession,
  type SessionParts,
  START_TIMEOUT_MS,
  sessionCalls,
} from "./sessions.ts";
import { terminalUpdates } from "./terminal-updates.ts";
import { turnCalls } from "./turns.ts";
import { createUpdates } from "./updates.ts";
import { workspaceGuard } from "./workspace/workspace-guard.ts";

export interface ConnectOptions {
  readonly spec: AgentSpec;
  /** Where the process starts; absolute. */
  readonly cwd: string;
  /** All of the environment; that of the spec is added. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly listener: AgentListener;
  /** How this program is started, for `{telltale}` in a command. */
  readonly program: readonly string[];
  /** This program's version, told to the agent. */
  readonly version: string;
  /** Folders beside a session's own in which the agent may read and write; absolute. */
  readonly extraRoots?: readonly string[];
  /** Ends the process, also while it still starts. */
  readonly signal?: AbortSignal;
  /** Runs something later and returns what cancels it. Absent: timers of the system. */
  readonly after?: (delayMs: number, run: () => void) => () => void;
}

/**
 * A link to a started agent that has answered `initialize`. A reason where it is not there, does not
 * answer in time or speaks another protocol; nothing of it runs by then. Never rejects.
 */
export async function connectAgent(options: ConnectOptions): Promise<LinkResult<AgentLink>> {
  const { spec, listener } = options;
  const env = { ...options.env, ...spec.env };
  const started = startAgentProcess({
    command: agentCommand(spec, options.program),
    cwd: options.cwd,
    env,
    platform: options.platform,
    ...(listener.onLog !== undefined && { onStderrLine: listener.onLog }),
  });
  if (!started.ok) return linkFailed("gone", `${started.reason}; ${spec.hint}`);
  const wired = wire(options, started.value, env);
  const stop = (): void => void wired.dispose();
  if (options.signal?.aborted === true) stop();
  options.signal?.addEventListener("abort", stop, { once: true });
  const answer = await wired.ask(
    "initialize",
    initializeParams(options.version),
    spec.quirks.startTimeoutMs ?? START_TIMEOUT_MS,
  );
  const command = agentCommand(spec, options.program);
  const greeting = readGreeting(answer.ok ? answer.value : undefined, spec, command);
  if (answer.ok && greeting.protocolVersion === PROTOCOL_VERSION) return ok(wired.link(greeting));
  await wired.dispose();
  if (!answer.ok) return answer;
  const told = greeting.protocolVersion ?? "none";
  return linkFailed(
    "unsupported",
    `${spec.title} speaks version ${told} of ACP, not ${PROTOCOL_VERSION}`,
  );
}

function initializeParams(version: string): object {
  return {
    protocolVersion: PROTOCOL_VERSION,
    clientInfo: { name: "telltale", title: "Telltale", version },
    clientCapabilities: {
      fs: { readTextFile: true, writeTextFile: true },
      terminal: true,
      elicitation: { form: {}, url: {} },
      session: { compaction: {}, notices: {}, configOptions: { boolean: {} } },
      auth: { terminal: true },
      // Not stable yet; an agent that does not know it passes over it.
      subagents: {},
      _meta: { [EXTENSION_KEY]: { version: EXTENSION_VERSION } },
    },
  };
}

/** Everything between the process and the caller, before the agent has said a word. */
function wire(options: ConnectOptions, process: AgentProcess, env: ConnectOptions["env"]) {
  const { spec, listener, extraRoots = [] } = options;
  const after = options.after ?? systemAfter;
  const cwds = new Map<string, string>();
  const questions = createQuestions(listener.onInteraction);
  const delivery = createDelivery(listener.onUpdate);
  const shown = terminalUpdates(after, (sessionId, terminalId) =>
    delivery.deliver(updates.terminalChanged(sessionId, terminalId)),
  );
  const guard = workspaceGuard({
    roots(sessionId) {
      const cwd = cwds.get(updates.rootOf(sessionId).sessionId);
      return cwd === undefined ? [] : [cwd, ...extraRoots];
    },
    ask: (sessionId, request, signal) =>
      questions.ask(sessionId && updates.rootOf(sessionId).sessionId, request, signal),
    platform: options.platform,
    env,
    onTerminal: (sessionId, view) =>
      shown.changed(sessionId, view.terminalId, view.exitCode !== undefined),
  });
  const updates = createUpdates(spec.quirks, guard.terminalView);
  const end = createEnding(process, after);
  const stream = messageStream({
    ...process,
    onNotification: (method, params) =>
      hearNotification({ updates, delivery, questions }, method, params),
    onNonsense: end.because,
    onStray: (line) => logStray(listener, line),
  });
  const { quirks } = spec;
  const connection = serveClient(stream, { quirks, updates, delivery, questions, guard });
  const ended = end.watch(connection, async () => {
    questions.withdraw();
    shown.dispose();
    await guard.dispose();
  });
  const ask = asking(connection, ended, after);
  const dispose = async (): Promise<void> => {
    end.wanted();
    await process.end();
    await ended;
  };
  const link = (greeting: ReturnType<typeof readGreeting>): AgentLink => {
    const kept = { spec, ask, updates, delivery, extraRoots, cwds, after };
    const parts: SessionParts = { ...kept, greeting };
    const notify = (method: string, params: object) =>
      void connection.agent.notify(method, params).catch(() => {});
    return {
      pid: process.pid,
      identity: greeting.identity,
      abilities: greeting.abilities,
      auth: greeting.auth,
      ended,
      ...sessionCalls(parts),
      ...turnCalls({ ...parts, notify, questions }),
      async closeSession(sessionId) {
        questions.withdraw(sessionId);
        await closeAgentSession(parts, sessionId);
        await guard.closeSession(sessionId);
      },
      dispose,
    };
  };
  return { ask, link, dispose };
}

function logStray(listener: AgentListener, line: string): void {
  const text = readLabel(line);
  if (text !== undefined) listener.onLog?.(text);
}
