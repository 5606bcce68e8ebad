/**
 * A process that we started, with all that it started: its group, its session, its descendants, and
 * (Linux) whoever carries the mark in its environment, such as a child that made itself a session and
 * lost its parent. Windows: what `taskkill /T` calls the tree.
 */
import { randomBytes } from "node:crypto";
import { killTree, systemKillPorts } from "../../custom-command/kill-tree.ts";
import { isStartedWith, readProcessTable } from "./process-table.ts";

/** Name of the mark. One of ours inside another of ours has its own, and is ended with its parent. */
export const MARK_VARIABLE = "TELLTALE_PROCESS_TREE";

export interface ProcessTree {
  /** The process that leads the group. */
  readonly pid: number;
  readonly mark: string;
  readonly platform: NodeJS.Platform;
}

/** What one tree is known by. */
export function newMark(): string {
  return randomBytes(12).toString("hex");
}

/** After SIGTERM: time for a program to put its files in order. */
const TERM_WAIT_MS = 1500;
/** After SIGKILL a process is gone at once, unless it waits for a disk. */
const KILL_WAIT_MS = 5000;
const FIRST_POLL_MS = 5;
const POLL_MS = 50;

/** Living pids of the tree, beyond what `seen` held; those found are added to it. */
function livingOf(tree: ProcessTree, seen: Set<number> = new Set()): readonly number[] {
  const all = readProcessTable(tree.platform).filter(({ pid }) => pid !== process.pid && pid > 1);
  const found = new Set<number>();
  for (const entry of all) {
    const isNear =
      entry.pid === tree.pid || entry.groupId === tree.pid || entry.sessionId === tree.pid;
    if (isNear || seen.has(entry.pid)) found.add(entry.pid);
    else if (isStartedWith(entry.pid, MARK_VARIABLE, tree.mark)) found.add(entry.pid);
  }
  for (let grown = true; grown; ) {
    grown = false;
    for (const { pid, parentPid } of all) {
      if (found.has(pid) || !found.has(parentPid)) continue;
      found.add(pid);
      grown = true;
    }
  }
  for (const pid of found) seen.add(pid);
  return [...found];
}

/**
 * SIGTERM to the whole tree, then SIGKILL to what is left. Resolves when nothing of it lives, or when
 * what is left cannot be ended. `waitMs` is for the polite part; 0 leaves it out. Never rejects.
 */
export async function endTree(tree: ProcessTree, waitMs: number = TERM_WAIT_MS): Promise<void> {
  if (tree.platform === "win32") return killTreeNow(tree);
  // What lost its parent in between is known by its pid from the look before.
  const seen = new Set<number>();
  if (waitMs > 0) {
    for (const pid of livingOf(tree, seen)) signal(pid, "SIGTERM");
    if (await isEmptyWithin(tree, seen, waitMs)) return;
  }
  const deadlineMs = performance.now() + KILL_WAIT_MS;
  do {
    for (const pid of livingOf(tree, seen)) signal(pid, "SIGKILL");
  } while (!(await isEmptyWithin(tree, seen, POLL_MS)) && performance.now() < deadlineMs);
}

/** SIGKILL to the whole tree at once; for the moment at which our own process ends. Never throws. */
export function killTreeNow(tree: ProcessTree): void {
  if (tree.platform === "win32") {
    const root = { pid: tree.pid, kill: () => signal(tree.pid, "SIGKILL") };
    killTree(root, process.env, systemKillPorts("win32"));
    return;
  }
  const living = livingOf(tree);
  signal(-tree.pid, "SIGKILL");
  for (const pid of living) signal(pid, "SIGKILL");
}

async function isEmptyWithin(tree: ProcessTree, seen: Set<number>, waitMs: number) {
  const deadlineMs = performance.now() + waitMs;
  for (let pauseMs = FIRST_POLL_MS; ; pauseMs = Math.min(POLL_MS, pauseMs * 2)) {
    if (livingOf(tree, seen).length === 0) return true;
    if (performance.now() >= deadlineMs) return false;
    await Bun.sleep(pauseMs);
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended by itself in between, or is another user's, and then nobody can do more.
  }
}
