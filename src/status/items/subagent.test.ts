import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import { subagent } from "./subagent.ts";

const forms = (role: "main" | "subagent", subagentName?: string) =>
  formsOf(subagent, [
    { kind: "session-started", sessionId: "s-1", role, ...(subagentName && { subagentName }) },
  ]);

test("a sub-agent's session: its name with and without a blank", () => {
  expect(forms("subagent", "explore")).toEqual(["<muted>Sub: explore", "<muted>Sub:explore"]);
});

test("a name with a path: its last part", () => {
  expect(forms("subagent", "team/explore")[0]).toBe("<muted>Sub: explore");
});

test.each([undefined, "  ", "\u0007"])("name %p: the default name", (name) => {
  expect(forms("subagent", name)[0]).toBe("<muted>Sub: sub-agent");
});

test("another role, or no session: absent", () => {
  expect(forms("main", "explore")).toEqual([]);
  expect(formsOf(subagent, [])).toEqual([]);
});
