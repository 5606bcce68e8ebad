/** Where the same file means something else in XState, each shown side by side; the room's README has the reasons. */
import { expect, test } from "bun:test";
import { createActor, createMachine, initialTransition, transition } from "xstate";
import { parse } from "yaml";
import { createWorkflowWorld, machineOf } from "../../testing/workflow-world.ts";

const theirsOf = (text: string, guards: Readonly<Record<string, boolean>> = {}) =>
  createMachine(parse(text)).provide({
    guards: { command: (_: unknown, { run }: { run: string }) => guards[run] ?? true },
  } as never);

/** A world with one work `r` of the machine, begun by the session `a`. */
function begun(text: string) {
  const world = createWorkflowWorld(machineOf(text));
  world.start("a");
  const first = world.fire("a", "enter", { stateMachine: "m", ref: "r" });
  return { world, first };
}

const promptsOf = (actions: readonly { readonly params?: unknown }[]) =>
  actions.map(({ params }) => (params as { readonly text: string }).text);

const toldIn = (text: string) =>
  /<instructions>\n([\s\S]*?)\n<\/instructions>/.exec(text)?.[1]?.split("\n\n") ?? [];

const REVIEWED = `
id: m
description: Work that is reviewed.
initial: WORK
meta: { smllm: 1, events: { done: { description: It is done. } } }
states:
  WORK:
    meta: { entryPoint: true }
    entry: { type: prompt, params: { text: Work on it. } }
    exit: { type: prompt, params: { text: Leave work. } }
    on: { done: { target: REVIEW, actions: [{ type: prompt, params: { text: Hand it over. } }] } }
  REVIEW:
    entry: { type: prompt, params: { text: "Braces {{ stay }}." } }
    on:
      changes: WORK
      stay: REVIEW
      again: { target: REVIEW, reenter: true }
      approved:
        - { guard: { type: command, params: { run: checked } }, target: DONE }
        - { target: WORK, actions: { type: prompt, params: { text: Not yet. } } }
  DONE: { type: final }
`;

test("a file as it is, event by event: the same states and the same prompts in the same order", () => {
  const guards = { checked: false };
  const theirs = theirsOf(REVIEWED, guards);
  const { world, first } = begun(REVIEWED);
  world.guards.set("checked", false);
  let [snapshot, actions] = initialTransition(theirs);
  expect(toldIn(first.text)).toEqual(promptsOf(actions as never));
  const check = (type: string) => {
    [snapshot, actions] = transition(theirs, snapshot, { type });
    expect(toldIn(world.fire("a", type).text)).toEqual(promptsOf(actions as never));
    expect(world.instance("m", "r").state).toBe(String(snapshot.value));
  };
  for (const type of ["done", "stay", "again", "changes", "done", "approved", "done"]) check(type);
  guards.checked = true;
  world.guards.set("checked", true);
  check("approved");
  expect(world.instance("m", "r").status).toBe("completed");
});

test("an event that the state does not take: ignored there, here an error with the menu", () => {
  const theirs = theirsOf(REVIEWED);
  const [snapshot] = initialTransition(theirs);
  expect(snapshot.can({ type: "bogus" })).toBe(false);
  const [after, actions] = transition(theirs, snapshot, { type: "bogus" });
  expect([after.value, after.status, actions]).toEqual(["WORK", "active", []]);
  const { world } = begun(REVIEWED);
  const reply = world.fire("a", "bogus");
  expect(reply.ok).toBe(false);
  expect(reply.text).toContain("error: ");
  expect(reply.text).toContain("- done — It is done.");
});

test("a final state: left at once there, here the work stays in it", () => {
  const text = REVIEWED.replace(
    "DONE: { type: final }",
    "DONE: { type: final, entry: { type: prompt, params: { text: Say so. } }, exit: { type: prompt, params: { text: Left. } } }",
  );
  const theirs = theirsOf(text);
  const { world } = begun(text);
  let [snapshot] = initialTransition(theirs);
  let actions: readonly { readonly params?: unknown }[] = [];
  for (const type of ["done", "approved"]) {
    [snapshot, actions] = transition(theirs, snapshot, { type }) as [
      typeof snapshot,
      typeof actions,
    ];
    world.fire("a", type);
  }
  expect(snapshot.status).toBe("done");
  expect(promptsOf(actions)).toEqual(["Say so.", "Left."]);
  const history = world.store.history("m", world.instance("m", "r").id);
  expect(history.at(-1)?.to).toBe("DONE");
  const reopened = world.fire("a", "enter", { stateMachine: "m", ref: "r", state: "WORK" });
  expect(toldIn(reopened.text)).toEqual(["Work on it."]);
});

test("forty states that are left at once: walked through there, here stopped after 32", () => {
  const chain = Array.from({ length: 40 }, (_, at) => `  C${at}: { always: C${at + 1} }`);
  const text = `
id: m
initial: START
meta: { smllm: 1 }
states:
  START: { on: { go: C0 } }
${chain.join("\n")}
  C40: {}
`;
  const theirs = theirsOf(text);
  const [snapshot] = initialTransition(theirs);
  expect(transition(theirs, snapshot, { type: "go" })[0].value).toBe("C40");
  const { world } = begun(text);
  expect(world.fire("a", "go").text).toMatch(/^Always failed: .*C32.*32/m);
  expect(world.instance("m", "r").state).toBe("C32");
});

test("an action that fails: the end of the machine there, here a line, and the rest goes on", () => {
  const text = REVIEWED.replace(
    "actions: [{ type: prompt",
    "actions: [{ type: command, params: { run: fails } }, { type: prompt",
  );
  const actor = createActor(
    createMachine(parse(text)).provide({
      actions: {
        prompt: () => {},
        command: () => {
          throw new Error("fails");
        },
      },
    } as never),
  );
  actor.subscribe({ error: () => {} });
  actor.start();
  actor.send({ type: "done" });
  expect(actor.getSnapshot().status).toBe("error");
  const { world } = begun(text);
  world.failures.set("fails", "exited 1");
  const reply = world.fire("a", "done");
  expect(reply.ok).toBe(true);
  expect(reply.text).toContain("Action failed: WORK transition actions[0] command: exited 1");
  expect(toldIn(reply.text)).toEqual(["Leave work.", "Hand it over.", "Braces {{ stay }}."]);
});

test("a saved state that the file lost: refused there, here the work can still be put aside", () => {
  const edited = REVIEWED.replaceAll("WORK", "BUILD");
  expect(() => theirsOf(edited).resolveState({ value: "WORK" })).toThrow();
  const { world } = begun(REVIEWED);
  world.configure([machineOf(edited)]);
  expect(world.row("a")).toBe("smllm m › WORK · instance r");
  expect(world.fire("a", "done").ok).toBe(false);
  expect(world.fire("a", "pause").ok).toBe(true);
});
