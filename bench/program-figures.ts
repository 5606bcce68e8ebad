/** Figures of whole processes, each started as a harness starts it, by turns with all the others. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { checkout } from "../scripts/compile.ts";
import { type Figure, median, medianRatio } from "./figure.ts";
import { type Cost, type Prepared, prepare } from "./native-run.ts";
import type { Workspace } from "./workspace.ts";

/** Enough that the medians of two runs of the benchmark differ by a few hundredths. */
const ROUNDS = 31;
/** For what takes a second, or has to be made cold before each run. */
const SLOW_ROUNDS = 7;

/** Like the widgets in `workspace.ts`, in our words. */
const FOURTEEN_ITEMS =
  "model,git-branch,line-changes,worktree,context-used,context-percent,cost,duration," +
  "billed-tokens,cache-hit,cache-read-ratio,context-size,version,output-style";

/** Paths of the programs that are compared. */
export interface Programs {
  readonly telltale: string;
  readonly empty: string;
  readonly node: string;
}

/** One program under measurement. */
interface Series {
  readonly program: Prepared;
  /** Run before each start, outside the measured time. */
  readonly before?: () => void | Promise<void>;
  readonly rounds: number;
  /** A hook prints nothing; a line that prints nothing was not drawn. */
  readonly silent?: boolean;
}

type Name = keyof ReturnType<typeof allSeries>;
type Costs = Readonly<Record<Name, readonly Cost[]>>;

/** All figures of processes. */
export async function programFigures(
  programs: Programs,
  workspace: Workspace,
): Promise<readonly Figure[]> {
  const costs = await measure(allSeries(programs, workspace));
  return [...startFigures(costs, processesStarted(programs, workspace)), ...workFigures(costs)];
}

function startFigures(costs: Costs, processes: number | undefined): readonly Figure[] {
  const faults = (name: Name): number => median(costs[name].map((cost) => cost.faults));
  return [
    ms("an empty compiled program that reads the JSON", costs.empty),
    ms("`telltale statusline` in a Git repository", costs.line),
    { ...times("... against the empty program", costs.line, costs.empty), budget: { atMost: 1.4 } },
    {
      what: "... the same in page faults",
      value: faults("line") / faults("empty"),
      unit: "x",
    },
    ...(processes === undefined
      ? []
      : [{ what: "... processes it starts", value: processes, unit: "", budget: { atMost: 0 } }]),
    {
      ...times("`telltale hook` against the empty program", costs.hook, costs.empty),
      budget: { atMost: 1.6 },
    },
    ms("`ccstatusline` under node", costs.other),
    {
      ...times("... against `telltale statusline`", costs.other, costs.line),
      budget: { atLeast: 40 },
    },
    times("... against the empty program: the most there is to win", costs.other, costs.empty),
    times("14 widgets of it against 14 items of ours", costs.widgets, costs.fourteen),
  ];
}

function workFigures(costs: Costs): readonly Figure[] {
  return [
    ms("14 items, some of them with Git's numbers", costs.fourteen),
    ms("Git's counts in a small repository, first call", costs.smallCold),
    ms("Git's counts in a small repository, later call", costs.smallWarm),
    ms("Git's counts among 20,000 files, first call", costs.largeCold),
    ms("Git's counts among 20,000 files, later call", costs.largeWarm),
    ms("a transcript of 20 MB, first call", costs.transcriptCold),
    ms("a transcript of 20 MB, later call", costs.transcriptWarm),
    ms("a config file of 100 KB", costs.bigConfig),
  ];
}

function ms(what: string, costs: readonly Cost[]): Figure {
  return { what, value: median(costs.map((cost) => cost.wallMs)), unit: "ms" };
}

function times(what: string, costs: readonly Cost[], base: readonly Cost[]): Figure {
  const walls = (of: readonly Cost[]): number[] => of.map((cost) => cost.wallMs);
  return { what, value: medianRatio(walls(costs), walls(base)), unit: "x" };
}

function allSeries(programs: Programs, workspace: Workspace) {
  const { smallRepo, largeRepo, env, payload } = workspace;
  const usual = payload(smallRepo, "short");
  const start = (argv: readonly string[], home: string, input = usual, cwd = smallRepo) =>
    prepare({ argv, env: env(home), cwd, input });
  const line = (home: string, input = usual, args: readonly string[] = []) =>
    start([programs.telltale, "statusline", ...args], home, input);
  const counts = (home: string, repo: string) =>
    line(home, payload(repo, "short"), ["--items", "git-counts,model"]);
  const script = join(checkout, "node_modules/ccstatusline/dist/ccstatusline.js");
  const other = (home: string) => start([programs.node, script], home);
  const quick = (program: Prepared): Series => ({ program, rounds: ROUNDS });
  const slow = (program: Prepared, before?: Series["before"]): Series => ({
    program,
    rounds: SLOW_ROUNDS,
    ...(before !== undefined && { before }),
  });
  /** Numbers as new as they are for a line that is drawn again and again. */
  const warm = (home: string, program: Prepared): Series =>
    slow(program, async () => {
      program.run();
      await workspace.refreshed(home);
    });
  const long = payload(smallRepo, "long");
  return {
    empty: quick(start([programs.empty], "usual")),
    line: quick(line("usual")),
    hook: {
      ...quick(start([programs.telltale, "hook", "claude-code"], "usual", workspace.hookPayload)),
      silent: true,
    },
    other: slow(other("other")),
    widgets: slow(other("widgets")),
    fourteen: warm("fourteen", line("fourteen", usual, ["--items", FOURTEEN_ITEMS])),
    smallCold: slow(counts("small-cold", smallRepo), () => workspace.forgetGit("small-cold")),
    smallWarm: warm("small-warm", counts("small-warm", smallRepo)),
    largeCold: slow(counts("large-cold", largeRepo), () => workspace.forgetGit("large-cold")),
    largeWarm: warm("large-warm", counts("large-warm", largeRepo)),
    transcriptCold: slow(line("long-cold", long), () => workspace.forgetTranscripts("long-cold")),
    transcriptWarm: slow(line("long-warm", long)),
    bigConfig: slow(line("big-config")),
  } satisfies Record<string, Series>;
}

/** Runs the series by turns: what slows the machine down for a while slows all of them. */
async function measure(series: Readonly<Record<Name, Series>>): Promise<Costs> {
  const names = Object.keys(series) as Name[];
  const costs = Object.fromEntries(names.map((name) => [name, [] as Cost[]])) as Record<
    Name,
    Cost[]
  >;
  // The first round fills the caches of the programs and of the system.
  for (let round = -1; round < ROUNDS; round++) {
    for (const name of names) {
      const { program, before, rounds, silent } = series[name];
      if (round >= rounds) continue;
      await before?.();
      const cost = program.run();
      if (cost.exitCode !== 0 || (cost.output === "") !== (silent === true)) {
        throw new Error(`${name} ended with ${cost.exitCode} and printed ${cost.output.length}`);
      }
      if (round >= 0) costs[name].push(cost);
    }
  }
  return costs;
}

/** Programs that one call starts, as `strace` sees them; undefined where there is no `strace`. */
function processesStarted(programs: Programs, workspace: Workspace): number | undefined {
  const traced = spawnSync(
    "strace",
    ["-f", "-qq", "-e", "trace=execve", programs.telltale, "statusline"],
    {
      cwd: workspace.smallRepo,
      env: workspace.env("usual"),
      input: workspace.payload(workspace.smallRepo, "short"),
      encoding: "utf8",
    },
  );
  if (traced.error !== undefined || traced.status !== 0) return undefined;
  // The first one is the program itself.
  return traced.stderr.split("\n").filter((line) => line.includes("execve(")).length - 1;
}
