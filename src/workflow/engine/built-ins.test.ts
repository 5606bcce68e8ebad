import { describe, expect, test } from "bun:test";
import { fixtureMachine } from "../../testing/workflow-machines.ts";
import {
  createWorkflowWorld,
  machineOf,
  type WorkflowWorld,
} from "../../testing/workflow-world.ts";

/** Every list tells that it ran; a fallback state whose way out may be taken at once. */
const detour = machineOf(`
id: detour
initial: MAIN
meta: { smllm: 1, instance: { kind: job } }
states:
  MAIN:
    entry: { type: prompt, params: { text: enter MAIN } }
    exit: [{ type: prompt, params: { text: exit MAIN } }, { type: command, params: { run: leave-main } }]
    on: { aside: SIDE, next: OTHER }
  OTHER:
    entry: { type: prompt, params: { text: enter OTHER } }
    on: { back: MAIN, end: DONE }
  SIDE:
    meta: { fallback: true }
    entry: { type: prompt, params: { text: enter SIDE } }
    exit: { type: prompt, params: { text: exit SIDE } }
    on: { again: { target: SIDE, reenter: true }, away: OTHER, end: DONE }
  DONE: { type: final }
`);
const fix = fixtureMachine("fix");

function worldAt(machine = detour, ref = "J-1"): WorkflowWorld {
  const world = createWorkflowWorld(machine);
  world.start("a");
  const { id, refParam } = machine;
  world.fire("a", "enter", { stateMachine: id, [refParam]: ref });
  return world;
}

const instructionsOf = (text: string) =>
  /<instructions>\n([\s\S]*?)\n<\/instructions>/.exec(text)?.[1]?.split("\n\n");

const lastTold = (world: WorkflowWorld, machine = "detour", label = "J-1") => {
  const { event, from, to } =
    world.store.history(machine, world.instance(machine, label).id).at(-1) ?? {};
  return `${event} ${from} ${to}`;
};

describe("yield", () => {
  // covers: smllm-yield
  test("in a state: it stays, one version and no visit more, the note kept", () => {
    const world = worldAt();
    const { ok, location } = world.fire("a", "yield", { note: "why" });
    expect({ ok, state: location.state }).toEqual({ ok: true, state: "MAIN" });
    expect(world.instance("detour", "J-1")).toMatchObject({
      version: 2,
      visits: { MAIN: 1 },
      status: "active",
      holder: world.key("a"),
    });
    expect(world.session("a")).toMatchObject({ yielded: true, blocked: false });
    expect(lastTold(world)).toBe("yield MAIN MAIN");
    expect(world.ran).toEqual([]);
  });

  test("another event, a prompt: each ends it", () => {
    for (const end of ["aside", "unmatched", "prompt"]) {
      const world = worldAt();
      world.fire("a", "yield");
      if (end === "prompt") world.engine().promptSubmitted(world.key("a"));
      else world.fire("a", end);
      expect({ end, yielded: world.session("a").yielded }).toEqual({ end, yielded: false });
    }
  });

  test("a parameter that it does not have: rejected, not yielded", () => {
    const world = worldAt();
    expect(world.fire("a", "yield", { until: "noon" })).toMatchObject({
      ok: false,
      text: expect.stringContaining("note"),
    });
    expect(world.session("a").yielded).toBe(false);
  });
});

describe("pause", () => {
  test("in a state: its exit lists, free for anybody, idle with a note", () => {
    const world = worldAt();
    world.failures.set("leave-main", "exited 1");
    const { ok, text, location } = world.fire("a", "pause");
    expect(ok).toBe(true);
    expect(location.machine).toBeNull();
    expect(text).toMatch(/· idle\nNote: job "J-1" is paused/);
    expect(text).toContain("Action failed: MAIN exit[1] command: exited 1");
    expect(instructionsOf(text)).toEqual(["exit MAIN"]);
    expect(text).toContain("Paused:\n- job J-1 (detour) at MAIN");
    expect(world.instance("detour", "J-1")).toMatchObject({
      status: "paused",
      holder: null,
      state: "MAIN",
      visits: { MAIN: 1 },
    });
    expect(world.session("a").holding).toBeNull();
    expect(lastTold(world)).toBe("pause MAIN null");
    expect(world.ran.map(({ env }) => [env.SMLLM_FROM, env.SMLLM_TO])).toEqual([
      ["MAIN", undefined],
    ]);
  });
});

describe("unmatched and resume", () => {
  // covers: smllm-unmatched-fallback
  test("a machine with a fallback: there and back, a visit each", () => {
    const world = worldAt();
    const there = world.fire("a", "unmatched");
    expect(there.location.state).toBe("SIDE");
    expect(instructionsOf(there.text)).toEqual(["exit MAIN", "enter SIDE"]);
    expect(there.text).toContain("Arrived by: unmatched from MAIN");
    expect(lastTold(world)).toBe("unmatched MAIN SIDE");
    expect(world.instance("detour", "J-1")).toMatchObject({
      status: "active",
      resumeState: "MAIN",
    });
    const { text } = world.engine().events(world.key("a"));
    const offered = [...text.matchAll(/^- (\w+)/gm)].map(([, name]) => name).join(" ");
    expect(offered).toBe("again away end resume yield pause unmatched");
    const back = world.fire("a", "resume");
    expect(back.location.state).toBe("MAIN");
    expect(instructionsOf(back.text)).toEqual(["exit SIDE", "enter MAIN"]);
    expect(back.text).toContain("Arrived by: resume");
    expect(lastTold(world)).toBe("resume SIDE MAIN");
    expect(world.instance("detour", "J-1")).toMatchObject({
      resumeState: null,
      visits: { MAIN: 2, SIDE: 1 },
    });
  });

  test("the fallback state again: its way back is kept; another state: it is forgotten", () => {
    const world = worldAt();
    world.fire("a", "unmatched");
    world.fire("a", "again");
    expect(world.instance("detour", "J-1").resumeState).toBe("MAIN");
    world.fire("a", "away");
    expect(world.instance("detour", "J-1").resumeState).toBeNull();
    world.fire("a", "back");
    world.fire("a", "aside");
    expect(world.fire("a", "resume")).toMatchObject({
      ok: false,
      text: expect.stringContaining("not offered"),
    });
  });

  test("paused in the fallback state, entered there again: its way back is kept; entered elsewhere: forgotten", () => {
    const entered = { stateMachine: "detour", ref: "J-1" };
    const world = worldAt();
    world.fire("a", "unmatched");
    world.fire("a", "pause");
    world.fire("a", "enter", entered);
    expect(world.instance("detour", "J-1")).toMatchObject({ state: "SIDE", resumeState: "MAIN" });
    world.fire("a", "unmatched");
    world.configure([
      {
        ...detour,
        states: detour.states.map((state) => ({ ...state, entryPoint: state.name === "OTHER" })),
      },
    ]);
    world.fire("a", "enter", { ...entered, state: "OTHER" });
    expect(world.instance("detour", "J-1")).toMatchObject({ state: "OTHER", resumeState: null });
  });

  test("a way back that the machine lost: resume is not offered", () => {
    const world = worldAt();
    world.fire("a", "unmatched");
    world.configure([{ ...detour, states: detour.states.filter(({ name }) => name !== "MAIN") }]);
    expect(world.fire("a", "resume").ok).toBe(false);
    world.configure([detour]);
    expect(world.fire("a", "resume").location.state).toBe("MAIN");
  });

  // covers: smllm-unmatched-idle
  test("from the fallback itself, and without a fallback: interrupted, held, in the slot", () => {
    const inside = worldAt();
    inside.fire("a", "aside");
    const none = worldAt(fix, "T-1");
    for (const [world, machine, label, state] of [
      [inside, "detour", "J-1", "SIDE"],
      [none, "fix", "T-1", "CODE"],
    ] as const) {
      const { ok, text } = world.fire("a", "unmatched");
      expect(ok).toBe(true);
      expect(text).toMatch(/\nNote: .* is interrupted at /);
      const { id, ...record } = world.instance(machine, label);
      expect(record).toMatchObject({ status: "interrupted", holder: world.key("a"), state });
      expect(world.session("a")).toMatchObject({ holding: null, interrupted: { machine, id } });
      expect(lastTold(world, machine, label)).toBe(`unmatched ${state} null`);
    }
  });

  const enterTicket = (ticketId: string) => ["enter", { stateMachine: "fix", ticketId }] as const;

  test("an older interruption that another session took: left to it, and not named", () => {
    const world = worldAt(fix, "T-3");
    world.start("b");
    world.fire("a", "unmatched");
    world.fire("b", ...enterTicket("T-3"));
    world.fire("a", ...enterTicket("T-4"));
    expect(world.fire("a", "unmatched").text).not.toContain("T-3");
    const taken = { status: "active", holder: world.key("b") };
    expect(world.instance("fix", "T-3")).toMatchObject(taken);
  });

  test("an older interruption that is the same work, which came back another way: not paused", () => {
    const world = worldAt(fix, "T-3");
    world.start("b");
    world.fire("a", "unmatched");
    const slot = world.session("a").interrupted;
    world.fire("b", ...enterTicket("T-3"));
    world.fire("b", "pause");
    world.fire("a", ...enterTicket("T-3"));
    // As it is after a crash before the session was written.
    world.store.updateSession(world.key("a"), { interrupted: slot });
    world.fire("a", "unmatched");
    expect(world.instance("fix", "T-3").status).toBe("interrupted");
    expect(world.session("a").interrupted).toEqual(slot);
  });

  test("an older interruption in a machine that is broken: its file stays as it is", () => {
    const world = worldAt(fix, "T-3");
    world.fire("a", "unmatched");
    world.configure([detour]);
    world.fire("a", "enter", { stateMachine: "detour" });
    const before = world.instance("fix", "T-3");
    expect(world.fire("a", "unmatched").location.state).toBe("SIDE");
    expect(world.fire("a", "unmatched").location.machine).toBeNull();
    expect(world.instance("fix", "T-3")).toMatchObject(before);
    expect(world.session("a").interrupted?.machine).toBe("detour");
  });

  test("a removed state in a machine with a fallback: unmatched goes there", () => {
    const world = worldAt();
    const lost = {
      ...detour,
      initial: "OTHER",
      states: detour.states.filter(({ name }) => name !== "MAIN"),
    };
    world.configure([lost]);
    expect(world.fire("a", "unmatched").location.state).toBe("SIDE");
  });
});

describe("built-in events that the author words", () => {
  test("a machine's words for yield and enter: in its states, and in idle where it is the only one", () => {
    const worded = machineOf(`
id: m
initial: A
meta: { smllm: 1, events: { yield: { description: Wait. }, enter: { description: Begin. } } }
states: { A: { on: { go: B } }, B: { type: final } }
`);
    const world = createWorkflowWorld(worded);
    const key = world.start("a");
    expect(world.engine().view(key).text).toContain("- enter — Begin.\n");
    world.configure([worded, fix]);
    expect(world.engine().view(key).text).not.toContain("Begin.");
    world.fire("a", "enter", { stateMachine: "m" });
    expect(world.engine().view(key).text).toContain("- yield — Wait.\n");
  });
});
