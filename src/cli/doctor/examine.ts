/** The whole examination of Claude Code and us, in the order in which it is told. */
import { filePaths } from "../../files/paths.ts";
import { claudeCode } from "../../sources/harnesses/claude-code/claude-code.ts";
import { projectRoot } from "../../sources/harnesses/claude-code/settings-file.ts";
import { readLayers } from "../../sources/harnesses/claude-code/settings-layers.ts";
import type { Io } from "../io.ts";
import type { Check } from "./check.ts";
import { configChecks } from "./config-checks.ts";
import { hookChecks, lastHookCheck } from "./hook-checks.ts";
import { gitCheck, programCheck, stateCheck, widthCheck } from "./machine-checks.ts";
import { type LineResult, runChecks } from "./run-checks.ts";
import { SAMPLE_COLS } from "./run-shell.ts";
import { fileChecks, lineChecks, obstacleChecks, recordCheck } from "./settings-checks.ts";

/** All that was found out, in the order in which it is told. */
export interface Examination extends LineResult {
  /** Whether Claude Code would show a row of ours. */
  readonly works: boolean;
  /** Columns of the terminal that the row was made for. */
  readonly widthCols: number;
}

/**
 * Looks at everything. Changes nothing but the cache that every run of the line changes.
 * `terminalCols`: of the terminal here; undefined where there is none.
 */
export async function examine(
  io: Io,
  managedFile: string,
  terminalCols: number | undefined,
): Promise<Examination> {
  const paths = filePaths(io.env, io.platform);
  const layers = readLayers({ env: io.env, cwd: io.cwd }, managedFile);
  const line = lineChecks(layers);
  const takenCols = claudeCode.widthTakenCols(io.env, projectRoot(io.cwd));
  const nothing: LineResult = { checks: [], rows: [] };
  const widthCols = terminalCols ?? SAMPLE_COLS;
  const cols = { widthCols, takenCols };
  const run = line.command === undefined ? nothing : await runChecks(line.command, cols, io);
  const checks: readonly Check[] = [
    programCheck(io),
    ...fileChecks(layers, io),
    ...line.checks,
    ...obstacleChecks(layers, io),
    ...run.checks,
    ...recordCheck(run.rows, line.refreshes === true),
    ...(await hookChecks(layers, io)),
    lastHookCheck(paths.stateDir, io.nowMs()),
    stateCheck(paths),
    ...(await configChecks(paths, io)),
    await gitCheck(io),
    widthCheck(terminalCols, takenCols),
  ];
  const works = run.rows.length > 0 && !checks.some(({ level }) => level === "fail");
  return { ...run, checks, works, widthCols };
}
