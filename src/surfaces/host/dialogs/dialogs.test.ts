import { expect, test } from "bun:test";
import { asking, dialogWorld, FIELDS, form } from "../../../../test/host/dialog-world.ts";
import { failed, ok } from "../../../base/result.ts";
import type { FormField } from "../../../wire/runtime/entities.ts";

// covers: dialog-permission
test("a permission: the digit, Enter on the chosen one, y, n and Escape each answer this request", () => {
  const cases: readonly (readonly [keys: readonly string[], optionId: string])[] = [
    [["2"], "always"],
    [["enter"], "yes"],
    [["down", "enter"], "always"],
    [["up", "enter"], "no"],
    [["y"], "yes"],
    [["n"], "no"],
    [["escape"], "no"],
  ];
  for (const [keys, optionId] of cases) {
    const { asked, open, press } = dialogWorld();
    open(asking());
    press(...keys);
    expect(asked).toEqual([
      { kind: "answer", requestId: "r-1", answer: { kind: "option", optionId } },
    ]);
  }
});

test("y and n where no option means that, and a digit without an option: nothing is answered", () => {
  const { asked, open, press, shown } = dialogWorld();
  open(asking({ options: [{ optionId: "a", label: "A" }] }));
  press("y", "n", "9", "x");
  expect(asked).toEqual([]);
  expect(shown.isOpen()).toBe(true);
});

// covers: dialog-question
test("a question: options by number; y writes no answer; Escape dismisses it", () => {
  const { asked, open, press, text } = dialogWorld();
  const question = asking({
    asks: "question",
    title: "Which one?",
    options: [
      { optionId: "a", label: "Apples", description: "red" },
      { optionId: "b", label: "Pears" },
    ],
  });
  open(question);
  expect(text()).toBe(
    [
      "Question: Which one?",
      "› 1. Apples red",
      "  2. Pears",
      "↑↓ choose, Enter answer · Esc dismiss · 1-9 answer at once",
    ].join("\n"),
  );
  press("y");
  expect(asked).toEqual([]);
  press("escape");
  expect(asked).toEqual([{ kind: "answer", requestId: "r-1", answer: { kind: "dismissed" } }]);
});

const ONE_CHOICE: FormField = {
  name: "colour",
  label: "Colour",
  description: "Of the door",
  required: true,
  type: "choice",
  options: [
    { value: "r", label: "Red" },
    { value: "g", label: "Green" },
  ],
};

// covers: dialog-question
test("a form that is one required choice: like options, by number, Enter and Escape", () => {
  const { asked, open, press, text } = dialogWorld();
  open(form([ONE_CHOICE]));
  expect(text()).toBe(
    [
      "Question: Fill in",
      "Colour",
      "Of the door",
      "› 1. Red",
      "  2. Green",
      "↑↓ choose, Enter answer · Esc decline · 1-9 answer at once",
    ].join("\n"),
  );
  press("3", "y");
  expect(asked).toEqual([]);
  press("2");
  const answer = { kind: "form", values: { colour: "g" } } as const;
  expect(asked).toEqual([{ kind: "answer", requestId: "r-1", answer }]);
  const other = dialogWorld();
  other.open(form([{ ...ONE_CHOICE, fallback: "g" }]));
  other.press("enter");
  expect(other.asked).toEqual([{ kind: "answer", requestId: "r-1", answer }]);
  const third = dialogWorld();
  third.open(form([ONE_CHOICE]));
  third.press("escape");
  expect(third.asked).toEqual([{ kind: "answer", requestId: "r-1", answer: { kind: "declined" } }]);
});

test("a form of one choice that may be left out: a form", () => {
  const { open, text } = dialogWorld();
  open(form([{ ...ONE_CHOICE, required: false }]));
  expect(text()).toContain("[ ");
  expect(text()).not.toContain("1. Red");
});

// covers: dialog-submitting
test("after an answer: it says so and takes no more keys; it goes when the request does", async () => {
  const { asked, open, press, text, shown, settle } = dialogWorld();
  open(asking());
  press("y", "n", "1", "escape");
  expect(asked).toHaveLength(1);
  expect(text()).toContain("Sending the answer");
  await settle(ok(undefined));
  press("n");
  expect(asked).toHaveLength(1);
  open(asking({ submitting: true }));
  expect(text()).toContain("Sending the answer");
  open();
  expect(shown.isOpen()).toBe(false);
  expect(shown.press({ name: "1", text: "1", raw: "1" })).toBe("ignored");
});

// covers: dialog-refused
test("an answer that is refused: the dialog stays, says why without controls, and takes another answer", async () => {
  const { asked, open, press, text, settle } = dialogWorld();
  open(asking());
  press("y");
  await settle(failed("no \x1b[31mconnection"));
  expect(text()).toContain("Not sent, choose again: no connection");
  press("n");
  expect(asked).toHaveLength(2);
  expect(text()).not.toContain("Not sent");
});

// covers: dialog-bound
test("another request in the place of one: answers carry the id of the one that is shown", async () => {
  const { asked, open, press, settle, text } = dialogWorld();
  const a = asking({ title: "A" });
  const b = asking({ requestId: "r-2", title: "B" });
  open(a);
  press("y");
  open(b);
  expect(text()).toContain("B");
  await settle(failed("gone"));
  expect(text()).not.toContain("gone");
  press("n");
  expect(asked.map((intent) => "requestId" in intent && intent.requestId)).toEqual(["r-1", "r-2"]);
});

test("the same id in another session: the answer that was under way there is not one here", () => {
  const { asked, open, press, set } = dialogWorld();
  open(asking());
  press("y");
  set({ sessionId: "s-2", interactions: [asking()] });
  press("n");
  expect(asked).toHaveLength(2);
});

// covers: dialog-order
test("several open: the one of the record is shown (permission, plan, question; the newest), with their number", () => {
  const { open, text } = dialogWorld();
  const question = asking({ requestId: "q", asks: "question", title: "Q" });
  const plan = asking({ requestId: "p", asks: "plan", title: "P" });
  const old = asking({ requestId: "old", title: "Old" });
  const fresh = asking({ requestId: "new", title: "New" });
  open(old, question, fresh, plan);
  expect(text()).toStartWith("Permission (1 of 4): New");
  open(old, question, { ...fresh, submitting: true }, plan);
  expect(text()).toStartWith("Permission (1 of 4): Old");
  open(question, plan);
  expect(text()).toStartWith("Plan (1 of 2): P");
});

// covers: dialog-typing
test("keys typed as a dialog comes: they answer nothing; a moment later, without typing, and behind a prompt that was sent, they do", () => {
  const typing = dialogWorld();
  typing.shown.typed("a draf");
  typing.passMs(50);
  typing.open(asking());
  typing.press("y", "enter");
  expect(typing.asked).toEqual([]);
  typing.passMs(400);
  typing.press("y");
  expect(typing.asked).toHaveLength(1);
  const waiting = dialogWorld();
  waiting.open(asking());
  waiting.press("y");
  expect(waiting.asked).toHaveLength(1);
  const sent = dialogWorld();
  sent.shown.typed("run ls");
  sent.shown.typed("");
  sent.open(asking());
  sent.press("y");
  expect(sent.asked).toHaveLength(1);
});

// covers: dialog-small
test("one row: the choice under the cursor; two: the title above it; options scroll with the cursor", () => {
  const { open, press, text } = dialogWorld();
  open(asking());
  expect(text(20, 1)).toBe("› 1. Allow once");
  expect(text(20, 2)).toBe("Permission: Run npm\n› 1. Allow once");
  press("down", "down");
  expect(text(20, 2)).toBe("Permission: Run npm\n› 3. Reject");
});

// covers: dialog-whole
test("a long command: nothing of it is hidden, the rest is scrolled to", () => {
  const { open, press, text } = dialogWorld();
  const command = Array.from({ length: 80 }, (_, index) => `step-${index}`).join(" && ");
  open(asking({ title: command }));
  let seen = text(40, 12);
  expect(seen).toContain("more rows (PageDown)");
  for (let page = 0; page < 40; page++) {
    press("pagedown");
    seen += text(40, 12);
  }
  for (let index = 0; index < 80; index++) expect(seen).toContain(`step-${index}`);
});

// covers: dialog-form
test("a form: faults say what to do, the first one gets the keys, right values go out with their types", () => {
  const { asked, open, press, text } = dialogWorld();
  open(form());
  press("a", "tab", "x", "tab", "tab", "tab", "tab", "tab", "enter");
  expect(asked).toEqual([]);
  expect(text()).toContain("! Type at least 2 characters");
  expect(text()).toContain("! Type a whole number, such as 12");

  press("n", "n", "a", "enter", "backspace", "7", "tab", "1", ".", "5", "tab", "space", "tab");
  press("down", "enter", "space", "down", "space", "enter");
  expect(asked).toEqual([
    {
      kind: "answer",
      requestId: "r-1",
      answer: {
        kind: "form",
        values: { name: "anna", count: 7, share: 1.5, sure: true, colour: "g", days: ["mo", "tu"] },
      },
    },
  ]);
});

test("fields that were not touched and are not required: left out; Escape declines the form", () => {
  const { asked, open, press } = dialogWorld();
  open(form(FIELDS.filter(({ required }) => !required)));
  press("tab", "tab", "enter");
  expect(asked).toEqual([
    { kind: "answer", requestId: "r-1", answer: { kind: "form", values: {} } },
  ]);
  const other = dialogWorld();
  other.open(form());
  other.press("escape");
  expect(other.asked).toEqual([{ kind: "answer", requestId: "r-1", answer: { kind: "declined" } }]);
});

test("a draft of a form: kept while a permission stands before it, a paste becomes one line", () => {
  const { open, press, paste, text } = dialogWorld();
  open(form());
  paste("ab\ncd");
  expect(text()).toContain("ab cd");
  open(form(), asking({ requestId: "r-2" }));
  expect(text()).toContain("Permission");
  open(form());
  press("x");
  expect(text()).toContain("ab cdx");
});

// covers: dialog-login
test("a session that needs a login: methods with what to run; one is asked for; Escape puts it away", async () => {
  const { asked, set, press, text, shown, settle } = dialogWorld();
  set({
    login: { needed: true, message: "Your key has expired" },
    auth: [
      { methodId: "key", name: "API key" },
      { methodId: "web", name: "Browser", command: "agent login" },
    ],
  });
  expect(text()).toContain("Your key has expired");
  expect(text()).toContain("Run in another terminal: agent login");
  press("2");
  expect(asked).toEqual([{ kind: "log-in", methodId: "web" }]);
  await settle(failed("offline"));
  expect(text()).toContain("offline");
  press("escape");
  expect(shown.isOpen()).toBe(false);
  set({ login: { needed: true, message: "again" } });
  expect(shown.isOpen()).toBe(true);
  set({ login: { needed: false } });
  expect(shown.isOpen()).toBe(false);
});

test("a permission of a call: what the title says is not said twice, the input is read as it runs", () => {
  const { open, text } = dialogWorld();
  const call = {
    toolCallId: "t",
    title: "npm test",
    kind: "execute",
    status: "pending",
    input: JSON.stringify({ command: "npm test", cwd: "/w\nx", retries: 2 }),
    content: [],
  } as const;
  open(asking({ title: "npm test", call }));
  expect(text().split("\n").slice(0, 5)).toEqual([
    "Permission: npm test",
    "  │ cwd: /w",
    "  │ x",
    "  │ retries: 2",
    "› 1. Allow once",
  ]);
  open(asking({ title: "Allow?", call: { ...call, input: "{" } }));
  expect(text().split("\n").slice(0, 3)).toEqual([
    "Permission: Allow?",
    "○ waiting run npm test",
    "  │ {",
  ]);
});

test("Enter on a choice that has none yet: takes the option under the cursor", () => {
  const { asked, open, press } = dialogWorld();
  open(form(FIELDS.filter(({ type }) => type === "choice" || type === "choices")));
  press("enter", "enter");
  expect(asked).toEqual([
    { kind: "answer", requestId: "r-1", answer: { kind: "form", values: { colour: "r" } } },
  ]);
});

// covers: dialog-page
test("a page to answer on: its whole address as text; done and decline", () => {
  const { asked, open, press, text } = dialogWorld();
  open(asking({ asks: "question", title: "Sign", options: [], url: "https://example.org/a?b=c" }));
  expect(text()).toContain("https://example.org/a?b=c");
  press("enter");
  expect(asked).toEqual([
    { kind: "answer", requestId: "r-1", answer: { kind: "form", values: {} } },
  ]);
});

// covers: dialog-plan
test("a plan: its Markdown above the options, scrolled by pages; Escape refuses where an option does", () => {
  const { asked, open, press, text } = dialogWorld();
  const steps = Array.from({ length: 20 }, (_, at) => `${at + 1}. step **${at + 1}**`).join("\n");
  const options = [
    { optionId: "go", label: "Go on", role: "allow-once" },
    { optionId: "no", label: "Plan again", role: "reject-once" },
  ] as const;
  open(asking({ asks: "plan", title: "Fix it", body: `# Steps\n\n${steps}`, options }));
  expect(text(60, 10)).toBe(
    [
      "Plan: Fix it",
      "Steps",
      "",
      "1. step 1",
      "2. step 2",
      "3. step 3",
      "17 more rows (PageDown)",
      "› 1. Go on",
      "  2. Plan again",
      "↑↓ choose, Enter answer · Esc reject · y/n",
    ].join("\n"),
  );
  press("pagedown", "pagedown", "pagedown", "pagedown", "pagedown");
  expect(text(60, 10)).toContain("20. step 20");
  press("escape");
  expect(asked).toEqual([
    { kind: "answer", requestId: "r-1", answer: { kind: "option", optionId: "no" } },
  ]);
});
