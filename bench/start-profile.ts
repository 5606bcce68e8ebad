/**
 * `node scripts/with-bun.mjs bench/start-profile.ts [MODULE...]`: what loading a module adds to the
 * start of an empty compiled program, in page faults, CPU time and wall time. Without arguments the
 * modules in which a status line spends its start, and then the whole of it.
 *
 * A start is made of page faults more than of anything else, and their number hardly changes from run
 * to run, so they show what a change is worth on a busy machine too.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { checkout, compileEntry, compileProgram } from "../scripts/compile.ts";
import { median } from "./figure.ts";
import { type Cost, prepare } from "./native-run.ts";

const RUNS = 15;
const MODULES = [
  "src/files/read-bounded.ts",
  "src/config/read.ts",
  "src/sources/stdin.ts",
  "src/sources/harnesses/registry.ts",
  "src/sources/probes/git-cache.ts",
  "src/sources/sessions/store.ts",
  "src/status/snapshot.ts",
  "src/status/items/registry.ts",
  "src/status/plan.ts",
  "src/status/rows.ts",
  "src/surfaces/statusline/encode-rows.ts",
  "src/cli/commands/statusline.ts",
];

const folder = mkdtempSync(join(tmpdir(), "telltale-profile-"));
try {
  const given = process.argv.slice(2);
  const starts = await compileAll(given.length > 0 ? given : MODULES);
  const costs = starts.map((): Cost[] => []);
  for (let run = -1; run < RUNS; run++) {
    for (const [at, start] of starts.entries()) {
      const cost = start.program.run();
      if (run >= 0) costs[at]?.push(cost);
    }
  }
  console.log(line("what", "faults", "more", "CPU ms", "wall ms"));
  const base = faultsOf(costs[0] ?? []);
  for (const [at, { name }] of starts.entries()) {
    const runs = costs[at] ?? [];
    const faults = faultsOf(runs);
    const cpu = Math.min(...runs.map((cost) => cost.cpuMs)).toFixed(1);
    const wall = median(runs.map((cost) => cost.wallMs)).toFixed(1);
    console.log(line(name, String(faults), `+${faults - base}`, cpu, wall));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function compileAll(modules: readonly string[]) {
  const payload = JSON.stringify({
    session_id: "3f1c7a52-6a0e-4c1b-9d0e-0b8f6f1f2a01",
    model: { id: "claude-opus-5-5", display_name: "Opus 5.5" },
    workspace: { current_dir: checkout, project_dir: checkout },
  });
  const env = { HOME: folder, PATH: process.env.PATH ?? "", COLUMNS: "160", LANG: "C.UTF-8" };
  const programOf = (argv: readonly string[]) =>
    prepare({ argv, env, cwd: checkout, input: payload });
  const empty = readFileSync(join(import.meta.dir, "empty-program.ts"), "utf8");
  const starts = [];
  for (const [at, module] of ["", ...modules].entries()) {
    const source = join(folder, `start-${at}.ts`);
    // Never true, and the bundler cannot know: so nothing of the module is left out.
    const load = `import * as m from ${JSON.stringify(resolve(module))};
      if (process.argv.length > 9) console.log(m);\n`;
    writeFileSync(source, module === "" ? empty : load + empty);
    await compileEntry(source, join(folder, `start-${at}`));
    const program = programOf([join(folder, `start-${at}`)]);
    starts.push({ name: module === "" ? "the empty program" : module, program });
  }
  await compileProgram(join(folder, "telltale"));
  const program = programOf([join(folder, "telltale"), "statusline"]);
  return [...starts, { name: "telltale statusline", program }];
}

function faultsOf(costs: readonly Cost[]): number {
  return median(costs.map((cost) => cost.faults));
}

function line(name: string, ...columns: readonly string[]): string {
  return name.padEnd(44) + columns.map((column) => column.padStart(9)).join("");
}
