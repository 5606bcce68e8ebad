/**
 * Our own messages beside ACP, version 1: what ACP has no word for. Methods begin with `_telltale/`.
 * An agent that speaks them says so in the answer to `initialize`: `_meta: { telltale: ExtensionOffer }`.
 * Params are `{ sessionId, ...payload }`; times are milliseconds since 1970. What cannot be read is
 * dropped, and an absent member is unknown.
 */
import { asFlag, asRecord, known } from "../../base/shape.ts";
import type {
  Member,
  NoticeLevel,
  QuotaWindow,
  Task,
  TokenCounts,
} from "../../wire/runtime/entities.ts";
import type { AgentUpdate, PromptEnd } from "./agent-link.ts";
import { readMember, readQuotaWindow, readTask, readTokens } from "./extension-entities.ts";
import { readBlock, readEach, readId, readLabel, readWord } from "./outside.ts";

/** The version that this program speaks. */
export const EXTENSION_VERSION = 1;

/** Key of ours in any `_meta`. */
export const EXTENSION_KEY = "telltale";

/** `_meta.telltale` in the answer to `initialize`. */
export interface ExtensionOffer {
  readonly version: typeof EXTENSION_VERSION;
  /** Answers `_telltale/tasks/list` and `_telltale/tasks/stop`. */
  readonly tasks?: boolean;
  /** Answers `_telltale/steer`. */
  readonly steer?: boolean;
}

/**
 * `_meta.telltale` in a `session/update`, `session/request_permission` or `elicitation/create`
 * (beside `sessionId` or inside `update`): the member whose doing it is.
 */
export interface ExtensionMark {
  readonly memberId?: string;
}

/** Params of each notification from agent to client. */
export interface ExtensionNotifications {
  /** One member, new or changed; members that are absent stay as they were. */
  "_telltale/member": { readonly sessionId: string; readonly member: Member };
  /** All members; those not named are gone. */
  "_telltale/members": { readonly sessionId: string; readonly members: readonly Member[] };
  /** All tasks that there are, ended ones as long as the agent wants them seen. */
  "_telltale/tasks": { readonly sessionId: string; readonly tasks: readonly Task[] };
  /** A turn that the agent begins by itself. Its updates stand between the two. */
  "_telltale/turn":
    | { readonly sessionId: string; readonly turnId: string; readonly state: "began" }
    | {
        readonly sessionId: string;
        readonly turnId: string;
        readonly state: "ended";
        /** ACP's word: `end_turn`, `cancelled`, `refusal` ...; absent: `end_turn`. */
        readonly stopReason?: string;
        readonly usage?: TokenCounts;
        /** First line of why it failed; a turn with a reason has failed. */
        readonly reason?: string;
      };
  "_telltale/quota": { readonly sessionId: string; readonly windows: readonly QuotaWindow[] };
  /** Sums over the session. */
  "_telltale/usage": { readonly sessionId: string; readonly totals: TokenCounts };
  "_telltale/login": {
    readonly sessionId: string;
    readonly needed: boolean;
    readonly message?: string;
  };
  /** What the running turn does, in a few words; absent: nothing to say. */
  "_telltale/activity": { readonly sessionId: string; readonly text?: string };
  /** Waits before it asks its model again. */
  "_telltale/retry": {
    readonly sessionId: string;
    readonly waiting: boolean;
    readonly text?: string;
  };
  "_telltale/notice": {
    readonly sessionId: string;
    readonly level: NoticeLevel;
    readonly text: string;
  };
}

export type ExtensionNotification = keyof ExtensionNotifications;

const LEVELS = ["info", "warning", "error"] as const;

/** `_meta` of the answer to `initialize`: what the agent offers; undefined for another version. */
export function parseExtensionOffer(meta: unknown): ExtensionOffer | undefined {
  const raw = asRecord(asRecord(meta)?.[EXTENSION_KEY]);
  if (raw?.version !== EXTENSION_VERSION) return undefined;
  return known({
    version: EXTENSION_VERSION as typeof EXTENSION_VERSION,
    tasks: asFlag(raw.tasks),
    steer: asFlag(raw.steer),
  });
}

/** The member that an `_meta` names. */
export function parseExtensionMark(meta: unknown): ExtensionMark {
  return known({ memberId: readId(asRecord(asRecord(meta)?.[EXTENSION_KEY])?.memberId) });
}

/** A notification of ours as updates of its session; undefined if it is none or cannot be read. */
export function parseExtension(
  method: string,
  params: unknown,
): { readonly sessionId: string; readonly update: AgentUpdate } | undefined {
  const raw = asRecord(params);
  const sessionId = readId(raw?.sessionId);
  if (raw === undefined || sessionId === undefined) return undefined;
  const read = READERS[method as ExtensionNotification];
  const update = Object.hasOwn(READERS, method) ? read(raw) : undefined;
  return update === undefined ? undefined : { sessionId, update };
}

type Raw = Readonly<Record<string, unknown>>;

const READERS: Readonly<Record<ExtensionNotification, (raw: Raw) => AgentUpdate | undefined>> = {
  "_telltale/member": (raw) => {
    const member = readMember(raw.member);
    return member && { kind: "member", member };
  },
  "_telltale/members": (raw) =>
    Array.isArray(raw.members)
      ? { kind: "members", members: readEach(raw.members, readMember) }
      : undefined,
  "_telltale/tasks": (raw) =>
    Array.isArray(raw.tasks) ? { kind: "tasks", tasks: readEach(raw.tasks, readTask) } : undefined,
  "_telltale/turn": readTurn,
  "_telltale/quota": (raw) => {
    const windows = readEach(raw.windows, readQuotaWindow);
    return windows.length === 0 ? undefined : { kind: "quota", windows };
  },
  "_telltale/usage": (raw) => {
    const totals = readTokens(raw.totals);
    return totals && { kind: "usage", usage: { totals } };
  },
  "_telltale/login": (raw) => {
    const needed = asFlag(raw.needed);
    if (needed === undefined) return undefined;
    return known({ kind: "login" as const, needed, message: readLabel(raw.message) });
  },
  "_telltale/activity": (raw) => known({ kind: "activity" as const, text: readLabel(raw.text) }),
  "_telltale/retry": (raw) => {
    const waiting = asFlag(raw.waiting);
    if (waiting === undefined) return undefined;
    return known({ kind: "retry" as const, waiting, text: readLabel(raw.text) });
  },
  "_telltale/notice": (raw) => {
    const text = readBlock(raw.text);
    if (text === undefined) return undefined;
    return { kind: "notice", level: readWord(raw.level, LEVELS) ?? "info", text };
  },
};

function readTurn(raw: Raw): AgentUpdate | undefined {
  const turnId = readId(raw.turnId);
  if (turnId === undefined) return undefined;
  if (raw.state === "began") return { kind: "turn-began", turnId };
  if (raw.state !== "ended") return undefined;
  const end: PromptEnd = known({
    stopReason: readLabel(raw.stopReason) ?? "end_turn",
    usage: readTokens(raw.usage),
  });
  return known({ kind: "turn-ended" as const, turnId, end, reason: readLabel(raw.reason) });
}
