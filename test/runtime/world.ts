/** A runtime with one session of a fake agent, and the events of it. */

import { openRuntime, type Runtime, type RuntimeOptions } from "../../src/runtime/runtime.ts";
import type { LiveSession } from "../../src/runtime/session/live-session.ts";
import { FAKE_SPEC, FakeAgent, type FakePrompt } from "../../src/testing/fake-agent.ts";
import type { SettledTurn } from "../../src/wire/runtime/entities.ts";
import type { SessionEvent } from "../../src/wire/runtime/event.ts";

export interface World {
  readonly agent: FakeAgent;
  readonly runtime: Runtime;
  readonly session: LiveSession;
  /** All of the session, oldest first. */
  readonly events: SessionEvent[];
}

/** Times with which nothing takes long. */
const SHORT_TIMES = {
  cancelGraceMs: 30,
  textEveryMs: 5,
  toolEveryMs: 5,
  tasksEveryMs: 20,
  tasksRetryMs: 5,
  tasksRetryMaxMs: 20,
  disposeMaxMs: 1000,
};

const opened: Runtime[] = [];

/** Ends the runtimes of a test; for `afterEach`. */
export async function closeWorlds(): Promise<void> {
  await Promise.all(opened.splice(0).map((runtime) => runtime.close()));
}

export async function startRuntime(
  options: Partial<RuntimeOptions>,
  agent: FakeAgent,
): Promise<Runtime> {
  const started = await openRuntime({
    version: "1",
    agents: [FAKE_SPEC],
    defaultAgent: "fake",
    startAgent: agent.start,
    times: SHORT_TIMES,
    ...options,
  });
  if (!started.ok) throw new Error(started.reason);
  opened.push(started.value);
  return started.value;
}

/** Opens a session, or with `sessionId` one of before. */
export async function openWorld(
  options: Partial<RuntimeOptions> & { readonly sessionId?: string } = {},
  agent = new FakeAgent(),
): Promise<World> {
  const { sessionId, ...rest } = options;
  const runtime = await startRuntime(rest, agent);
  const id = await runtime.open(
    sessionId === undefined ? { kind: "new", cwd: "/" } : { kind: "resume", sessionId },
  );
  if (!id.ok) throw new Error(id.reason.message);
  const session = runtime.session(id.value);
  if (session === undefined) throw new Error("no session");
  const events = [...(session.eventsSince(0) ?? [])];
  session.subscribe((event) => events.push(event));
  return { agent, runtime, session, events };
}

/** Waits until it holds; with a generous bound, as machines are busy. */
export async function until(what: () => boolean): Promise<void> {
  const endMs = performance.now() + 10_000;
  while (performance.now() < endMs) {
    if (what()) return;
    await Bun.sleep(2);
  }
  throw new Error(`never: ${what}`);
}

let prompts = 0;

/** Sends a prompt and waits until the agent has it. */
export async function prompt({ session, agent }: World, text = "hi"): Promise<string> {
  prompts += 1;
  const promptId = `p-${prompts}`;
  const given = () => agent.links.reduce((sum, link) => sum + link.prompts.length, 0);
  const before = given();
  const asked = await session.request({ kind: "prompt", promptId, text });
  if (!asked.ok) throw new Error(asked.reason.message);
  await until(() => given() > before);
  return promptId;
}

/** The newest prompt that the agent was given. */
export function lastPrompt(agent: FakeAgent): FakePrompt {
  const given = agent.link.prompts.at(-1);
  if (given === undefined) throw new Error("no prompt");
  return given;
}

export async function settled({ session }: World, turns = 1): Promise<SettledTurn | undefined> {
  await until(() => session.state().turns >= turns);
  return session.state().settled;
}
