/** What the scenarios of one real agent share: its home, the fake, one link, one session. */
import type {
  AgentLink,
  AgentUpdate,
  InteractionRequest,
} from "../../src/sources/acp/agent-link.ts";
import { connectAgent } from "../../src/sources/acp/connect.ts";
import type { RealAgent } from "./acp-agents.ts";
import { type FakeModelApi, startFakeModelApi } from "./fake-model-api.ts";
import { startRefusingProxy } from "./refusing-proxy.ts";
import { check } from "./scenario.ts";
import type { Workspace } from "./workspace.ts";

export interface AcpStage {
  readonly agent: RealAgent;
  /** The file that starts it. */
  readonly program: string;
  readonly workspace: Workspace;
  readonly refused: readonly string[];
  readonly fake: FakeModelApi;
  readonly updates: AgentUpdate[];
  readonly questions: InteractionRequest[];
  /** The running link; started at the first call. */
  link(): Promise<AgentLink>;
  /** The open session; opened at the first call. */
  session(): Promise<string>;
  /** What was said so far, for the report of a failure. */
  picture(): string;
  close(keep: boolean): Promise<void>;
}

/** Of the last updates and lines of stderr. */
const PICTURE_LINES = 25;

export async function openAcpStage(
  agent: RealAgent,
  commands: readonly (readonly string[])[],
): Promise<AcpStage> {
  const fake = startFakeModelApi();
  const proxy = await startRefusingProxy();
  const workspace = agent.workspace({ apiUrl: fake.url, proxyUrl: proxy.url }, commands);
  const updates: AgentUpdate[] = [];
  const questions: InteractionRequest[] = [];
  const log: string[] = [];
  let running: Promise<AgentLink> | undefined;
  let opened: Promise<string> | undefined;

  const start = async (): Promise<AgentLink> => {
    const command = [...(commands[0] ?? []), ...agent.spec.command.slice(1)];
    const link = await connectAgent({
      spec: { ...agent.spec, command },
      cwd: workspace.project,
      env: workspace.env,
      platform: process.platform,
      program: [],
      version: "0.0.0",
      listener: {
        onUpdate: (_, update) => updates.push(update),
        async onInteraction(_, request) {
          questions.push(request);
          const allowed = request.options.find(({ role }) => role === "allow-once");
          return allowed === undefined
            ? { kind: "dismissed" }
            : { kind: "option", optionId: allowed.optionId };
        },
        onLog: (line) => log.push(line),
      },
    });
    check(link.ok, "the agent was reached", () => (link.ok ? "" : link.reason));
    return link.value;
  };

  const stage: AcpStage = {
    agent,
    program: commands[0]?.[0] ?? "",
    workspace,
    refused: proxy.refused,
    fake,
    updates,
    questions,
    link() {
      running ??= start();
      return running;
    },
    session() {
      opened ??= stage.link().then(async (link) => {
        const session = await link.newSession(workspace.project);
        check(session.ok, "a session was opened", () => (session.ok ? "" : session.reason));
        return session.value.agentSessionId;
      });
      return opened;
    },
    picture: () =>
      [...updates.map((update) => JSON.stringify(update).slice(0, 160)), ...log]
        .slice(-PICTURE_LINES)
        .map((line) => `    |${line}`)
        .join("\n"),
    async close(keep) {
      await running?.then((link) => link.dispose()).catch(() => {});
      await fake.stop();
      proxy.stop();
      if (!keep) workspace.remove();
    },
  };
  return stage;
}
