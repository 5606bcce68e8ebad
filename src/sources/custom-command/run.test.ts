import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fs from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { processTree } from "../../testing/process-tree.ts";
import { type RunInput, type RunOutcome, runCommand } from "./run.ts";

let dir = "";
beforeAll(() => {
  dir = fs.realpathSync(fs.mkdtempSync(join(os.tmpdir(), "run-")));
});
afterAll(() => fs.rmSync(dir, { recursive: true, force: true }));

const ENV = { PATH: process.env.PATH, MARK: "kept" };

interface Ran {
  readonly outcome: RunOutcome;
  readonly tookMs: number;
  /** Living members of the command's group when the run had settled. */
  readonly left: () => readonly number[];
}

async function run(argv: RunInput["launch"]["argv"], more: Partial<RunInput> = {}): Promise<Ran> {
  let pid = 0;
  const startMs = performance.now();
  const outcome = await runCommand({
    launch: { argv },
    stdin: "line\n",
    cwd: dir,
    env: ENV,
    timeoutMs: 5_000,
    platform: process.platform,
    onStart: (started) => {
      pid = started;
    },
    ...more,
  });
  const tookMs = performance.now() - startMs;
  return { outcome, tookMs, left: () => (pid === 0 ? [] : processTree(pid)) };
}

function sh(script: string, more: Partial<RunInput> = {}): Promise<Ran> {
  return run(["/bin/sh", "-c", script], more);
}

async function until(happened: () => boolean): Promise<void> {
  for (let round = 0; round < 200 && !happened(); round++) await Bun.sleep(20);
  if (!happened()) throw new Error("it did not happen within 4 s");
}

async function gone(left: () => readonly number[]): Promise<readonly number[]> {
  for (let round = 0; round < 40 && left().length > 0; round++) await Bun.sleep(25);
  return left();
}

function reason(outcome: RunOutcome): string {
  return outcome.kind === "failed" ? outcome.reason : `printed ${outcome.stdout.length}`;
}

describe("a run that succeeds", () => {
  test("arguments with spaces and operators: handed on as they are, no shell", async () => {
    const { outcome } = await run(["printf", "%s\n", "a  b", "| > $HOME"]);
    expect(outcome).toEqual({ kind: "printed", stdout: "a  b\n| > $HOME\n" });
  });

  test("stdin: the line, then its end", async () => {
    const { outcome, tookMs } = await sh("cat; [ -t 0 ] || echo ended");
    expect(outcome).toEqual({ kind: "printed", stdout: "line\nended\n" });
    expect(tookMs).toBeLessThan(4_000);
  });

  test("stdin opened by its name: the line", async () => {
    if (process.platform !== "linux") return;
    const { outcome } = await sh("cat /dev/stdin");
    expect(outcome).toEqual({ kind: "printed", stdout: "line\n" });
  });

  test("10 MB on stdin that are read: all of them", async () => {
    const { outcome } = await sh("wc -c | tr -d ' '", { stdin: new Uint8Array(10_000_000) });
    expect(outcome).toEqual({ kind: "printed", stdout: "10000000\n" });
  });

  test("folder, environment and stderr: the given ones, and nothing of stderr", async () => {
    const { outcome } = await sh('pwd; echo "$MARK"; echo noise >&2; env | wc -l | tr -d " "');
    // sh adds PWD and perhaps SHLVL and _ of its own.
    const lines = outcome.kind === "printed" ? outcome.stdout.split("\n") : [];
    expect(lines.slice(0, 2)).toEqual([dir, "kept"]);
    expect(Number(lines[2])).toBeLessThan(7);
  });

  test("a program given relative to the folder: found there", async () => {
    fs.writeFileSync(join(dir, "probe.sh"), "#!/bin/sh\necho found\n", { mode: 0o755 });
    const { outcome } = await run(["./probe.sh"]);
    expect(outcome).toEqual({ kind: "printed", stdout: "found\n" });
  });

  test("no output: empty text, which is not a failure", async () => {
    const { outcome } = await run(["true"]);
    expect(outcome).toEqual({ kind: "printed", stdout: "" });
  });

  test("stdout closed early, exit 0 later: its output", async () => {
    const { outcome } = await sh("echo early; exec >&-; sleep 0.2");
    expect(outcome).toEqual({ kind: "printed", stdout: "early\n" });
  });

  test("10 MB on stdin that are never read: no harm", async () => {
    for (const script of ["echo ok", "exec 0<&-; sleep 0.1; echo ok"]) {
      const { outcome } = await sh(script, { stdin: new Uint8Array(10_000_000) });
      expect(outcome).toEqual({ kind: "printed", stdout: "ok\n" });
    }
  });
});

describe("output without end", () => {
  // covers: custom-output-cap
  test("300 MB: the first 8192 units, the rest drained, memory bounded", async () => {
    Bun.gc(true);
    const beforeBytes = process.memoryUsage().rss;
    const { outcome, tookMs } = await sh("printf start; head -c 300000000 /dev/zero; exit 0", {
      timeoutMs: 20_000,
    });
    expect(outcome.kind === "printed" ? outcome.stdout.length : outcome.reason).toBe(8_192);
    expect(outcome.kind === "printed" && outcome.stdout.startsWith("start\0")).toBe(true);
    expect(tookMs).toBeLessThan(15_000);
    // What was read waits for the collector; it is far less than what was written.
    expect(process.memoryUsage().rss - beforeBytes).toBeLessThan(150_000_000);
  }, 30_000);

  test("a flood that never ends: ended at the timeout", async () => {
    const { outcome, tookMs, left } = await run(["yes"], { timeoutMs: 300 });
    expect(reason(outcome)).toContain("longer than 300 ms");
    expect(tookMs).toBeLessThan(3_000);
    expect(await gone(left)).toEqual([]);
  });

  test("a wide character across the limit: not cut in half", async () => {
    const { outcome } = await sh("printf 'abc\\360\\237\\230\\200'", { maxUnits: 4 });
    expect(outcome).toEqual({ kind: "printed", stdout: "abc" });
  });
});

describe("a run that fails", () => {
  test("another exit code with output: failed, output dropped", async () => {
    const { outcome } = await sh("echo half; exit 3");
    expect(reason(outcome)).toBe("the command ended with code 3");
  });

  test("ended by a signal: failed", async () => {
    const { outcome } = await sh("echo half; kill -9 $$");
    expect(reason(outcome)).toBe("the command was ended by SIGKILL");
  });

  test("what cannot be started: failed with the reason, at once", async () => {
    fs.writeFileSync(join(dir, "text"), "no program", { mode: 0o644 });
    const absent = join(dir, "absent");
    expect(reason((await run([absent])).outcome)).toContain(`cannot start ${absent}`);
    expect(reason((await run(["no-such-program-anywhere"])).outcome)).toContain("cannot start");
    expect(reason((await run([join(dir, "text")])).outcome)).toContain("cannot start");
    expect(reason((await run(["echo", "a\0b"])).outcome)).toContain("cannot start");
    expect(reason((await run(["echo"], { cwd: absent })).outcome)).toContain("folder");
  });
});

describe("a run that does not end", () => {
  test("sleeping: ended at the timeout, late output never taken", async () => {
    const { outcome, tookMs, left } = await sh("echo early; sleep 30; echo late", {
      timeoutMs: 200,
    });
    expect(reason(outcome)).toBe("the command took longer than 200 ms and was ended");
    expect(tookMs).toBeGreaterThanOrEqual(195);
    expect(tookMs).toBeLessThan(3_000);
    expect(await gone(left)).toEqual([]);
  });

  // covers: custom-timeout
  test("ignoring SIGTERM, HUP and INT, with grandchildren that do too: nothing is left", async () => {
    const script =
      "trap '' TERM HUP INT; (trap '' TERM HUP INT; sleep 31 & sleep 32; true) & sleep 33; true";
    const { outcome, left } = await sh(script, { timeoutMs: 300 });
    expect(reason(outcome)).toContain("longer than");
    expect(await gone(left)).toEqual([]);
  });

  test("aborted: settles at once and leaves nothing", async () => {
    const stopping = new AbortController();
    setTimeout(() => stopping.abort(), 150);
    const { outcome, tookMs, left } = await sh("sleep 34 & sleep 35; true", {
      signal: stopping.signal,
    });
    expect(reason(outcome)).toBe("the run was stopped");
    expect(tookMs).toBeLessThan(3_000);
    expect(await gone(left)).toEqual([]);
  });

  test("aborted before it began: nothing is started", async () => {
    let started = false;
    const { outcome } = await sh("echo x", {
      signal: AbortSignal.abort(),
      onStart: () => {
        started = true;
      },
    });
    expect([outcome.kind, started]).toEqual(["failed", false]);
  });
});

describe("a descendant that stays behind", () => {
  test("holding stdout: the output counts, without waiting for it, and it is ended", async () => {
    const { outcome, tookMs, left } = await sh("sleep 36 & echo hi");
    expect(outcome).toEqual({ kind: "printed", stdout: "hi\n" });
    expect(tookMs).toBeLessThan(2_000);
    expect(await gone(left)).toEqual([]);
  });

  test("writing a moment after the command ended: still part of the output", async () => {
    const { outcome } = await sh("(sleep 0.02; echo second) & echo first");
    expect(outcome).toEqual({ kind: "printed", stdout: "first\nsecond\n" });
  });

  test("in a session of its own, holding stdout: the output counts", async () => {
    if (Bun.which("setsid") === null) return;
    const { outcome, tookMs } = await sh("setsid sleep 2 & echo hi");
    expect(outcome).toEqual({ kind: "printed", stdout: "hi\n" });
    expect(tookMs).toBeLessThan(1_900);
  });

  test("with its own stdout, a background job meant to live on: left alone", async () => {
    const file = join(dir, "later");
    await sh(`(sleep 0.4; echo done > "${file}") > /dev/null 2>&1 & echo hi`);
    for (let round = 0; round < 80 && !fs.existsSync(file); round++) await Bun.sleep(25);
    expect(fs.existsSync(file)).toBe(true);
  });
});

describe("the end of the program", () => {
  const program = (body: string): string => `
    import { guardedFromSignals } from ${JSON.stringify(join(import.meta.dir, "live-runs.ts"))};
    import { runCommand } from ${JSON.stringify(join(import.meta.dir, "run.ts"))};
    const go = () => runCommand({
      launch: { argv: ["/bin/sh", "-c", "sleep 37 & sleep 38; true"] }, stdin: "", cwd: "/",
      env: process.env, timeoutMs: 20000, platform: process.platform,
      onStart: (pid) => console.log(pid),
    });
    ${body}`;

  async function start(body: string) {
    const child = Bun.spawn([process.execPath, "-e", program(body)], {
      stdout: "pipe",
      stderr: "inherit",
    });
    const { value } = await child.stdout.getReader().read();
    return { child, groupId: Number(new TextDecoder().decode(value)) };
  }

  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    test(`${signal} while guarded: the command ends, then the program by that signal`, async () => {
      const { child, groupId } = await start("await guardedFromSignals(go);");
      await until(() => processTree(groupId).length > 1);
      child.kill(signal);
      await child.exited;
      expect(child.signalCode).toBe(signal);
      expect(await gone(() => processTree(groupId))).toEqual([]);
    });
  }

  test("process.exit while a command runs: the command ends", async () => {
    const { child, groupId } = await start("go(); setTimeout(() => process.exit(0), 100);");
    expect(await child.exited).toBe(0);
    expect(await gone(() => processTree(groupId))).toEqual([]);
  });

  test("after a run: no listener is left", async () => {
    const count = (): number => process.listenerCount("exit") + process.listenerCount("SIGTERM");
    const before = count();
    await sh("true");
    expect(count()).toBe(before);
  });
});
