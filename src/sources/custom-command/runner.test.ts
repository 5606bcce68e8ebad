import { describe, expect, test } from "bun:test";
import { processTree } from "../../testing/process-tree.ts";
import { parseExtension } from "../../wire/extension/parse.ts";
import type { RunInput, RunOutcome } from "./run.ts";
import { runCommand } from "./run.ts";
import { customCommandRunner, eventBetween, type RunnerOptions } from "./runner.ts";

const OPTIONS: RunnerOptions = {
  settings: { command: "probe --x", timeoutMs: 700, intervalSeconds: 15 },
  itemIds: ["git-branch", "custom-command"],
  version: "0.1.0",
  env: { PATH: process.env.PATH },
  platform: "linux",
};

/** A run that the test settles itself, a clock that it moves itself. */
function bench(options: RunnerOptions = OPTIONS) {
  const runs: RunInput[] = [];
  const shown: (string | undefined)[] = [];
  const periods: number[] = [];
  let settle: (outcome: RunOutcome) => void = () => {};
  let tick: (() => void) | undefined;
  let context = { cwd: "/a", sessionId: "s1", model: "m", title: "t" };
  const runner = customCommandRunner(options, {
    context: () => context,
    show: (stdout) => void shown.push(stdout),
    run: (input) => {
      runs.push(input);
      return new Promise((resolve) => {
        settle = resolve;
      });
    },
    every: (periodMs, call) => {
      periods.push(periodMs);
      tick = call;
      return () => {
        tick = undefined;
      };
    },
  });
  return {
    runner,
    runs,
    shown,
    periods,
    lines: () => runs.map(({ stdin }) => parseExtension(String(stdin))),
    settle: async (outcome: RunOutcome) => {
      settle(outcome);
      await Bun.sleep(0);
    },
    tick: () => tick?.(),
    ticking: () => tick !== undefined,
    move: (next: Partial<typeof context>) => {
      context = { ...context, ...next };
    },
  };
}

describe("customCommandRunner", () => {
  test("item not listed, build-mode, no command, open quote: no runner", () => {
    const never: readonly Partial<RunnerOptions>[] = [
      { itemIds: ["git-branch"] },
      { itemIds: [] },
      { itemIds: ["custom-command", "build-mode"] },
      { settings: {} },
      { settings: { command: "  " } },
      { settings: { command: "don't" } },
    ];
    for (const part of never) expect(bench({ ...OPTIONS, ...part }).runner).toBeUndefined();
  });

  test("before start: nothing runs, events are ignored", () => {
    const { runner, runs, ticking } = bench();
    runner?.trigger("turn-end");
    expect([runs.length, ticking()]).toEqual([0, false]);
  });

  test("a run: the plan's figures and the whole context on stdin", () => {
    const { runner, runs, lines, periods } = bench();
    runner?.start();
    expect(runs[0]).toMatchObject({
      launch: { argv: ["probe", "--x"] },
      cwd: "/a",
      timeoutMs: 700,
      env: OPTIONS.env,
    });
    expect(lines()).toEqual([
      {
        ok: true,
        value: {
          protocol: 1,
          event: "startup",
          session_id: "s1",
          workspace_dir: "/a",
          model: "m",
          session_title: "t",
          tui_version: "0.1.0",
        },
      },
    ]);
    expect(periods).toEqual([15_000]);
  });

  test("no interval configured: no timer", () => {
    const { runner, ticking } = bench({ ...OPTIONS, settings: { command: "probe" } });
    runner?.start();
    expect(ticking()).toBe(false);
  });

  test("context: read when the trailing run starts, not when it was asked for", async () => {
    const { runner, runs, settle, move, tick } = bench();
    runner?.start();
    tick();
    move({ cwd: "/b" });
    await settle({ kind: "failed", reason: "x" });
    expect(runs.map(({ cwd }) => cwd)).toEqual(["/a", "/b"]);
  });

  test("output: shown when accepted, kept on failure, cleared on a change of session", async () => {
    const { runner, shown, settle } = bench();
    runner?.start();
    await settle({ kind: "printed", stdout: "one" });
    runner?.trigger("turn-end");
    await settle({ kind: "failed", reason: "x" });
    expect(runner?.output()).toBe("one");
    runner?.trigger("session-change");
    expect([shown, runner?.output()]).toEqual([["one", undefined], undefined]);
  });

  test("pause and resume: the timer stops and begins again", async () => {
    const { runner, runs, periods, ticking } = bench();
    runner?.start();
    runner?.pause();
    expect(ticking()).toBe(false);
    runner?.resume();
    expect([ticking(), periods.length, runs.length]).toEqual([true, 2, 1]);
  });

  test("a context that cannot be had: counts as a failed run", async () => {
    let asked = 0;
    const runner = customCommandRunner(OPTIONS, {
      context: () => {
        asked += 1;
        throw new Error("no session");
      },
      show: () => {},
    });
    runner?.start();
    await Bun.sleep(0);
    runner?.trigger("turn-end");
    await Bun.sleep(0);
    expect(asked).toBe(2);
  });

  test("real processes, dispose during a run: nothing of it is left", async () => {
    let groupId = 0;
    const options = { ...OPTIONS, settings: { command: `sh -c "sleep 39 & sleep 40; true"` } };
    const runner = customCommandRunner(options, {
      context: () => ({ cwd: "/" }),
      show: () => {},
      run: (input) =>
        runCommand({
          ...input,
          platform: process.platform,
          onStart: (pid) => {
            groupId = pid;
          },
        }),
    });
    runner?.start();
    const members = (): number => processTree(groupId).length;
    for (let round = 0; round < 200 && members() < 2; round++) await Bun.sleep(20);
    expect(members()).toBeGreaterThan(1);
    runner?.dispose();
    for (let round = 0; round < 200 && members() > 0; round++) await Bun.sleep(20);
    expect(members()).toBe(0);
  });

  test("the timer of the interval: does not keep the program awake", async () => {
    const program = `
      import { customCommandRunner } from ${JSON.stringify(`${import.meta.dir}/runner.ts`)};
      const runner = customCommandRunner(
        { settings: { command: "echo hi", intervalSeconds: 10 }, itemIds: ["custom-command"],
          version: "1", env: process.env, platform: process.platform },
        { context: () => ({ cwd: "/" }), show: (text) => console.log(JSON.stringify(text)) });
      runner.start();`;
    const child = Bun.spawn([process.execPath, "-e", program], { stdout: "pipe" });
    expect(await child.stdout.text()).toBe('"hi\\n"\n');
    expect(await child.exited).toBe(0);
  });
});

describe("eventBetween", () => {
  const before = { cwd: "/a", sessionId: "s", busy: true };
  test("nothing, end of a turn, other session, other directory: first match wins", () => {
    expect([
      eventBetween(before, before),
      eventBetween({ ...before, busy: false }, before),
      eventBetween(before, { ...before, busy: false }),
      eventBetween(before, { ...before, busy: false, sessionId: "t" }),
      eventBetween(before, { cwd: "/b", sessionId: "t", busy: false }),
      eventBetween({ cwd: "/a", busy: false }, { ...before, busy: false }),
    ]).toEqual([
      undefined,
      undefined,
      "turn-end",
      "session-change",
      "workspace-change",
      "session-change",
    ]);
  });
});
