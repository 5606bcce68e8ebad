/** Delegating to members that are only pretended, in the foreground and in the background. */
import type { Member } from "../../wire/runtime/entities.ts";
import { wake } from "../run-turn.ts";
import type { AgentSession } from "../session.ts";
import { type Turn, textContent } from "../turn.ts";
import { type AgentRequest, numberIn } from "./agent-request.ts";

/** A line has room for four digits; nobody tries more. */
const MAX_MEMBERS = 100;
const DEFAULT_MEMBERS = 3;
const MEMBER_MS = 2500;
const WINDOW_TOKENS = 200_000;
const NAMES = ["reader", "tester", "reviewer", "writer", "searcher"];

export const delegate: AgentRequest = {
  name: "delegate",
  hint: "[N] [background]",
  summary:
    "Pretends to delegate to N members; in the background they report in a turn of their own",
  words: /^(?:please )?delegate(?: (?:this|it|work))?(?: to)? *(.*)$/i,
  async run(turn, rest) {
    const count = numberIn(rest, DEFAULT_MEMBERS, MAX_MEMBERS);
    const members = Array.from({ length: count }, () => newMember(turn.session));
    for (const member of members) await turn.session.tellMember(member);
    if (/background/i.test(rest)) {
      for (const member of members) void workBehind(turn.session, member);
      await turn.say(`${count} members work in the background. They will report.`);
      return undefined;
    }
    await turn.activity(`${count} members at work`);
    try {
      await Promise.all(members.map((member, at) => workBefore(turn, member, at)));
    } finally {
      if (turn.signal.aborted) {
        for (const member of members)
          await turn.session.tellMember({ ...member, status: "cancelled" });
      }
    }
    await turn.say(`All ${count} members have finished.`);
    return undefined;
  },
};

function newMember(session: AgentSession): Member {
  const memberId = session.nextId("member");
  const number = Number(memberId.split("-")[1]);
  const name = NAMES[(number - 1) % NAMES.length] ?? "member";
  return { memberId, status: "queued", name, title: `Pretended work of ${name} ${number}` };
}

function atWork(member: Member, usedTokens: number): Member {
  return {
    ...member,
    status: "running",
    activity: "reading files",
    usedTokens,
    windowTokens: WINDOW_TOKENS,
  };
}

async function workBefore(turn: Turn, member: Member, at: number): Promise<void> {
  const { session } = turn;
  const { memberId } = member;
  await session.tellMember(atWork(member, 4_000));
  const title = `${member.title}`;
  const tool = await turn.tool({ title, kind: "think", memberId });
  await tool.begin();
  await turn.wait(MEMBER_MS / 2 + at * 100);
  await turn.sayAtOnce(`Report of ${memberId}: nothing was really done.`, memberId);
  await session.tellMember(atWork(member, 9_000));
  await turn.wait(MEMBER_MS / 2);
  await tool.end("completed", [textContent("done")]);
  await session.tellMember({ ...atWork(member, 9_500), status: "done", activity: "finished" });
}

/** The member is active until the turn that brings its result has ended. */
async function workBehind(session: AgentSession, member: Member): Promise<void> {
  const { pace } = session.outlet;
  try {
    // The turn that delegated has ended by then, whatever the pace.
    await session.tellMember(atWork(member, 4_000));
    await pace.wait(MEMBER_MS * 2, session.closed);
    if (session.closed.aborted) return;
    const deliveryTurnId = session.nextId("wake");
    const done: Member = { ...atWork(member, 9_500), status: "done", activity: "finished" };
    await session.tellMember({ ...done, deliveryTurnId });
    await wake(session, deliveryTurnId, async (turn) => {
      await turn.say(`${member.memberId} has finished its work in the background (pretended).`);
    });
  } catch {
    // The client is gone, and with it whoever would hear of it.
  }
}
