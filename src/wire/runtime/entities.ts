/**
 * What stands in a session as the runtime tells it: plain JSON data. Every text comes from outside and
 * is cleaned by whoever shows it. An absent member is unknown.
 */

/** Version of the protocol; a client refuses another one. */
export const RUNTIME_PROTOCOL = 1;

/** Which agent answers. `name` is that of the known agents or of the person's config. */
export interface AgentIdentity {
  readonly name: string;
  readonly title?: string;
  readonly version?: string;
}

/** How a turn ended. `blocked`: nobody could answer what it asked, or it refused to go on. */
export type TurnOutcome = "succeeded" | "failed" | "blocked" | "cancelled";

/** Any other end than success. */
export type BadOutcome = Exclude<TurnOutcome, "succeeded">;

/** A prompt that waits for its turn. */
export interface QueuedPrompt {
  /** Given by the client, so that a prompt that is sent twice is one. */
  readonly promptId: string;
  readonly text: string;
  readonly atMs: number;
  /** To be given to the running turn and not to one of its own, where the agent can. */
  readonly steer?: true;
}

export type TurnStage = "active" | "retiring" | "stopping";

export interface LiveTurn {
  readonly turnId: string;
  /** Absent: the agent began the turn by itself, woken by a task in the background. */
  readonly promptId?: string;
  readonly stage: TurnStage;
  readonly startedAtMs: number;
  /** What it does now, in a few words. */
  readonly activity?: string;
}

export interface SettledTurn {
  readonly turnId: string;
  readonly promptId?: string;
  readonly outcome: TurnOutcome;
  /** First line of why it did not succeed. */
  readonly reason?: string;
  /** The agent's own word for the end, such as `end_turn`. */
  readonly stopReason?: string;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  readonly usage?: TokenCounts;
}

/** Billed tokens; `input` is fresh input. What the cache read and wrote is absent where nobody tells. */
export interface TokenCounts {
  readonly input: number;
  readonly output: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
}

/** What the agent reports of its context and its cost. Absent members were not reported. */
export interface Usage {
  readonly usedTokens?: number;
  readonly windowTokens?: number;
  readonly cost?: { readonly amount: number; readonly currency: string };
  /** Sums over the session. */
  readonly totals?: TokenCounts;
}

export interface QuotaWindow {
  readonly slot: "primary" | "secondary";
  readonly usedPct: number;
  readonly windowMinutes?: number;
  readonly resetsAtMs?: number;
}

export type OptionRole = "allow-once" | "allow-always" | "reject-once" | "reject-always";

/** One answer that can be chosen. */
export interface AnswerOption {
  readonly optionId: string;
  readonly label: string;
  readonly description?: string;
  /** Absent: neither allows nor refuses anything. */
  readonly role?: OptionRole;
}

/** One field of a form (ACP elicitation, form mode). */
export interface FormField {
  readonly name: string;
  readonly label?: string;
  readonly description?: string;
  readonly required: boolean;
  readonly type: "text" | "integer" | "number" | "flag" | "choice" | "choices";
  /** Of `choice` and `choices`. */
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  readonly fallback?: FieldValue;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly min?: number;
  readonly max?: number;
}

export type FieldValue = string | number | boolean | readonly string[];

/** Something that waits for the person. */
export interface OpenInteraction {
  readonly requestId: string;
  readonly asks: "permission" | "question" | "plan" | "login";
  readonly title: string;
  /** A longer text: the question, the plan as Markdown. */
  readonly body?: string;
  /** The tool call that waits, as far as it is known. */
  readonly call?: ToolCall;
  /** One of them answers it; empty for a form. */
  readonly options: readonly AnswerOption[];
  readonly form?: readonly FormField[];
  /** A page where the person answers; opened by nobody without being asked. */
  readonly url?: string;
  readonly turnId?: string;
  readonly memberId?: string;
  readonly atMs: number;
  /** An answer is under way. */
  readonly submitting?: true;
}

/** The answer to an interaction. */
export type Answer =
  | { readonly kind: "option"; readonly optionId: string }
  | { readonly kind: "form"; readonly values: Readonly<Record<string, FieldValue>> }
  | { readonly kind: "declined" }
  | { readonly kind: "dismissed" };

export type ToolStatus = "pending" | "running" | "done" | "failed" | "cancelled";

export type ToolKind =
  | "read"
  | "edit"
  | "delete"
  | "move"
  | "search"
  | "execute"
  | "think"
  | "fetch"
  | "switch-mode"
  | "delegate"
  | "other";

export interface ToolCall {
  readonly toolCallId: string;
  readonly title: string;
  readonly kind: ToolKind;
  readonly status: ToolStatus;
  /** What it was called with, as short JSON. */
  readonly input?: string;
  readonly locations?: readonly { readonly path: string; readonly line?: number }[];
  readonly content: readonly ToolContent[];
}

export type ToolContent =
  | { readonly kind: "text"; readonly text: string }
  | {
      readonly kind: "diff";
      readonly path: string;
      /** Absent: the file is new. */
      readonly oldText?: string;
      readonly newText: string;
    }
  | {
      readonly kind: "terminal";
      readonly terminalId: string;
      readonly command?: string;
      readonly output: string;
      readonly exitCode?: number;
      readonly truncated?: true;
    };

export interface PlanItem {
  readonly text: string;
  readonly status: "pending" | "running" | "done";
  readonly priority?: "high" | "medium" | "low";
}

/** One thing in the transcript, oldest first. */
export type Entry = EntryBase &
  (
    | { readonly kind: "user"; readonly text: string }
    | { readonly kind: "agent"; readonly text: string }
    | { readonly kind: "thought"; readonly text: string }
    | { readonly kind: "tool"; readonly call: ToolCall }
    | { readonly kind: "plan"; readonly items: readonly PlanItem[] }
    | { readonly kind: "compaction"; readonly text: string; readonly done?: true }
    | {
        readonly kind: "notice";
        readonly level: NoticeLevel;
        readonly text: string;
        /** It is how its turn ended; the text says why. */
        readonly outcome?: BadOutcome;
      }
  );

export type NoticeLevel = "info" | "warning" | "error";

interface EntryBase {
  readonly entryId: string;
  readonly atMs: number;
  readonly turnId?: string;
  /** The member that wrote it; absent: the session itself. */
  readonly memberId?: string;
}

export interface Member {
  readonly memberId: string;
  readonly status: "queued" | "running" | "waiting" | "done" | "failed" | "cancelled";
  readonly name?: string;
  readonly title?: string;
  readonly activity?: string;
  readonly parentId?: string;
  /** The background task as which it runs. */
  readonly taskId?: string;
  /** The root turn that brings its result. */
  readonly deliveryTurnId?: string;
  /** That turn has ended; folded from the events of turns, and stays. */
  readonly delivered?: true;
  readonly usedTokens?: number;
  readonly windowTokens?: number;
}

export interface Task {
  readonly taskId: string;
  readonly status: "queued" | "running" | "stopping" | "done" | "failed" | "cancelled";
  readonly type?: "bash" | "workflow" | "custom";
  readonly title?: string;
  /** It still belongs to a tool call that the turn waits for. */
  readonly foreground?: true;
  readonly startedAtMs?: number;
}

export interface AgentCommand {
  readonly name: string;
  readonly description?: string;
  readonly hint?: string;
}

/** A choice that the agent offers (ACP `configOptions`): the model, the mode, the effort ... */
export interface AgentOption {
  readonly optionId: string;
  readonly name: string;
  /** ACP's categories: `mode`, `model`, `thought_level`, `model_config`, or another word. */
  readonly category?: string;
  readonly value: string;
  readonly choices: readonly OptionChoice[];
}

export interface OptionChoice {
  readonly value: string;
  readonly name: string;
  readonly description?: string;
}

/** The modes of the agent (ACP `modes`). */
export interface AgentModes {
  readonly current: string;
  readonly available: readonly OptionChoice[];
  /** A change has been asked for and is not in force yet. */
  readonly pending?: string;
}

export interface AuthMethod {
  readonly methodId: string;
  readonly name: string;
  readonly description?: string;
  /** What the person runs in a terminal of their own, where that is the way. */
  readonly command?: string;
}
