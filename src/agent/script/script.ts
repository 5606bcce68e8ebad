/** A scenario that the agent plays instead of answering by itself. */
import type { acp } from "../../sources/acp/agent-side.ts";
import type { Member, QuotaWindow, Task } from "../../wire/runtime/entities.ts";

export interface Script {
  /** What is said before the first answer; absent: what the file is called, and that it is a script. */
  readonly greeting?: string;
  readonly turns: readonly ScriptTurn[];
}

export interface ScriptTurn {
  /** Absent: any prompt. A text that the prompt must contain, in any case, or `/a pattern/`. */
  readonly when?: string;
  /** It is never used up. */
  readonly repeat: boolean;
  readonly steps: readonly Step[];
}

/** One step, by the key that it has in the file. */
export type Step =
  | { readonly kind: "say"; readonly text: string }
  | { readonly kind: "think"; readonly text: string }
  | {
      readonly kind: "tool";
      readonly title: string;
      readonly tool: acp.ToolKind;
      readonly input?: unknown;
      readonly output?: string;
      readonly path?: string;
      readonly forMs: number;
      readonly fails: boolean;
      readonly asks: boolean;
      readonly memberId?: string;
    }
  | {
      readonly kind: "diff";
      readonly path: string;
      readonly oldText?: string;
      readonly newText: string;
      readonly asks: boolean;
      /** The file is really written. */
      readonly writes: boolean;
    }
  | { readonly kind: "permission"; readonly title: string; readonly tool: acp.ToolKind }
  | { readonly kind: "ask"; readonly message: string; readonly choices: readonly string[] }
  | { readonly kind: "plan"; readonly entries: readonly string[]; readonly asks: boolean }
  | {
      readonly kind: "usage";
      readonly used: number;
      readonly size: number;
      readonly costUsd?: number;
    }
  | { readonly kind: "quota"; readonly windows: readonly QuotaWindow[] }
  | { readonly kind: "member"; readonly member: Member }
  | { readonly kind: "task"; readonly task: Task }
  | { readonly kind: "title"; readonly text: string }
  | { readonly kind: "mode"; readonly modeId: string }
  | { readonly kind: "sleep"; readonly ms: number }
  /** A request that the agent understands without a script. */
  | { readonly kind: "do"; readonly text: string }
  /** A notification as it stands; `sessionId` is put in. */
  | {
      readonly kind: "notify";
      readonly method: string;
      readonly params: Readonly<Record<string, unknown>>;
    }
  /** Bytes past the protocol. */
  | { readonly kind: "raw"; readonly text: string }
  | { readonly kind: "fail"; readonly message: string }
  | { readonly kind: "stop"; readonly reason: acp.StopReason }
  | { readonly kind: "hang"; readonly hard: boolean }
  | { readonly kind: "crash"; readonly how: number | "kill" };

export type StepKind = Step["kind"];
export type StepOf<Kind extends StepKind> = Extract<Step, { readonly kind: Kind }>;
