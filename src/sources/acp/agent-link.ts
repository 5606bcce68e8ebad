/**
 * One running agent process as the runtime sees it: what can be asked of it, and what it says by
 * itself. Nothing of ACP's own types passes this file.
 */
import type { Result } from "../../base/result.ts";
import type {
  AgentCommand,
  AgentIdentity,
  AgentModes,
  AgentOption,
  Answer,
  AnswerOption,
  AuthMethod,
  FormField,
  Member,
  PlanItem,
  QuotaWindow,
  Task,
  TokenCounts,
  ToolCall,
  Usage,
} from "../../wire/runtime/entities.ts";

/** A process that speaks ACP on its standard streams. */
export interface AgentLink {
  readonly pid: number;
  readonly identity: AgentIdentity;
  readonly abilities: AgentAbilities;
  readonly auth: readonly AuthMethod[];
  /** Settles once, when the process is gone and all its group with it. Never rejects. */
  readonly ended: Promise<AgentEnd>;
  readonly newSession: (cwd: string) => Promise<LinkResult<OpenedSession>>;
  /** `load` replays the conversation as updates before it answers; `resume` does not. */
  readonly reopenSession: (
    how: "load" | "resume",
    agentSessionId: string,
    cwd: string,
  ) => Promise<LinkResult<OpenedSession>>;
  /** Settles when the agent has answered; every update that it sent before has been handed on by then. */
  readonly prompt: (agentSessionId: string, text: string) => Promise<LinkResult<PromptEnd>>;
  /** Gives more text to the running turn; `unsupported` where the agent cannot. */
  readonly steer: (agentSessionId: string, text: string) => Promise<LinkResult<void>>;
  readonly cancel: (agentSessionId: string) => void;
  readonly setMode: (agentSessionId: string, modeId: string) => Promise<LinkResult<void>>;
  readonly setOption: (
    agentSessionId: string,
    optionId: string,
    value: string,
  ) => Promise<LinkResult<readonly AgentOption[]>>;
  readonly listTasks: (agentSessionId: string) => Promise<LinkResult<readonly Task[]>>;
  readonly stopTask: (agentSessionId: string, taskId: string) => Promise<LinkResult<void>>;
  readonly logIn: (methodId: string) => Promise<LinkResult<void>>;
  readonly closeSession: (agentSessionId: string) => Promise<void>;
  /** Closes stdin, waits a little, ends the whole process group. Resolves when `ended` has. */
  readonly dispose: () => Promise<void>;
}

export type LinkResult<Value> = Result<Value> & { readonly fault?: LinkFault };

/** Why a request failed, where it matters which. The text stands in `reason`. */
export type LinkFault = "auth-required" | "unsupported" | "gone" | "timeout" | "refused";

export interface AgentAbilities {
  readonly load: boolean;
  readonly resume: boolean;
  readonly close: boolean;
  readonly steer: boolean;
  /** Our extension `_telltale/tasks/list`. */
  readonly listsTasks: boolean;
}

export interface OpenedSession {
  readonly agentSessionId: string;
  readonly modes?: AgentModes;
  readonly options: readonly AgentOption[];
}

/** The answer to a prompt. */
export interface PromptEnd {
  /** ACP's word: `end_turn`, `max_tokens`, `max_turn_requests`, `refusal`, `cancelled`, or another. */
  readonly stopReason: string;
  readonly usage?: TokenCounts;
  readonly quota?: readonly QuotaWindow[];
}

export interface AgentEnd {
  /** One line: how the process ended, with the last line of its stderr. */
  readonly reason: string;
  readonly exitCode?: number;
  readonly signal?: string;
  /** We ended it. */
  readonly wanted: boolean;
}

/** What the agent says and asks by itself. Callbacks must not throw. */
export interface AgentListener {
  readonly onUpdate: (agentSessionId: string, update: AgentUpdate) => void;
  /** Resolves with the person's answer; `signal` aborts when the agent withdraws it or is gone. */
  readonly onInteraction: (
    agentSessionId: string | undefined,
    request: InteractionRequest,
    signal: AbortSignal,
  ) => Promise<Answer>;
  /** A line of stderr, cleaned and bounded. */
  readonly onLog?: (line: string) => void;
}

/** A question of the agent, or of the guard of the workspace on its behalf. */
export interface InteractionRequest {
  readonly asks: "permission" | "question" | "plan";
  readonly title: string;
  readonly body?: string;
  readonly call?: ToolCall;
  readonly options: readonly AnswerOption[];
  readonly form?: readonly FormField[];
  readonly url?: string;
  readonly memberId?: string;
}

/** One thing that the agent says of a session. */
export type AgentUpdate =
  | {
      readonly kind: "text";
      readonly role: "agent" | "thought" | "user";
      readonly text: string;
      readonly messageId?: string;
      readonly memberId?: string;
    }
  /** The call as it stands now, whole. */
  | {
      readonly kind: "tool";
      readonly call: ToolCall;
      readonly memberId?: string;
      /** Another call than the one of an earlier prompt that had the same id. */
      readonly isAnother?: true;
    }
  | { readonly kind: "plan"; readonly items: readonly PlanItem[] }
  | { readonly kind: "commands"; readonly commands: readonly AgentCommand[] }
  | { readonly kind: "mode"; readonly modeId: string }
  | { readonly kind: "options"; readonly options: readonly AgentOption[] }
  | { readonly kind: "title"; readonly title?: string }
  | { readonly kind: "usage"; readonly usage: Usage }
  | { readonly kind: "quota"; readonly windows: readonly QuotaWindow[] }
  | { readonly kind: "compaction"; readonly state: "started" | "ended"; readonly text?: string }
  | { readonly kind: "activity"; readonly text?: string }
  | { readonly kind: "retry"; readonly waiting: boolean; readonly text?: string }
  | {
      readonly kind: "notice";
      readonly level: "info" | "warning" | "error";
      readonly text: string;
    }
  | { readonly kind: "member"; readonly member: Member }
  | { readonly kind: "members"; readonly members: readonly Member[] }
  | { readonly kind: "tasks"; readonly tasks: readonly Task[] }
  | { readonly kind: "login"; readonly needed: boolean; readonly message?: string }
  /** A turn that the agent began by itself, such as for a task that has ended. */
  | { readonly kind: "turn-began"; readonly turnId: string }
  | {
      readonly kind: "turn-ended";
      readonly turnId: string;
      readonly end: PromptEnd;
      readonly reason?: string;
    };
