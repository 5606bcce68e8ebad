/** A real agent over ACP, through the link that the runtime uses. */
import fs from "node:fs";
import path from "node:path";
import { asCount, asRecord, asText } from "../../../src/base/shape.ts";
import type { AgentUpdate } from "../../../src/sources/acp/agent-link.ts";
import { processTree } from "../../../src/testing/process-tree.ts";
import type { AcpStage } from "../acp-stage.ts";
import { PROMPTS, REPLY_TEXT, TOOL_COMMAND } from "../fake-prompts.ts";
import { check, type Scenario } from "../scenario.ts";
import { PROGRAMS } from "../workflow-stage.ts";

const TELLTALE = path.join(PROGRAMS, "telltale");
/** A turn of an agent that starts its model programs now. */
const TURN_MS = 90_000;
const POLL_MS = 50;
/** The file that the tool's command makes. */
const MADE_FILE = TOOL_COMMAND.split(" ").at(-1) ?? "";

async function prompt(stage: AcpStage, text: string) {
  const [link, session] = [await stage.link(), await stage.session()];
  const end = await Promise.race([link.prompt(session, text), Bun.sleep(TURN_MS)]);
  check(end !== undefined, `the turn ended within ${TURN_MS / 1000} s`);
  check(end.ok, "the prompt was answered", () => (end.ok ? "" : end.reason));
  return end.value;
}

function textOf(updates: readonly AgentUpdate[]): string {
  return updates
    .map((update) => (update.kind === "text" && update.role === "agent" ? update.text : ""))
    .join("");
}

export const ACP_SCENARIOS: readonly Scenario<AcpStage>[] = [
  {
    id: "acp-opens",
    title: "the agent greets with its version and opens a session",
    async run(stage) {
      const link = await stage.link();
      check(link.identity.version !== undefined, "it says its version", () => link.identity);
      await stage.session();
    },
  },
  {
    id: "acp-prompt",
    title: "a prompt: the whole answer is there when it ends",
    needs: ["acp-opens"],
    async run(stage) {
      const end = await prompt(stage, PROMPTS.text);
      check(end.stopReason === "end_turn", "the turn ended by itself", () => end);
      check(textOf(stage.updates).includes(REPLY_TEXT), "the text came", () =>
        textOf(stage.updates),
      );
    },
  },
  {
    id: "acp-usage",
    title: "usage: the context as it goes, or the sums of the turn",
    needs: ["acp-prompt"],
    async run(stage) {
      if (stage.agent.tells === "sums") {
        const end = await prompt(stage, PROMPTS.text);
        check(
          end.usage !== undefined && end.usage.input > 0,
          "the turn told its tokens",
          () => end,
        );
        return;
      }
      const used = stage.updates.flatMap((update) => (update.kind === "usage" ? update.usage : []));
      const last = used.at(-1);
      check((last?.usedTokens ?? 0) > 0, "the context is known", () => used);
      check((last?.windowTokens ?? 0) > 0, "the window is known", () => used);
    },
  },
  {
    id: "acp-permission",
    title: "a command: asked for if the agent asks, and run; its call is told whole",
    needs: ["acp-prompt"],
    async run(stage) {
      const before = stage.questions.length;
      const end = await prompt(stage, PROMPTS.tool);
      check(end.stopReason === "end_turn", "the turn ended by itself", () => end);
      const asked = stage.questions.slice(before);
      const isAsked = asked.some(({ asks, call }) => asks === "permission" && call !== undefined);
      check(isAsked === stage.agent.asks, "it asked as it does", () => asked);
      const made = path.join(stage.workspace.project, MADE_FILE);
      check(fs.existsSync(made), "the command was run");
      const call = stage.updates.findLast((update) => update.kind === "tool");
      check(call?.kind === "tool" && call.call.status === "done", "the call is done", () => call);
    },
  },
  {
    id: "acp-cancel",
    title: "a cancel: the turn ends as cancelled, and the next one works",
    needs: ["acp-prompt"],
    async run(stage) {
      const [link, session] = [await stage.link(), await stage.session()];
      const requests = stage.fake.requests.length;
      const running = prompt(stage, PROMPTS.slow);
      while (stage.fake.requests.length === requests) await Bun.sleep(POLL_MS);
      await Bun.sleep(500);
      link.cancel(session);
      const end = await running;
      check(end.stopReason === "cancelled", "it ended as cancelled", () => end);
      const next = await prompt(stage, PROMPTS.text);
      check(next.stopReason === "end_turn", "the next prompt works", () => next);
    },
  },
  {
    id: "acp-exec",
    title: "`telltale exec`: the result has the text, and the context where the agent tells of it",
    needs: ["acp-prompt"],
    async run(stage) {
      const { project, root, env } = stage.workspace;
      const child = Bun.spawn(
        [TELLTALE, "exec", PROMPTS.text, "--agent", stage.agent.spec.name, "--json"],
        {
          cwd: project,
          env: {
            ...env,
            PATH: `${path.dirname(stage.program)}:${env.PATH ?? ""}`,
            TELLTALE_HOME: path.join(root, "telltale"),
          },
          stdin: "ignore",
          stderr: "pipe",
          timeout: TURN_MS,
        },
      );
      const [said, errors] = await Promise.all([
        new Response(child.stdout).text(),
        new Response(child.stderr).text(),
      ]);
      check((await child.exited) === 0, "it succeeded", () => said + errors);
      const result = asRecord(JSON.parse(said));
      check(asText(result?.text)?.includes(REPLY_TEXT), "it has the text", () => said);
      const tokens = asCount(asRecord(result?.context)?.tokens) ?? 0;
      check(tokens > 0 === (stage.agent.tells === "context"), "the context is told", () => said);
    },
  },
  {
    id: "acp-gone",
    title: "the end: nothing of the agent runs any more",
    needs: ["acp-opens"],
    async run(stage) {
      const link = await stage.link();
      await link.dispose();
      const end = await link.ended;
      check(end.wanted, "we ended it", () => end);
      const left = processTree(link.pid);
      check(left.length === 0, "nothing of its group lives", () => left);
    },
  },
];
