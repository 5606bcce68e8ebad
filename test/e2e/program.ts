/**
 * The compiled program for tests of whole processes. It is kept between runs of the tests, as long as
 * the sources are the same, and each run has a name of its own for it, by which its processes are told
 * from those of other runs.
 */
import fs from "node:fs";
import { join, resolve } from "node:path";
import { compileProgram } from "../../scripts/compile.ts";

/** Longer than any call of the status line may take; a call that hangs ends here. */
const CALL_MS = 20_000;

const ROOT = resolve(import.meta.dir, "../..");
const KEPT = join(ROOT, "node_modules/.cache/telltale-tests");
const RUN_FOLDER = /^run-(\d+)$/;

const executable = join(KEPT, `run-${process.pid}`, "telltale");
let making: Promise<void> | undefined;

/** The path of the program; the first caller waits until it is compiled. */
export async function programPath(): Promise<string> {
  making ??= make();
  await making;
  return executable;
}

async function make(): Promise<void> {
  if (fs.existsSync(executable)) return;
  fs.mkdirSync(join(executable, ".."), { recursive: true });
  removeRunsOfTheDead();
  const current = join(KEPT, "telltale");
  const stampFile = join(KEPT, "stamp");
  const stamp = sourcesStamp();
  const old = fs.existsSync(stampFile) ? fs.readFileSync(stampFile, "utf8") : "";
  if (old !== stamp || !fs.existsSync(current)) {
    await compileProgram(current);
    fs.writeFileSync(stampFile, stamp);
  }
  fs.linkSync(current, executable);
}

/** The end of a run of the tests cannot be waited for, so the next one tidies up. */
function removeRunsOfTheDead(): void {
  for (const name of fs.readdirSync(KEPT)) {
    const pid = Number(RUN_FOLDER.exec(name)?.[1]);
    if (pid > 0 && pid !== process.pid && !isAlive(pid)) {
      fs.rmSync(join(KEPT, name), { recursive: true, force: true });
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Changes whenever a file that goes into the program does. */
function sourcesStamp(): string {
  const files = ["src", "scripts/compile.ts", "package.json"].flatMap((name) => {
    const path = join(ROOT, name);
    if (!fs.statSync(path).isDirectory()) return [path];
    const below = fs.readdirSync(path, { recursive: true, encoding: "utf8" });
    return below.filter((file) => !file.endsWith(".test.ts")).map((file) => join(path, file));
  });
  const marks = files.toSorted().map((file) => {
    const { mtimeMs, size } = fs.statSync(file);
    return `${file} ${mtimeMs} ${size}`;
  });
  return String(Bun.hash(marks.join("\n")));
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
    stdin: stdin === undefined ? "ignore" : Buffer.from(stdin),
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
