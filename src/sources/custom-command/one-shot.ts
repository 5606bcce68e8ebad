/**
 * The custom command for a program that draws one line and ends. The command runs at most once a call
 * and at most once at a time in a session; what it printed last stands in when it fails, or while
 * another call is running it.
 */
import fs from "node:fs";
import { dirname } from "node:path";
import { withLock } from "../../files/lock.ts";
import type { ExtensionEvent } from "../../wire/extension/message.ts";
import { type CommandContext, stdinLine } from "./context.ts";
import type { Environment } from "./launch.ts";
import { endLeftover, forgetRun, recordRun } from "./leftover.ts";
import { guardedFromSignals } from "./live-runs.ts";
import { type CommandPlan, type CommandSettings, planCommand } from "./plan.ts";
import { type RunOutcome, runCommand } from "./run.ts";
import {
  belongsTo,
  type Entry,
  type Owner,
  readEntry,
  type SessionFiles,
  sessionFiles,
  writeEntry,
} from "./store.ts";

/** The command, the session that it is about, and where its output is remembered. */
export interface CustomOutputInput extends CommandContext {
  readonly settings: CommandSettings;
  /** Version of this program. */
  readonly version: string;
  /** Absent: nothing is remembered, and nothing keeps two calls from running the command at once. */
  readonly cacheDir?: string;
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
  /**
   * Why the line is drawn, if the caller knows (`turn-end` from hooks). Without it: `startup` for the
   * first run in a session or of another command, `workspace-change` when the directory is another
   * one than at the last run, else `interval`, which claims nothing.
   */
  readonly event?: ExtensionEvent;
}

/** What to show, and why. */
export interface CustomOutput {
  /** Raw output to show; empty hides the item, as does absent. */
  readonly stdout?: string;
  /** What a person who asks should know, a sentence each. */
  readonly notes: readonly string[];
}

/** Runs the command, or says what to show instead. Never rejects. */
export async function customOutput(input: CustomOutputInput): Promise<CustomOutput> {
  const plan = planCommand(input.settings, input.platform, input.env);
  if (!plan.ok) return { notes: [plan.reason] };
  return guardedFromSignals(() => output(input, plan.value));
}

async function output(input: CustomOutputInput, plan: CommandPlan): Promise<CustomOutput> {
  const { cacheDir, sessionId, cwd, settings } = input;
  if (cacheDir === undefined) {
    return unremembered(input, plan, "there is no cache folder, so no output is kept");
  }
  const owner: Owner = {
    ...(sessionId === undefined || sessionId === "" ? {} : { sessionId }),
    cwd,
    command: settings.command ?? "",
  };
  const files = sessionFiles(cacheDir, owner);
  const locked = await withLock(files.lock, () => remembered(input, plan, owner, files), {
    waitMs: 0,
  });
  if (locked.ok) return locked.value;
  if (!canLock(files.lock)) return unremembered(input, plan, locked.reason);
  return lastGood(readEntry(files, owner), owner, ["another call is running the command"]);
}

/** One run with the session's lock held. */
async function remembered(
  input: CustomOutputInput,
  plan: CommandPlan,
  owner: Owner,
  files: SessionFiles,
): Promise<CustomOutput> {
  endLeftover(files.run);
  const entry = readEntry(files, owner);
  const event = input.event ?? eventAfter(entry, owner);
  const outcome = await run(input, plan, event, (pid) => recordRun(files.run, pid));
  forgetRun(files.run);

  const isOurs = entry !== undefined && belongsTo(entry, owner);
  if (outcome.kind === "failed") {
    // Old output of another directory goes even so: nobody shall see it again on the way back.
    const problem = isOurs ? undefined : await writeEntry(files, owner, undefined);
    return lastGood(entry, owner, [outcome.reason, ...noteOf(problem)]);
  }
  const isKept = isOurs && entry.stdout === outcome.stdout;
  const problem = isKept ? undefined : await writeEntry(files, owner, outcome.stdout);
  return { stdout: outcome.stdout, notes: noteOf(problem) };
}

async function unremembered(
  input: CustomOutputInput,
  plan: CommandPlan,
  why: string,
): Promise<CustomOutput> {
  const outcome = await run(input, plan, input.event ?? "startup");
  return outcome.kind === "printed"
    ? { stdout: outcome.stdout, notes: [why] }
    : { notes: [outcome.reason, why] };
}

function run(
  input: CustomOutputInput,
  plan: CommandPlan,
  event: ExtensionEvent,
  onStart?: (pid: number) => void,
): Promise<RunOutcome> {
  return runCommand({
    launch: plan.launch,
    stdin: stdinLine(event, input, input.version),
    cwd: input.cwd,
    env: input.env,
    timeoutMs: plan.timeoutMs,
    platform: input.platform,
    ...(onStart === undefined ? {} : { onStart }),
  });
}

function eventAfter(entry: Entry | undefined, owner: Owner): ExtensionEvent {
  if (entry === undefined) return "startup";
  if (belongsTo(entry, owner)) return "interval";
  return entry.cwd === owner.cwd ? "startup" : "workspace-change";
}

/** What an earlier run in the same session and directory printed. */
function lastGood(entry: Entry | undefined, owner: Owner, notes: readonly string[]): CustomOutput {
  if (entry?.stdout === undefined || !belongsTo(entry, owner)) {
    return { notes: [...notes, "no earlier run in this session and directory succeeded"] };
  }
  return { stdout: entry.stdout, notes: [...notes, "showing what an earlier run printed"] };
}

/** Tells a lock that is taken from one that cannot be had at all (a read-only disk). */
function canLock(lock: string): boolean {
  try {
    fs.accessSync(dirname(lock), fs.constants.W_OK);
    fs.accessSync(lock, fs.constants.R_OK | fs.constants.W_OK);
    return fs.statSync(lock).size === 0;
  } catch {
    return false;
  }
}

function noteOf(problem: string | undefined): readonly string[] {
  return problem === undefined ? [] : [problem];
}
