/**
 * Figures of the workflow program on a store with many paused instances: what a status line, a hook and a
 * client wait for. Each is a whole process, by turns with the empty program.
 */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkout } from "../scripts/compile.ts";
import { type Budget, type Figure, median, medianRatio } from "./figure.ts";
import { type Cost, type Prepared, prepare } from "./native-run.ts";

/** Paused instances of one machine. */
const PAUSED = 10_000;
const ROUNDS = 31;
/** What a person and an agent may wait for beside their own work. */
const START_BUDGET: Budget = { atMost: 2 };
const TOOL_BUDGET: Budget = { atMost: 15 };

const INITIALIZE = `${JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "bench", version: "1" },
  },
})}\n`;

/** One program under measurement, with what must stand in its output. */
interface Series {
  readonly what: string;
  readonly program: Prepared;
  readonly says: RegExp;
  readonly budget?: Budget;
}

/** All figures of workflows. `smllm` and `empty` are compiled programs. */
export function workflowFigures(smllm: string, empty: string): readonly Figure[] {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "telltale-bench-workflow-")));
  try {
    const [base, ...rest] = allSeries(smllm, empty, folder);
    if (base === undefined) return [];
    const costs = measure([base, ...rest]);
    const walls = (series: Series) => costs.get(series)?.map(({ wallMs }) => wallMs) ?? [];
    return rest.flatMap((series) => [
      { what: series.what, value: median(walls(series)), unit: "ms" },
      {
        what: "... against the empty program",
        value: medianRatio(walls(series), walls(base)),
        unit: "x",
        ...(series.budget !== undefined && { budget: series.budget }),
      },
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function allSeries(smllm: string, empty: string, folder: string): readonly Series[] {
  const cwd = makeProject(folder);
  const env = { HOME: join(folder, "home"), PATH: "/usr/bin:/bin" };
  const start = (args: readonly string[], input: object | string): Prepared =>
    prepare({
      argv: [smllm, "flow", ...args],
      env,
      cwd,
      input: typeof input === "string" ? input : JSON.stringify(input),
    });
  const hook = (name: string, session: string, more: object = {}): Prepared =>
    start(["harness", "hook", "claude", name], { session_id: session, cwd, ...more });
  // One session is idle, and its list is long; the other one holds a piece of work.
  const begin = (session: string) => hook("session-start", session, { source: "startup" });
  begin("idle").run();
  const key = /session (sm-\w{6})/.exec(begin("busy").run().output)?.[1] ?? "";
  const entered = start(
    ["fire", "enter", "--session", key, "--param", "stateMachine=dev", "--param", "issueId=GH-1"],
    "",
  ).run();
  if (entered.exitCode !== 0) throw new Error(`enter ended with ${entered.exitCode}`);
  const many = `with ${PAUSED.toLocaleString("en")} paused instances`;
  const own = { budget: START_BUDGET };
  return [
    {
      what: "empty",
      program: prepare({ argv: [empty], env, cwd, input: "{}" }),
      says: /^\n$/,
    },
    {
      what: `\`smllm statusline\` ${many}, idle`,
      program: start(["statusline"], { session_id: "idle", cwd }),
      says: new RegExp(`${PAUSED} paused`),
      ...own,
    },
    {
      what: "`smllm statusline` in a state",
      program: start(["statusline"], { session_id: "busy", cwd }),
      says: /GH-1\b/,
      ...own,
    },
    {
      what: `the hook session-start ${many}`,
      program: begin("idle"),
      says: /more paused|listPaused/,
      ...own,
    },
    {
      what: "the hook user-prompt-submit",
      program: hook("user-prompt-submit", "busy"),
      says: /^\{\}\n$/,
      ...own,
    },
    {
      what: "the hook stop that holds the agent",
      program: hook("stop", "busy"),
      says: /"decision":"block"/,
      ...own,
    },
    {
      what: "`smllm mcp`, from the start to its end after `initialize`",
      program: start(["mcp"], INITIALIZE),
      says: /"protocolVersion":"2025-06-18"/,
      budget: TOOL_BUDGET,
    },
  ];
}

/** A project with the machine of the documents, and its paused instances as the program keeps them. */
function makeProject(folder: string): string {
  const project = join(folder, "project");
  const state = join(project, ".smllm/state/dev");
  const shelf = join(state, "paused");
  const markers = join(state, "refs");
  for (const made of [shelf, markers]) mkdirSync(made, { recursive: true });
  mkdirSync(join(folder, "home"));
  writeFileSync(join(project, ".smllm/config.toml"), '[machines]\nfiles = ["dev.smllm.yaml"]\n');
  const machine = join(checkout, "test/workflow/fixtures/dev.smllm.yaml");
  writeFileSync(join(project, ".smllm/dev.smllm.yaml"), readFileSync(machine));
  for (let count = 0; count < PAUSED; count++) {
    const id = `i-${count.toString().padStart(6, "0")}`;
    const ref = `GH-${100_000 + count}`;
    const at = 1_790_000_000_000 + count;
    const record = {
      ...{ id, machine: "dev", ref, state: "WORK", status: "paused" },
      ...{ holder: null, version: 2, visits: { WORK: 1 }, resumeState: null },
      ...{ created: at, updated: at },
    };
    writeFileSync(join(shelf, `${id}.json`), `${JSON.stringify(record, null, 2)}\n`);
    writeFileSync(join(markers, `${ref.toLowerCase()}.json`), JSON.stringify({ [ref]: id }));
  }
  return project;
}

/** Runs the series by turns: what slows the machine down for a while slows all of them. */
function measure(all: readonly Series[]): ReadonlyMap<Series, readonly Cost[]> {
  const costs = new Map(all.map((series) => [series, [] as Cost[]]));
  // The folder of paused instances was written just now; a cache of it counts once it has settled.
  Bun.sleepSync(3_000);
  for (let round = -2; round < ROUNDS; round++) {
    for (const series of all) {
      const cost = series.program.run();
      if (cost.exitCode !== 0 || !series.says.test(cost.output)) {
        throw new Error(`${series.what} ended with ${cost.exitCode}: ${cost.output.slice(0, 300)}`);
      }
      if (round >= 0) costs.get(series)?.push(cost);
    }
  }
  return costs;
}
