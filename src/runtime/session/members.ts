/** Delegated members: as the agent tells of them, else as its delegating tool calls show them. */
import type { Member, ToolCall } from "../../wire/runtime/entities.ts";
import { boundedMember, MAX_MEMBERS } from "./bounded.ts";
import type { EventLog } from "./event-log.ts";

export interface Members {
  readonly changed: (member: Member) => void;
  readonly listed: (members: readonly Member[]) => void;
  /** A tool call of kind `delegate`. */
  readonly called: (call: ToolCall) => void;
  /** The turn has ended that brings the results of its members. */
  readonly delivered: (turnId: string) => void;
  /** The turn is over, and with it the calls that ran in it. */
  readonly turnSettled: (status: "done" | "failed" | "cancelled") => void;
  /** The process is gone, and all its members with it. */
  readonly lost: () => void;
}

const STATUS_OF_CALL = {
  pending: "queued",
  running: "running",
  done: "done",
  failed: "failed",
  cancelled: "cancelled",
} as const satisfies Record<ToolCall["status"], Member["status"]>;

/** Some room is made at once, so that not each new one costs a whole list. */
const KEPT_SHARE = 0.9;

export function createMembers(log: EventLog): Members {
  /** The agent speaks of members itself, so its tool calls are none. */
  let isTold = false;
  const derived = new Set<string>();

  /** Of a session that is long the oldest that are over go; false: all of them go on. */
  const makeRoom = (): boolean => {
    const { members } = log.state();
    let spare = members.length - MAX_MEMBERS * KEPT_SHARE;
    const kept = members.filter((member) => !isOver(member) || spare-- <= 0);
    if (kept.length < members.length) log.record({ kind: "members-listed", members: kept });
    return kept.length < MAX_MEMBERS;
  };
  const put = (member: Member): void => {
    const { members } = log.state();
    const before = members.find(({ memberId }) => memberId === member.memberId);
    if (before === undefined && members.length >= MAX_MEMBERS && !makeRoom()) return;
    if (before !== undefined && Bun.deepEquals({ ...before, ...member }, before)) return;
    log.record({ kind: "member-changed", member });
  };
  const end = (status: Member["status"], isMeant: (member: Member) => boolean): void => {
    for (const member of log.state().members) {
      if (isActive(member) && isMeant(member)) put({ memberId: member.memberId, status });
    }
  };

  return {
    changed(member) {
      isTold = true;
      put(boundedMember(member));
    },
    listed(members) {
      isTold = true;
      const bounded = members.slice(0, MAX_MEMBERS).map(boundedMember);
      if (Bun.deepEquals(bounded, log.state().members)) return;
      log.record({ kind: "members-listed", members: bounded });
    },
    called(call) {
      if (isTold) return;
      derived.add(call.toolCallId);
      const { toolCallId: memberId, title, status } = call;
      put(boundedMember({ memberId, title, status: STATUS_OF_CALL[status] }));
    },
    delivered(turnId) {
      for (const { memberId, status, deliveryTurnId } of log.state().members) {
        if (deliveryTurnId === turnId) put({ memberId, status, delivered: true });
      }
    },
    turnSettled(status) {
      end(status, ({ memberId }) => derived.has(memberId));
      derived.clear();
    },
    lost() {
      end("failed", () => true);
      isTold = false;
      derived.clear();
    },
  };
}

function isActive({ status }: Member): boolean {
  return status === "queued" || status === "running" || status === "waiting";
}

/** It counts until the turn that brings its result has ended. */
function isOver(member: Member): boolean {
  return !isActive(member) && (member.deliveryTurnId === undefined || member.delivered === true);
}
