import { afterEach, expect, test } from "bun:test";
import {
  closeWorlds,
  lastPrompt,
  openWorld,
  prompt,
  settled,
  until,
} from "../../../test/runtime/world.ts";
import { ok } from "../../base/result.ts";
import type { AnswerOption } from "../../wire/runtime/entities.ts";

afterEach(closeWorlds);

// covers: runtime-interactions
test("a permission: open with its turn, answered once; late and wrong answers are refused", async () => {
  const at = await openWorld();
  await prompt(at);
  const answer = at.agent.link.ask({ title: "Run it?" });
  const [asked] = at.session.state().interactions;
  if (asked === undefined) throw new Error("nothing was asked");
  expect(asked).toMatchObject({ asks: "permission", turnId: at.session.state().turn?.turnId });
  const give = (requestId: string, optionId: string) =>
    at.session.request({ kind: "answer", requestId, answer: { kind: "option", optionId } });
  expect(await give(asked.requestId, "nonsense")).toMatchObject({
    reason: { code: "bad-request" },
  });
  expect(await give("none", "allow")).toMatchObject({ reason: { code: "not-found" } });
  expect(await give(asked.requestId, "allow")).toEqual(ok(undefined));
  expect(await give(asked.requestId, "reject")).toEqual(ok(undefined));
  expect(await answer).toEqual({ kind: "option", optionId: "allow" });
  await until(() => at.session.state().interactions.length === 0);
  expect(await give(asked.requestId, "allow")).toEqual(ok(undefined));

  const gone = at.agent.link.ask({});
  const [second] = at.session.state().interactions;
  lastPrompt(at.agent).end();
  expect(await gone).toEqual({ kind: "dismissed" });
  await settled(at);
  expect(await give(second?.requestId ?? "", "allow")).toMatchObject({
    reason: { code: "conflict" },
  });
  const kinds: string[] = at.events
    .map(({ kind }) => kind)
    .filter((kind) => kind.startsWith("interaction-"));
  const once = ["interaction-opened", "interaction-submitted", "interaction-closed"];
  expect(kinds).toEqual([...once, "interaction-opened", "interaction-closed"]);
});

test("a question that has no answer: a fault of the session, and the agent is not left waiting", async () => {
  const at = await openWorld();
  await prompt(at);
  const options: readonly AnswerOption[] = [];
  expect(await at.agent.link.ask({ asks: "question", title: "Well?", options })).toEqual({
    kind: "dismissed",
  });
  expect(at.session.state().fault).toContain("Well?");
  expect(at.session.state().interactions).toEqual([]);
  lastPrompt(at.agent).end();
});

test("a question that comes after the turn was told to stop: dismissed at once, and nobody is asked", async () => {
  const at = await openWorld();
  at.agent.answers.cancel = () => {};
  await prompt(at);
  await at.session.request({ kind: "cancel" });
  expect(await at.agent.link.ask({ title: "Run it?" })).toEqual({ kind: "dismissed" });
  expect(at.events.some(({ kind }) => kind === "interaction-opened")).toBe(false);
});

test("more questions at once than a person can answer: the rest is dismissed, and a notice says so once", async () => {
  const at = await openWorld();
  await prompt(at);
  const asked = Array.from({ length: 66 }, (_, index) => at.agent.link.ask({ title: `q${index}` }));
  expect(await asked[64]).toEqual({ kind: "dismissed" });
  expect(await asked[65]).toEqual({ kind: "dismissed" });
  expect(at.session.state().interactions).toHaveLength(64);
  const notices = at.session.state().entries.filter(({ kind }) => kind === "notice");
  expect(notices).toMatchObject([{ level: "warning", text: expect.stringContaining("q64") }]);
  lastPrompt(at.agent).end();
  await Promise.all(asked);
});
