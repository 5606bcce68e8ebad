/** Plays the turns of a script. */
import { resolve } from "node:path";
import type { acp } from "../../sources/acp/agent-side.ts";
import { answer } from "../answer.ts";
import { writeText } from "../requests/files.ts";
import { carryOut } from "../requests/questions.ts";
import { PERMISSION_OPTIONS, type Turn, textContent } from "../turn.ts";
import { TurnFailed } from "../turn-fault.ts";
import { matches } from "./parse-script.ts";
import type { Script, ScriptTurn, Step, StepKind, StepOf } from "./script.ts";

/** A function that plays one prompt after the other; turns are used up in all sessions together. */
export function scriptPlayer(script: Script) {
  const used = new Set<ScriptTurn>();
  return async (turn: Turn, prompt: string): Promise<acp.StopReason> => {
    const next = script.turns.find((each) => !used.has(each) && matches(each.when, prompt));
    if (next === undefined) {
      await turn.say("The script has no turn for this prompt.");
      return "end_turn";
    }
    if (!next.repeat) used.add(next);
    for (const step of next.steps) {
      const reason = await playStep(turn, step);
      if (reason !== undefined) return reason;
    }
    return "end_turn";
  };
}

type Player<Kind extends StepKind> = (
  turn: Turn,
  step: StepOf<Kind>,
) => Promise<acp.StopReason | undefined> | Promise<void>;

const PLAYERS: { readonly [Kind in StepKind]: Player<Kind> } = {
  say: (turn, { text }) => turn.say(text),
  think: (turn, { text }) => turn.think(text),
  tool: playTool,
  diff: playDiff,
  async permission(turn, { title, tool }) {
    const call = await turn.tool({ title, kind: tool });
    const isAllowed = (await turn.permission(call)) !== "no";
    await call.end(isAllowed ? "completed" : "failed");
    if (!isAllowed) await turn.say("It was not allowed.");
    return isAllowed ? undefined : "end_turn";
  },
  ask: playAsk,
  plan: playPlan,
  async usage(turn, { used, size, costUsd }) {
    const cost = costUsd === undefined ? {} : { cost: { amount: costUsd, currency: "USD" } };
    await turn.update({ sessionUpdate: "usage_update", used, size, ...cost });
  },
  async quota(turn, { windows }) {
    await notify(turn, "_telltale/quota", { windows });
  },
  member: (turn, { member }) => turn.session.tellMember(member),
  task: (turn, { task }) => turn.session.putTask(task),
  title: (turn, { text }) => turn.session.retitle(text),
  async mode(turn, { modeId }) {
    turn.session.settings.modeId = modeId;
    await turn.session.tellSettings();
  },
  sleep: (turn, { ms }) => turn.wait(ms),
  async do(turn, { text }) {
    const reason = await answer(turn, text);
    return reason === "end_turn" ? undefined : reason;
  },
  notify: (turn, { method, params }) => notify(turn, method, params),
  raw: (turn, { text }) => turn.session.outlet.writeRaw(text),
  async fail(_turn, { message }) {
    throw new TurnFailed(message);
  },
  stop: async (_turn, { reason }) => reason,
  async hang(turn, { hard }) {
    await answer(turn, hard ? "/hang hard" : "/hang");
  },
  async crash(turn, { how }) {
    turn.session.save();
    turn.session.outlet.crash(how);
  },
};

async function playStep(turn: Turn, step: Step): Promise<acp.StopReason | undefined> {
  turn.check();
  const play = PLAYERS[step.kind] as Player<StepKind>;
  return (await play(turn, step)) ?? undefined;
}

async function notify(turn: Turn, method: string, params: object): Promise<void> {
  const { sessionId, outlet } = turn.session;
  await outlet.client.notify(method, { sessionId, ...params });
}

async function playTool(turn: Turn, step: StepOf<"tool">): Promise<acp.StopReason | undefined> {
  const { title, tool: kind, input, path, memberId } = step;
  const tool = await turn.tool({
    title,
    kind,
    ...(input !== undefined && { input }),
    ...(path !== undefined && { locations: [{ path: resolve(turn.session.cwd, path) }] }),
    ...(memberId !== undefined && { memberId }),
  });
  if (step.asks && (await turn.permission(tool)) === "no") {
    await tool.end("failed");
    return undefined;
  }
  await tool.begin();
  await turn.wait(step.forMs);
  const shown = step.output === undefined ? undefined : [textContent(step.output)];
  await tool.end(step.fails ? "failed" : "completed", shown);
  return undefined;
}

async function playDiff(turn: Turn, step: StepOf<"diff">): Promise<undefined> {
  const { oldText, newText } = step;
  const path = resolve(turn.session.cwd, step.path);
  const diff = { type: "diff" as const, path, newText, ...(oldText !== undefined && { oldText }) };
  const tool = await turn.tool({
    title: `Edit ${step.path}`,
    kind: "edit",
    locations: [{ path }],
    content: [diff],
  });
  if (step.asks && (await turn.permission(tool)) === "no") {
    await tool.end("failed", [diff]);
    return;
  }
  await tool.begin();
  const fault = step.writes ? await writeText(turn, path, newText) : undefined;
  await tool.end(fault === undefined ? "completed" : "failed", [
    diff,
    ...(fault === undefined ? [] : [textContent(fault)]),
  ]);
}

async function playAsk(turn: Turn, { message, choices }: StepOf<"ask">): Promise<void> {
  const { sessionId, outlet } = turn.session;
  if (outlet.serves.form) {
    const choice = { type: "string", title: "Answer", enum: [...choices] };
    const requestedSchema = {
      type: "object",
      properties: { answer: choice },
      required: ["answer"],
    };
    await turn.ask("elicitation/create", { sessionId, mode: "form", message, requestedSchema });
    return;
  }
  const tool = await turn.tool({ title: message, kind: "other" });
  const options = choices.map((name, at) => ({
    optionId: `choice-${at + 1}`,
    name,
    kind: "allow_once" as const,
  }));
  await turn.choose(tool.call, options);
  await tool.end("completed");
}

async function playPlan(
  turn: Turn,
  { entries, asks }: StepOf<"plan">,
): Promise<acp.StopReason | undefined> {
  if (asks) {
    const text = entries.map((entry, at) => `${at + 1}. ${entry}`).join("\n");
    const tool = await turn.tool({
      title: "Ready to begin?",
      kind: "switch_mode",
      content: [textContent(text)],
    });
    const chosen = await turn.choose(tool.call, PERMISSION_OPTIONS);
    const isApproved = chosen === "allow-once" || chosen === "allow-always";
    await tool.end(isApproved ? "completed" : "failed");
    if (!isApproved) return "end_turn";
  }
  await carryOut(turn, entries);
  return undefined;
}
