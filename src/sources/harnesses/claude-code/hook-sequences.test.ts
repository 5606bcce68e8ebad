import { describe, expect, test } from "bun:test";
import { automationOf } from "../../../status/automation.ts";
import { foldObserved } from "../../sessions/fold-observed.ts";
import { emptySession, type StoredSession } from "../../sessions/stored-session.ts";
import run from "./fixtures/hooks-run.json";
import { adaptHook } from "./hook.ts";

const NOW = 1_796_033_600_000;

/** A payload of the main thread with members of one event. */
function hook(event: string, members: object = {}): unknown {
  return { session_id: "s", prompt_id: "p", hook_event_name: event, ...members };
}

function foldHooks(payloads: readonly unknown[], stored = emptySession("claude-code", "s")) {
  let out: StoredSession = stored;
  for (const [index, payload] of payloads.entries()) {
    out = foldObserved(out, adaptHook(payload, NOW + index * 1000), NOW + index * 1000);
  }
  return out.snapshot;
}

test("a recorded run: idle, running, done, running, asked, running, done, running, gone", () => {
  let stored = emptySession("claude-code", run[0]!.session_id);
  const seen: string[] = [];
  for (const [index, payload] of run.entries()) {
    if (payload.session_id !== stored.sessionId) break;
    stored = foldObserved(stored, adaptHook(payload, NOW + index * 1000), NOW + index * 1000);
    const { turn, interactions } = stored.snapshot;
    const open = interactions?.map((interaction) => interaction.about ?? "?").join() ?? "";
    const phase = turn?.phase === "settled" ? turn.outcome : turn?.phase;
    seen.push(`${payload.hook_event_name} ${phase}${open && ` ${open}`}`);
  }
  const asked = "Bash: touch made-by-agent.txt && echo hi";
  expect(seen).toEqual([
    "SessionStart idle",
    "UserPromptSubmit running",
    "Stop done",
    "UserPromptSubmit running",
    "PreToolUse running",
    `PermissionRequest running ${asked}`,
    `Notification running ${asked}`,
    "PostToolUse running",
    "PostToolBatch running",
    "Stop done",
    "UserPromptSubmit running",
    "SessionEnd cancel",
  ]);
});

test("a minute of idling after a turn does not undo that it is done", () => {
  const idle = hook("Notification", { notification_type: "idle_prompt" });
  expect(foldHooks([hook("UserPromptSubmit"), hook("Stop"), idle]).turn).toMatchObject({
    phase: "settled",
    outcome: "done",
  });
});

test("a summary inside a turn goes back to running, one by hand after a turn to done", () => {
  const auto = { trigger: "auto" };
  const inside = [hook("UserPromptSubmit"), hook("PreCompact", auto)];
  expect(foldHooks(inside).turn?.phase).toBe("compacting");
  expect(foldHooks([...inside, hook("PostCompact", auto)]).turn?.phase).toBe("running");
  const manual = { trigger: "manual", prompt_id: "p2" };
  const after = [hook("Stop"), hook("PreCompact", manual), hook("PostCompact", manual)];
  expect(foldHooks(after).turn).toMatchObject({ phase: "settled", outcome: "done", id: "p2" });
});

describe("a prompt that is typed while a turn runs", () => {
  /** Its own hook names the turn that runs, whatever becomes of it. */
  const typed = [hook("UserPromptSubmit"), hook("UserPromptSubmit", { prompt: "and this" })];
  const next = { prompt_id: "p2" };

  test("taken up by that turn: one turn, one end", () => {
    expect(foldHooks(typed).turn).toMatchObject({ phase: "running", id: "p" });
    expect(foldHooks([...typed, hook("PostToolBatch"), hook("Stop")]).turn).toMatchObject({
      phase: "settled",
      outcome: "done",
      id: "p",
    });
  });

  test("a turn of its own afterwards, of which only its tools and its end tell", () => {
    const after = [...typed, hook("Stop")];
    expect(foldHooks([...after, hook("PostToolBatch", next)]).turn).toMatchObject({
      phase: "running",
      id: "p2",
    });
    expect(foldHooks([...after, hook("Stop", next)]).turn).toMatchObject({
      phase: "settled",
      outcome: "done",
      id: "p2",
    });
  });

  // covers: hook-queued-prompt
  test("run at once by an interrupt: no hook ends the first turn, and the end of the next one counts", () => {
    const stop = hook("Stop", next);
    expect(foldHooks([...typed, stop]).turn).toMatchObject({
      phase: "settled",
      outcome: "done",
      id: "p2",
    });
    const failure = hook("StopFailure", { ...next, error: "rate_limit" });
    expect(foldHooks([...typed, failure]).turn).toMatchObject({ outcome: "fail", id: "p2" });
  });
});

// covers: hook-dialog-of-member
test("a turn that a task's end starts while a sub-agent behind asks: its dialog stays open to the end", () => {
  const inside = { agent_id: "a", agent_type: "Explore" };
  const call = { tool_name: "Bash", tool_input: { command: "touch x" } };
  const behind = { background_tasks: [{ id: "a", type: "subagent", status: "running" }] };
  const next = { prompt_id: "p2" };
  const asked = [
    hook("UserPromptSubmit"),
    hook("SubagentStart", inside),
    hook("Stop", behind),
    hook("PermissionRequest", { ...inside, ...call }),
    hook("Notification", { notification_type: "permission_prompt" }),
    hook("UserPromptSubmit", { ...next, prompt: "<task-notification>" }),
  ];
  const judged = (...payloads: unknown[]) => automationOf(foldHooks([...asked, ...payloads])).state;
  expect(judged()).toBe("perm");
  expect(judged(hook("Stop", { ...next, ...behind }))).toBe("perm");
  expect(judged(hook("StopFailure", { ...next, error: "unknown" }))).toBe("perm");
  const answered = hook("PostToolUse", { ...next, ...inside, ...call });
  expect(judged(hook("Stop", { ...next, ...behind }), answered)).toBe("done");
});

test("a prompt closes the dialogs of the turn, also such as arrive late", () => {
  const dialog = hook("PermissionRequest", { tool_name: "Bash", tool_input: {} });
  const prompt = hook("UserPromptSubmit", { prompt_id: "p2" });
  expect(foldHooks([dialog, prompt]).interactions).toEqual([]);
  let stored = foldObserved(emptySession("claude-code", "s"), adaptHook(prompt, NOW), NOW);
  stored = foldObserved(stored, adaptHook(dialog, NOW - 1), NOW - 1);
  expect(stored.snapshot.interactions ?? []).toEqual([]);
});

// covers: hook-counter
test("a sub-agent that stops without a start, as in a summary, is not counted", () => {
  const stop = hook("SubagentStop", { agent_id: "x", agent_type: "" });
  expect(foldHooks([hook("PreCompact"), stop]).agents?.members ?? []).toEqual([]);
});

test("a sub-agent that has ended counts in the total after the turn as well", () => {
  const inside = { agent_id: "x", agent_type: "Explore" };
  const ended = [
    hook("UserPromptSubmit"),
    hook("SubagentStart", inside),
    hook("SubagentStop", inside),
    hook("Stop", { background_tasks: [], session_crons: [] }),
  ];
  const { activeAgents, totalAgents } = automationOf(foldHooks(ended));
  expect([activeAgents, totalAgents]).toEqual([0, 1]);
});
