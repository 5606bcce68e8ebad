import { afterEach, describe, expect, test } from "bun:test";
import fs from "node:fs";
import { join, resolve } from "node:path";
import { type AgentWorld, openAgentWorld } from "../../testing/agent-world.ts";
import { matches, parseScript } from "./parse-script.ts";
import { STEP_KINDS } from "./read-step.ts";

const ROOT = resolve(import.meta.dir, "../../..");
const EXAMPLES = join(ROOT, "examples/agent-scripts");

let open: AgentWorld | undefined;
afterEach(async () => {
  await open?.close();
  open = undefined;
});

describe("a script that is wrong", () => {
  // covers: agent-script-checked
  test.each([
    ["", "line 1: it needs a mapping with turns"],
    ["turns: []", "line 1, turns: it needs a list of turns"],
    ["turns:\n  - steps: []", "line 2, turns[0].steps: it needs a list of steps"],
    ["turn: 1", "line 1, turn: there is no such key here; did you mean turns?"],
    [
      "turns:\n  - steps:\n      - say: a\n      - tol: b",
      "line 4, turns[0].steps[1].tol: there is no such key here; did you mean tool?",
    ],
    [
      "turns:\n  - steps:\n      - tool: { kind: read }",
      "line 3, turns[0].steps[0].tool: it needs title, a text",
    ],
    [
      "turns:\n  - steps:\n      - tool:\n          title: x\n          kind: reed",
      "line 5, turns[0].steps[0].tool.kind: it needs one of read",
    ],
    [
      "turns:\n  - steps:\n      - tool: { title: x, tilte: y }",
      "line 3, turns[0].steps[0].tool.tilte: there is no such key",
    ],
    [
      "turns:\n  - steps:\n      - sleep: 3",
      "line 3, turns[0].steps[0].sleep: it needs a time such as",
    ],
    [
      "turns:\n  - steps:\n      - plan: { entries: [a, 2] }",
      "line 3, turns[0].steps[0].plan.entries[1]: it needs a text",
    ],
    [
      "turns:\n  - steps:\n      - crash: 300",
      "line 3, turns[0].steps[0].crash: it needs an exit code",
    ],
    [
      "turns:\n  - steps:\n      - quota: [{ slot: x }]",
      "line 3, turns[0].steps[0].quota[0]: it needs slot",
    ],
    [
      "turns:\n  - steps:\n      - say: a\n        think: b",
      "line 3, turns[0].steps[0]: a step is a mapping with one key",
    ],
    [
      "turns:\n  - when: /(/\n    steps: [{ say: a }]",
      "line 2, turns[0].when: it needs a text, or a pattern",
    ],
    ["turns:\n  - steps: [", "line 2: "],
  ])("%j: %s", (text, reason) => {
    const script = parseScript(text);
    expect(script.ok ? "" : script.reason).toStartWith(reason);
  });

  test("any text: a script or a reason, never an error", () => {
    for (const text of [
      "*a",
      "&a [*a]",
      "turns: *x",
      "- ? :",
      "\0",
      "turns: !!binary x",
      "a: b: c",
    ]) {
      expect(parseScript(text).ok).toBe(false);
    }
  });
});

test.each([
  [undefined, "anything", true],
  ["Fix", "please fix it", true],
  ["fix", "please", false],
  ["/^a.c$/", "ABC", true],
  ["/^a.c$/", "abcd", false],
])("when %p, a prompt of %p: %p", (when, prompt, is) => {
  expect(matches(when, prompt)).toBe(is);
});

// covers: agent-script-documented
test("the document: each step has a row, and its example can be read", () => {
  const document = fs.readFileSync(join(ROOT, "docs/agent-script.md"), "utf8");
  for (const kind of STEP_KINDS) expect(document).toContain(`| \`${kind}\` |`);
  const blocks = [...document.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text]) => text ?? "");
  expect(blocks.length).toBeGreaterThan(0);
  for (const block of blocks.filter((each) => !each.startsWith("agents:")))
    expect(parseScript(block)).toMatchObject({ ok: true });
});

describe("examples as they stand", () => {
  test("each file can be read", () => {
    const files = fs.readdirSync(EXAMPLES).filter((name) => name.endsWith(".yaml"));
    expect(files.length).toBeGreaterThan(2);
    for (const name of files) {
      expect(parseScript(fs.readFileSync(join(EXAMPLES, name), "utf8"))).toMatchObject({
        ok: true,
      });
    }
  });

  // covers: agent-script-played
  test("tour.yaml: greeting, title, plan, diff, question, usage, and a turn that repeats", async () => {
    open = await openAgentWorld({ args: ["--script", join(EXAMPLES, "tour.yaml")] });
    const { say, of, asked } = open;
    expect((await say("hello")).text).toStartWith("This is the tour");
    expect(of("title").map(({ title }) => title)).toContain("A guided tour");
    expect((await say("please repair it")).text).toContain("The bug is fixed");
    expect(asked.map(({ asks }) => asks)).toEqual(["plan", "permission", "permission"]);
    expect(of("usage").some(({ usage }) => usage.usedTokens === 24_500)).toBe(true);
    await say("a question");
    expect(asked.at(-1)?.form?.[0]?.options?.map(({ value }) => value)).toEqual(["main", "next"]);
    for (let time = 0; time < 2; time += 1) expect((await say("help")).text).toContain("/read");
    expect((await say("hello")).text).toContain("no turn for this prompt");
  }, 30_000);

  // covers: agent-script-played
  test("bad-day.yaml: each way in which a turn goes wrong", async () => {
    open = await openAgentWorld({ args: ["--script", join(EXAMPLES, "bad-day.yaml")] });
    const { say, of, until, link, sessionId } = open;
    expect((await say("limit")).end).toMatchObject({ value: { stopReason: "max_tokens" } });
    expect((await say("refuse")).end).toMatchObject({ value: { stopReason: "refusal" } });
    expect((await say("fail")).end).toMatchObject({ ok: false });
    expect(of("tool").at(-1)?.call.status).toBe("failed");
    expect((await say("nonsense")).text).toBe("Still here.");
    await say("retry");
    expect(of("retry").map(({ waiting }) => waiting)).toEqual([true, false]);
    const hanging = link().prompt(sessionId(), "hang");
    await until(() => of("activity").some(({ text }) => text === "hanging"));
    link().cancel(sessionId());
    expect(await hanging).toMatchObject({ value: { stopReason: "cancelled" } });
    expect((await say("crash")).end).toMatchObject({ ok: false });
    expect(await link().ended).toMatchObject({ signal: "SIGKILL" });
  }, 30_000);

  // covers: agent-script-played
  test("team.yaml: members, a task, quota, a mode; a refusal ends the turn", async () => {
    open = await openAgentWorld({ args: ["--script", join(EXAMPLES, "team.yaml")] });
    const { say, of, answers } = open;
    answers.push({ kind: "option", optionId: "reject" });
    expect((await say("go")).text).not.toContain("The team has finished");
    expect(of("member").map(({ member }) => `${member.memberId} ${member.status}`)).toEqual([
      "reader running",
      "tester queued",
      "reader done",
      "tester failed",
    ]);
    expect(of("tasks").at(-1)?.tasks).toMatchObject([{ taskId: "build", status: "done" }]);
    expect(of("quota")).toHaveLength(1);
    expect(of("mode").at(-1)?.modeId).toBe("plan");
  }, 30_000);
});
