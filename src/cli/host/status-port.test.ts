import { afterEach, describe, expect, test } from "bun:test";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { clearStatusWorlds, folder, statusWorld, until } from "../../../test/host/status-world.ts";

afterEach(clearStatusWorlds);

describe("git on the host's line", () => {
  function git(cwd: string, ...args: string[]): void {
    const ran = Bun.spawnSync(["git", "-C", cwd, ...args], {
      env: { PATH: process.env.PATH, HOME: cwd, GIT_CONFIG_NOSYSTEM: "1" },
    });
    if (ran.exitCode !== 0) throw new Error(ran.stderr.toString());
  }

  // covers: line-git-only-when-needed
  test("no item that needs it, or build-mode: no timer, nothing read", () => {
    const it = statusWorld();
    git(it.cwd, "init", "-q", "-b", "main");
    for (const items of [["model"], ["build-mode", "git-branch"]]) {
      it.port.setItems(items);
      it.port.start();
      expect(it.periodic.size).toBe(0);
      expect(it.port.snapshot().git).toBeUndefined();
    }
  });

  // covers: line-git-at-once, line-git-period
  test("the item comes onto the line: read at once, then every ten seconds; it goes: forgotten", () => {
    const it = statusWorld();
    git(it.cwd, "init", "-q", "-b", "main");
    it.port.start();
    it.port.setItems(["git-branch"]);
    expect(it.port.snapshot().git).toMatchObject({ repo: true, branch: "main" });
    expect([...it.periodic.values()]).toEqual([10_000]);
    git(it.cwd, "checkout", "-q", "-b", "other");
    const before = it.drawn();
    for (const tick of [...it.periodic.keys()]) tick();
    expect(it.port.snapshot().git).toMatchObject({ branch: "other" });
    expect(it.drawn()).toBe(before + 1);
    for (const tick of [...it.periodic.keys()]) tick();
    expect(it.drawn()).toBe(before + 1);
    it.port.setItems(["model"]);
    expect(it.port.snapshot().git).toBeUndefined();
    expect(it.periodic.size).toBe(0);
  });

  // covers: line-git-turn-end, line-git-workspace
  test("a turn ends: read at once; another folder: cleared, then read there", () => {
    const it = statusWorld();
    git(it.cwd, "init", "-q", "-b", "main");
    it.set({});
    it.port.setItems(["git-branch"]);
    it.port.start();
    git(it.cwd, "checkout", "-q", "-b", "other");
    it.startTurn();
    it.endTurn(1);
    expect(it.port.snapshot().git?.branch).toBe("other");
    it.set({ cwd: folder() });
    expect(it.port.snapshot().git).toEqual({ repo: false });
  });

  // covers: line-git-failure-keeps
  test("the folder is gone: what was known stays", () => {
    const it = statusWorld();
    git(it.cwd, "init", "-q", "-b", "main");
    it.port.setItems(["git-branch"]);
    it.port.start();
    rmSync(it.cwd, { recursive: true });
    for (const tick of [...it.periodic.keys()]) tick();
    expect(it.port.snapshot().git?.branch).toBe("main");
  });

  test("items with numbers: Git is asked in the background", async () => {
    const it = statusWorld();
    git(it.cwd, "init", "-q", "-b", "main");
    writeFileSync(join(it.cwd, "new"), "");
    it.port.setItems(["git-counts"]);
    it.port.start();
    await until(() => it.port.snapshot().git?.counts?.untracked === 1);
  });
});

describe("the snapshot of the host", () => {
  // covers: line-place-before-session
  test("no session yet: the folder in which the host was started", () => {
    const it = statusWorld();
    expect(it.port.snapshot().place?.cwd).toBe(it.cwd);
  });

  // covers: line-record-number
  test("every change of what machines see, also between two drawings: the number rises by one", () => {
    const it = statusWorld();
    it.live.add([
      { kind: "connection-changed", phase: "live" },
      { kind: "session-started", sessionId: "s-1" },
    ]);
    const seq = () => it.port.snapshot().record?.seq;
    const first = seq() ?? -1;
    it.live.add([{ kind: "turn-started", turnId: "t-1" }]);
    it.live.add([{ kind: "turn-settled", turnId: "t-1", outcome: "done" }]);
    expect(seq()).toBe(first + 2);
    it.live.add([{ kind: "session-titled", title: "x" }]);
    expect(seq()).toBe(first + 2);
    it.live.add([{ kind: "session-started", sessionId: "s-2" }]);
    expect(seq()).toBe(0);
  });

  // covers: line-live-context
  test("use reported while a turn runs: the first at once, then twice a second, the last at its end", () => {
    const it = statusWorld();
    it.live.add([
      { kind: "session-started", sessionId: "s-1" },
      { kind: "turn-started", turnId: "t-1" },
    ]);
    it.port.snapshot();
    const used = () => it.port.snapshot().context?.usedTokens;
    const report = (usedTokens: number) => it.live.add([{ kind: "context-measured", usedTokens }]);
    it.timers.advanceTo(1_000);
    report(1);
    expect(used()).toBe(1);
    report(2);
    report(3);
    expect(used()).toBe(1);
    const before = it.drawn();
    it.timers.advanceTo(1_500);
    expect(it.drawn()).toBe(before + 1);
    expect(used()).toBe(3);
    report(4);
    expect(used()).toBe(3);
    it.live.add([{ kind: "turn-settled", turnId: "t-1", outcome: "done" }]);
    expect(used()).toBe(4);
  });

  // covers: line-clock-only-when-needed
  test("a clock on the line: drawn again at the full minute; without one no timer", () => {
    const it = statusWorld();
    it.port.setItems(["model", "duration"]);
    it.port.start();
    expect(it.timers.waiting()).toBe(0);
    it.port.setItems(["clock"]);
    expect(it.timers.waiting()).toBe(1);
    const before = it.drawn();
    it.timers.advanceTo(59_999);
    expect(it.drawn()).toBe(before);
    it.timers.advanceTo(120_000);
    expect(it.drawn()).toBe(before + 2);
  });

  test("disposed: no timer, no listener", () => {
    const it = statusWorld();
    it.port.setItems(["clock", "git-branch"]);
    it.port.start();
    it.port.dispose();
    expect([it.timers.waiting(), it.periodic.size]).toEqual([0, 0]);
    const before = it.drawn();
    it.live.add([{ kind: "session-started", sessionId: "s-1" }]);
    expect(it.drawn()).toBe(before);
  });
});
