import { describe, expect, test } from "bun:test";
import { DEFAULT_SETTINGS, type TuiSettings } from "../../config/settings.ts";
import type { Fact } from "../../status/facts/fact.ts";
import { EMPTY_SNAPSHOT, foldAll } from "../../status/snapshot.ts";
import { fakeTimers } from "../../testing/fake-timers.ts";
import { createScanner } from "../../wire/osc7501/scan.ts";
import { hostEmission } from "./emission.ts";

const LIVE: readonly Fact[] = [
  { kind: "connection-changed", phase: "live" },
  { kind: "session-started", sessionId: "s-1" },
  { kind: "place-known", cwd: "/home/ana/shop" },
];
const RUNNING: readonly Fact[] = [...LIVE, { kind: "turn-started", turnId: "t-1" }];
const DONE: readonly Fact[] = [
  ...RUNNING,
  { kind: "turn-settled", turnId: "t-1", outcome: "done" },
];
const QUESTION = "\x1b]7501;?\x1b\\\x1b[c";
const REPLY = "\x1b]7501;?\x1b\\";

function world(tui: Partial<TuiSettings> = {}, env: Record<string, string> = {}) {
  const timers = fakeTimers();
  let written = "";
  const titles: string[] = [];
  const listeners = new Set<(sequence: string) => boolean>();
  const emission = hostEmission({
    screen: {
      writeControl: (bytes) => {
        written += bytes;
      },
      setTitle: (title) => titles.push(title),
      onReply: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    settings: () => ({ ...DEFAULT_SETTINGS, tui: { ...DEFAULT_SETTINGS.tui, ...tui } }),
    env,
    nowMs: timers.nowMs,
    schedule: timers.schedule,
  });
  return {
    emission,
    timers,
    titles,
    listeners,
    update: (facts: readonly Fact[]) => emission.update(foldAll(EMPTY_SNAPSHOT, facts)),
    reply: (sequence: string) => [...listeners].map((listener) => listener(sequence)),
    written: () => written,
    take: () => {
      const bytes = written;
      written = "";
      const { events } = createScanner().feed(new TextEncoder().encode(bytes));
      return events.map((each) => {
        if (each.event === "report") return `${each.record.id || "root"} ${each.record.state}`;
        return each.event === "clear" ? `clear ${each.id || "all"}` : each.event;
      });
    },
  };
}

describe("OSC 7501 of the host", () => {
  // covers: emission-detect
  test("auto: asks, keeps what is to be said, says it when the terminal answers; answers are taken", () => {
    const it = world();
    it.emission.start();
    expect(it.written()).toBe(QUESTION);
    it.take();
    it.update(RUNNING);
    expect(it.take()).toEqual([]);
    expect(it.reply("\x1b[A")).toEqual([false]);
    expect(it.reply(REPLY)).toEqual([true]);
    expect(it.take()).toEqual(["root working"]);
    expect(it.reply("\x1b[?62;4c")).toEqual([true]);
  });

  // covers: emission-undetected
  test("auto: the other answer comes first, or none in time: nothing is said", () => {
    const other = world();
    other.emission.start();
    expect(other.reply("\x1b[?62c")).toEqual([true]);
    const silent = world();
    silent.emission.start();
    silent.timers.advanceTo(400);
    for (const it of [other, silent]) {
      it.take();
      it.update(RUNNING);
      expect(it.take()).toEqual([]);
    }
  });

  // covers: emission-tmux
  test("inside tmux: auto is off; on wraps each report", () => {
    const auto = world({}, { TMUX: "/tmp/t,1,0" });
    auto.emission.start();
    auto.update(RUNNING);
    expect([auto.written(), auto.listeners.size]).toEqual(["", 0]);
    const on = world({ programStatus: "on" }, { TMUX: "/tmp/t,1,0" });
    on.emission.start();
    on.update(RUNNING);
    expect(on.written()).toStartWith("\x1bPtmux;\x1b\x1b]7501;");
    expect(on.written()).toEndWith("\x1b\\");
  });

  // covers: emission-off
  test("off: nothing is asked or said, and no answer is listened for", () => {
    const it = world({ programStatus: "off" });
    it.emission.start();
    it.update(RUNNING);
    expect([it.written(), it.listeners.size]).toEqual(["", 0]);
  });

  // covers: emission-children
  test("members and tasks: a record each, below the root's", () => {
    const it = world({ programStatus: "on" });
    it.emission.start();
    it.update([...RUNNING, { kind: "agent-changed", agentId: "m-1", status: "running" }]);
    expect(it.take().toSorted()).toEqual(["root working", "task/m-1 working"]);
  });

  // covers: emission-leaving
  test("suspended: cleared, silent; back: said again; left: cleared, silent for good", async () => {
    const it = world({ programStatus: "on" });
    it.emission.start();
    it.update(RUNNING);
    it.take();
    it.emission.suspend();
    expect(it.take()).toEqual(["clear all"]);
    it.update(DONE);
    expect(it.take()).toEqual([]);
    it.emission.resume();
    expect(it.take()).toEqual(["root done"]);
    await it.emission.dispose();
    expect(it.take()[0]).toBe("clear all");
    it.update(RUNNING);
    expect(it.take()).toEqual([]);
  });

  // covers: emission-seen
  test("a key after the end: idle again", () => {
    const it = world({ programStatus: "on" });
    it.emission.start();
    it.update(DONE);
    it.take();
    it.emission.seen();
    expect(it.take()).toEqual(["root idle"]);
  });

  // covers: emission-late-answer
  test("left before the terminal has answered: waits for it, a second at the most", async () => {
    const it = world();
    it.emission.start();
    let isOver = false;
    const disposed = it.emission.dispose().then(() => {
      isOver = true;
    });
    await Promise.resolve();
    expect(isOver).toBe(false);
    it.timers.advanceTo(1_000);
    await disposed;
    expect([it.listeners.size, it.timers.waiting()]).toEqual([0, 0]);
  });
});

describe("the title of the window", () => {
  // covers: emission-title
  test("set with each state, given back at the end; switched off: never set", async () => {
    const it = world({ programStatus: "off" });
    it.emission.start();
    it.update(RUNNING);
    it.update(DONE);
    await it.emission.dispose();
    expect(it.titles).toEqual([
      "Working | shop (s-1) | Telltale",
      "Done | shop (s-1) | Telltale",
      "",
    ]);
    const off = world({ programStatus: "off", terminalTitle: false });
    off.emission.start();
    off.update(RUNNING);
    await off.emission.dispose();
    expect(off.titles).toEqual([]);
  });
});
