/** What the sessions of the agent speak to: the client, what it can do, and the process around them. */
import type { AgentContext } from "../sources/acp/agent-side.ts";
import type { Pace } from "./pace.ts";
import type { SessionStore } from "./session-store.ts";

export interface Outlet {
  readonly client: AgentContext;
  /** What the client said at `initialize` that it serves. */
  readonly serves: ClientServices;
  readonly pace: Pace;
  readonly store: SessionStore;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly nowMs: () => number;
  /** Writes past the protocol, for a client that must bear it. */
  readonly writeRaw: (text: string) => Promise<void>;
  /** Ends the process in the middle of everything. */
  readonly crash: (how: number | "kill") => void;
}

export interface ClientServices {
  readonly readFile: boolean;
  readonly writeFile: boolean;
  readonly terminal: boolean;
  readonly form: boolean;
}
