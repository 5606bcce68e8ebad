/**
 * The real host in a real terminal with a custom command whose script a test changes while it runs: what
 * each run got, when it ran, and what is left of it.
 */
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type HostWorld, type HostWorldOptions, openHostWorld } from "./world.ts";

export interface CommandWorldOptions extends Omit<HostWorldOptions, "config"> {
  /** The shell script at the start; see `setScript`. */
  readonly script?: string;
  /** Items of the line; default: the folder, then the command. Empty text: no list. */
  readonly items?: string;
  /** Lines of `customStatusLine` beside the command. */
  readonly settings?: readonly string[];
  /** Lines of `tui` beside these. */
  readonly tui?: readonly string[];
}

export interface CommandWorld {
  readonly world: HostWorld;
  /** For files of scripts: `$D` in them. */
  readonly folder: string;
  /** The program that is started; away with it, and starting it fails. */
  readonly program: string;
  /** From the next run on: a shell script; `$line` is what came on stdin, `$D` the folder. */
  readonly setScript: (body: string) => void;
  /** Lines that the runs got, oldest first, as they came. */
  readonly lines: () => readonly string[];
  readonly runs: () => readonly Record<string, unknown>[];
  readonly events: () => readonly unknown[];
  /** Runs that began while another one ran. */
  readonly overlaps: () => number;
  /** A turn; resolves when the run for its end has begun. No other run may be due. */
  readonly turn: () => Promise<void>;
  /** Creates a file in the folder, for scripts that wait for it. */
  readonly touch: (name: string) => void;
  readonly has: (name: string) => boolean;
  /** Ids that a script wrote into a file of the folder. */
  readonly pids: (name: string) => readonly number[];
  /** Switches between regular and fullscreen mode. */
  readonly switchMode: () => Promise<void>;
  readonly end: () => Promise<void>;
}

/** A script that waits for a file of the folder, however long that takes, then goes on. */
export const waitFor = (name: string): string => `while [ ! -e "$D/${name}" ]; do sleep 0.02; done`;

/** Opens it; ready when the session is open. */
export async function openCommandWorld(options: CommandWorldOptions): Promise<CommandWorld> {
  const { script = "echo ready", items, settings, tui = [], ...rest } = options;
  const folder = mkdtempSync(join(tmpdir(), "command-"));
  const program = writeProgram(folder);
  const setScript = (body: string): void => {
    writeFileSync(join(folder, "next"), `${body}\n`);
    renameSync(join(folder, "next"), join(folder, "body"));
  };
  setScript(script);
  const config = configText(program, items ?? "current-dir, custom-command", settings ?? [], tui);
  const world = await openHostWorld({ cols: 100, rows: 24, ...rest, config });
  await world.waitForText("Ask ·");
  const read = (name: string): readonly string[] =>
    readFileSync(join(folder, name), "utf8")
      .split("\n")
      .filter((line) => line !== "");
  const lines = (): readonly string[] => read("log");
  const runs = () => lines().map((line) => JSON.parse(line) as Record<string, unknown>);
  const has = (name: string): boolean => existsSync(join(folder, name));
  return {
    world,
    folder,
    program,
    setScript,
    lines,
    runs,
    events: () => runs().map(({ event }) => event),
    overlaps: () => read("overlaps").length,
    async turn() {
      const before = lines().length;
      world.type("hi");
      world.press("enter");
      await world.waitFor(() => lines().length > before);
    },
    touch: (name) => writeFileSync(join(folder, name), ""),
    has,
    pids: (name) => (has(name) ? read(name).flatMap((line) => line.split(" ").map(Number)) : []),
    async switchMode() {
      world.press("ctrl+t");
      await world.rest();
    },
    async end() {
      await world.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The program that stands in the config; what it does is in a file beside it. */
function writeProgram(folder: string): string {
  const program = join(folder, "status");
  for (const name of ["log", "overlaps"]) writeFileSync(join(folder, name), "");
  writeFileSync(join(folder, "lock"), "none\n");
  const text = `#!/bin/sh
D='${folder}'
read -r other < "$D/lock" && kill -0 "$other" 2>/dev/null && echo x >> "$D/overlaps"
echo $$ > "$D/lock"
# Reads to the end of input: it would hang if stdin stayed open.
line=$(cat)
printf '%s\\n' "$line" >> "$D/log"
. "$D/body"
code=$?
echo none > "$D/lock"
exit $code
`;
  writeFileSync(program, text, { mode: 0o755 });
  return program;
}

function configText(
  program: string,
  items: string,
  settings: readonly string[],
  tui: readonly string[],
): string {
  const lines = [
    "tui:",
    ...(items === "" ? [] : [`  statusLine: [${items}]`]),
    ...tui.map((line) => `  ${line}`),
    "  customStatusLine:",
    `    command: "'${program}'"`,
    ...settings.map((line) => `    ${line}`),
  ];
  return `${lines.join("\n")}\n`;
}

/** Whether the process is there and more than an entry that nobody has fetched. */
export function isAlive(pid: number): boolean {
  const state = stateOf(pid);
  return state !== undefined && state !== "Z";
}

/** Letter of the state of a process; undefined for none. */
function stateOf(pid: number): string | undefined {
  try {
    return /^State:\s+(\w)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  } catch {
    return undefined;
  }
}

/** Children of a process that have ended and were not fetched. */
export function zombiesOf(pid: number): readonly number[] {
  return childrenOf(pid).filter((child) => stateOf(child) === "Z");
}

/** Processes whose command line names a text. */
export function processesNaming(text: string): readonly number[] {
  return allPids().filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(text);
    } catch {
      return false;
    }
  });
}

function childrenOf(pid: number): readonly number[] {
  return allPids().filter((each) => {
    try {
      return readFileSync(`/proc/${each}/status`, "utf8").includes(`\nPPid:\t${pid}\n`);
    } catch {
      return false;
    }
  });
}

function allPids(): readonly number[] {
  return readdirSync("/proc").map(Number).filter(Number.isInteger);
}
