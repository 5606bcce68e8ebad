/**
 * A project with a state machine, the program `smllm` on the PATH as a person has it, and the client.
 * The words that make the fake fire `yield` stand in the machine: it hears them when a stop is blocked.
 */
import fs from "node:fs";
import path from "node:path";
import { asRecord } from "../../src/base/shape.ts";
import { PROMPTS, WORK } from "./fake-prompts.ts";
import { check } from "./scenario.ts";
import { openStage, type Stage } from "./stage.ts";
import type { TelltaleRun } from "./telltale.ts";
import { createWorkspace, type Workspace } from "./workspace.ts";

const RUN_TIMEOUT_MS = 30_000;

export const PROGRAMS = path.resolve(import.meta.dir, "../../bin");

/** The person has said once that the server of this project may be started. */
const WORKFLOW_SETTINGS = `{ "enabledMcpjsonServers": ["smllm"] }\n`;

const CLIENT_ENV = {
  PATH: `${PROGRAMS}:${process.env.PATH ?? "/usr/local/bin:/usr/bin:/bin"}`,
  // A model would look the tool up first; the fake calls it outright.
  ENABLE_TOOL_SEARCH: "false",
};

const MACHINE = `id: ${WORK.stateMachine}
description: Work on an issue, then review the change.
initial: WORK
meta:
  smllm: 1
  instance: { kind: issue, ref: { param: issueId, pattern: "^GH-[0-9]+$" } }
  events:
    done: { description: "The change is made; until then you are ${PROMPTS.yield}." }
states:
  WORK:
    entry: { type: prompt, params: { text: Make the change. } }
    on: { done: DONE }
  DONE: { type: final }
`;

/** A project with the machine in it, and a home of its own. */
export interface WorkflowProject {
  readonly workspace: Workspace;
}

/** The project alone, for clients that need no model. */
export function openWorkflowProject(): WorkflowProject & {
  readonly refused: readonly string[];
  close(keep: boolean): Promise<void>;
} {
  const workspace = createWorkspace("http://127.0.0.1:9");
  writeMachine(workspace.project);
  return {
    workspace,
    refused: [],
    async close(keep) {
      if (!keep) workspace.remove();
    },
  };
}

function writeMachine(project: string): void {
  const folder = path.join(project, ".smllm");
  fs.mkdirSync(folder);
  fs.writeFileSync(path.join(folder, "config.toml"), '[machines]\nfiles = ["dev.smllm.yaml"]\n');
  fs.writeFileSync(path.join(folder, "dev.smllm.yaml"), MACHINE);
}

export interface WorkflowStage extends Stage {
  /** Runs `smllm` in the project as the client would. */
  smllm(words: readonly string[], input?: string): TelltaleRun;
  /** The session of the client's conversation as the row's JSON says it. */
  status(): Readonly<Record<string, unknown>>;
  row(): string;
  /** The events in the history of the piece of work. */
  history(): readonly string[];
  /** Prompts that the model was sent because a stop was blocked. */
  held(): number;
}

/** The machine stands in the project; nothing is installed yet. */
export async function openWorkflowStage(command: readonly string[]): Promise<WorkflowStage> {
  const stage = await openStage(command, { settingsText: WORKFLOW_SETTINGS, env: CLIENT_ENV });
  const { project, env } = stage.workspace;
  writeMachine(project);
  const smllm: WorkflowStage["smllm"] = (words, input = "") => {
    const child = Bun.spawnSync([path.join(PROGRAMS, "smllm"), ...words], {
      cwd: project,
      env,
      stdin: Buffer.from(input),
      timeout: RUN_TIMEOUT_MS,
    });
    return { code: child.exitCode, out: child.stdout.toString(), err: child.stderr.toString() };
  };
  const payload = (): string =>
    JSON.stringify({ session_id: stage.claude().registry()?.sessionId });
  return {
    ...stage,
    smllm,
    status: () => asRecord(JSON.parse(smllm(["statusline", "--json"], payload()).out)) ?? {},
    row: () => smllm(["statusline", "--color", "never"], payload()).out,
    history() {
      const run = smllm(["instance", "show", WORK.issueId, "--json"]);
      check(run.code === 0, "the piece of work is there", () => run);
      const { history } = JSON.parse(run.out) as { history: readonly { event: string }[] };
      return history.map(({ event }) => event);
    },
    held: () => stage.fake.requests.filter(({ kind }) => kind === "yield").length,
  };
}
