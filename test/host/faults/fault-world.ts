/**
 * A runtime that runs alone (`telltale serve`), hosts in real terminals that are connected to it, and what the
 * system says of their processes. Whoever opens a world must `await world.end()`.
 */
import fs from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { connectRuntime } from "../../../src/sources/runtime/client.ts";
import type { RuntimeClient } from "../../../src/sources/runtime/runtime-client.ts";
import { endProcessTree } from "../../../src/testing/process-tree.ts";
import type { SessionState } from "../../../src/wire/runtime/state.ts";
import { programPath } from "../../e2e/program.ts";
import { BUN, type HostWorld, type HostWorldOptions, openHostWorld } from "../world.ts";

/** A busy machine starts a program slowly. */
const PATIENCE_MS = 30_000;

export interface ServeWorld {
  readonly folder: string;
  readonly home: string;
  /** The folder that is worked in. */
  readonly cwd: string;
  readonly socket: string;
  readonly client: RuntimeClient;
  readonly pid: () => number;
  /** Starts it; again, after it was killed. */
  readonly start: () => Promise<void>;
  readonly kill: (signal: NodeJS.Signals) => Promise<void>;
  /** The state as the runtime has it. */
  readonly state: (sessionId: string) => Promise<SessionState>;
  /** A host on it; `through`: another socket, such as that of a proxy. */
  readonly host: (options?: HostWorldOptions, through?: string) => Promise<HostWorld>;
  readonly end: () => Promise<void>;
}

export interface ServeWorldOptions {
  readonly config?: string;
  readonly speed?: string;
}

export async function openServeWorld(options: ServeWorldOptions = {}): Promise<ServeWorld> {
  const folder = fs.realpathSync(fs.mkdtempSync(join(os.tmpdir(), "faults-")));
  const home = join(folder, "home");
  const cwd = join(folder, "work");
  fs.mkdirSync(home, { mode: 0o700 });
  fs.mkdirSync(cwd);
  fs.writeFileSync(join(home, "config.yaml"), options.config ?? "");
  const socket = join(home, "run", "s");
  const client = connectRuntime({ kind: "unix", path: socket });
  const hosts: HostWorld[] = [];
  const started: number[] = [];
  let child: Bun.Subprocess | undefined;
  const start = async (): Promise<void> => {
    child = Bun.spawn([await programPath(), "serve", "--json", "--socket", socket], {
      cwd,
      env: envOf(folder, home, options.speed),
      stdin: "ignore",
      stdout: "pipe",
      stderr: "inherit",
    });
    started.push(child.pid);
    await (child.stdout as ReadableStream<Uint8Array>).getReader().read();
  };
  const kill = async (signal: NodeJS.Signals): Promise<void> => {
    child?.kill(signal);
    await child?.exited;
  };
  await start();
  return {
    ...{ folder, home, cwd, socket, client, start, kill },
    pid: () => child?.pid ?? 0,
    async state(sessionId) {
      const state = await client.state(sessionId);
      if (!state.ok) throw new Error(state.reason);
      return state.value;
    },
    async host(more = {}, through = socket) {
      const host = await openHostWorld({
        ...more,
        command: [await programPath()],
        args: ["--connect", through, "--cwd", cwd, ...(more.args ?? [])],
      });
      hosts.push(host);
      return host;
    },
    async end() {
      client.close();
      for (const host of hosts) await host.end();
      for (const pid of started) await endProcessTree(pid);
      for (const pid of markedProcesses(home)) await endProcessTree(pid);
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

function envOf(folder: string, home: string, speed = "0"): Record<string, string> {
  return {
    PATH: process.env.PATH ?? "",
    HOME: folder,
    TMPDIR: folder,
    TELLTALE_HOME: home,
    TELLTALE_AGENT_SPEED: speed,
  };
}

/** Waits until it holds; throws with what it was. */
export async function until(
  holds: () => unknown,
  what: string,
  timeoutMs = PATIENCE_MS,
): Promise<void> {
  for (const endMs = performance.now() + timeoutMs; ; await Bun.sleep(20)) {
    if (await holds()) return;
    if (performance.now() > endMs) throw new Error(`not in time: ${what}`);
  }
}

/** Living processes that were started with this home, whoever their parent is by now. */
export function markedProcesses(home: string): readonly number[] {
  return processes().flatMap(({ pid, state }) => {
    if (state === "Z" || state === "X") return [];
    const env = read(`/proc/${pid}/environ`);
    return `\0${env}`.includes(`\0TELLTALE_HOME=${home}\0`) ? [pid] : [];
  });
}

/** Of those the ones whose command line has the words. */
export function markedWith(home: string, words: string): readonly number[] {
  return markedProcesses(home).filter((pid) =>
    read(`/proc/${pid}/cmdline`).replaceAll("\0", " ").includes(words),
  );
}

/** Children of a process that have ended and that nobody has asked after. */
export function zombiesOf(parentPid: number): readonly number[] {
  return processes()
    .filter(({ state, parent }) => state === "Z" && parent === parentPid)
    .map(({ pid }) => pid);
}

function processes() {
  return fs
    .readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = read(`/proc/${name}/stat`);
      const [state = "", parent = ""] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return stat === "" ? [] : [{ pid: Number(name), state, parent: Number(parent) }];
    });
}

function read(path: string): string {
  try {
    return fs.readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

/**
 * The command of an agent that stalls where the file `stall` of the folder says (`stalling-agent.ts`), as a
 * line of the config; `before` is run by the shell first.
 */
export function stallingCommand(folder: string, before = ":"): string {
  const script = join(import.meta.dir, "stalling-agent.ts");
  const start = join(folder, "stall.sh");
  // Paths of a checkout may hold blanks; the folder of a world does not.
  fs.writeFileSync(start, `${before}\nexec '${BUN}' --no-env-file '${script}' '${folder}/stall'\n`);
  return `sh ${start}`;
}
