/** What hooks ask of the engine: binding, prompts, stops; and what idle answers. */
import { describe, expect, test } from "bun:test";
import { fixtureMachine } from "../../testing/workflow-machines.ts";
import { createWorkflowWorld, type WorkflowWorld } from "../../testing/workflow-world.ts";

const fix = fixtureMachine("fix");
const ask = fixtureMachine("ask");

function enteredWorld(ticketId = "T-7"): WorkflowWorld {
  const world = createWorkflowWorld(fix);
  for (const name of ["a", "b"]) world.start(name);
  world.fire("a", "enter", { stateMachine: "fix", ticketId });
  return world;
}

describe("C1 and C2, a session start", () => {
  // covers: smllm-hook-same-session
  test("a conversation, the same again, another: its session, the same, another", () => {
    const world = createWorkflowWorld(fix);
    const first = world.engine().bind("a");
    expect(first.text).toMatch(/^<smllm>\nsession sm-\w{6} · idle\nState machines:\n- fix — /);
    expect(world.engine().bind("a")).toEqual(first);
    expect(world.engine().bind("b").session).not.toBe(first.session);
    expect(world.engine("codex").bind("a").session).not.toBe(first.session);
  });

  test("a conversation without an id: a session that is not bound", () => {
    const world = createWorkflowWorld(fix);
    const { session } = world.engine().bind();
    expect(world.saved.map(({ kind }) => kind)).toEqual(["session"]);
    expect(world.engine().bind().session).not.toBe(session);
  });

  test("a binding whose session is gone: a new session, bound anew", () => {
    const world = createWorkflowWorld(fix);
    world.store.putBinding("claude", "a", "sm-zzzzzz");
    const { session } = world.engine().bind("a");
    expect(session).not.toBe("sm-zzzzzz");
    expect(world.store.binding("claude", "a")).toBe(session ?? "");
  });

  // covers: smllm-text-view
  test("in a machine: instructions and menu again, no visit and no write", () => {
    const world = enteredWorld("T-1");
    const before = world.saved.length;
    const { text, location } = world.engine().bind("a");
    expect(text).toContain("fix › CODE · ticket T-1");
    expect(text).toMatch(
      /<instructions>\nRepair it.\n<\/instructions>\nFire one event: .*\n<events>\n- ready/,
    );
    expect(location).toMatchObject({ machine: "fix", state: "CODE", ref: "T-1" });
    expect(world.saved.length).toBe(before);
    expect(world.row("a")).toBe("smllm fix › CODE · ticket T-1");
  });
});

// covers: smllm-stop-table, smllm-stop-allow
test("C3, stops: blocked until an event, let go with a word where nothing came between", () => {
  const world = createWorkflowWorld(fix);
  const key = world.start("a");
  const stop = (active?: boolean) => {
    const decision = world.engine().stop(key, active);
    const text = "text" in decision ? decision.text : "";
    expect(text).not.toContain("<instructions>");
    if (decision.decision !== "allow") expect(text).toContain("<events>");
    return decision.decision;
  };
  expect(stop()).toBe("allow");
  world.fire("a", "enter", { stateMachine: "fix", ticketId: "T-7" });
  expect([stop(), stop(true)]).toEqual(["block", "runaway"]);
  world.fire("a", "ready");
  expect([stop(true), stop(true)]).toEqual(["block", "runaway"]);
  world.fire("a", "bogus");
  expect(stop(true)).toBe("runaway");
  world.engine().view(key);
  expect([stop(true), stop()]).toEqual(["runaway", "block"]);
  world.fire("a", "yield");
  expect([stop(), stop(true)]).toEqual(["allow", "allow"]);
  world.engine().promptSubmitted(key);
  expect(stop()).toBe("block");
  expect(world.engine().stop("sm-zzzzzz")).toEqual({ decision: "allow" });
});

test("C4, the first stop is an active one: blocked, as nobody has blocked it yet", () => {
  const world = enteredWorld();
  expect(world.engine().stop(world.key("a"), true).decision).toBe("block");
});

// covers: smllm-stop-moved
test("C5, a stop with work that moved: told once, with the new holder", () => {
  const world = enteredWorld("T-5");
  world.fire("b", "enter", { stateMachine: "fix", ticketId: "T-5" });
  const stop = world.engine().stop(world.key("a"));
  expect(stop.decision).toBe("block");
  expect("text" in stop && stop.text).toMatch(
    new RegExp(`error: .*${world.key("b")}[\\s\\S]*State machines:`),
  );
  expect(world.session("a").holding).toBeNull();
  expect(world.engine().stop(world.key("a"))).toEqual({ decision: "allow" });
});

// covers: smllm-engine-unconfigured, smllm-engine-lets-go
test("C6, a machine that is broken for a while: nothing is saved but letting go", () => {
  const world = enteredWorld("T-6");
  const key = world.key("a");
  const place = world.instance("fix", "T-6");
  world.configure([ask]);
  const before = world.saved.length;
  expect(world.engine().stop(key)).toEqual({ decision: "allow" });
  for (const event of ["yield", "ready", "resume", "listPaused", "bogus"])
    expect(world.fire("a", event)).toMatchObject({ ok: false });
  expect(world.fire("a", "pause", { x: "1" }).ok).toBe(false);
  expect(world.fire("a", "enter", { stateMachine: "nope" }).ok).toBe(false);
  expect(world.engine().view(key)).toMatchObject({ ok: false });
  expect(
    world
      .engine()
      .events(key)
      .text.match(/^- (\w+)/gm),
  ).toEqual(["- enter", "- pause"]);
  expect(world.row("a")).toBe("smllm idle");
  expect(world.saved.length).toBe(before);

  const { ok, text } = world.fire("a", "pause");
  expect(ok).toBe(true);
  expect(text).toMatch(/Note: let go of/);
  expect(world.session("a").holding).toBeNull();
  expect(world.instance("fix", "T-6")).toEqual(place);

  world.configure([fix]);
  const again = world.fire("a", "enter", { stateMachine: "fix", ticketId: "T-6" });
  expect(again.text).not.toContain("took over");
  expect(world.row("a")).toBe("smllm fix › CODE (visit 2) · ticket T-6");
});

test("C6, enter in place of pause: lets go and says so, with the new work", () => {
  const world = enteredWorld("T-6");
  const place = world.instance("fix", "T-6");
  world.configure([ask]);
  const { ok, text } = world.fire("a", "enter", { stateMachine: "ask" });
  expect(ok).toBe(true);
  expect(text).toMatch(/Note: let go of/);
  expect(world.row("a")).toStartWith("smllm ask › OPEN");
  expect(world.instance("fix", "T-6")).toEqual(place);
});

test("C6, mended before anything was let go: the place is as it was", () => {
  const world = enteredWorld("T-6");
  world.configure([]);
  expect(world.row("a")).toBe("smllm idle");
  world.configure([fix]);
  expect(world.row("a")).toBe("smllm fix › CODE · ticket T-6");
});

// covers: smllm-takeover
test("C10, work that another session holds: taken over, with its key and when it was last seen", () => {
  const world = enteredWorld("T-5");
  const { text } = world.fire("b", "enter", { stateMachine: "fix", ticketId: "T-5" });
  expect(text).toMatch(new RegExp(`^Note: .*${world.key("a")} .*2026-08-01 09:30 UTC`, "m"));
  expect(world.session("b").holding).toEqual(world.session("a").holding);
});

// covers: smllm-enter-params
test("D3, what idle rejects: each names what would be accepted", () => {
  const world = createWorkflowWorld(fix, ask);
  world.start("a");
  const before = world.saved.length;
  const rejected = (event: string, ...params: readonly (readonly [string, string])[]) => {
    const { ok, text } = world.fire("a", event, params);
    expect({ event, ok }).toEqual({ event, ok: false });
    expect(text).toMatch(/\n- enter/);
    return /^error: (.*)$/m.exec(text)?.[1] ?? "";
  };
  expect(rejected("pause")).toContain("enter");
  expect(rejected("enter")).toContain("stateMachine");
  expect(rejected("enter", ["stateMachine", "nope"])).toContain("fix, ask");
  const machine = ["stateMachine", "fix"] as const;
  expect(rejected("enter", machine, ["ref", "x"])).toContain("stateMachine, ticketId, state");
  expect(rejected("enter", machine, ["ticketId", "zzz"])).toContain("^T-[0-9]+$");
  expect(rejected("enter", machine, ["state", "SHIPPED"])).toContain("CODE, CHECKUP");
  expect(rejected("enter", machine, machine)).toContain("stateMachine");
  const twice = [
    ["ticketId", "T-1"],
    ["ticketId", "T-1"],
  ] as const;
  expect(rejected("enter", machine, ...twice)).toContain("ticketId");
  expect(rejected("resume")).toContain("not offered");
  expect(rejected("listPaused")).toContain("not offered");
  expect(world.saved.length).toBe(before);
});

// covers: smllm-list-paused, smllm-text-idle-list
test("D4, twelve paused: ten and how many more; listPaused has all, newest first, and writes nothing", () => {
  const world = createWorkflowWorld(fix, ask);
  const key = world.start("a");
  const labels: string[] = [];
  for (let n = 1; n <= 12; n++) {
    const machine = n % 3 === 0 ? "ask" : "fix";
    const param = machine === "ask" ? "ref" : "ticketId";
    world.fire("a", "enter", { stateMachine: machine, [param]: `T-${n}` });
    world.fire("a", "pause");
    labels.unshift(`T-${n} (${machine})`);
  }
  const listed = (text: string) =>
    [...text.matchAll(/^- (?:ticket|instance) (T-\d+ \(\w+\)) at /gm)].map(([, label]) => label);
  const before = world.saved.length;
  const { text } = world.engine().view(key);
  expect(listed(text)).toEqual(labels.slice(0, 10));
  expect(text).toMatch(/^…and 2 more paused/m);
  const all = world.fire("a", "listPaused");
  expect(all.ok).toBe(true);
  expect(listed(all.text)).toEqual(labels);
  expect(all.text).not.toContain("State machines:");
  expect(all.text).toContain("- listPaused");
  expect(world.fire("a", "listPaused", { x: "1" }).ok).toBe(false);
  expect(world.saved.length).toBe(before);
});

test("paused at the same moment: by machine, then by label", () => {
  const world = createWorkflowWorld(fix, ask);
  const key = world.start("a");
  world.host.now = () => 1000;
  for (const [stateMachine, param, label] of [
    ["fix", "ticketId", "T-2"],
    ["ask", "ref", "b"],
    ["fix", "ticketId", "T-1"],
    ["ask", "ref", "a"],
  ] as const) {
    world.fire("a", "enter", { stateMachine, [param]: label });
    world.fire("a", "pause");
  }
  const { text } = world.engine().view(key);
  expect(text.match(/^- \w+ \S+ \(\w+\) at/gm)).toEqual([
    "- instance a (ask) at",
    "- instance b (ask) at",
    "- ticket T-1 (fix) at",
    "- ticket T-2 (fix) at",
  ]);
});

describe("D2, calls without a session", () => {
  // covers: smllm-fire-keyless
  test("enter that succeeds: the session is kept; one that does not: nothing is written", () => {
    const world = createWorkflowWorld(fix);
    const refused = world.engine("none").fire(undefined, "enter", [["stateMachine", "nope"]]);
    expect(refused).toMatchObject({ ok: false, session: null });
    expect(refused.text).toStartWith("<smllm>\nno session · idle\nerror: ");
    expect(refused.text).toContain("smllm({ event, params })");
    expect(world.saved).toEqual([]);
    const { ok, session } = world
      .engine("none")
      .fire(undefined, "enter", [["stateMachine", "fix"]]);
    expect(ok).toBe(true);
    expect(world.session(session ?? "")).toMatchObject({
      harness: "none",
      hostSession: null,
      holding: { machine: "fix" },
    });
    expect(world.saved.map(({ kind }) => kind)).toEqual(["instance", "history", "session"]);
  });

  // covers: smllm-embed-unknown
  test("another event, no event, an unknown key: a fault of its kind", () => {
    const { call, view, fire, status, promptSubmitted } = createWorkflowWorld(fix).engine();
    const fault = (run: () => unknown) => {
      try {
        return run();
      } catch (error) {
        return error instanceof Error && "kind" in error && `${error.kind}: ${error.message}`;
      }
    };
    expect(fault(() => fire(undefined, "pause"))).toMatch(/^no-session: .*enter/);
    expect(fault(() => call({}))).toMatch(/^no-session: /);
    const unknown = /^unknown-session: .*sm-zzzzzz/;
    expect(fault(() => call({ session: "sm-zzzzzz" }))).toMatch(unknown);
    expect(fault(() => view("sm-zzzzzz"))).toMatch(unknown);
    expect(fault(() => fire("sm-zzzzzz", "enter"))).toMatch(unknown);
    expect(fault(() => status("sm-zzzzzz"))).toMatch(unknown);
    expect(fault(() => promptSubmitted("sm-zzzzzz"))).toMatch(unknown);
  });
});
