import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import { buildMode } from "./build-mode.ts";

test("nothing is known: a machine is told to wait, and no id is invented", () => {
  expect(formsOf(buildMode, [])).toEqual([
    "<>[V] seq=0 state=run session=none turn=none request=none agents=0/0 background=0",
  ]);
});

test("a running turn: one form without any paint, ids as references", () => {
  const [form, ...more] = formsOf(buildMode, [
    { kind: "session-started", sessionId: "session-123" },
    { kind: "turn-started", turnId: "turn-456" },
    { kind: "agent-changed", agentId: "a", status: "running" },
    { kind: "agent-changed", agentId: "b", status: "done" },
    { kind: "background-counted", tasks: 3 },
  ]);
  expect(more).toEqual([]);
  expect(form).toBe(
    "<>[V] seq=0 state=run session=v9hm9m turn=i4jq98 request=none agents=1/2 background=3",
  );
});

test("an open question names its request", () => {
  const [form] = formsOf(buildMode, [
    { kind: "turn-started", turnId: "turn-456" },
    { kind: "interaction-opened", requestId: "permission-789", asks: "permission" },
  ]);
  expect(form).toContain("state=perm session=none turn=i4jq98 request=cymua9 ");
});

test("in ASCII the record is the same", () => {
  expect(formsOf(buildMode, [], { ascii: true })).toEqual(formsOf(buildMode, []));
});
