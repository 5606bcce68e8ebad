/**
 * A runtime that a test kills: it opens the session that is named, or a new one, sends prompts to an agent
 * that answers at random, and writes each id that was accepted. Arguments: state folder, session, first id.
 */
import fs from "node:fs";
import { openRuntime } from "../../src/runtime/runtime.ts";
import { FAKE_SPEC, FakeAgent } from "../../src/testing/fake-agent.ts";

const [stateDir = "", sessionId = "", firstId = "0"] = process.argv.slice(2);
const say = (line: string): void => void fs.writeSync(1, `${line}\n`);
const agent = new FakeAgent();
const opened = await openRuntime({
  version: "1",
  agents: [FAKE_SPEC],
  defaultAgent: "fake",
  startAgent: agent.start,
  stateDir,
  times: { textEveryMs: 1 },
});
if (!opened.ok) throw new Error(opened.reason);
const runtime = opened.value;
const id = await runtime.open(
  sessionId === "" ? { kind: "new", cwd: "/" } : { kind: "resume", sessionId },
);
if (!id.ok) throw new Error(id.reason.message);
say(`session ${id.value}`);
const session = runtime.session(id.value);
session?.subscribe((event) => {
  if (event.kind === "turn-settled") say(`settled ${event.turn.turnId}`);
});

// The agent: some text, now and then a question, an end or a death.
setInterval(() => {
  const link = agent.links.at(-1);
  const chance = Math.random();
  link?.say({ kind: "text", role: "agent", text: "some text " });
  if (chance < 0.1) void link?.ask({});
  else if (chance < 0.15) link?.die();
  else if (chance < 0.5) for (const prompt of link?.prompts ?? []) prompt.end();
}, 2);

for (let next = Number(firstId); ; next += 1) {
  const promptId = `p${next}`;
  say(`sent ${promptId}`);
  const accepted = await session?.request({ kind: "prompt", promptId, text: promptId });
  if (accepted?.ok === true) say(`accepted ${promptId}`);
  await Bun.sleep(Math.random() * 6);
}
