/** Odd ways of real agents, as each quirk of a known agent has it. */
import { afterAll, expect, test } from "bun:test";
import { linked, linkWorld, valued } from "../../testing/acp-link-world.ts";
import { type AcpStep, OPENING, sayEnd, sayText, sayUpdate } from "../../testing/scripted-acp.ts";
import { codex } from "./agents/codex.ts";
import { gemini } from "./agents/gemini.ts";
import { pi } from "./agents/pi.ts";

const world = linkWorld();
afterAll(() => world.close());

const MODES = {
  currentModeId: "off",
  availableModes: [
    { id: "off", name: "Thinking: off" },
    { id: "high", name: "Thinking: high" },
  ],
};

test("Gemini: what it replays after the answer to session/load has come when the session is open", async () => {
  const steps: readonly AcpStep[] = [
    { do: "expect", method: "initialize" },
    { do: "answer", result: { protocolVersion: 1, agentCapabilities: { loadSession: true } } },
    { do: "expect", method: "session/load" },
    { do: "answer", result: {} },
    { do: "wait", ms: 50 },
    sayText("of before"),
    { do: "wait", ms: 50 },
    sayText(" and after it"),
    { do: "expect", method: "session/prompt" },
    sayText("new"),
    sayEnd(),
  ];
  const trial = await world.start(steps, { quirks: gemini.quirks });
  const link = linked(trial);
  valued(await link.reopenSession("load", "s1", world.folder));
  expect(trial.text()).toBe("of before and after it");
  valued(await link.prompt("s1", "go"));
  expect(trial.text()).toBe("of before and after itnew");
});

test("pi: levels of thinking that it calls modes are none of asking", async () => {
  const steps: readonly AcpStep[] = [
    ...OPENING.slice(0, -1),
    { do: "answer", result: { sessionId: "s1", modes: MODES } },
    { do: "expect", method: "session/prompt" },
    sayUpdate({ sessionUpdate: "current_mode_update", currentModeId: "high" }),
    sayEnd(),
  ];
  const trial = await world.start(steps, { quirks: pi.quirks });
  const session = valued(await linked(trial).newSession(world.folder));
  expect(session.modes).toBeUndefined();
  valued(await linked(trial).prompt("s1", "go"));
  expect(trial.updates()).toEqual([]);
});

test("Codex: of the input of a call its own books are left out, what will run stays", async () => {
  const command = ["/bin/bash", "-lc", "ls"];
  const call = { sessionUpdate: "tool_call", toolCallId: "c1", title: "ls", kind: "execute" };
  const rawInput = { call_id: "c1", turn_id: "t", parsed_cmd: [{}], command, cwd: "/home/ana" };
  const steps: readonly AcpStep[] = [
    ...OPENING,
    { do: "expect", method: "session/prompt" },
    sayUpdate({ ...call, rawInput }),
    sayUpdate({ sessionUpdate: "tool_call_update", toolCallId: "c1", rawInput: { call_id: "c1" } }),
    sayEnd(),
  ];
  const trial = await world.open(steps, { quirks: codex.quirks });
  valued(await trial.link.prompt("s1", "go"));
  const calls = trial.updates().flatMap((update) => (update.kind === "tool" ? update.call : []));
  expect(calls.map(({ input }) => input)).toEqual(
    Array(2).fill(JSON.stringify({ command, cwd: "/home/ana" })),
  );
});
