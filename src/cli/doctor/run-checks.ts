/** Runs the status line as Claude Code would: whether a row comes out, how it looks, how long it takes. */
import fs from "node:fs";
import { isAbsolute } from "node:path";
import { readSettings } from "../../config/read.ts";
import { filePaths } from "../../files/paths.ts";
import { readStatusCommand } from "../../sources/harnesses/claude-code/own-commands.ts";
import { emptyPlanReason } from "../../status/plan.ts";
import { chainedPlainRows, chainedRows } from "../../text/chained-rows.ts";
import { cleanLine } from "../../text/clean.ts";
import { createMeasure } from "../../text/width.ts";
import type { Io } from "../io.ts";
import { choiceOf } from "../statusline/call.ts";
import { bad, type Check, good, worth } from "./check.ts";
import { runShell, type ShellRun } from "./run-shell.ts";
import { samplePayload } from "./sample-payload.ts";

const RUNS = 5;

/** A slow command is not run again and again: by then its time is known well enough. */
const MAX_TOTAL_MS = 5000;

/** Claude Code gathers events for this long; a run that takes longer is often ended by the next one. */
const SLOW_MS = 300;

/** First words of an error that are shown. */
const MAX_ERROR_UNITS = 200;

/** The rows that came out, and what is to be said of them. */
export interface LineResult {
  readonly checks: readonly Check[];
  /** As they would stand below the composer, safe to print. */
  readonly rows: readonly string[];
  readonly medianMs?: number;
}

/** The terminal's columns, and those of them that are not for the row. */
export interface Columns {
  readonly widthCols: number;
  readonly takenCols: number;
}

/** Runs `command`, several times if it is quick. */
export async function runChecks(command: string, cols: Columns, io: Io): Promise<LineResult> {
  const payload = samplePayload(io.cwd);
  const first = await runShell(command, payload, io, cols.widthCols);
  const problem = blankReason(command, first, io);
  if (problem !== undefined) return { checks: [problem], rows: [] };
  const times = [first.durationMs];
  let total = first.durationMs;
  while (times.length < RUNS && total < MAX_TOTAL_MS) {
    const { durationMs } = await runShell(command, payload, io, cols.widthCols);
    times.push(durationMs);
    total += durationMs;
  }
  const medianMs = Math.round(times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0);
  const rows = shownRows(first.stdout, cols, io);
  if (rows.length === 0) return { checks: [emptyCheck(io)], rows, medianMs };
  const count = rows.length === 1 ? "1 row" : `${rows.length} rows`;
  const text = `${count}, exit code 0, ${medianMs} ms (median of ${times.length} runs)`;
  const slow = "it is often ended by the next run before it is done; see: npm run build, or --then";
  const check = medianMs > SLOW_MS ? worth("run", text, slow) : good("run", text);
  return { checks: [check, ...colorCheck(io)], rows, medianMs };
}

function shownRows(stdout: string, cols: Columns, io: Io): readonly string[] {
  const widthCols = Math.max(1, cols.widthCols - cols.takenCols);
  const fit = { widthCols, measure: createMeasure({ ambiguousWide: false }) };
  const plain = !io.outIsTerminal() || (io.env.NO_COLOR ?? "") !== "";
  return plain ? chainedPlainRows(stdout, fit) : chainedRows(stdout, fit);
}

/** Why Claude Code would show nothing; undefined if it would show what was printed. */
function blankReason(command: string, run: ShellRun, io: Io): Check | undefined {
  if (run.problem !== undefined) {
    return bad("run", `the row is blank: ${run.problem}`, "run the command by hand to see why");
  }
  if (run.exitCode !== 0) {
    const [why, fix] = exitReason(command, run);
    return bad("run", `the row is blank: exit code ${run.exitCode}, ${why}`, fix);
  }
  return run.stdout.trim() === "" ? emptyCheck(io) : undefined;
}

/** The settings may say themselves that there is nothing to print. */
function emptyCheck({ env, platform }: Io): Check {
  const { settings } = readSettings(filePaths(env, platform).configFile);
  const reason = emptyPlanReason(choiceOf({}, settings));
  if (reason !== undefined) {
    return bad("run", `the row is blank: ${reason}`, "see: telltale config get");
  }
  return bad(
    "run",
    "the row is blank: the command prints nothing",
    "see why: echo '{}' | telltale statusline --explain",
  );
}

function exitReason(command: string, { exitCode, stderr }: ShellRun): readonly [string, string] {
  const program = readStatusCommand(command)?.program ?? [];
  const again = "telltale install claude-code, from where telltale is now";
  for (const file of program.filter((word) => isAbsolute(word))) {
    if (!fs.existsSync(file)) return [`${file} is missing`, again];
  }
  const [first = ""] = program;
  if (isAbsolute(first) && !isExecutable(first)) {
    return [`${first} is not executable`, `chmod +x ${first}`];
  }
  if (exitCode === 127) return ["the command is not found", again];
  const said = cleanLine(stderr.trim().split("\n")[0] ?? "").slice(0, MAX_ERROR_UNITS);
  return [said === "" ? "and nothing on stderr" : said, "run the command by hand to see why"];
}

function isExecutable(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

function colorCheck({ env }: Io): readonly Check[] {
  if ((env.NO_COLOR ?? "") === "") return [];
  return [worth("colours", "NO_COLOR is set: the row has none", "unset it where you start claude")];
}
