/** Work that is no longer the session's, and writes that come second. */
import { describe, expect, test } from "bun:test";
import { fixtureMachine } from "../../testing/workflow-machines.ts";
import { createWorkflowWorld, type WorkflowWorld } from "../../testing/workflow-world.ts";
import { WorkflowError } from "./ports.ts";
import type { InstanceRecord } from "./records.ts";

const fix = fixtureMachine("fix");
const gate = fixtureMachine("gate");
const ticket = { stateMachine: "fix", ticketId: "T-1" };

function heldWorld(): WorkflowWorld {
  const world = createWorkflowWorld(fix, gate);
  for (const name of ["a", "b"]) world.start(name);
  world.fire("a", "enter", ticket);
  return world;
}

/** Somebody else changes the instance, past the engine. */
function changed(world: WorkflowWorld, change: Partial<InstanceRecord>) {
  const { version, ...record } = world.instance("fix", "T-1");
  world.store.putInstance({ ...record, ...change, version: version + 1 });
}

/** Who else has it, and what the error must hold. */
const MOVES: readonly (readonly [how: string, (world: WorkflowWorld) => string])[] = [
  [
    "entered by another session",
    (world) => {
      world.fire("b", "enter", ticket);
      return world.key("b");
    },
  ],
  [
    "paused by another session",
    (world) => {
      world.fire("b", "enter", ticket);
      world.fire("b", "pause");
      return "is paused now";
    },
  ],
  [
    "completed by another session",
    (world) => {
      world.fire("b", "enter", { ...ticket, state: "CHECKUP" });
      world.fire("b", "ship");
      return "is completed now";
    },
  ],
  [
    "interrupted, though held by this one",
    (world) => {
      changed(world, { status: "interrupted" });
      return "is interrupted now";
    },
  ],
  [
    "gone",
    (world) => {
      Object.assign(world.store, { instance: () => undefined });
      return "no longer exists";
    },
  ],
];

describe("work that moved", () => {
  // covers: smllm-engine-moved
  for (const [how, move] of MOVES)
    test(`${how}: views tell it and write nothing, an event drops it, the next is of idle`, () => {
      const world = heldWorld();
      const words = move(world);
      const key = world.key("a");
      const before = world.saved.length;
      for (const view of [world.engine().view(key), world.engine().events(key)]) {
        expect(view).toMatchObject({ ok: false, location: { machine: null } });
        expect(view.text).toMatch(/^error: /m);
        expect(view.text).toContain(words);
      }
      expect(world.engine().status(key).idle).toBe(true);
      expect(world.saved.length).toBe(before);

      const fired = world.fire("a", "ready");
      expect(fired).toMatchObject({ ok: false, location: { machine: null } });
      expect(fired.text).toContain(words);
      expect(fired.text).toContain("State machines:");
      expect(world.saved.slice(before)).toMatchObject([
        { kind: "session", record: { holding: null } },
      ]);
      expect(world.fire("a", "ready").text).toContain("not offered");
    });
});

/** The store lets somebody else write just before each write of ours. */
function outrun(world: WorkflowWorld) {
  const { putInstance } = world.store;
  Object.assign(world.store, {
    putInstance: (record: InstanceRecord) => {
      const stored = world.store.instance(record.machine, record.id);
      if (stored !== undefined) putInstance({ ...stored, version: stored.version + 1 });
      return putInstance(record);
    },
  });
}

describe("a write that comes second", () => {
  // covers: smllm-engine-conflict
  for (const event of ["ready", "yield", "pause", "unmatched"])
    test(`${event}: not ok, the session is idle, the other's version stands`, () => {
      const world = heldWorld();
      outrun(world);
      const { ok, text, location } = world.fire("a", event);
      expect({ ok, machine: location.machine }).toEqual({ ok: false, machine: null });
      expect(text).toMatch(/error: .*T-1[\s\S]*State machines:/);
      expect(text).not.toContain("<instructions>");
      expect(world.session("a").holding).toBeNull();
      expect(world.instance("fix", "T-1")).toMatchObject({ state: "CODE", version: 2 });
      expect(world.store.history("fix", world.instance("fix", "T-1").id)).toHaveLength(1);
    });

  test("enter of work that is known, and resume: not ok, nothing kept of it", () => {
    const world = heldWorld();
    world.fire("a", "unmatched");
    outrun(world);
    expect(world.fire("b", "enter", ticket).ok).toBe(false);
    expect(world.fire("a", "resume").ok).toBe(false);
    expect(world.session("b").holding).toBeNull();
    expect(world.instance("fix", "T-1")).toMatchObject({ status: "interrupted" });
  });

  // covers: smllm-store-race
  test("two who enter the same new ref: one instance, the other is told to enter again", () => {
    const world = createWorkflowWorld(fix);
    for (const name of ["a", "b"]) world.start(name);
    const { putInstance } = world.store;
    Object.assign(world.store, {
      putInstance: (record: InstanceRecord) => {
        Object.assign(world.store, { putInstance });
        world.fire("b", "enter", ticket);
        return putInstance(record);
      },
    });
    const { ok, text } = world.fire("a", "enter", ticket);
    expect(ok).toBe(false);
    expect(text).toMatch(/error: .*T-1.*enter again/);
    expect(world.store.export().instances).toHaveLength(1);
    expect(world.fire("a", "enter", ticket).text).toContain("took over");
  });

  test("an enter without a session: no session is kept", () => {
    const world = heldWorld();
    outrun(world);
    const pairs = Object.entries(ticket);
    const { ok, session } = world.engine().fire(undefined, "enter", pairs);
    expect({ ok, session }).toEqual({ ok: false, session: null });
    expect(world.store.export().sessions).toHaveLength(2);
  });
});

describe("the order of writes", () => {
  test("a transition: instance, history, session, at the same moment, one version more", () => {
    const world = heldWorld();
    const before = world.saved.length;
    world.fire("a", "ready");
    const saved = world.saved.slice(before);
    expect(saved.map(({ kind }) => kind)).toEqual(["instance", "history", "session"]);
    const [instance, history, session] = saved;
    expect(instance).toMatchObject({ record: { version: 2 } });
    expect([
      instance?.kind === "instance" && instance.record.updated,
      history?.kind === "history" && history.record.entry.at,
    ]).toEqual(Array(2).fill(session?.kind === "session" && session.record.lastActive));
  });

  test("a store that fails: a fault of the store, whatever it throws", () => {
    const world = heldWorld();
    Object.assign(world.store, {
      putInstance: () => {
        throw new Error("disk full");
      },
    });
    expect(() => world.fire("a", "ready")).toThrow(
      expect.objectContaining({ kind: "store", message: "disk full" }),
    );
    Object.assign(world.store, {
      session: () => {
        throw new WorkflowError("store", "not readable");
      },
    });
    expect(() => world.engine().status(world.key("a"))).toThrow("not readable");
  });
});

describe("interrupted work that cannot be resumed", () => {
  test("its machine is broken: rejected, and the slot stays", () => {
    const world = heldWorld();
    world.fire("a", "unmatched");
    world.configure([gate]);
    const before = world.saved.length;
    expect(world.fire("a", "resume")).toMatchObject({
      ok: false,
      text: expect.stringContaining("fix"),
    });
    expect(world.saved.length).toBe(before);
    world.configure([fix]);
    expect(world.fire("a", "resume", { x: "1" }).ok).toBe(false);
    expect(world.fire("a", "resume").ok).toBe(true);
  });

  test("its state is gone: rejected with the states, and the slot stays", () => {
    const world = heldWorld();
    world.fire("a", "unmatched");
    world.configure([{ ...fix, states: fix.states.filter(({ name }) => name !== "CODE") }]);
    const { ok, text } = world.fire("a", "resume");
    expect(ok).toBe(false);
    expect(text).toContain("CHECKUP, SHIPPED");
    expect(world.session("a").interrupted).not.toBeNull();
  });

  test("it is paused or gone by now: rejected with that, and the slot is emptied", () => {
    for (const [words, change] of [
      ["is paused now", { status: "paused", holder: null }],
      ["is completed now", { status: "completed", holder: null }],
    ] as const) {
      const world = heldWorld();
      world.fire("a", "unmatched");
      changed(world, change);
      const { ok, text } = world.fire("a", "resume");
      expect(ok).toBe(false);
      expect(text).toContain(words);
      expect(text).not.toContain("- resume");
      expect(world.session("a").interrupted).toBeNull();
    }
  });
});
