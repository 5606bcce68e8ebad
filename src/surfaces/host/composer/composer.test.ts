import { describe, expect, test } from "bun:test";
import { keyOf, panelHost } from "../../../../test/host/panel-host.ts";
import { EMPTY_STATE } from "../../../wire/runtime/state.ts";
import type { HostContext } from "../context.ts";
import { composer } from "./composer.ts";

const RAW: Readonly<Record<string, string>> = {
  enter: "\r",
  escape: "\x1b",
  up: "\x1b[A",
  down: "\x1b[B",
  tab: "\t",
  backspace: "\x7f",
  "alt+enter": "\x1b\r",
  "ctrl+a": "\x01",
  "ctrl+c": "\x03",
  "ctrl+d": "\x04",
  "ctrl+k": "\x0b",
  "ctrl+s": "\x13",
  "ctrl+w": "\x17",
  "ctrl+y": "\x19",
};

function world(change: Partial<HostContext["ports"]["system"]> = {}) {
  const host = panelHost({ session: { ...EMPTY_STATE, sessionId: "s-1", cwd: "/w" } });
  const prompts: string[] = ["first", "second"];
  const history = { read: () => prompts, add: (text: string) => void prompts.push(text) };
  const system = { ...host.context.ports.system, history, ...change };
  const context = { ...host.context, ports: { ...host.context.ports, system } };
  const sent: string[] = [];
  const shown = composer({
    context,
    onSubmit: (text, { steer }) => sent.push(steer ? `steer ${text}` : text),
  });
  const press = (...names: readonly string[]) =>
    names.map((name) => shown.press({ ...keyOf(name), raw: RAW[name] ?? name }));
  const type = (text: string) => press(...[...text].map((each) => (each === " " ? " " : each)));
  const paste = (text: string) => shown.press({ name: "paste", text, raw: text });
  return { shown, sent, prompts, press, type, paste, context };
}

describe("a draft", () => {
  // covers: composer-multi-line
  test("alt+enter begins a line, enter sends both and empties the draft", () => {
    const { type, press, sent, shown } = world();
    type("one");
    press("alt+enter");
    type("two");
    expect(shown.text()).toBe("one\ntwo");
    press("enter");
    expect([sent, shown.text()]).toEqual([["one\ntwo"], ""]);
  });

  // covers: composer-blank
  test("nothing but blanks: enter sends nothing", () => {
    const { type, press, sent } = world();
    type("   ");
    press("enter");
    expect(sent).toEqual([]);
  });

  // covers: composer-steer
  test("ctrl+s: the draft goes to the running turn", () => {
    const { type, press, sent, shown } = world();
    expect(press("ctrl+s")).toEqual(["ignored"]);
    type("this way");
    press("ctrl+s");
    expect([sent, shown.text()]).toEqual([["steer this way"], ""]);
  });

  // covers: composer-bash-keys
  test("ctrl+a ctrl+k ctrl+y ctrl+w: as in a shell", () => {
    const { type, press, shown } = world();
    type("one two");
    press("ctrl+w");
    expect(shown.text()).toBe("one ");
    press("ctrl+a", "ctrl+k");
    expect(shown.text()).toBe("");
    press("ctrl+y");
    expect(shown.text()).toContain("one");
  });

  // covers: composer-paste
  test("a long paste: folded where it is shown, whole where it is sent", () => {
    const { paste, press, sent, shown } = world();
    const text = Array.from({ length: 40 }, (_, at) => `line ${at}`).join("\n");
    paste(text);
    const rows = shown.view({ widthCols: 80, heightRows: 20 }).join("\n");
    expect(rows).toContain("[paste #1 +40 lines]");
    expect(rows).not.toContain("line 20");
    expect(shown.text()).toBe(text);
    press("enter");
    expect(sent).toEqual([text]);
  });

  // covers: composer-controls
  test("a paste with escape sequences: none reaches the rows or the prompt", () => {
    const { paste, press, sent, shown } = world();
    paste("a\x1b]0;evil\x07b\x1b[31m\x9bc\u2028d");
    const rows = shown.view({ widthCols: 80, heightRows: 20 }).join("\n");
    expect(Bun.stripANSI(rows)).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028]/);
    press("enter");
    expect(sent[0]).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028]/);
  });
});

describe("prompts of before", () => {
  // covers: composer-history
  test("up and down at the ends: older and newer ones; what was being written comes back", () => {
    const { press, type, shown } = world();
    press("up");
    expect(shown.text()).toBe("second");
    press("up");
    expect(shown.text()).toBe("first");
    press("down", "down");
    expect(shown.text()).toBe("");
    type("draft");
    press("ctrl+a", "up");
    expect(shown.text()).toBe("second");
    press("down");
    expect(shown.text()).toBe("draft");
  });

  test("what was sent is the newest, and is kept", () => {
    const { press, type, shown, prompts } = world();
    type("third");
    press("enter", "up");
    expect([shown.text(), prompts.at(-1)]).toEqual(["third", "third"]);
  });
});

describe("completion", () => {
  const settle = () => Bun.sleep(100);

  // covers: composer-complete-slash
  test("a slash at the start: commands with what they do; tab takes the first", async () => {
    const { type, press, shown } = world();
    type("/sta");
    await settle();
    expect(shown.isCompleting()).toBe(true);
    const list = Bun.stripANSI(shown.view({ widthCols: 100, heightRows: 10 }).join("\n"));
    expect(list).toContain("/statusline");
    expect(list).toContain("Choose the items of the status line");
    press("tab");
    expect(shown.text()).toBe("/statusline ");
  });

  // covers: composer-complete-file
  test("@ anywhere: files of the session's folder; an aborted question is not shown", async () => {
    const asked: string[] = [];
    const findFiles = async (cwd: string, query: string) => {
      asked.push(`${cwd} ${query}`);
      return ["src/main.ts", "src/a b/", "evil\x1b[31m.ts"];
    };
    const { type, press, shown } = world({ findFiles });
    type("look at @ma");
    await settle();
    const rows = shown.view({ widthCols: 100, heightRows: 10 }).join("\n");
    expect(Bun.stripANSI(rows)).toContain("src/main.ts");
    expect(rows).not.toContain("\x1b[31m");
    expect(asked.at(-1)).toBe("/w ma");
    press("tab");
    expect(shown.text()).toBe("look at @src/main.ts ");
  });

  // covers: composer-escape
  test("escape: closes the list and keeps the draft; without a list it is the host's", async () => {
    const { type, press, shown } = world();
    type("/sta");
    await settle();
    expect(press("escape")).toEqual(["handled"]);
    expect([shown.isCompleting(), shown.text()]).toEqual([false, "/sta"]);
    expect(press("escape")).toEqual(["ignored"]);
  });
});

describe("rows of the composer", () => {
  // covers: composer-fits
  test("1 to 200 columns, 1 to 60 rows, a long draft: fits, with a row of input and the cursor", async () => {
    const { shown, context } = world();
    shown.setText(`${"建設 word ".repeat(40)}\n${"x".repeat(300)}\nend`);
    const { measure } = context.painter;
    for (let widthCols = 1; widthCols <= 200; widthCols++) {
      for (const heightRows of [1, 2, 3, 7, 24, 60]) {
        const rows = shown.view({ widthCols, heightRows });
        expect(rows.length).toBeGreaterThanOrEqual(1);
        expect(rows.length).toBeLessThanOrEqual(heightRows);
        for (const row of rows) expect(measure(Bun.stripANSI(row))).toBeLessThanOrEqual(widthCols);
        const at = shown.cursor();
        expect(at?.row).toBeLessThan(rows.length);
        expect(at?.col).toBeLessThan(widthCols);
      }
    }
  });

  // covers: composer-height-one
  test("one row: the input alone, without the header", () => {
    const { shown, type } = world();
    type("hello");
    const rows = shown.view({ widthCols: 40, heightRows: 1 });
    expect(rows.map((row) => Bun.stripANSI(row))).toEqual(["› hello"]);
  });

  // covers: composer-draft-kept
  test("drawn small, large, not at all: the draft is as it was", () => {
    const { shown, type } = world();
    type("hello");
    shown.view({ widthCols: 1, heightRows: 1 });
    shown.view({ widthCols: 200, heightRows: 60 });
    expect(shown.text()).toBe("hello");
  });

  test("keys of the host: left to it", () => {
    const { press } = world();
    const names = ["shift+tab", "ctrl+g", "ctrl+o", "ctrl+t", "ctrl+l", "ctrl+z", "pageup"];
    expect(press(...names, "ctrl+d", "ctrl+c").every((each) => each === "ignored")).toBe(true);
  });
});
