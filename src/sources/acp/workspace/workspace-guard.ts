/**
 * What an agent asks of its client: files and terminals. Inside the workspace it is served; what lies
 * outside is the person's to allow.
 */
import type {
  CreateTerminalRequest,
  CreateTerminalResponse,
  KillTerminalRequest,
  KillTerminalResponse,
  ReadTextFileRequest,
  ReadTextFileResponse,
  ReleaseTerminalRequest,
  ReleaseTerminalResponse,
  TerminalOutputRequest,
  TerminalOutputResponse,
  WaitForTerminalExitRequest,
  WaitForTerminalExitResponse,
  WriteTextFileRequest,
  WriteTextFileResponse,
} from "@agentclientprotocol/sdk";
import { ok, type Result } from "../../../base/result.ts";
import type { AgentListener } from "../agent-link.ts";
import { outsidePermission } from "./outside-permission.ts";
import { type Roots, readRoots } from "./roots.ts";
import { cancelled, type ServeFault } from "./serve-fault.ts";
import { Terminals, type TerminalView } from "./terminals.ts";
import { readTextFile, writeTextFile } from "./text-files.ts";

export type { ServeFault, TerminalView };

export type Served<Value> = Promise<Result<Value, ServeFault>>;

/** None of its methods throws or rejects. */
export interface WorkspaceGuard {
  readonly readTextFile: (
    params: ReadTextFileRequest,
    signal: AbortSignal,
  ) => Served<ReadTextFileResponse>;
  readonly writeTextFile: (
    params: WriteTextFileRequest,
    signal: AbortSignal,
  ) => Served<WriteTextFileResponse>;
  readonly createTerminal: (
    params: CreateTerminalRequest,
    signal: AbortSignal,
  ) => Served<CreateTerminalResponse>;
  readonly terminalOutput: (params: TerminalOutputRequest) => Served<TerminalOutputResponse>;
  readonly waitForTerminalExit: (
    params: WaitForTerminalExitRequest,
    signal: AbortSignal,
  ) => Served<WaitForTerminalExitResponse>;
  readonly killTerminal: (params: KillTerminalRequest) => Served<KillTerminalResponse>;
  readonly releaseTerminal: (params: ReleaseTerminalRequest) => Served<ReleaseTerminalResponse>;
  /** What a terminal has printed so far, for a tool call that shows it; also after its release. */
  readonly terminalView: (terminalId: string) => TerminalView | undefined;
  /** Ends the terminals of a session and forgets what was allowed in it. */
  readonly closeSession: (agentSessionId: string) => Promise<void>;
  /** Ends all terminals. */
  readonly dispose: () => Promise<void>;
}

export interface WorkspaceOptions {
  /** The folders of a session's workspace, absolute; its working directory first. */
  readonly roots: (agentSessionId: string) => readonly string[];
  readonly ask: AgentListener["onInteraction"];
  readonly platform: NodeJS.Platform;
  /** Environment of the terminals. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A terminal has printed something or ended. Must not throw. */
  readonly onTerminal?: (agentSessionId: string, view: TerminalView) => void;
}

/** Serves the files and terminals of all sessions of one agent. */
export function workspaceGuard(options: WorkspaceOptions): WorkspaceGuard {
  const { platform, env, ask, onTerminal } = options;
  const permission = outsidePermission(ask);
  // Looked up once: an agent could put a link in the place of its own folder later.
  const known = new Map<string, Roots>();
  const roots = (sessionId: string): Roots => {
    const found = known.get(sessionId) ?? readRoots(options.roots(sessionId), platform);
    if (found.cwd !== undefined) known.set(sessionId, found);
    return found;
  };
  const terminals = new Terminals({
    roots,
    permission,
    platform,
    env,
    ...(onTerminal !== undefined && { onTerminal }),
  });
  const room = (sessionId: string, signal: AbortSignal) => ({
    roots: roots(sessionId),
    permission,
    platform,
    signal,
  });

  return {
    async readTextFile(params, signal) {
      const text = await readTextFile(params, room(params.sessionId, signal));
      return text.ok ? ok({ content: text.value }) : text;
    },
    async writeTextFile(params, signal) {
      const written = await writeTextFile(params, room(params.sessionId, signal));
      return written.ok ? ok({}) : written;
    },
    async createTerminal(params, signal) {
      const created = await terminals.create(params, signal);
      return created.ok ? ok({ terminalId: created.value }) : created;
    },
    async terminalOutput({ sessionId, terminalId }) {
      const found = terminals.find(sessionId, terminalId);
      if (!found.ok) return found;
      const exitStatus = found.value.exitStatus();
      return ok({
        output: found.value.output(),
        truncated: found.value.isTruncated(),
        ...(exitStatus !== undefined && { exitStatus }),
      });
    },
    async waitForTerminalExit({ sessionId, terminalId }, signal) {
      const found = terminals.find(sessionId, terminalId);
      if (!found.ok) return found;
      const status = await Promise.race([found.value.exited, aborted(signal)]);
      return status === undefined ? cancelled() : ok(status);
    },
    async killTerminal({ sessionId, terminalId }) {
      const found = terminals.find(sessionId, terminalId);
      if (!found.ok) return found;
      await found.value.end();
      return ok({});
    },
    async releaseTerminal({ sessionId, terminalId }) {
      const found = terminals.find(sessionId, terminalId);
      if (!found.ok) return found;
      await terminals.release(terminalId);
      return ok({});
    },
    terminalView: (terminalId) => terminals.view(terminalId),
    async closeSession(sessionId) {
      known.delete(sessionId);
      permission.forget(sessionId);
      await terminals.closeSession(sessionId);
    },
    dispose: () => terminals.dispose(),
  };
}

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });
}
