/** Questions to the person: a choice, a form, a plan to approve. */
import type { acp } from "../../sources/acp/agent-side.ts";
import { type Turn, textContent } from "../turn.ts";
import type { AgentRequest } from "./agent-request.ts";

const LANGUAGES = [
  { const: "typescript", title: "TypeScript" },
  { const: "python", title: "Python" },
  { const: "rust", title: "Rust" },
];

const LANGUAGE = {
  type: "string",
  title: "Language",
  description: "What the pretended project is written in",
  oneOf: LANGUAGES,
} as const;

export const askQuestion: AgentRequest = {
  name: "ask",
  hint: "[QUESTION]",
  summary: "Asks you a question and waits for the answer",
  words: /^(?:please )?ask(?: me)?(?: (?:a question|something|anything))?[.!]?$/i,
  async run(turn, rest) {
    const message = rest.trim() === "" ? "Which language should I use?" : rest.trim();
    const answer = await askForm(turn, message, {
      type: "object",
      properties: { language: LANGUAGE },
      required: ["language"],
    });
    await turn.say(
      answer === undefined ? "You did not answer; I go on without." : `You chose: ${answer}.`,
    );
    return undefined;
  },
};

export const askWholeForm: AgentRequest = {
  name: "form",
  summary: "Asks with a form that has a field of every kind",
  words: /^(?:please )?(?:show|ask with) a form[.!]?$/i,
  async run(turn) {
    const answer = await askForm(turn, "Tell me about the pretended project.", {
      type: "object",
      title: "New project",
      properties: {
        name: { type: "string", title: "Name", minLength: 1, maxLength: 40 },
        language: LANGUAGE,
        files: { type: "integer", title: "Files", minimum: 1, maximum: 100, default: 3 },
        budget: { type: "number", title: "Budget in dollars", minimum: 0 },
        tests: { type: "boolean", title: "With tests", default: true },
        targets: {
          type: "array",
          title: "Targets",
          items: { anyOf: LANGUAGES.map(({ title }) => ({ const: title.toLowerCase(), title })) },
        },
      },
      required: ["name", "language"],
    });
    await turn.say(
      answer === undefined ? "You left the form unanswered." : `You answered: ${answer}.`,
    );
    return undefined;
  },
};

/** What was answered, as words; undefined for no answer. Without forms, the first choice is asked for. */
async function askForm(
  turn: Turn,
  message: string,
  requestedSchema: acp.ElicitationSchema,
): Promise<string | undefined> {
  const { sessionId, outlet } = turn.session;
  if (!outlet.serves.form) return askOption(turn, message);
  const params = { sessionId, mode: "form", message, requestedSchema };
  const answer = await turn.ask<acp.CreateElicitationResponse>("elicitation/create", params);
  turn.check();
  if (answer.action !== "accept") return undefined;
  const content = (answer.content ?? {}) as Readonly<Record<string, acp.ElicitationContentValue>>;
  return Object.entries(content)
    .map(([name, value]) => `${name} ${Array.isArray(value) ? value.join(" and ") : value}`)
    .join(", ");
}

async function askOption(turn: Turn, message: string): Promise<string | undefined> {
  const tool = await turn.tool({ title: message, kind: "other" });
  const options = LANGUAGES.map((language) => ({
    optionId: language.const,
    name: language.title,
    kind: "allow_once" as const,
  }));
  const chosen = await turn.choose(tool.call, options);
  await tool.end(chosen === undefined ? "failed" : "completed");
  return chosen === undefined ? undefined : `language ${chosen}`;
}

const PLAN_STEPS = ["Look at what is there", "Make the change", "Check the result"];

export const proposePlan: AgentRequest = {
  name: "plan",
  hint: "[GOAL]",
  summary: "Proposes a plan, asks you to approve it, and pretends to carry it out",
  words: /^(?:please )?(?:make|propose|write|give me)? ?a plan(?: (?:for|to))?:? *(.*)$/i,
  async run(turn, rest) {
    const goal = rest.trim() === "" ? "try this program" : rest.trim();
    await turn.think(`A plan to ${goal} needs a few steps.`);
    const text = `# Plan: ${goal}\n\n${PLAN_STEPS.map((step, at) => `${at + 1}. ${step}`).join("\n")}\n`;
    const { settings } = turn.session;
    const tool = await turn.tool({
      title: "Ready to begin?",
      kind: "switch_mode",
      content: [textContent(text)],
    });
    const chosen = await turn.choose(tool.call, [
      { optionId: "acceptEdits", name: "Yes, and accept edits", kind: "allow_always" },
      { optionId: "default", name: "Yes, and ask for each edit", kind: "allow_once" },
      { optionId: "plan", name: "No, keep planning", kind: "reject_once" },
    ]);
    const isApproved = chosen === "acceptEdits" || chosen === "default";
    await tool.end(isApproved ? "completed" : "failed");
    settings.modeId = chosen ?? settings.modeId;
    await turn.session.tellSettings();
    if (!isApproved) {
      await turn.say("I keep planning. Tell me what to change.");
      return undefined;
    }
    await carryOut(turn, PLAN_STEPS);
    await turn.say("The plan is carried out (only pretended: nothing was changed).");
    return undefined;
  },
};

/** Shows the steps of a plan, one running after the other. */
export async function carryOut(turn: Turn, steps: readonly string[]): Promise<void> {
  for (let at = 0; at <= steps.length; at += 1) {
    const entries = steps.map((content, index): acp.PlanEntry => {
      const status = index < at ? "completed" : index === at ? "in_progress" : "pending";
      return { content, priority: "medium", status };
    });
    await turn.update({ sessionUpdate: "plan", entries });
    if (at < steps.length) await turn.wait(800);
  }
}
