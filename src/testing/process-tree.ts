/**
 * Ends a process with everything that it started. Children are found by parent pid and by process
 * group, over and over until none is left, so that one born during the hunt is ended too. Processes
 * are addressed by pid alone, never by name. POSIX only (`ps` and signals).
 */

/** Rounds of list-and-kill before giving up; a tree that outlives them spawns faster than we end it. */
const MAX_ROUNDS = 20;
const POLL_MS = 25;

interface ProcessEntry {
  readonly pid: number;
  readonly parentPid: number;
  readonly groupId: number;
  readonly zombie: boolean;
}

function listProcesses(): readonly ProcessEntry[] {
  const run = Bun.spawnSync(["ps", "-A", "-o", "pid=,ppid=,pgid=,stat="]);
  return run.stdout
    .toString()
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields.length >= 4)
    .map(([pid, ppid, pgid, stat]) => ({
      pid: Number(pid),
      parentPid: Number(ppid),
      groupId: Number(pgid),
      zombie: stat?.startsWith("Z") ?? false,
    }));
}

function relativesOf(roots: Iterable<number>): readonly number[] {
  const all = listProcesses().filter((entry) => !entry.zombie);
  const found = new Set<number>(roots);
  for (let grown = true; grown; ) {
    grown = false;
    for (const entry of all) {
      const related = found.has(entry.parentPid) || (entry.groupId > 1 && found.has(entry.groupId));
      if (related && !found.has(entry.pid)) {
        found.add(entry.pid);
        grown = true;
      }
    }
  }
  found.delete(process.pid);
  return all.map((entry) => entry.pid).filter((pid) => found.has(pid));
}

/** The living pids of `rootPid`, its descendants, and what shares a process group with one of them. */
export function processTree(rootPid: number): readonly number[] {
  return relativesOf([rootPid]);
}

function signal(pid: number, name: "SIGTERM" | "SIGKILL"): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended by itself in between, which is what was wanted.
  }
}

/**
 * Ends `rootPid` and its tree: SIGTERM first, SIGKILL for what is left after `graceMs`. Resolves to
 * the pids that could not be ended, normally none.
 */
export async function endProcessTree(rootPid: number, graceMs = 500): Promise<readonly number[]> {
  // Once the root is gone its children belong to init, so the pids of the first look are kept.
  const known = new Set(processTree(rootPid));
  for (const pid of known) signal(pid, "SIGTERM");
  const deadline = performance.now() + graceMs;
  let left = stillThere(known);
  while (left.length > 0 && performance.now() < deadline) {
    await Bun.sleep(POLL_MS);
    left = stillThere(known);
  }
  for (let round = 0; left.length > 0 && round < MAX_ROUNDS; round++) {
    for (const pid of left) signal(pid, "SIGKILL");
    await Bun.sleep(POLL_MS);
    left = stillThere(known);
  }
  return left;
}

function stillThere(known: Set<number>): readonly number[] {
  const alive = relativesOf(known);
  for (const pid of alive) known.add(pid);
  return alive;
}
