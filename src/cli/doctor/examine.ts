/** The whole examination of Claude Code and us, in the order in which it is told. */
import { filePaths } from "../../files/paths.ts";
import { claudeCode } from "../../sources/harnesses/claude-code/claude-code.ts";
import { projectRoot } from "../../sources/harnesses/claude-code/settings-file.ts";
import { readLayers } from "../../sources/harnesses/claude-code/settings-layers.ts";
import type { Io } from "../io.ts";
import type { Check } from "./check.ts";
import { hookChecks, lastHookCheck } from "./hook-checks.ts";
import { configChecks, gitCheck, programCheck, stateCheck, widthCheck } from "./machine-checks.ts";
import { type LineResult, runChecks } from "./run-checks.ts";
import { fileChecks, lineChecks, obstacleChecks } from "./settings-checks.ts";

/** All that was found out, in the order in which it is told. */
export interface Examination extends LineResult {
  /** Whether Claude Code would show a row of ours. */
  readonly works: boolean;
}

/** Looks at everything. Changes nothing but the cache that every run of the line changes. */
export async function examine(io: Io, managedFile: string): Promise<Examination> {
  const paths = filePaths(io.env, io.platform);
  const layers = readLayers({ env: io.env, cwd: io.cwd }, managedFile);
  const line = lineChecks(layers);
  const takenCols = claudeCode.widthTakenCols(io.env, projectRoot(io.cwd));
  const nothing: LineResult = { checks: [], rows: [] };
  const run = line.command === undefined ? nothing : await runChecks(line.command, takenCols, io);
  const checks: readonly Check[] = [
    programCheck(io),
    ...fileChecks(layers, io),
    ...line.checks,
    ...obstacleChecks(layers, io),
    ...run.checks,
    ...(await hookChecks(layers, io)),
    lastHookCheck(paths.stateDir, io.nowMs()),
    stateCheck(paths),
    ...(await configChecks(paths)),
    await gitCheck(io),
    widthCheck(takenCols),
  ];
  const works = run.rows.length > 0 && !checks.some(({ level }) => level === "fail");
  return { ...run, checks, works };
}
