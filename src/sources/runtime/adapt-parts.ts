/** What stands in a session, part by part, in the words of the facts. */
import { known } from "../../base/shape.ts";
import type { Agent, BackgroundTask } from "../../status/facts/agents.ts";
import type { Fact } from "../../status/facts/fact.ts";
import type { Interaction } from "../../status/facts/interaction.ts";
import type { LiveTurn, TurnOutcome } from "../../status/facts/turn.ts";
import type {
  Member,
  OpenInteraction,
  SettledTurn,
  Task,
  TurnOutcome as ToldOutcome,
  LiveTurn as ToldTurn,
  Usage,
} from "../../wire/runtime/entities.ts";
import type { SessionState } from "../../wire/runtime/state.ts";

/** A turn that could not go on has not done its work. */
const OUTCOMES: Readonly<Record<ToldOutcome, TurnOutcome>> = {
  succeeded: "done",
  failed: "fail",
  blocked: "fail",
  cancelled: "cancel",
};

export function liveTurn({ turnId, stage, activity }: ToldTurn): LiveTurn {
  return { turnId, stage, ...known({ message: activity }) };
}

export function settledTurn({ turnId, outcome, reason }: SettledTurn) {
  return { turnId, outcome: OUTCOMES[outcome], ...known({ message: reason }) };
}

const ASKS = {
  permission: "permission",
  question: "question",
  plan: "plan",
  login: "auth",
} as const;

export function interaction(open: OpenInteraction): Interaction {
  const { requestId, asks, title, call, turnId, memberId, submitting, atMs } = open;
  return {
    requestId,
    asks: ASKS[asks],
    about: title,
    atMs,
    ...known({
      tool: call === undefined ? undefined : call.kind,
      target: call?.locations?.[0]?.path ?? call?.title,
      turnId,
      agentId: memberId,
      submitting,
    }),
  };
}

const STATUS = { failed: "fail", cancelled: "cancel" } as const;

export function member({ memberId, status, ...told }: Member, state: SessionState): Agent {
  const { name, title, activity, parentId, taskId, deliveryTurnId } = told;
  const isEnded = deliveryTurnId !== undefined && hasEnded(deliveryTurnId, state);
  const isDelivered = told.delivered === true || isEnded;
  return {
    agentId: memberId,
    status: status === "failed" || status === "cancelled" ? STATUS[status] : status,
    ...known({ name, title, activity, parentId, taskId, deliveryTurnId }),
    ...(isDelivered && { delivered: true }),
  };
}

/** Of a turn before the last one only what was said in it tells that there was one. */
function hasEnded(turnId: string, { turn, settled, entries }: SessionState): boolean {
  if (turn?.turnId === turnId) return false;
  return settled?.turnId === turnId || entries.some((entry) => entry.turnId === turnId);
}

export function task({ taskId, status, title, foreground }: Task): BackgroundTask {
  return {
    taskId,
    status: status === "failed" || status === "cancelled" ? STATUS[status] : status,
    ...known({ title, foreground }),
  };
}

/** What the agent reports of its context and its cost; what it does not report is not known. */
export function usageFacts({ usedTokens, windowTokens, cost, totals }: Usage): readonly Fact[] {
  const measured = usedTokens === undefined ? {} : { usedTokens, source: "usage" as const };
  return [
    { kind: "context-window-known", ...known({ windowTokens }) },
    { kind: "context-measured", ...measured },
    // The contract of the items counts what nobody told of a cache as none.
    ...(totals === undefined
      ? []
      : [{ kind: "tokens-counted" as const, cacheRead: 0, cacheWrite: 0, ...totals }]),
    // In another currency it is no number of dollars any more.
    ...(cost === undefined
      ? []
      : [
          {
            kind: "cost-counted" as const,
            ...(cost.currency === "USD" && { sessionUsd: cost.amount }),
          },
        ]),
  ];
}

/** Where the process behind the session stands: without one the next prompt starts one. */
export function chatOf({ phase, phaseReason }: SessionState) {
  if (phase === "starting" || phase === "loading") return { phase: "starting" } as const;
  if (phase !== "failed") return { phase: "idle" } as const;
  return { phase: "error", retryable: true, ...known({ message: phaseReason }) } as const;
}
