/**
 * The real pi: a home for it, with the fake as its only model, and an extension that asks the person.
 * pi itself asks for nothing before it runs a tool; what it reports while an extension asks is the
 * only way to see it blocked.
 */
import fs from "node:fs";
import path from "node:path";
import { createWorkspace, DUMMY_KEY, type Workspace, type WorkspaceOptions } from "./workspace.ts";

export const PERMISSION_TITLE = "Run a command?";
/** Provider and model, as pi's footer names the model. */
const PROVIDER = "fake";
export const MODEL = "fake-model";

const MODELS = (apiUrl: string): string =>
  JSON.stringify({
    providers: {
      [PROVIDER]: {
        baseUrl: `${apiUrl}/v1`,
        api: "openai-completions",
        apiKey: DUMMY_KEY,
        models: [{ id: MODEL }],
      },
    },
  });

const SETTINGS = JSON.stringify({
  defaultProvider: PROVIDER,
  defaultModel: MODEL,
  defaultProjectTrust: "always",
});

/** A gate before shell commands, and a tool of the same name and input as Claude Code's. */
const EXTENSION = `
const options = { type: "array", items: { type: "object", properties: { label: { type: "string" } } } };
const question = { type: "object", properties: { question: { type: "string" }, options } };
export default function (pi) {
  pi.on("tool_call", async (event, ctx) => {
    if (event.toolName !== "bash") return undefined;
    const yes = await ctx.ui.confirm("${PERMISSION_TITLE}", event.input.command);
    return yes ? undefined : { block: true, reason: "the person said no" };
  });
  pi.registerTool({
    name: "AskUserQuestion",
    label: "Ask",
    description: "Asks the person",
    parameters: { type: "object", properties: { questions: { type: "array", items: question } } },
    async execute(_id, { questions }, _signal, _onUpdate, ctx) {
      const [asked] = questions;
      const labels = asked.options.map(({ label }) => label);
      const answer = await ctx.ui.select(asked.question, labels);
      return { content: [{ type: "text", text: answer ?? "no answer" }], details: {} };
    },
  });
}
`;

/** A workspace with pi's folder of configuration and its switches. */
export function createPiWorkspace(options: WorkspaceOptions): Workspace {
  const workspace = createWorkspace(options.proxyUrl);
  const agentDir = path.join(workspace.home, ".pi", "agent");
  fs.mkdirSync(path.join(agentDir, "extensions"), { recursive: true });
  fs.writeFileSync(path.join(agentDir, "models.json"), MODELS(options.apiUrl));
  fs.writeFileSync(path.join(agentDir, "settings.json"), SETTINGS);
  fs.writeFileSync(path.join(agentDir, "extensions", "ask.js"), EXTENSION);
  const env = { ...workspace.env, PI_OFFLINE: "1", PI_TELEMETRY: "0" };
  return { ...workspace, env };
}
