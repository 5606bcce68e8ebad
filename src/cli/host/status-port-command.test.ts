import { afterEach, describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  clearStatusWorlds,
  folder,
  type StatusWorld,
  statusWorld,
  until,
} from "../../../test/host/status-world.ts";

afterEach(clearStatusWorlds);

const events = ({ runs }: StatusWorld) => runs().map(({ event }) => event);

describe("the custom command in the host", () => {
  // covers: runner-startup, runner-stdin-fields
  test("start: one run with `startup`, everything unknown left out", async () => {
    const it = statusWorld("echo hello");
    it.port.setItems(["model", "custom-command"]);
    it.port.start();
    await until(() => it.port.customOutput() === "hello\n");
    expect(it.runs()).toEqual([
      { protocol: 1, event: "startup", workspace_dir: it.cwd, tui_version: "9.9.9" },
    ]);
    expect(it.port.snapshot().custom?.stdout).toBe("hello\n");
  });

  test("facts of another session come before word of it: the output and Git of the old one are gone with them", async () => {
    const it = statusWorld("echo hello");
    it.set({});
    it.port.setItems(["custom-command", "git-branch"]);
    it.port.start();
    await until(() => it.port.customOutput() !== undefined);
    const cwd = folder();
    it.become({ sessionId: "s-2", cwd });
    it.live.add([{ kind: "session-started", sessionId: "s-2" }]);
    expect(it.port.customOutput()).toBeUndefined();
    await until(() => it.port.customOutput() !== undefined);
    expect(it.runs().at(-1)).toMatchObject({ event: "workspace-change", workspace_dir: cwd });
  });

  // covers: runner-session-change
  test("the first session, then another one: `session-change`, the old output gone at once", async () => {
    const it = statusWorld("echo hello");
    it.port.setItems(["custom-command"]);
    it.port.start();
    await until(() => it.port.customOutput() !== undefined);
    it.set({ title: "Fix" });
    expect(it.port.customOutput()).toBeUndefined();
    await until(() => it.port.customOutput() !== undefined);
    expect(it.runs().at(-1)).toMatchObject({
      event: "session-change",
      session_id: "s-1",
      session_title: "Fix",
    });
    it.set({ sessionId: "s-2" });
    expect(it.port.customOutput()).toBeUndefined();
    await until(() => it.runs().length === 3);
    expect(it.runs().at(-1)).toMatchObject({ event: "session-change", session_id: "s-2" });
  });

  // covers: runner-workspace-change
  test("another folder: `workspace-change`, run there, the old output gone", async () => {
    const it = statusWorld("pwd");
    it.set({});
    it.port.setItems(["custom-command"]);
    it.port.start();
    await until(() => it.port.customOutput() === `${it.cwd}\n`);
    const other = folder();
    it.set({ cwd: other });
    expect(it.port.customOutput()).toBeUndefined();
    await until(() => it.port.customOutput() === `${other}\n`);
    expect(events(it)).toEqual(["startup", "workspace-change"]);
  });

  // covers: runner-turn-end
  test("a turn ends: `turn-end`, once, also where the next one has begun by then", async () => {
    const it = statusWorld("echo hello");
    it.set({});
    it.port.setItems(["custom-command"]);
    it.port.start();
    await until(() => it.port.customOutput() !== undefined);
    it.startTurn();
    it.endTurn(1);
    await until(() => it.runs().length === 2);
    it.startTurn("t-2");
    it.set({ turn: { turnId: "t-3", stage: "active", startedAtMs: 0 }, turns: 2 });
    await until(() => it.runs().length === 3);
    expect(events(it)).toEqual(["startup", "turn-end", "turn-end"]);
  });

  // covers: runner-coalesces
  test("200 events while it runs: one trailing run, with the newest event", async () => {
    const gate = join(folder(), "gate");
    const it = statusWorld(`while [ ! -e '${gate}' ]; do sleep 0.02; done; echo hello`);
    it.set({});
    it.port.setItems(["custom-command"]);
    it.port.start();
    await until(() => it.runs().length === 1);
    for (let at = 1; at <= 200; at++) {
      it.startTurn();
      it.endTurn(at);
    }
    writeFileSync(gate, "");
    await until(() => it.runs().length === 2);
    await Bun.sleep(300);
    expect(events(it)).toEqual(["startup", "turn-end"]);
  });

  // covers: runner-disable-enable, runner-one-slot
  test("off the list: output gone, late result unseen; on again: waits for that run, then `startup`", async () => {
    const gate = join(folder(), "gate");
    const it = statusWorld(`while [ ! -e '${gate}' ]; do sleep 0.02; done; echo hello`);
    it.port.setItems(["custom-command"]);
    it.port.start();
    await until(() => it.runs().length === 1);
    it.port.setItems(["model"]);
    it.port.setItems(["custom-command"]);
    it.port.setItems(["model"]);
    it.port.setItems(["custom-command"]);
    await Bun.sleep(100);
    expect(it.runs()).toHaveLength(1);
    writeFileSync(gate, "");
    await until(() => it.port.customOutput() === "hello\n");
    expect(events(it)).toEqual(["startup", "startup"]);
  });

  // covers: runner-interval
  test("an interval: its own fixed period, at least ten seconds, gone with the item", async () => {
    const it = statusWorld("echo hello", { intervalSeconds: 3 });
    it.port.setItems(["custom-command"]);
    it.port.start();
    await until(() => it.port.customOutput() !== undefined);
    expect([...it.periodic.values()]).toEqual([10_000]);
    for (const tick of [...it.periodic.keys()]) tick();
    await until(() => it.runs().length === 2);
    expect(events(it)).toEqual(["startup", "interval"]);
    it.port.setItems(["model"]);
    expect(it.periodic.size).toBe(0);
  });

  // covers: runner-build-mode, runner-off-without-item
  test("build-mode, or no item, or no command: nothing ever runs", async () => {
    const it = statusWorld("echo hello");
    it.port.setItems(["build-mode"]);
    it.port.start();
    it.startTurn();
    it.endTurn(1);
    it.port.setItems(["model"]);
    await Bun.sleep(200);
    expect(it.runs()).toEqual([]);
    const unset = statusWorld();
    unset.port.setItems(["custom-command"]);
    unset.port.start();
    const wrong = statusWorld("echo hello", { command: "echo 'unmatched" });
    wrong.port.setItems(["custom-command"]);
    wrong.port.start();
    await Bun.sleep(100);
    expect([unset.port.customOutput(), wrong.port.customOutput()]).toEqual([undefined, undefined]);
  });

  // covers: runner-keeps-last
  test("it fails later: the last good output stays", async () => {
    const marker = join(folder(), "ran");
    const it = statusWorld(`[ -e '${marker}' ] && exit 3; : > '${marker}'; echo hello`);
    it.set({});
    it.port.setItems(["custom-command"]);
    it.port.start();
    await until(() => it.port.customOutput() === "hello\n");
    it.startTurn();
    it.endTurn(1);
    await until(() => it.runs().length === 2);
    await Bun.sleep(200);
    expect(it.port.customOutput()).toBe("hello\n");
  });

  // covers: runner-exit-kills
  test("dispose while it runs: the command and what it started are gone", async () => {
    const pidFile = join(folder(), "pids");
    const it = statusWorld(`sleep 600 & echo $$ $! > '${pidFile}'; wait`);
    it.port.setItems(["custom-command"]);
    it.port.start();
    const pids = () => {
      const text = Bun.file(pidFile).size > 0 ? readFileSync(pidFile, "utf8") : "";
      return text.trim().split(" ").map(Number);
    };
    await until(() => pids().length === 2);
    it.port.dispose();
    await until(() => pids().every((pid) => !isAlive(pid)));
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
