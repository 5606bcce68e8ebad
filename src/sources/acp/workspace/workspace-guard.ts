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
import type { Result } from "../../../base/result.ts";
import type { AgentListener } from "../agent-link.ts";

/** Why a request was not served: code and message of the JSON-RPC error that answers it. */
export interface ServeFault {
  readonly code: number;
  readonly message: string;
}

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

export interface TerminalView {
  readonly terminalId: string;
  readonly command: string;
  readonly output: string;
  readonly exitCode?: number;
  readonly truncated?: true;
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
export function workspaceGuard(_options: WorkspaceOptions): WorkspaceGuard {
  const fault = async () => ({ ok: false as const, reason: { code: -32601, message: "not here" } });
  return {
    readTextFile: fault,
    writeTextFile: fault,
    createTerminal: fault,
    terminalOutput: fault,
    waitForTerminalExit: fault,
    killTerminal: fault,
    releaseTerminal: fault,
    terminalView: () => undefined,
    closeSession: async () => {},
    dispose: async () => {},
  };
}
