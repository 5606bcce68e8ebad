/** Several open requests, a plan to approve and a turn that fails, in the real host in a real terminal. */
import { expect, test } from "bun:test";
import { rmSync } from "node:fs";
import {
  type AcpStep,
  agentFolder,
  PROMPTED,
  SCRIPTED_SESSION,
  sayText,
  sayUpdate,
  scriptedAgent,
} from "../../src/testing/scripted-acp.ts";
import { openHostWorld } from "./world.ts";

/** A busy machine starts programs slowly. */
const TEST_MS = 120_000;

/** Longer than keys are kept from a dialog that comes while somebody types. */
const TYPING_MS = 800;

const PLAN = {
  toolCallId: "p1",
  title: "Ready to begin?",
  kind: "switch_mode",
  content: [
    { type: "content", content: { type: "text", text: "# Tea\n\n1. **boil** water\n2. wait" } },
  ],
};

function ask(id: number, toolCall: object): AcpStep {
  const options = [
    { optionId: "yes", name: "Yes, go on", kind: "allow_once" },
    { optionId: "no", name: "No", kind: "reject_once" },
  ];
  const params = { sessionId: SCRIPTED_SESSION, toolCall, options };
  return { do: "send", message: { id, method: "session/request_permission", params } };
}

const STEPS: readonly AcpStep[] = [
  ...PROMPTED,
  sayUpdate({ sessionUpdate: "tool_call", status: "pending", ...PLAN }),
  ask(11, PLAN),
  ask(12, { toolCallId: "c1", title: "run first", kind: "execute" }),
  ask(13, { toolCallId: "c2", title: "run second", kind: "execute" }),
  { do: "expect-answer", id: 13 },
  { do: "expect-answer", id: 12 },
  { do: "expect-answer", id: 11 },
  sayUpdate({ sessionUpdate: "tool_call_update", toolCallId: "p1", status: "completed" }),
  sayText("All are answered."),
  { do: "exit", code: 3 },
];

// covers: dialog-order, dialog-plan, transcript-plan, transcript-endings
test(
  "a plan and two permissions at once: the newest permission, the other, the plan; then the agent dies",
  async () => {
    const folder = agentFolder();
    const command = scriptedAgent(folder, STEPS)
      .map((word) => `"${word}"`)
      .join(" ");
    const config = JSON.stringify({ agent: "asker", agents: { asker: { command } } });
    const world = await openHostWorld({ config, until: "›" });
    try {
      await world.rest();
      world.type("go");
      world.press("enter");
      await world.waitForText(/Permission \(1 of 3\): run second/);
      await Bun.sleep(TYPING_MS);
      world.press("y");
      await world.waitForText(/Permission \(1 of 2\): run first/);
      world.press("2");
      await world.waitForText("Plan: Ready to begin?");
      expect(world.text()).not.toContain("**boil**");
      expect(world.text()).toContain("1. boil water");
      world.press("enter");
      await world.waitForText("All are answered.");
      await world.waitForNoText("Yes, go on");
      expect(world.text()).toContain("│ 1. boil water");
      await world.waitForText("✗ The turn failed: ");
    } finally {
      await world.end();
      rmSync(folder, { recursive: true, force: true });
    }
  },
  TEST_MS,
);
