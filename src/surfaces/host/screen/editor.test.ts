/** The list of completions stands for the text that is there, and for no text of before. */
import { expect, test } from "bun:test";
import { keyOf, panelHost } from "../../../../test/host/panel-host.ts";
import { createEditor } from "./editor.ts";
import type { Key } from "./key.ts";

const WORDS = ["/help", "/new", "/statusline"];
const CTRL_U: Key = { name: "ctrl+u", raw: "\x15" };
const CTRL_W: Key = { name: "ctrl+w", raw: "\x17" };
const ENTER: Key = { name: "enter", raw: "\r" };
const TAB: Key = { name: "tab", raw: "\t" };

function world() {
  const { painter } = panelHost().context;
  const editor = createEditor({ painter, requestDraw: () => undefined });
  const sent: string[] = [];
  editor.onSubmit((text) => sent.push(text));
  editor.setCompletion({
    triggers: ["@"],
    suggest: async ({ lines, line, col }) => {
      const prefix = (lines[line] ?? "").slice(0, col);
      const items = WORDS.filter((word) => prefix !== "" && word.startsWith(prefix));
      return { prefix, items: items.map((value) => ({ value })) };
    },
  });
  const type = (text: string): void => {
    for (const character of text) editor.press(keyOf(character === " " ? "space" : character));
  };
  return { editor, sent, type };
}

const settle = (): Promise<void> => Bun.sleep(5);

test("a kill closes the list, and Enter sends what is written then", async () => {
  for (const kill of [CTRL_U, CTRL_W]) {
    const { editor, sent, type } = world();
    type("/help");
    await settle();
    expect(editor.isCompleting()).toBe(true);
    editor.press(kill);
    expect(editor.isCompleting()).toBe(false);
    editor.press(CTRL_U);
    type("make a plan");
    editor.press(ENTER);
    expect(sent).toEqual(["make a plan"]);
  }
});

test("Enter and Tab before the list has caught up: it is not taken for the text of now", async () => {
  const { editor, sent, type } = world();
  type("/");
  await settle();
  type("help");
  editor.press(ENTER);
  expect(sent).toEqual(["/help"]);

  type("/");
  await settle();
  type("stat");
  editor.press(TAB);
  expect(editor.text()).toBe("/stat");
  await settle();
  editor.press(TAB);
  expect(editor.text()).toBe("/statusline ");
});

test("a list that stands for the text is taken, with Enter and with Tab", async () => {
  const { editor, sent, type } = world();
  type("/sta");
  await settle();
  editor.press(ENTER);
  expect(sent).toEqual(["/statusline"]);
  type("/ne");
  await settle();
  editor.press(TAB);
  expect(editor.text()).toBe("/new ");
});
