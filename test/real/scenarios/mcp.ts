/** The official client of the Model Context Protocol drives `smllm mcp` over stdio, in both revisions. */
import path from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { WORK } from "../fake-prompts.ts";
import { check, type Scenario } from "../scenario.ts";
import { PROGRAMS, type WorkflowProject } from "../workflow-stage.ts";

type CallResult = Awaited<ReturnType<Client["callTool"]>>;

const REVISIONS = [
  { version: "2025-06-18", options: { supportedProtocolVersions: ["2025-06-18"] } },
  { version: "2026-07-28", options: { versionNegotiation: { mode: { pin: "2026-07-28" } } } },
] as const;

/** Runs `use` with a client that is connected to a server of its own. */
async function withClient(
  stage: WorkflowProject,
  { options }: (typeof REVISIONS)[number],
  use: (client: Client) => Promise<void>,
): Promise<void> {
  const client = new Client({ name: "trial", version: "1" }, structuredClone(options) as object);
  await client.connect(
    new StdioClientTransport({
      command: path.join(PROGRAMS, "smllm"),
      args: ["mcp"],
      cwd: stage.workspace.project,
      env: { ...stage.workspace.env },
    }),
  );
  try {
    await use(client);
  } finally {
    await client.close();
  }
}

function textOf(result: CallResult): string {
  const [first] = result.content as readonly { readonly text?: string }[];
  return first?.text ?? "";
}

function scenario(revision: (typeof REVISIONS)[number]): Scenario<WorkflowProject> {
  const issueId = `GH-${revision.version.slice(0, 4)}`;
  return {
    id: revision.version,
    title: `revision ${revision.version}: the tool is listed, work is taken up, looked at, and ended`,
    async run(stage) {
      await withClient(stage, revision, async (client) => {
        const spoken = client.getNegotiatedProtocolVersion();
        check(spoken === revision.version, "the revision is spoken", () => spoken);
        const { tools } = await client.listTools();
        check(tools.map(({ name }) => name).join() === "smllm", "one tool", () => tools);
        const call = (given: Record<string, unknown>) =>
          client.callTool({ name: "smllm", arguments: given });
        const lost = await call({});
        check(lost.isError === true, "without a session and an event: an error", () => lost);
        const entered = await call({
          event: "enter",
          params: { stateMachine: WORK.stateMachine, issueId },
        });
        check(entered.isError !== true, "enter works", () => entered);
        const session = /session (sm-[0-9a-z]{6})/.exec(textOf(entered))?.[1] ?? "";
        const view = textOf(await call({ session }));
        check(view.includes("- done — ") && view.includes(issueId), "the view", () => view);
        const bad = await call({ session, event: "bogus" });
        check(bad.isError === true, "an event that is not offered: an error", () => bad);
        const done = textOf(await call({ session, event: "done" }));
        check(/completed/.test(done) && done.includes("State machines:"), "the end", () => done);
      });
    },
  };
}

const unknownTool: Scenario<WorkflowProject> = {
  id: "unknown-tool",
  title: "a tool that is not there: an error of the protocol",
  async run(stage) {
    for (const revision of REVISIONS)
      await withClient(stage, revision, async (client) => {
        const refused = await client.callTool({ name: "other" }).then(
          () => undefined,
          (error: { readonly code?: number }) => error.code,
        );
        check(refused === -32602, `${revision.version}: invalid params`, () => refused);
      });
  },
};

export const MCP_SCENARIOS: readonly Scenario<WorkflowProject>[] = [
  ...REVISIONS.map(scenario),
  unknownTool,
];
