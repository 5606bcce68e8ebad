/** The processes of the machine, as far as it takes to find out who started whom. POSIX. */
import { spawnSync } from "node:child_process";
import fs from "node:fs";

export interface ProcessEntry {
  readonly pid: number;
  readonly parentPid: number;
  readonly groupId: number;
  /** Absent where `ps` does not tell it. */
  readonly sessionId?: number;
}

/** One call of `ps` on a busy machine; beyond it nothing is known. */
const PS_TIMEOUT_MS = 5000;

/** All that live; zombies have ended and are left out. Never throws. */
export function readProcessTable(platform: NodeJS.Platform): readonly ProcessEntry[] {
  return platform === "linux" ? readProc() : readPs();
}

function readProc(): readonly ProcessEntry[] {
  const entries: ProcessEntry[] = [];
  for (const name of listed("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = content(`/proc/${name}/stat`)?.toString("latin1");
    // The name of a program stands in brackets and may hold any byte, brackets too.
    const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [state, parentPid, groupId, sessionId] = fields ?? [];
    if (state === undefined || state === "Z" || state === "X") continue;
    entries.push({
      pid: Number(name),
      parentPid: Number(parentPid),
      groupId: Number(groupId),
      sessionId: Number(sessionId),
    });
  }
  return entries;
}

function readPs(): readonly ProcessEntry[] {
  const run = spawnSync("/bin/ps", ["-A", "-o", "pid=,ppid=,pgid=,stat="], {
    timeout: PS_TIMEOUT_MS,
    encoding: "utf8",
  });
  return (run.stdout ?? "").split("\n").flatMap((line) => {
    const [pid, parentPid, groupId, state] = line.trim().split(/\s+/);
    if (state === undefined || state.startsWith("Z")) return [];
    return [{ pid: Number(pid), parentPid: Number(parentPid), groupId: Number(groupId) }];
  });
}

/**
 * Whether a process was started with this variable in its environment: whatever it made of its parent,
 * its group and its session since. False where the system does not tell.
 */
export function isStartedWith(pid: number, name: string, value: string): boolean {
  const environment = content(`/proc/${pid}/environ`);
  if (environment === undefined) return false;
  const wanted = `${name}=${value}\0`;
  return environment.indexOf(`\0${wanted}`) >= 0 || environment.indexOf(wanted) === 0;
}

function listed(folder: string): readonly string[] {
  try {
    return fs.readdirSync(folder);
  } catch {
    return [];
  }
}

/** Processes end while they are looked at, and others are not ours to look at. */
function content(path: string): Buffer | undefined {
  try {
    return fs.readFileSync(path);
  } catch {
    return undefined;
  }
}
