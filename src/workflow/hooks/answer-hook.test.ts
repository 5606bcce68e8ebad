import { expect, test } from "bun:test";
import { createWorkflowWorld, machineOf } from "../../testing/workflow-world.ts";
import { answerHook, type HookWorld } from "./answer-hook.ts";
import { type HookName, parseHookInput } from "./hook-call.ts";

const MACHINE = machineOf(`
id: fix
initial: CODE
meta: { smllm: 1 }
states:
  CODE: { entry: { type: prompt, params: { text: Repair it. } }, on: { done: DONE } }
  DONE: { type: final }
`);

/** A world with one machine, and the hooks in it; counts how often machines were asked for. */
function hooksOf(isConfigured = true) {
  const world = createWorkflowWorld(MACHINE);
  const loads: string[] = [];
  const call = (hook: HookName, payload: object, harness = "claude") => {
    const hookWorld: HookWorld = {
      store: world.store,
      async engineOf(session) {
        loads.push(session.key);
        return world.engine(harness);
      },
      async newEngine(cwd) {
        loads.push(cwd);
        return isConfigured ? world.engine(harness) : undefined;
      },
      whileBinding: async (step) => step(),
      nowMs: () => 4711,
    };
    const input = parseHookInput(payload as Record<string, unknown>, "/own");
    return answerHook(harness, hook, input, hookWorld);
  };
  return { ...world, loads, call };
}

const contextOf = ({ out }: { readonly out: Readonly<Record<string, unknown>> }) =>
  String((out.hookSpecificOutput as Record<string, unknown> | undefined)?.additionalContext);

// covers: smllm-hook-session-start, smllm-hook-same-session
test("session start: a session of the harness, the same for the same conversation, another for another harness", async () => {
  const { call, store, loads } = hooksOf();
  const first = contextOf(await call("session-start", { session_id: "x", cwd: "sub" }));
  expect(first).toMatch(/^<smllm>\nsession sm-\w{6} · idle\n/);
  expect(contextOf(await call("session-start", { session_id: "x" }))).toBe(first);
  const key = store.binding("claude", "x") ?? "";
  expect(loads).toEqual(["/own/sub", key]);
  const other = await call("session-start", { session_id: "x", cwd: "/there" }, "codex");
  expect(contextOf(other)).not.toContain(key);
  expect(store.session(store.binding("codex", "x") ?? "")?.harness).toBe("codex");
  expect(loads.at(-1)).toBe("/there");
});

test("session start without an id: a session that nothing is bound to; without a config: nothing", async () => {
  const { call, store } = hooksOf();
  const key = /sm-\w{6}/.exec(contextOf(await call("session-start", { session_id: 7 })))?.[0] ?? "";
  expect(store.session(key)?.hostSession).toBeNull();
  expect(await hooksOf(false).call("session-start", { session_id: "x" })).toEqual({ out: {} });
});

// covers: smllm-stop-allow
test("stops that need no machine: none is loaded for an unknown, an idle, a yielded session, nor for a prompt", async () => {
  const { call, store, engine, loads, start } = hooksOf();
  const key = start("a");
  expect(await call("stop", { session_id: "unknown" })).toEqual({ out: {} });
  expect(await call("stop", {})).toEqual({ out: {} });
  expect(await call("stop", { session_id: "a" })).toEqual({ out: {} });
  engine().fire(key, "enter", [["stateMachine", "fix"]]);
  engine().fire(key, "yield");
  expect(await call("stop", { session_id: "a" })).toEqual({ out: {} });
  expect(await call("user-prompt-submit", { session_id: "a", prompt: "go" })).toEqual({ out: {} });
  expect(store.session(key)).toMatchObject({ yielded: false, blocked: false, lastActive: 4711 });
  expect(loads).toEqual([]);
});

// covers: smllm-stop-table
test("held work: blocked, let go with a log while nothing was fired, blocked again after a prompt", async () => {
  const { call, engine, start, saved } = hooksOf();
  engine().fire(start("a"), "enter", [["stateMachine", "fix"]]);
  const blocked = await call("stop", { session_id: "a", stop_hook_active: "yes" });
  expect(blocked.out).toMatchObject({ decision: "block" });
  expect(String(blocked.out.reason)).toContain("- done");
  expect(String(blocked.out.reason)).not.toContain("<instructions>");
  const active = { session_id: "a", stop_hook_active: true };
  const runaway = await call("stop", active);
  expect(runaway.out).toEqual({});
  expect(runaway.log).toContain("<events>");
  await call("user-prompt-submit", { session_id: "a" });
  expect((await call("stop", active)).out).toMatchObject({ decision: "block" });
  const writes = saved.length;
  await call("stop", { session_id: "a" });
  await call("user-prompt-submit", { session_id: "nobody" });
  expect(saved.length).toBe(writes);
});
