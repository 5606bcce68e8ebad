/**
 * The compiled program for tests of whole processes: made once in a run of the tests, from the
 * sources as they are, and removed when the run ends.
 */
import fs from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { compileProgram } from "../../scripts/compile.ts";

/** Longer than any call of the status line may take; a call that hangs ends here. */
const CALL_MS = 20_000;

const folder = join(os.tmpdir(), `telltale-program-${process.pid}`);
const executable = join(folder, "telltale");
let making: Promise<void> | undefined;

/** The path of the program; the first caller waits until it is compiled. */
export async function programPath(): Promise<string> {
  if (!fs.existsSync(executable)) {
    making ??= make();
    await making;
  }
  return executable;
}

function make(): Promise<void> {
  fs.mkdirSync(folder, { recursive: true });
  process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
  return compileProgram(executable);
}

export interface CallOptions {
  /** Text or bytes, after which stdin is closed; absent: nothing is there. */
  readonly stdin?: string | Uint8Array;
  /** The whole environment. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly tookMs: number;
}

/** Calls the program in a session of its own, so that no terminal of whoever runs the tests is seen. */
export async function callProgram(
  args: readonly string[],
  { stdin, env = {}, cwd }: CallOptions = {},
): Promise<Ended> {
  const path = await programPath();
  const began = performance.now();
  const child = Bun.spawn([path, ...args], {
    stdin: stdin === undefined ? "ignore" : new Blob([stdin as BlobPart]),
    stdout: "pipe",
    stderr: "pipe",
    env: { ...env },
    detached: true,
    timeout: CALL_MS,
    ...(cwd !== undefined && { cwd }),
  });
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  const code = await child.exited;
  return { code, out, err, tookMs: performance.now() - began };
}

/** Command lines of living processes that contain `text`. */
export function commandLines(text: string): readonly string[] {
  const run = Bun.spawnSync(["ps", "-A", "-o", "stat=,args="]);
  return run.stdout
    .toString()
    .split("\n")
    .filter((line) => line.includes(text) && !line.startsWith("Z"));
}

/** Waits until no living process has `text` in its command line; gives those that stay. */
export async function waitUntilGone(text: string, timeoutMs: number): Promise<readonly string[]> {
  const deadline = performance.now() + timeoutMs;
  let left = commandLines(text);
  while (left.length > 0 && performance.now() < deadline) {
    await Bun.sleep(50);
    left = commandLines(text);
  }
  return left;
}

/** Every file below a folder, relative, sorted. */
export function filesBelow(path: string): readonly string[] {
  return fs
    .readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
    .toSorted();
}
