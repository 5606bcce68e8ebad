/**
 * `npm run bench [-- --json | --write]`: compiles the program, measures everything that has a budget
 * in one run and prints one table. Fails when a budget is missed. `--write` also puts the table into
 * `docs/benchmarks.md`.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, release, tmpdir } from "node:os";
import { join } from "node:path";
import { scriptArguments } from "../scripts/arguments.ts";
import { checkout, compileEntry, compileProgram } from "../scripts/compile.ts";
import { type Figure, isKept, tableOf } from "./figure.ts";
import { hostFigures } from "./host-figures.ts";
import { modelFigures } from "./model-figures.ts";
import { programFigures } from "./program-figures.ts";
import { scannerFigures } from "./scanner-figures.ts";
import { transcriptFigures } from "./transcript-figures.ts";
import { workflowFigures } from "./workflow-figures.ts";
import { makeWorkspace } from "./workspace.ts";

const DOCUMENT = join(checkout, "docs/benchmarks.md");
const BEGIN = "<!-- generated: bench -->";
const END = "<!-- end -->";

const USAGE = `usage: npm run bench [-- --json | --write]

Compiles the program and measures all that has a budget, for some minutes; fails when one is missed.

  --json    figures for a program in place of the table
  --write   also puts the table into docs/benchmarks.md`;
const { values } = scriptArguments(USAGE, {
  options: { json: { type: "boolean" }, write: { type: "boolean" } },
});
const figures = await allFigures();
const machine = `${cpus().length} x ${cpus()[0]?.model ?? "unknown"}, ${process.platform} ${release()}, Bun ${Bun.version}`;
const report = `${tableOf(figures)}\n\nMeasured on ${machine}.\n`;
if (values.json === true) {
  const withVerdict = figures.map((figure) => ({ ...figure, ok: isKept(figure) }));
  console.log(JSON.stringify({ machine, figures: withVerdict }, null, 2));
} else {
  console.log(report);
}
if (values.write === true) writeDocument(report);
process.exitCode = figures.every(isKept) ? 0 : 1;

async function allFigures(): Promise<readonly Figure[]> {
  const node = Bun.which("node");
  if (node === null) throw new Error("node is not on the PATH");
  const folder = mkdtempSync(join(tmpdir(), "telltale-bench-programs-"));
  const workspace = makeWorkspace();
  try {
    const programs = { telltale: join(folder, "telltale"), empty: join(folder, "empty"), node };
    await compileProgram(programs.telltale);
    await compileEntry(join(import.meta.dir, "empty-program.ts"), programs.empty);
    return [
      ...(await programFigures(programs, workspace)),
      ...workflowFigures(programs.telltale, programs.empty),
      ...(await hostFigures(programs.telltale, programs.empty)),
      ...modelFigures(),
      ...transcriptFigures(),
      ...scannerFigures(),
    ];
  } finally {
    workspace.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeDocument(text: string): void {
  const document = readFileSync(DOCUMENT, "utf8");
  const begin = document.indexOf(BEGIN);
  const end = document.indexOf(END, begin);
  if (begin < 0 || end < 0) throw new Error(`${DOCUMENT} lacks ${BEGIN} ... ${END}`);
  const before = document.slice(0, begin + BEGIN.length);
  writeFileSync(DOCUMENT, `${before}\n\n${text}\n${document.slice(end)}`);
}
