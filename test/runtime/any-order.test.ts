/** An agent that does everything in every order, and clients that do: what holds whatever happens. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import fs from "node:fs";
import os from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { failed, ok } from "../../src/base/result.ts";
import { replayJournal } from "../../src/runtime/store/replay.ts";
import { sessionFolder } from "../../src/runtime/store/session-folder.ts";
import type { AgentUpdate } from "../../src/sources/acp/agent-link.ts";
import { FakeAgent, type FakeLink, fault } from "../../src/testing/fake-agent.ts";
import type { SessionEvent } from "../../src/wire/runtime/event.ts";
import { applyEvent, EMPTY_STATE } from "../../src/wire/runtime/state.ts";
import { closeWorlds, openWorld, until, type World } from "./world.ts";

let stateDir = "";
beforeEach(() => {
  stateDir = fs.mkdtempSync(join(os.tmpdir(), "telltale-order-"));
});
afterEach(async () => {
  await closeWorlds();
  fs.rmSync(stateDir, { recursive: true, force: true });
});

type Step =
  | { readonly kind: "prompt"; readonly id: number; readonly steer: boolean }
  | { readonly kind: "drop"; readonly id: number }
  | { readonly kind: "cancel" | "close-tasks" | "ask" | "die" | "log-in" | "set-mode" }
  | { readonly kind: "end"; readonly link: number; readonly prompt: number; readonly how: string }
  | { readonly kind: "answer"; readonly which: number }
  | { readonly kind: "say"; readonly link: number; readonly update: AgentUpdate }
  | { readonly kind: "start-fails" | "needs-login" | "deaf"; readonly on: boolean }
  | { readonly kind: "wait"; readonly ms: number };

const small = fc.integer({ min: 0, max: 6 });
const turnId = fc.constantFrom("a", "b");
const call = { title: "t", kind: "delegate", content: [] } as const;
const update = fc.oneof<fc.Arbitrary<AgentUpdate>[]>(
  fc.record({
    kind: fc.constant("text" as const),
    role: fc.constantFrom("agent" as const, "thought" as const, "user" as const),
    text: fc.string({ maxLength: 6 }),
  }),
  fc.record({ kind: fc.constant("turn-began" as const), turnId }),
  fc.record({
    kind: fc.constant("turn-ended" as const),
    turnId,
    end: fc.constant({ stopReason: "end_turn" }),
  }),
  fc.record({
    kind: fc.constant("compaction" as const),
    state: fc.constantFrom("started" as const, "ended" as const),
  }),
  fc.record({ kind: fc.constant("retry" as const), waiting: fc.boolean() }),
  fc
    .tuple(small, fc.constantFrom("pending" as const, "running" as const, "done" as const))
    .map(([id, status]) => ({ kind: "tool", call: { ...call, toolCallId: `c${id}`, status } })),
  fc.constant({ kind: "tasks", tasks: [{ taskId: "t", status: "running" }] } as const),
  fc.constant({ kind: "activity", text: "thinks" } as const),
);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant("prompt" as const), id: small, steer: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("drop" as const), id: small }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom("cancel", "close-tasks", "ask", "die", "log-in", "set-mode"),
    }) as fc.Arbitrary<Step>,
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("end" as const),
      link: small,
      prompt: small,
      how: fc.constantFrom("end_turn", "cancelled", "refusal", "fails", "login", "breaks"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("answer" as const), which: small }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("say" as const), link: small, update }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom("start-fails", "needs-login", "deaf"),
      on: fc.boolean(),
    }) as fc.Arbitrary<Step>,
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("wait" as const),
      ms: fc.integer({ min: 0, max: 4 }),
    }),
  },
);

async function take({ agent, session }: World, step: Step): Promise<void> {
  switch (step.kind) {
    case "prompt": {
      const promptId = `p${step.id}`;
      await session.request({ kind: "prompt", promptId, text: promptId, steer: step.steer });
      return;
    }
    case "drop":
      await session.request({ kind: "drop-prompt", promptId: `p${step.id}` });
      return;
    case "cancel":
      await session.request({ kind: "cancel" });
      return;
    case "close-tasks":
      await session.request({ kind: "list-tasks" });
      return;
    case "log-in":
      void session.request({ kind: "log-in", methodId: "m" });
      return;
    case "set-mode":
      void session.request({ kind: "set-mode", modeId: "m" });
      return;
    case "ask":
      void agent.links.at(-1)?.ask({});
      return;
    case "die":
      agent.links.at(-1)?.die();
      return;
    case "end":
      end(agent.links[step.link], step.prompt, step.how);
      return;
    case "answer": {
      const asked = session.state().interactions[step.which];
      const answer = { kind: "option", optionId: "allow" } as const;
      if (asked !== undefined)
        await session.request({ kind: "answer", requestId: asked.requestId, answer });
      return;
    }
    case "say":
      agent.links[step.link]?.say(step.update);
      return;
    case "start-fails":
      agent.answers.start = async () => (step.on ? failed("it is not there") : ok(undefined));
      return;
    case "needs-login":
      agent.answers.newSession = async () =>
        step.on ? fault("log in", "auth-required") : ok({ agentSessionId: "c", options: [] });
      return;
    case "deaf":
      agent.answers.cancel = (link) => {
        for (const prompt of step.on ? [] : link.prompts) prompt.end("cancelled");
      };
      return;
    case "wait":
      await Bun.sleep(step.ms);
      return;
    default:
      step satisfies never;
  }
}

function end(link: FakeLink | undefined, index: number, how: string): void {
  const prompt = link?.prompts[index];
  if (prompt === undefined) return;
  if (how === "fails") prompt.answer(failed("it broke"));
  else if (how === "login") prompt.answer(fault("log in", "auth-required"));
  else if (how === "breaks") prompt.answer(Promise.reject(new Error("nonsense")) as never);
  else prompt.end(how);
}

/** Everything is answered from now on, until nothing is left to do. */
async function comeToRest(at: World): Promise<void> {
  const { agent, session } = at;
  await take(at, { kind: "start-fails", on: false });
  await take(at, { kind: "needs-login", on: false });
  await take(at, { kind: "deaf", on: false });
  await until(() => {
    for (const link of agent.links) {
      for (const prompt of link.prompts) prompt.end();
      link.say({ kind: "compaction", state: "ended" });
      for (const id of ["a", "b"])
        link.say({ kind: "turn-ended", turnId: id, end: { stopReason: "end_turn" } });
    }
    const { turn, queue } = session.state();
    return turn === undefined && queue.length === 0;
  });
}

/** One turn at a time, each settled once, each prompt in at most one turn. */
function checkTurns(events: readonly SessionEvent[]): void {
  const started: string[] = [];
  const prompts: string[] = [];
  let live: string | undefined;
  for (const event of events) {
    if (event.kind === "turn-started") {
      expect(live).toBeUndefined();
      live = event.turn.turnId;
      expect(started).not.toContain(live);
      started.push(live);
      if (event.turn.promptId !== undefined) prompts.push(event.turn.promptId);
    } else if (event.kind === "turn-settled") {
      expect(event.turn.turnId).toBe(live ?? "none");
      live = undefined;
    } else if (event.kind === "interaction-opened" && live !== undefined) {
      expect(event.interaction.turnId).toBe(live);
    }
  }
  expect(live).toBeUndefined();
  expect(new Set(prompts).size).toBe(prompts.length);
}

/** Each accepted prompt has a turn or was dropped. */
function checkPrompts(events: readonly SessionEvent[]): void {
  const left = new Set<string>();
  for (const event of events) {
    if (event.kind === "prompt-queued") left.add(event.prompt.promptId);
    else if (event.kind === "prompt-dropped") left.delete(event.promptId);
    else if (event.kind === "turn-started") left.delete(event.turn.promptId ?? "");
  }
  expect([...left]).toEqual([]);
}

// covers: runtime-one-settlement, runtime-no-lost-prompt, runtime-journal
test("any order of prompts, cancels, answers, deaths and updates: one settlement a turn, no prompt lost, the journal is the state", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.boolean(), async (steps, steers) => {
      const agent = new FakeAgent();
      agent.answers.abilities = {
        ...agent.answers.abilities,
        ...{ steer: steers, resume: steers, load: true, listsTasks: steers },
      };
      const at = await openWorld({ stateDir, times: { ...SHORT, cancelGraceMs: 8 } }, agent);
      try {
        for (const each of steps) await take(at, each);
        await comeToRest(at);
        checkTurns(at.events);
        checkPrompts(at.events);
        const state = at.session.state();
        expect(at.events.map(({ id }) => id)).toEqual(at.events.map((_, index) => index + 1));
        expect(at.events.reduce(applyEvent, EMPTY_STATE)).toEqual(state);
        expect(at.session.eventsSince(0)).toEqual(at.events);
        await at.runtime.close();
        const folder = sessionFolder(stateDir, at.session.sessionId);
        if (folder === undefined || state.turns === 0) return;
        const replayed = replayJournal(folder);
        if (!replayed.ok) throw new Error(replayed.reason);
        expect(replayed.value.state).toEqual(at.session.state());
        expect(replayed.value.damaged).toBeUndefined();
      } finally {
        await closeWorlds();
      }
    }),
    { numRuns: 120 },
  );
}, 120_000);

const SHORT = {
  textEveryMs: 1,
  toolEveryMs: 1,
  tasksEveryMs: 5,
  tasksRetryMs: 1,
  tasksRetryMaxMs: 2,
  disposeMaxMs: 1000,
};
