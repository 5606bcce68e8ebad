/**
 * The agent that comes with this program: ACP on two streams, offline, the same answer to the same
 * prompt. It is a simulator, and says so.
 */
import type { Readable, Writable } from "node:stream";
import {
  type AgentConnection,
  type acp,
  agent as agentApp,
  methods,
  notifyExtension,
  PROTOCOL_VERSION,
  RequestError,
  serveAgent,
} from "../sources/acp/agent-side.ts";
import { EXTENSION_KEY, EXTENSION_VERSION } from "../sources/acp/extension.ts";
import { answer, availableCommands } from "./answer.ts";
import { configOptions, MODES, modeState, setOption } from "./choices.ts";
import type { Outlet } from "./outlet.ts";
import type { Pace } from "./pace.ts";
import { promptText } from "./prompt-text.ts";
import { GREETING } from "./requests/texts.ts";
import { inTurn } from "./run-turn.ts";
import { AgentSession } from "./session.ts";
import type { SessionStore } from "./session-store.ts";
import type { Turn } from "./turn.ts";
import { LoginNeeded, TurnCancelled, TurnFailed } from "./turn-fault.ts";

export interface AgentOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly version: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly nowMs: () => number;
  readonly pace: Pace;
  readonly store: SessionStore;
  readonly crash: Outlet["crash"];
  /** Plays a turn of a script; absent: the simulator answers by itself. */
  readonly play?: (turn: Turn, text: string) => Promise<acp.StopReason>;
  /** What it says of itself before its first answer; absent: that it is a simulator. */
  readonly greeting?: string;
}

const AUTH_METHOD = {
  id: "pretend",
  name: "Pretend to log in",
  description: "The simulator needs no account; this ends what /login began",
};

/** Serves one client until the streams end. */
export async function runAgent(options: AgentOptions): Promise<void> {
  const server = new AgentServer(options);
  await server.closed;
}

class AgentServer {
  readonly #options: AgentOptions;
  readonly #connection: AgentConnection;
  readonly #sessions = new Map<string, AgentSession>();
  #capabilities: acp.ClientCapabilities = {};

  constructor(options: AgentOptions) {
    this.#options = options;
    this.#connection = serveAgent(this.#app(), options.input, options.output);
  }

  get closed(): Promise<void> {
    return this.#connection.closed.finally(() => {
      for (const session of this.#sessions.values()) session.close();
    });
  }

  #app() {
    const { session } = methods.agent;
    return agentApp({ name: "telltale" })
      .onRequest(methods.agent.initialize, ({ params }) => this.#initialize(params))
      .onRequest(methods.agent.authenticate, () => this.#logIn())
      .onRequest(session.new, ({ params }) => this.#open(params.cwd))
      .onRequest(session.load, ({ params }) => this.#reopen(params, true))
      .onRequest(session.resume, ({ params }) => this.#reopen(params, false))
      .onRequest(session.list, ({ params }) => this.#list(params.cwd ?? undefined))
      .onRequest(session.delete, ({ params }) => this.#delete(params.sessionId))
      .onRequest(session.close, ({ params }) => this.#close(params.sessionId))
      .onRequest(session.setMode, ({ params }) => this.#setMode(params))
      .onRequest(session.setConfigOption, ({ params }) => this.#setOption(params))
      .onRequest(session.prompt, ({ params }) => this.#prompt(params))
      .onNotification(session.cancel, ({ params }) => {
        this.#sessions.get(params.sessionId)?.running?.cancel();
      })
      .onRequest("_telltale/tasks/list", asParams, ({ params }) => ({
        tasks: this.#find(params.sessionId).tasks(),
      }))
      .onRequest("_telltale/tasks/stop", asParams, ({ params }) => this.#stopTask(params))
      .onRequest("_telltale/steer", asParams, ({ params }) => this.#steer(params));
  }

  #initialize({ clientCapabilities }: acp.InitializeRequest): acp.InitializeResponse {
    this.#capabilities = clientCapabilities ?? {};
    return {
      protocolVersion: PROTOCOL_VERSION,
      agentInfo: {
        name: "telltale",
        title: "Telltale's built-in agent (a simulator)",
        version: this.#options.version,
      },
      agentCapabilities: {
        loadSession: true,
        promptCapabilities: { embeddedContext: true },
        sessionCapabilities: { list: {}, delete: {}, resume: {}, close: {} },
      },
      authMethods: [AUTH_METHOD],
      _meta: { [EXTENSION_KEY]: { version: EXTENSION_VERSION, tasks: true, steer: true } },
    };
  }

  async #logIn(): Promise<acp.AuthenticateResponse> {
    for (const session of this.#sessions.values()) {
      if (!session.needsLogin) continue;
      session.needsLogin = false;
      const params = { sessionId: session.sessionId, needed: false };
      await notifyExtension(this.#connection.client, "_telltale/login", params);
    }
    return {};
  }

  #open(cwd: string): acp.NewSessionResponse {
    const sessionId = crypto.randomUUID();
    this.#options.store.begin(sessionId, cwd);
    const session = this.#put(sessionId, cwd);
    return { sessionId, ...this.#opened(session) };
  }

  #put(sessionId: string, cwd: string): AgentSession {
    const session = new AgentSession(sessionId, cwd, this.#outlet());
    this.#sessions.get(sessionId)?.close();
    this.#sessions.set(sessionId, session);
    return session;
  }

  #outlet(): Outlet {
    const { pace, store, env, platform, nowMs, crash, output } = this.#options;
    const { fs, terminal, elicitation } = this.#capabilities;
    return {
      client: this.#connection.client,
      serves: {
        readFile: fs?.readTextFile === true,
        writeFile: fs?.writeTextFile === true,
        terminal: terminal === true,
        form: elicitation?.form !== undefined && elicitation.form !== null,
      },
      pace,
      store,
      env,
      platform,
      nowMs,
      crash,
      writeRaw: (text) => new Promise((resolve) => output.write(text, () => resolve())),
    };
  }

  /** What a client is told once it has the answer, and so knows the session. */
  #opened(session: AgentSession) {
    setTimeout(() => void this.#introduce(session), 0);
    return { modes: modeState(session.settings), configOptions: configOptions(session.settings) };
  }

  async #introduce(session: AgentSession): Promise<void> {
    try {
      const commands = availableCommands();
      await session.update({
        sessionUpdate: "available_commands_update",
        availableCommands: commands,
      });
      await session.tellUsage();
    } catch {
      // The client is gone already.
    }
  }

  async #reopen({ sessionId, cwd }: { sessionId: string; cwd: string }, isReplayed: boolean) {
    this.#sessions.get(sessionId)?.save();
    const stored = this.#options.store.load(sessionId);
    if (stored === undefined) throw RequestError.resourceNotFound(sessionId);
    const session = this.#put(sessionId, cwd);
    session.title = stored.title;
    session.hasGreeted = stored.updates.length > 0;
    session.resumeNumbers(stored.updates);
    if (stored.usage !== undefined) session.resumeUsage(stored.usage);
    if (isReplayed) {
      for (const update of stored.updates) {
        await this.#connection.client.notify("session/update", { sessionId, update });
      }
    }
    return this.#opened(session);
  }

  #list(cwd: string | undefined): acp.ListSessionsResponse {
    const stored = this.#options.store.list();
    const sessions = stored
      .filter((each) => cwd === undefined || each.cwd === cwd)
      .map(({ sessionId, title, updatedAtMs, ...each }) => ({
        sessionId,
        cwd: each.cwd,
        updatedAt: new Date(updatedAtMs).toISOString(),
        ...(title !== undefined && { title }),
      }));
    return { sessions };
  }

  #close(sessionId: string): acp.CloseSessionResponse {
    this.#find(sessionId).close();
    this.#sessions.delete(sessionId);
    return {};
  }

  #delete(sessionId: string): acp.DeleteSessionResponse {
    this.#sessions.get(sessionId)?.close();
    this.#sessions.delete(sessionId);
    this.#options.store.remove(sessionId);
    return {};
  }

  async #setMode({ sessionId, modeId }: acp.SetSessionModeRequest) {
    const session = this.#find(sessionId);
    if (!MODES.some(({ id }) => id === modeId)) {
      throw RequestError.invalidParams({ modeId }, "there is no such mode");
    }
    session.settings.modeId = modeId;
    await session.tellSettings();
    return {};
  }

  async #setOption(params: acp.SetSessionConfigOptionRequest) {
    const { settings } = this.#find(params.sessionId);
    const session = this.#find(params.sessionId);
    if (typeof params.value !== "string" || !setOption(settings, params.configId, params.value)) {
      throw RequestError.invalidParams({ configId: params.configId }, "there is no such choice");
    }
    if (params.configId === "mode") await session.tellSettings();
    if (params.configId === "model") await session.tellUsage();
    return { configOptions: configOptions(settings) };
  }

  async #stopTask({ sessionId, taskId }: ExtensionParams) {
    if (!(await this.#find(sessionId).stopTask(taskId ?? ""))) {
      throw RequestError.invalidParams({ taskId }, "no such task runs");
    }
    return {};
  }

  #steer({ sessionId, text }: ExtensionParams) {
    const { running } = this.#find(sessionId);
    if (running === undefined || text === undefined) {
      throw RequestError.invalidRequest(undefined, "no turn runs that could take the text");
    }
    running.steer(text);
    return {};
  }

  #find(sessionId: string): AgentSession {
    const session = this.#sessions.get(sessionId);
    if (session === undefined) throw RequestError.sessionNotFound(sessionId);
    return session;
  }

  async #prompt({ sessionId, prompt }: acp.PromptRequest): Promise<acp.PromptResponse> {
    const session = this.#find(sessionId);
    const text = promptText(prompt);
    return await inTurn(session, async (turn) => {
      turn.read(text);
      const content = { type: "text" as const, text };
      session.note({ sessionUpdate: "user_message_chunk", content });
      const stopReason = await this.#answered(session, turn, text);
      const usage = turn.usage();
      await session.count(usage);
      return { stopReason, usage: promptUsage(usage) } as acp.PromptResponse;
    });
  }

  async #answered(session: AgentSession, turn: Turn, text: string): Promise<acp.StopReason> {
    try {
      if (session.needsLogin) throw new LoginNeeded("log in first (pretended)");
      if (!session.hasGreeted) {
        session.hasGreeted = true;
        const greeting = this.#options.greeting ?? GREETING;
        if (greeting !== "") await turn.sayAtOnce(greeting);
      }
      if (session.title === undefined) await session.retitle(titleOf(text));
      return await (this.#options.play ?? answer)(turn, text);
    } catch (error) {
      if (error instanceof TurnCancelled) return "cancelled";
      if (error instanceof LoginNeeded) throw RequestError.authRequired(undefined, error.message);
      if (error instanceof TurnFailed) throw new RequestError(-32603, error.message);
      // A request that the client could not serve ends the turn with the client's own words.
      throw new RequestError(-32603, error instanceof Error ? error.message : "it failed");
    }
  }
}

interface ExtensionParams {
  readonly sessionId: string;
  readonly taskId?: string;
  readonly text?: string;
}

function asParams(raw: unknown): ExtensionParams {
  const { sessionId, taskId, text } = (raw ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof sessionId !== "string") throw RequestError.invalidParams(undefined, "no sessionId");
  return {
    sessionId,
    ...(typeof taskId === "string" && { taskId }),
    ...(typeof text === "string" && { text }),
  };
}

const TITLE_UNITS = 60;

function titleOf(text: string): string {
  const line = text.trim().split("\n")[0] ?? "";
  return line.length > TITLE_UNITS ? `${line.slice(0, TITLE_UNITS - 1)}…` : line || "A prompt";
}

/** As agents send it beside the stop reason, though the stable protocol has no word for it yet. */
function promptUsage(usage: ReturnType<Turn["usage"]>) {
  const { input, output, cacheRead, cacheWrite } = usage;
  return {
    inputTokens: input,
    outputTokens: output,
    cachedReadTokens: cacheRead,
    cachedWriteTokens: cacheWrite,
    totalTokens: input + output + cacheRead + cacheWrite,
  };
}
