import { describe, expect, test } from "bun:test";
import type { Fact } from "../../../status/facts/fact.ts";
import { foldObserved } from "../../sessions/fold-observed.ts";
import { emptySession, type StoredSession } from "../../sessions/stored-session.ts";
import hooks from "./fixtures/hooks.json";
import { adaptHook } from "./hook.ts";
import { HOOK_EVENTS } from "./hook-events.ts";

const NOW = 1_796_033_600_000;
const MAIN = "fadf4a3a-096f-404d-824d-ba938092740a";

/** The facts beyond those that every hook of the fixtures gives. */
function own(payload: unknown): Fact[] {
  const common = ["session-started", "place-known", "permission-mode-set", "plan-mode-set"];
  return adaptHook(payload, NOW).filter(
    (fact) => !common.includes(fact.kind) && fact.kind !== "reasoning-set",
  );
}

function kinds(facts: readonly Fact[]): string[] {
  return facts.map((fact) => fact.kind);
}

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

describe("what all hooks have in common", () => {
  test("a hook of a turn names session, place, mode and effort, in this order", () => {
    const { session_id: sessionId, transcript_path: transcriptPath, cwd } = hooks.Stop;
    expect(adaptHook(hooks.Stop, NOW).slice(0, 5)).toEqual([
      { kind: "session-started", sessionId, transcriptPath },
      { kind: "place-known", cwd },
      { kind: "permission-mode-set", mode: "default" },
      { kind: "plan-mode-set", on: false },
      { kind: "reasoning-set", effort: "medium" },
    ]);
  });

  test("permission mode `plan` turns plan mode on as well", () => {
    const facts = adaptHook(hook("PostToolUse", { permission_mode: "plan" }), NOW);
    expect(facts).toContainEqual({ kind: "permission-mode-set", mode: "plan" });
    expect(facts).toContainEqual({ kind: "plan-mode-set", on: true });
  });

  test("a hook that no version is known to send gives the common facts and no state", () => {
    const facts = adaptHook(hook("SomethingNew", { cwd: "/w", permission_mode: "auto" }), NOW);
    expect(kinds(facts)).toEqual([
      "session-started",
      "place-known",
      "permission-mode-set",
      "plan-mode-set",
    ]);
  });

  test("hooks inside a sub-agent tell nothing of the session's mode, place and turn", () => {
    const facts = adaptHook(hooks.SubagentStop, NOW);
    expect(kinds(facts)).toEqual(["session-started", "agent-changed"]);
  });

  test.each([[null], ["text"], [[1]], [{}], [{ session_id: 7 }], [{ session_id: "" }]])(
    "%j names no session and gives nothing",
    (payload) => {
      expect(adaptHook(payload, NOW)).toEqual([]);
    },
  );

  test("members of wrong types cost themselves and nothing else", () => {
    for (const { event } of HOOK_EVENTS) {
      const broken = {
        tool_name: 7,
        tool_input: "x",
        tool_calls: [1, null],
        background_tasks: [3],
      };
      const members = { ...broken, error: {}, permission_mode: [], effort: 3, agent_id: 9 };
      const facts = adaptHook(hook(event, { ...members, source: 1, model: {} }), NOW);
      expect(facts[0]).toEqual({ kind: "session-started", sessionId: "s" });
    }
  });
});

describe("facts of each recorded hook", () => {
  test("SessionStart of a new session: model known, nothing open, idle, started now", () => {
    expect(adaptHook(hooks.SessionStart, NOW)[0]).toMatchObject({
      kind: "session-started",
      sessionId: MAIN,
      startedAtMs: NOW,
    });
    expect(own(hooks.SessionStart)).toEqual([
      { kind: "model-selected", id: "claude-opus-5-5" },
      { kind: "interaction-closed" },
      { kind: "agents-listed", members: [] },
      { kind: "background-counted", tasks: 0 },
      { kind: "turn-idle", atMs: NOW },
    ]);
  });

  test.each([
    ["resume", false],
    ["fork", false],
    ["clear", true],
  ])("SessionStart after %s is idle; started now: %p", (source, startsNow) => {
    const facts = adaptHook(hook("SessionStart", { source }), NOW);
    expect(kinds(facts)).toContain("turn-idle");
    expect("startedAtMs" in facts[0]!).toBe(startsNow);
  });

  test("SessionStart after a summary changes nothing of the turn, with title and agent taken", () => {
    const payload = hook("SessionStart", {
      source: "compact",
      session_title: "checkout",
      agent_type: "reviewer",
    });
    expect(adaptHook(payload, NOW).slice(1)).toEqual([
      { kind: "session-titled", title: "checkout" },
      { kind: "agent-set", name: "reviewer" },
    ]);
  });

  test("SessionEnd: nothing is open and nothing runs", () => {
    expect(own(hooks.SessionEnd)).toEqual([
      { kind: "interaction-closed" },
      { kind: "agents-listed", members: [] },
      { kind: "background-counted", tasks: 0 },
      { kind: "turn-idle", atMs: NOW },
    ]);
  });

  test("UserPromptSubmit: the turn of this prompt runs and every question of a turn is gone", () => {
    expect(own(hooks.UserPromptSubmit)).toEqual([
      { kind: "interaction-closed", own: true },
      { kind: "turn-started", turnId: hooks.UserPromptSubmit.prompt_id, atMs: NOW },
    ]);
  });

  test("UserPromptSubmit that the program wrote itself leaves an open dialog open", () => {
    for (const source of ["system", "loop_wakeup", "schedule_wakeup", "poll_event"]) {
      expect(kinds(own(hook("UserPromptSubmit", { source })))).toEqual(["turn-started"]);
    }
  });

  test("PreToolUse of an ordinary tool: the turn runs", () => {
    expect(own(hooks.PreToolUse)).toEqual([
      { kind: "turn-started", turnId: hooks.PreToolUse.prompt_id, atMs: NOW },
    ]);
  });

  test("PermissionRequest: a permission is asked about the tool and its target", () => {
    expect(own(hooks.PermissionRequest)[1]).toEqual({
      kind: "interaction-opened",
      requestId: expect.stringMatching(/^tool:/) as unknown as string,
      asks: "permission",
      about: "Bash: mkdir -p zz_dir && date > zz_dir/out.txt",
      tool: "Bash",
      target: "mkdir -p zz_dir && date > zz_dir/out.txt",
      turnId: hooks.PermissionRequest.prompt_id,
      atMs: NOW,
    });
  });

  test("PostToolUse and PostToolBatch: the turn runs, the tool's question is closed", () => {
    for (const payload of [hooks.PostToolUse, hooks.PostToolBatch]) {
      expect(kinds(own(payload))).toEqual([
        "turn-started",
        "interaction-closed",
        "interaction-closed",
      ]);
    }
  });

  test("Notification idle_prompt: nothing is asked and nothing runs", () => {
    for (const payload of [hooks.Notification, hooks["Notification-idle_prompt"]]) {
      expect(own(payload)).toEqual([
        { kind: "interaction-closed" },
        { kind: "turn-idle", atMs: NOW },
      ]);
    }
  });

  test("Stop with nothing behind it: done, no sub-agent, no background task", () => {
    expect(own(hooks.Stop)).toEqual([
      { kind: "turn-settled", turnId: hooks.Stop.prompt_id, outcome: "done", atMs: NOW },
      { kind: "interaction-closed" },
      { kind: "agents-listed", members: [] },
      { kind: "background-counted", tasks: 0, shells: 0 },
    ]);
  });

  test("SubagentStart and SubagentStop: the sub-agent runs, then is done", () => {
    const agent = { kind: "agent-changed", agentId: "ab8cdd8952f94ac27", name: "Explore" } as const;
    expect(own(hooks.SubagentStart)).toEqual([{ ...agent, status: "running" }]);
    expect(own(hooks.SubagentStop)).toEqual([{ ...agent, status: "done" }]);
  });

  test("PreCompact and PostCompact by hand: summarising, then a run that is done", () => {
    expect(own(hooks.PreCompact)).toEqual([{ kind: "compaction-started", atMs: NOW }]);
    expect(own(hooks.PostCompact)).toEqual([
      { kind: "compaction-ended", atMs: NOW },
      { kind: "turn-settled", turnId: hooks.PostCompact.prompt_id, outcome: "done", atMs: NOW },
    ]);
  });

  test("MessageDisplay: no state", () => {
    expect(own(hooks.MessageDisplay)).toEqual([]);
  });
});

describe("facts of further hooks", () => {
  test("a Stop with a shell, a sub-agent and a wake-up behind it counts two tasks and lists one agent", () => {
    const background_tasks = [
      { id: "b1", type: "shell", status: "running" },
      { id: "a1", type: "subagent", status: "running", agent_type: "Explore" },
      { id: "b2", type: "shell", status: "completed" },
    ];
    expect(own(hook("Stop", { background_tasks, session_crons: [{ id: "c1" }] }))).toEqual([
      { kind: "turn-settled", turnId: "p", outcome: "done", atMs: NOW },
      { kind: "interaction-closed", own: true },
      {
        kind: "agents-listed",
        members: [{ agentId: "a1", name: "Explore", status: "running" }],
      },
      { kind: "background-counted", tasks: 2, shells: 1 },
    ]);
  });

  test("StopFailure gives the error word, never the prose; a missing login is asked for", () => {
    const rate = hook("StopFailure", { error: "rate_limit", error_details: "prose" });
    expect(own(rate)).toEqual([
      { kind: "interaction-closed", own: true },
      { kind: "turn-settled", turnId: "p", outcome: "fail", message: "rate_limit", atMs: NOW },
    ]);
    const login = own(hook("StopFailure", { error: "authentication_failed" }));
    expect(login.at(-1)).toEqual({
      kind: "interaction-opened",
      requestId: "login",
      asks: "auth",
      atMs: NOW,
    });
    expect(
      foldHooks([hook("StopFailure", { error: "authentication_failed" })]).interactions,
    ).toHaveLength(1);
  });

  test("PostToolUseFailure goes on, but after an interrupt the turn is cancelled", () => {
    expect(kinds(own(hook("PostToolUseFailure", { tool_name: "Bash" })))[0]).toBe("turn-started");
    const interrupted = own(hook("PostToolUseFailure", { tool_name: "Bash", is_interrupt: true }));
    expect(interrupted.at(-1)).toMatchObject({ kind: "turn-settled", outcome: "cancel" });
  });

  test("AskUserQuestion asks a question and ExitPlanMode a plan until the tool has ended", () => {
    for (const [tool, asks, input] of [
      ["AskUserQuestion", "question", { questions: [{ question: "Which colour?\nRed?" }] }],
      ["ExitPlanMode", "plan", { plan: "1. do it" }],
    ] as const) {
      const call = { tool_name: tool, tool_input: input, tool_use_id: "t1" };
      const open = foldHooks([hook("PreToolUse", call), hook("PermissionRequest", call)]);
      expect(open.interactions).toHaveLength(1);
      expect(open.interactions?.[0]).toMatchObject({
        asks,
        about: tool === "AskUserQuestion" ? `${tool}: Which colour?` : tool,
      });
      expect(foldHooks([hook("PreToolUse", call), hook("PostToolUse", call)]).interactions).toEqual(
        [],
      );
    }
  });

  test("a tool named like a member of every object asks nothing", () => {
    expect(kinds(own(hook("PreToolUse", { tool_name: "constructor" })))).toEqual(["turn-started"]);
  });

  test("a reminder of a permission adds nothing to the dialog that is known, and stands alone otherwise", () => {
    const call = { tool_name: "Bash", tool_input: { command: "ls" } };
    const reminder = hook("Notification", { notification_type: "permission_prompt" });
    const both = foldHooks([hook("PermissionRequest", call), reminder]);
    expect(both.interactions?.map((open) => open.about)).toEqual(["Bash: ls"]);
    const alone = foldHooks([reminder]);
    expect(alone.interactions?.map((open) => open.asks)).toEqual(["permission"]);
    expect(foldHooks([reminder, hook("PostToolUse", call)]).interactions).toEqual([]);
  });

  test("one of two parallel permissions is answered: the other stays open", () => {
    const call = (command: string) => ({ tool_name: "Bash", tool_input: { command } });
    const open = foldHooks([
      hook("PermissionRequest", call("one")),
      hook("PermissionRequest", call("two")),
      hook("PostToolUse", call("one")),
    ]);
    expect(open.interactions?.map((interaction) => interaction.about)).toEqual(["Bash: two"]);
  });

  test("a sub-agent that waits for a permission is waiting, then runs, and the turn is not touched", () => {
    const inside = { agent_id: "a1", agent_type: "Explore", tool_name: "Bash", tool_input: {} };
    const stopped = [
      hook("SubagentStart", inside),
      hook("Stop", { background_tasks: [{ id: "a1", type: "subagent", status: "running" }] }),
    ];
    const asked = foldHooks([...stopped, hook("PermissionRequest", inside)]);
    expect(asked.turn?.phase).toBe("settled");
    expect(asked.agents?.members).toEqual([{ agentId: "a1", name: "Explore", status: "waiting" }]);
    expect(asked.interactions).toMatchObject([{ tool: "Bash", agentId: "a1" }]);
    const after = foldHooks([
      ...stopped,
      hook("PermissionRequest", inside),
      hook("PostToolUse", inside),
    ]);
    expect(after.agents?.members[0]?.status).toBe("running");
    expect(after.interactions).toEqual([]);
  });

  test("a server's question opens with its name and is closed by its result", () => {
    const asked = hook("Elicitation", { mcp_server_name: "jira", mode: "form", message: "Prose" });
    expect(foldHooks([asked]).interactions?.[0]).toMatchObject({ asks: "question", about: "jira" });
    const result = hook("ElicitationResult", { mcp_server_name: "jira", elicitation_id: "e1" });
    expect(foldHooks([asked, result]).interactions).toEqual([]);
  });

  test("CwdChanged and PostModelSwitch give the new directory and model", () => {
    const moved = adaptHook(hook("CwdChanged", { cwd: "/a", old_cwd: "/a", new_cwd: "/b" }), NOW);
    expect(moved.at(-1)).toEqual({ kind: "place-known", cwd: "/b" });
    const switched = adaptHook(hook("PostModelSwitch", { from_model: "a", to_model: "b" }), NOW);
    expect(switched.at(-1)).toEqual({ kind: "model-selected", id: "b" });
  });

  // covers: hook-prose
  test("a message that reads like a question is no evidence of one", () => {
    const message = "Would you like to proceed? yes / no. Claude needs your permission";
    for (const type of [
      "push_notification",
      "plugin_notification",
      "computer_use_enter",
      undefined,
    ]) {
      expect(own(hook("Notification", { message, notification_type: type }))).toEqual([]);
    }
    expect(kinds(own(hook("Stop", { last_assistant_message: message })))[0]).toBe("turn-settled");
  });

  test("a long, wide or many-lined target is cut to its first line, on whole characters", () => {
    const about = (command: string) =>
      (
        own(hook("PermissionRequest", { tool_name: "Bash", tool_input: { command } }))[1] as {
          about: string;
        }
      ).about;
    expect(about("\n  make all\nrm -rf /")).toBe("Bash: make all");
    const long = about(`${"x".repeat(199)}😀${"y".repeat(10_000)}`);
    expect(long).toBe(`Bash: ${"x".repeat(199)}…`);
  });
});

describe("HOOK_EVENTS", () => {
  test("every event is named once and gives more than the common facts; chunks of text are not among them", () => {
    const events = HOOK_EVENTS.map((installed) => installed.event);
    expect(new Set(events).size).toBe(events.length);
    expect(events).not.toContain("MessageDisplay");
    const members = {
      source: "startup",
      trigger: "auto",
      tool_name: "AskUserQuestion",
      notification_type: "idle_prompt",
      new_cwd: "/b",
      to_model: "m",
      mcp_server_name: "x",
    };
    for (const event of events) {
      const agent = event.startsWith("Subagent") ? { agent_id: "a1" } : {};
      expect(adaptHook(hook(event, { ...members, ...agent }), NOW).length).toBeGreaterThan(1);
    }
  });
});
