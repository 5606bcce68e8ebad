/**
 * `npm run test:real`: the real clients, each in a real PTY, against a fake of their model services.
 * Prints a line for each scenario and at the end what ran, what failed and what could not be had.
 */
import fs from "node:fs";
import { scriptArguments } from "../../scripts/arguments.ts";
import { ok, type Result } from "../../src/base/result.ts";
import { REAL_AGENTS, type RealAgent } from "./acp-agents.ts";
import { openAcpHostStage } from "./acp-host-stage.ts";
import { openAcpStage } from "./acp-stage.ts";
import { CLAUDE_CODE, type ClientPackage, clientsFolder, getClient, PI } from "./client-package.ts";
import { createRecorder, recorderSettings } from "./recorder.ts";
import { recorded } from "./recordings.ts";
import { createReport, type Report, type Scenario } from "./scenario.ts";
import { ACP_SCENARIOS } from "./scenarios/acp.ts";
import { hostScenarios } from "./scenarios/acp-host.ts";
import { CLAUDE_STATUS_SCENARIOS } from "./scenarios/claude-status.ts";
import { CLIENT_SCENARIOS } from "./scenarios/client.ts";
import { MCP_SCENARIOS } from "./scenarios/mcp.ts";
import { PI_STATUS_SCENARIOS } from "./scenarios/pi-status.ts";
import { PRODUCT_SCENARIOS } from "./scenarios/product.ts";
import { WORKFLOW_SCENARIOS } from "./scenarios/workflow.ts";
import { openStage } from "./stage.ts";
import { CLAUDE_STATUS, PI_STATUS } from "./status-clients.ts";
import { openStatusStage, type StatusClient, type StatusStage } from "./status-stage.ts";
import { findTelltale, PRODUCT_SETTINGS } from "./telltale.ts";
import { openWorkflowProject, openWorkflowStage } from "./workflow-stage.ts";
import type { Workspace } from "./workspace.ts";

const print = (line: string): void => console.log(line);
const USAGE = `usage: npm run test:real [-- [--keep] [--record] [GROUP...]]

Runs the real Claude Code and the real pi in terminals of their own against model services that are
faked, and says what ran. The clients are installed outside the checkout at the first run.

  GROUP     client (what Claude Code does), product (Telltale in it), workflow (smllm in it), mcp (the
            official MCP client with smllm), claude-status and pi-status (what they report to their
            terminal), acp-claude, acp-codex, acp-gemini, acp-opencode and acp-pi (agents over ACP),
            acp-host-claude and so on (the same in the terminal program; acp-host: all of those, acp: all of
            both); all without it
  --keep    leave the workspaces for a look
  --record  keep what the status groups send in test/corpus/osc7501/real; other groups do not run`;
const { values, positionals: wanted } = scriptArguments(USAGE, {
  options: { keep: { type: "boolean" }, record: { type: "boolean" } },
  allowPositionals: true,
});
const keep = values.keep === true;
const isRecording = values.record === true;

/** What a stage of any group can do. */
interface AnyStage {
  readonly workspace: Workspace;
  readonly refused: readonly string[];
  close(keep: boolean): Promise<void>;
}

/** Stages whose client and services still run. */
const open = new Set<AnyStage>();

async function closeAll(): Promise<void> {
  for (const stage of open) await stage.close(keep);
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.once(signal, () => {
    print(`stopped by ${signal}`);
    void closeAll().finally(() => process.exit(1));
  });

async function withStage<Room extends AnyStage>(
  stage: Room,
  use: (stage: Room) => Promise<void>,
): Promise<void> {
  open.add(stage);
  try {
    await use(stage);
  } finally {
    await stage.close(keep);
    open.delete(stage);
    closing(stage);
  }
}

function closing(stage: AnyStage): void {
  if (stage.refused.length > 0)
    print(`  refused on the way out: ${[...new Set(stage.refused)].join(", ")}`);
  if (keep) print(`  kept: ${stage.workspace.root}`);
}

type Command = readonly string[];

async function runClientGroup(report: Report, command: Command): Promise<void> {
  await withStage(await openStage(command), async (stage) => {
    const recorder = createRecorder(stage.workspace.root);
    fs.writeFileSync(stage.workspace.settingsFile, recorderSettings(recorder));
    await report.run("client", CLIENT_SCENARIOS, { ...stage, recorder }, stage.picture);
  });
}

async function runProductGroup(report: Report, command: Command): Promise<void> {
  await withStage(await openStage(command, { settingsText: PRODUCT_SETTINGS }), async (stage) => {
    const telltale = findTelltale(stage.workspace);
    if (!telltale.ok) return report.missing("product", PRODUCT_SCENARIOS, telltale.reason);
    const { value } = telltale;
    await report.run("product", PRODUCT_SCENARIOS, { ...stage, telltale: value }, stage.picture);
  });
}

async function runWorkflowGroup(report: Report, command: Command): Promise<void> {
  await withStage(await openWorkflowStage(command), (stage) =>
    report.run("workflow", WORKFLOW_SCENARIOS, stage, stage.picture),
  );
}

async function runMcpGroup(report: Report): Promise<void> {
  await withStage(openWorkflowProject(), (stage) =>
    report.run("mcp", MCP_SCENARIOS, stage, () => ""),
  );
}

/** A group that follows what a client reports. */
function statusGroup<Room extends Workspace>(
  name: string,
  client: ClientPackage,
  driver: StatusClient<Room>,
  scenarios: readonly Scenario<StatusStage>[],
): Group {
  return {
    name,
    client,
    scenarios,
    isRecorded: true,
    async run(report, command) {
      const named = { name: driver.name, program: `${client.name} ${client.version}` };
      const story = scenarios.map((scenario) => recorded(scenario, named));
      const stage = await openStatusStage(driver, command, isRecording);
      if (!stage.ok) return report.missing(name, scenarios, stage.reason);
      await withStage(stage.value, (opened) => report.run(name, story, opened, opened.picture));
    },
  };
}

/** A real agent over ACP, with all the packages that it needs. */
function agentGroup(
  agent: RealAgent,
  part: Pick<Group, "name" | "families" | "scenarios"> & {
    run(report: Report, commands: readonly Command[]): Promise<void>;
  },
): Group {
  const [client, ...others] = agent.packages;
  return {
    ...part,
    client,
    async run(report, command) {
      const commands = [command];
      for (const other of others) {
        const found = await commandOf(other);
        if (!found.ok) return report.missing(part.name, part.scenarios, found.reason);
        commands.push(found.value);
      }
      await part.run(report, commands);
    },
  };
}

/** Through the link that the runtime uses. */
function acpGroup(agent: RealAgent): Group {
  const name = `acp-${agent.spec.name}`;
  return agentGroup(agent, {
    name,
    families: ["acp"],
    scenarios: ACP_SCENARIOS,
    run: async (report, commands) =>
      withStage(await openAcpStage(agent, commands), (stage) =>
        report.run(name, ACP_SCENARIOS, stage, stage.picture),
      ),
  });
}

/** In the terminal program. */
function acpHostGroup(agent: RealAgent): Group {
  const name = `acp-host-${agent.spec.name}`;
  const scenarios = hostScenarios(agent);
  return agentGroup(agent, {
    name,
    families: ["acp", "acp-host"],
    scenarios,
    run: async (report, commands) =>
      withStage(await openAcpHostStage(agent, commands), (stage) =>
        report.run(name, scenarios, stage, stage.picture),
      ),
  });
}

interface Group {
  readonly name: string;
  /** Words that stand for it and its like. */
  readonly families?: readonly string[];
  /** Absent: it comes with the checkout. */
  readonly client?: ClientPackage;
  readonly scenarios: readonly Scenario<never>[];
  /** What its client sends can be kept as corpus. */
  readonly isRecorded?: true;
  run(report: Report, command: Command): Promise<void>;
}

const GROUPS: readonly Group[] = [
  { name: "client", client: CLAUDE_CODE, run: runClientGroup, scenarios: CLIENT_SCENARIOS },
  { name: "product", client: CLAUDE_CODE, run: runProductGroup, scenarios: PRODUCT_SCENARIOS },
  { name: "workflow", client: CLAUDE_CODE, run: runWorkflowGroup, scenarios: WORKFLOW_SCENARIOS },
  { name: "mcp", run: runMcpGroup, scenarios: MCP_SCENARIOS },
  statusGroup("claude-status", CLAUDE_CODE, CLAUDE_STATUS, CLAUDE_STATUS_SCENARIOS),
  statusGroup("pi-status", PI, PI_STATUS, PI_STATUS_SCENARIOS),
  ...REAL_AGENTS.flatMap((agent) => [acpGroup(agent), acpHostGroup(agent)]),
];

function isWanted(group: Group): boolean {
  if (isRecording && group.isRecorded !== true) return false;
  return wanted.length === 0 || namesOf(group).some((name) => wanted.includes(name));
}

function namesOf({ name, families = [] }: Group): readonly string[] {
  return [name, ...families];
}

const had = new Map<ClientPackage, Result<Command>>();

/** The command of a client, asked for once a run. */
async function commandOf(client: ClientPackage): Promise<Result<Command>> {
  const known = had.get(client);
  if (known !== undefined) return known;
  const command = await getClient(client, clientsFolder(process.env), print);
  print(`${client.name} ${client.version}: ${command.ok ? command.value.at(-1) : command.reason}`);
  had.set(client, command);
  return command;
}

async function main(): Promise<number> {
  const unknown = wanted.find((word) => !GROUPS.some((group) => namesOf(group).includes(word)));
  if (unknown !== undefined) {
    print(`there is no group "${unknown}"; there are ${GROUPS.map(({ name }) => name).join(", ")}`);
    return 2;
  }
  const report = createReport(print);
  for (const group of GROUPS.filter(isWanted)) {
    const { client } = group;
    const command = client === undefined ? ok([]) : await commandOf(client);
    if (command.ok) await group.run(report, command.value);
    else report.missing(group.name, group.scenarios, command.reason);
  }
  const { ok: passed, failed, skipped, missing } = report.counts();
  if (missing > 0) print(`${missing} could not be had`);
  print(`${passed} passed, ${failed} failed, ${skipped + missing} skipped`);
  const lackingIsFailure = process.env.CI === "true" && missing > 0;
  return failed > 0 || lackingIsFailure ? 1 : 0;
}

process.exit(await main());
