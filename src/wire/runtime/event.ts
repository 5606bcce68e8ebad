/** What happens in a session, one event at a time; `applyEvent` says what each does to the state. */
import type {
  AgentCommand,
  AgentIdentity,
  AgentModes,
  AgentOption,
  AuthMethod,
  Entry,
  LiveTurn,
  Member,
  OpenInteraction,
  QueuedPrompt,
  QuotaWindow,
  SettledTurn,
  Task,
  TurnStage,
  Usage,
} from "./entities.ts";

/** One event. Ids of a session rise by one from 1, also over restarts of the runtime. */
export type SessionEvent = { readonly id: number; readonly atMs: number } & SessionChange;

/** What an event changes. */
export type SessionChange =
  /** The first event of a session. */
  | {
      readonly kind: "session-opened";
      readonly sessionId: string;
      readonly agent: AgentIdentity;
      readonly cwd: string;
      /** A conversation beside another one. */
      readonly sideOf?: string;
    }
  | { readonly kind: "phase-changed"; readonly phase: AgentPhase; readonly reason?: string }
  | {
      readonly kind: "agent-known";
      readonly agent: AgentIdentity;
      /** Absent: not known yet. The agent's own id of the session. */
      readonly agentSessionId?: string;
      readonly canLoad?: boolean;
      readonly listsTasks?: boolean;
      readonly auth?: readonly AuthMethod[];
    }
  | { readonly kind: "session-titled"; readonly title?: string }
  | { readonly kind: "options-known"; readonly options: readonly AgentOption[] }
  | { readonly kind: "modes-known"; readonly modes?: AgentModes }
  | { readonly kind: "commands-known"; readonly commands: readonly AgentCommand[] }
  | { readonly kind: "prompt-queued"; readonly prompt: QueuedPrompt }
  /** Taken out of the queue without a turn; `steered`: given to the running turn. */
  | {
      readonly kind: "prompt-dropped";
      readonly promptId: string;
      readonly why: "removed" | "steered" | "replaced";
    }
  /** Its prompt leaves the queue. */
  | { readonly kind: "turn-started"; readonly turn: LiveTurn }
  | { readonly kind: "turn-staged"; readonly turnId: string; readonly stage: TurnStage }
  | { readonly kind: "activity-changed"; readonly activity?: string }
  | { readonly kind: "retry-changed"; readonly waiting: boolean }
  /** Once for each turn that started. */
  | { readonly kind: "turn-settled"; readonly turn: SettledTurn }
  | { readonly kind: "compaction-started" }
  | { readonly kind: "compaction-ended" }
  | { readonly kind: "interaction-opened"; readonly interaction: OpenInteraction }
  | { readonly kind: "interaction-submitted"; readonly requestId: string }
  /** Answered, withdrawn, or gone with its turn. */
  | { readonly kind: "interaction-closed"; readonly requestId: string }
  | { readonly kind: "entry-added"; readonly entry: Entry }
  /** More text of an entry that has a text. */
  | { readonly kind: "entry-continued"; readonly entryId: string; readonly text: string }
  | { readonly kind: "entry-replaced"; readonly entry: Entry }
  | { readonly kind: "entry-removed"; readonly entryId: string }
  | { readonly kind: "member-changed"; readonly member: Member }
  | { readonly kind: "members-listed"; readonly members: readonly Member[] }
  | { readonly kind: "tasks-requested"; readonly request: number }
  | { readonly kind: "tasks-listed"; readonly request: number; readonly tasks: readonly Task[] }
  /** Tasks as the agent told of them by itself. */
  | { readonly kind: "tasks-told"; readonly tasks: readonly Task[] }
  | { readonly kind: "usage-reported"; readonly usage: Usage }
  | { readonly kind: "quota-reported"; readonly windows: readonly QuotaWindow[] }
  | { readonly kind: "login-needed"; readonly message?: string }
  | { readonly kind: "login-done" }
  | { readonly kind: "cwd-changed"; readonly cwd: string }
  /** The session cannot go on, whatever the turn. */
  | { readonly kind: "fault-raised"; readonly message: string }
  | { readonly kind: "session-closed" };

/** The process behind the session. `none`: there is none; the next prompt starts one. */
export type AgentPhase = "none" | "starting" | "loading" | "ready" | "failed";
