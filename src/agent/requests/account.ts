/** What is used up, and what stands between the agent and its pretended model. */
import { notifyExtension } from "../../sources/acp/agent-side.ts";
import { costOf, START_TOKENS } from "../tokens.ts";
import { LoginNeeded } from "../turn-fault.ts";
import { type AgentRequest, numberIn } from "./agent-request.ts";

const FIVE_HOURS_MIN = 300;
const WEEK_MIN = 7 * 24 * 60;
const MINUTE_MS = 60_000;

export const reportUsage: AgentRequest = {
  name: "usage",
  hint: "[TOKENS]",
  summary: "Reports its simulated usage; with TOKENS it pretends that so many are in its context",
  words: /^(?:please )?(?:report|show)(?: your)? usage[.!]?$/i,
  async run(turn, rest) {
    const { session } = turn;
    if (/\d/.test(rest)) session.usedTokens = numberIn(rest, 0, 10_000_000);
    await session.tellUsage();
    const { input, output } = session.totals;
    const cost = costOf(session.totals);
    await turn.say(
      `Simulated: ${session.usedTokens} tokens in context, ${input} in, ${output} out, $${cost}.`,
    );
    return undefined;
  },
};

export const reportQuota: AgentRequest = {
  name: "quota",
  hint: "[PERCENT [PERCENT]]",
  summary: "Reports a simulated quota of five hours and of a week",
  words: /^(?:please )?(?:report|show)(?: your)? quota[.!]?$/i,
  async run(turn, rest) {
    const [short = "35", long = "12"] = rest.match(/\d+/g) ?? [];
    const { sessionId, outlet } = turn.session;
    const now = outlet.nowMs();
    const windows = [
      {
        slot: "primary" as const,
        usedPct: numberIn(short, 35, 1000),
        windowMinutes: FIVE_HOURS_MIN,
        resetsAtMs: now + (FIVE_HOURS_MIN / 2) * MINUTE_MS,
      },
      {
        slot: "secondary" as const,
        usedPct: numberIn(long, 12, 1000),
        windowMinutes: WEEK_MIN,
        resetsAtMs: now + (WEEK_MIN / 2) * MINUTE_MS,
      },
    ];
    await notifyExtension(outlet.client, "_telltale/quota", { sessionId, windows });
    await turn.say(`Simulated quota: ${short} % of five hours, ${long} % of the week.`);
    return undefined;
  },
};

export const compact: AgentRequest = {
  name: "compact",
  summary: "Pretends to compact the conversation",
  words: /^(?:please )?compact(?: the conversation)?[.!]?$/i,
  async run(turn) {
    const { session } = turn;
    const compactionId = session.nextId("compaction");
    await turn.update({ sessionUpdate: "compaction_update", compactionId, status: "in_progress" });
    try {
      await turn.wait(1500);
    } catch (error) {
      const status = "cancelled";
      await session.update({ sessionUpdate: "compaction_update", compactionId, status });
      throw error;
    }
    const content = { type: "text" as const, text: "The pretended summary of what was said." };
    await turn.update({ sessionUpdate: "compaction_summary_chunk", compactionId, content });
    await turn.update({ sessionUpdate: "compaction_update", compactionId, status: "completed" });
    session.usedTokens = START_TOKENS;
    await session.tellUsage();
    await turn.say("The conversation is compacted (pretended).");
    return undefined;
  },
};

export const loseLogin: AgentRequest = {
  name: "login",
  summary: "Pretends that its login has run out; it answers nothing until you log in",
  async run(turn) {
    const { session } = turn;
    session.needsLogin = true;
    const { sessionId } = session;
    const params = { sessionId, needed: true, message: "The pretended login has run out" };
    await notifyExtension(session.outlet.client, "_telltale/login", params);
    throw new LoginNeeded("log in first (pretended)");
  },
};

export const retry: AgentRequest = {
  name: "retry",
  hint: "[TIMES]",
  summary: "Pretends that its model cannot be reached a few times",
  async run(turn, rest) {
    const times = numberIn(rest, 2, 100);
    const { sessionId, outlet } = turn.session;
    try {
      for (let at = 1; at <= times; at += 1) {
        const text = `pretended: overloaded, attempt ${at} of ${times}`;
        await notifyExtension(outlet.client, "_telltale/retry", { sessionId, waiting: true, text });
        await turn.wait(1500);
      }
    } finally {
      await notifyExtension(outlet.client, "_telltale/retry", { sessionId, waiting: false });
    }
    await turn.say(`I got through after ${times} attempts (pretended).`);
    return undefined;
  },
};

export const notice: AgentRequest = {
  name: "notice",
  hint: "[info|warning|error] [TEXT]",
  summary: "Sends a notice beside the conversation",
  async run(turn, rest) {
    const level = (["info", "warning", "error"] as const).find((word) => rest.startsWith(word));
    const text = rest.slice(level?.length ?? 0).trim() || "a notice of the simulator";
    const { sessionId, outlet } = turn.session;
    const params = { sessionId, level: level ?? "info", text };
    await notifyExtension(outlet.client, "_telltale/notice", params);
    await turn.say("I have sent a notice.");
    return undefined;
  },
};
