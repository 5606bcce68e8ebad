import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fs from "node:fs";
import os from "node:os";
import { join } from "node:path";
import type { Fact } from "../../../status/facts/fact.ts";
import { foldAll } from "../../../status/snapshot.ts";
import { foldObserved } from "../../sessions/fold-observed.ts";
import { mergeState } from "../../sessions/merge-state.ts";
import { emptySession } from "../../sessions/stored-session.ts";
import waiting from "./fixtures/registry-waiting.json";
import { adaptHook } from "./hook.ts";
import { adaptRegistryEntry, readRegistryFile } from "./registry-file.ts";

let configDir = "";
beforeEach(() => {
  configDir = fs.mkdtempSync(join(os.tmpdir(), "telltale-registry-"));
  fs.mkdirSync(join(configDir, "sessions"));
});
afterEach(() => fs.rmSync(configDir, { recursive: true, force: true }));

const PID = String(process.pid);
const { sessionId } = waiting;

function write(entry: unknown, pid = PID): void {
  const text = typeof entry === "string" ? entry : JSON.stringify(entry);
  fs.writeFileSync(join(configDir, "sessions", `${pid}.json`), text);
}

function entry(status: string, statusUpdatedAt: number, more: object = {}): object {
  return { ...waiting, waitingFor: undefined, status, statusUpdatedAt, ...more };
}

describe("readRegistryFile", () => {
  test("the recorded entry: a permission is waited for since its time", () => {
    write(waiting);
    const atMs = 1_796_033_604_713;
    expect(readRegistryFile({ configDir, pid: PID, sessionId })).toEqual({
      atMs,
      facts: [
        { kind: "turn-started", atMs },
        { kind: "interaction-opened", requestId: "registry:waiting", asks: "permission", atMs },
      ],
    });
  });

  test.each([
    ["busy", "turn-started"],
    ["idle", "turn-idle"],
    ["shell", "turn-idle"],
  ])("status %s gives %s and no open question", (status, kind) => {
    write(entry(status, 5));
    const kinds = readRegistryFile({ configDir, pid: PID, sessionId })?.facts.map((f) => f.kind);
    expect(kinds).toEqual(expect.arrayContaining(["interaction-closed", kind]) as unknown as []);
  });

  test("an entry of another session, as after a reuse of the process id, is unknown", () => {
    write(waiting);
    expect(readRegistryFile({ configDir, pid: PID, sessionId: "other" })).toBeUndefined();
  });

  test("an entry of a process that is gone is unknown", async () => {
    const child = Bun.spawn(["true"]);
    await child.exited;
    write(waiting, String(child.pid));
    expect(readRegistryFile({ configDir, pid: String(child.pid), sessionId })).toBeUndefined();
  });

  test.each([[undefined], [""], ["0"], ["-1"], ["1e3"], ["../x"], [`${PID}.key`], ["99999999999"]])(
    "pid %p names no file",
    (pid) => {
      write(waiting);
      expect(readRegistryFile({ configDir, pid, sessionId })).toBeUndefined();
    },
  );

  test.each([
    ["no file", undefined],
    ["half an entry", '{"sessionId":"5ad21cfc'],
    ["a list", "[]"],
    ["a future status", entry("dreaming", 5)],
    ["no time", { ...waiting, statusUpdatedAt: undefined }],
    ["a megabyte", { ...waiting, name: "x".repeat(1024 * 1024) }],
  ])("%s is unknown", (_, content) => {
    if (content !== undefined) write(content);
    expect(readRegistryFile({ configDir, pid: PID, sessionId })).toBeUndefined();
  });

  test("a named pipe in its place is not waited for", () => {
    Bun.spawnSync(["mkfifo", join(configDir, "sessions", `${PID}.json`)]);
    expect(readRegistryFile({ configDir, pid: PID, sessionId })).toBeUndefined();
  });
});

describe("hooks and registry together", () => {
  const at = 1_796_033_600_000;

  function hook(event: string, members: object = {}): unknown {
    return { session_id: sessionId, prompt_id: "p", hook_event_name: event, ...members };
  }

  /**
   * The snapshot of hooks one second apart and of a registry entry at a second of its own, read at
   * another one.
   */
  function merged(
    hooks: readonly unknown[],
    status?: string,
    second = 0,
    more: object = {},
    readSecond?: number,
  ) {
    let stored = emptySession("claude-code", sessionId);
    for (const [index, payload] of hooks.entries()) {
      const atMs = at + index * 1000;
      stored = foldObserved(stored, adaptHook(payload, atMs), atMs);
    }
    const told =
      status === undefined
        ? undefined
        : adaptRegistryEntry(entry(status, at + second * 1000, more));
    const readAtMs = readSecond === undefined ? {} : { readAtMs: at + readSecond * 1000 };
    const registry = told && { ...told, ...readAtMs };
    return foldAll({}, mergeState(sessionId, hooks.length === 0 ? undefined : stored, registry));
  }

  const dialog = { tool_name: "Bash", tool_input: { command: "ls" } };
  const asked = [hook("UserPromptSubmit"), hook("PermissionRequest", dialog)];

  // covers: hook-interrupt
  test("an interrupt fires no hook: an idle registry ends the running turn as cancelled", () => {
    expect(merged([hook("UserPromptSubmit")]).turn?.phase).toBe("running");
    expect(merged([hook("UserPromptSubmit")], "idle", 3).turn).toEqual({
      phase: "settled",
      id: "p",
      outcome: "cancel",
      atMs: at + 3000,
    });
  });

  test("a permission refused with Esc: the idle registry closes the dialog as well", () => {
    const snapshot = merged(asked, "idle", 3);
    expect(snapshot.interactions).toEqual([]);
    expect(snapshot.turn?.outcome).toBe("cancel");
  });

  test("an interrupt within a hook's start: the registry may seem a little older and still counts", () => {
    expect(merged([hook("UserPromptSubmit")], "idle", -0.05).turn?.outcome).toBe("cancel");
  });

  test("an idle registry from before the prompt says nothing of this turn", () => {
    expect(merged([hook("UserPromptSubmit")], "idle", -60).turn?.phase).toBe("running");
  });

  test("a turn that ended by itself stays done under an idle registry", () => {
    const turn = merged([hook("UserPromptSubmit"), hook("Stop")], "idle", 3).turn;
    expect(turn).toMatchObject({ phase: "settled", outcome: "done", atMs: at + 1000 });
  });

  describe("a turn whose end another hook refuses", () => {
    const nothing = { background_tasks: [], session_crons: [] };
    const running = (type: string) => ({
      background_tasks: [{ id: "b1", type, status: "running" }],
      session_crons: [],
    });
    const turn = (end: unknown, status: string, since: number, readSecond?: number) =>
      merged([hook("UserPromptSubmit"), end], status, since, {}, readSecond).turn;

    // covers: hook-refused-end
    test("the registry is busy as before, seconds after the end: the turn goes on under its id", () => {
      const stop = hook("Stop", nothing);
      expect(turn(stop, "busy", 0.5, 7)).toEqual({ phase: "running", id: "p", atMs: at + 500 });
      expect(turn(hook("Stop", running("shell")), "busy", 0.5, 7)?.phase).toBe("running");
    });

    test("within the time that other hooks may take, or not known when it was read: it has ended", () => {
      const stop = hook("Stop", nothing);
      for (const read of [1, 3, undefined])
        expect(turn(stop, "busy", 0.5, read)).toMatchObject({ outcome: "done", id: "p" });
    });

    test("a registry that came to rest, or keeps busy for what goes on behind the turn: it has ended", () => {
      expect(turn(hook("Stop", nothing), "idle", 1.1, 7)?.outcome).toBe("done");
      for (const type of ["subagent", "monitor"])
        expect(turn(hook("Stop", running(type)), "busy", 0.5, 7)?.outcome).toBe("done");
      expect(turn(hook("Stop"), "busy", 0.5, 7)?.outcome).toBe("done");
    });

    test("a failure cannot be refused", () => {
      const failure = hook("StopFailure", { error: "rate_limit" });
      expect(turn(failure, "busy", 0.5, 7)?.outcome).toBe("fail");
    });
  });

  test("a dialog that was answered: the busy registry closes it and the turn keeps its id", () => {
    const snapshot = merged(asked, "busy", 3);
    expect(snapshot.interactions).toEqual([]);
    expect(snapshot.turn).toMatchObject({ phase: "running", id: "p" });
  });

  test("a busy registry from before the dialog leaves it open", () => {
    expect(merged(asked, "busy", 0.5).interactions).toHaveLength(1);
  });

  test("a waiting registry does not double the dialog that a hook told of", () => {
    const more = { waitingFor: "permission prompt" };
    expect(merged(asked, "waiting", 1.2, more).interactions).toMatchObject([{ about: "Bash: ls" }]);
  });

  test("without hooks the registry alone tells: waiting, and what kind of question", () => {
    const ask = (waitingFor: string) => merged([], "waiting", 0, { waitingFor }).interactions;
    expect(ask("permission prompt")).toMatchObject([{ asks: "permission", atMs: at }]);
    expect(ask("plan approval")).toMatchObject([{ asks: "plan" }]);
    expect(ask("dialog open")).toMatchObject([{ asks: "question" }]);
  });

  test("a shell in the background counts as one task, unless hooks counted more", () => {
    expect(merged([], "shell", 3).agents?.backgroundTasks).toBe(1);
    const background_tasks = [1, 2, 3].map((id) => ({ id: `b${id}`, type: "shell" }));
    const stop = hook("Stop", { background_tasks, session_crons: [] });
    expect(merged([stop], "shell", 3).agents?.backgroundTasks).toBe(3);
  });

  // covers: hook-shell-ended
  test("a shell that somebody ended, for which no hook fires: an idle registry takes it from the count", () => {
    const stop = (...types: string[]) =>
      hook("Stop", {
        background_tasks: types.map((type, id) => ({ id: `b${id}`, type, status: "running" })),
        session_crons: [],
      });
    const counted = (...rest: Parameters<typeof merged>) => merged(...rest).agents?.backgroundTasks;
    expect(counted([stop("shell", "shell")], "idle", 3)).toBe(0);
    expect(counted([stop("shell", "monitor")], "idle", 3)).toBe(1);
    expect(counted([stop("shell", "monitor")], "shell", 3)).toBe(2);
    expect(counted([stop("monitor")], "shell", 3)).toBe(2);
    expect(counted([stop("shell")], "idle", -60)).toBe(1);
    expect(counted([stop("shell")], "busy", 3)).toBe(1);
  });

  test("an idle registry alone counts nothing: it tells of shells and of nothing else", () => {
    expect(merged([], "idle", 3).agents).toBeUndefined();
  });

  test("a summary that runs goes on under a busy registry", () => {
    const compacting = [hook("UserPromptSubmit"), hook("PreCompact", { trigger: "auto" })];
    expect(merged(compacting, "busy", 3).turn?.phase).toBe("compacting");
  });

  test("no registry: the last known state stands, with its age", () => {
    expect(merged([hook("UserPromptSubmit")]).turn).toEqual({
      phase: "running",
      id: "p",
      atMs: at,
    });
  });

  test("no witness at all: nothing is claimed", () => {
    expect(mergeState(sessionId, undefined)).toEqual([]);
  });

  test("the permission mode of hook or transcript, whichever is later; without a time the hook", () => {
    const mode = (second?: number): unknown => {
      const hooked = adaptHook(hook("Stop", { permission_mode: "default" }), at);
      const stored = foldObserved(emptySession("claude-code", sessionId), hooked, at);
      const atMs = second === undefined ? {} : { atMs: at + second * 1000 };
      const transcript = { permissionMode: { mode: "plan", ...atMs }, title: "checkout" };
      const snapshot = foldAll({}, mergeState(sessionId, stored, undefined, transcript));
      expect(snapshot.session?.title).toBe("checkout");
      return snapshot.mode;
    };
    expect(mode(5)).toEqual({ permission: "plan", plan: true });
    expect(mode(-5)).toEqual({ permission: "default", plan: false });
    expect(mode()).toEqual({ permission: "default", plan: false });
    const alone = mergeState(sessionId, undefined, undefined, { permissionMode: { mode: "plan" } });
    expect(alone).toContainEqual({ kind: "plan-mode-set", on: true } satisfies Fact);
  });
});
