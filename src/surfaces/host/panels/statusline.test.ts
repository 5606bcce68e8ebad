import { describe, expect, test } from "bun:test";
import {
  keyOf,
  type PanelHost,
  type PanelHostOptions,
  panelHost,
} from "../../../../test/host/panel-host.ts";
import { failed, ok, type Result } from "../../../base/result.ts";
import { DEFAULT_SETTINGS } from "../../../config/settings.ts";
import type { Fact } from "../../../status/facts/fact.ts";
import { createMeasure } from "../../../text/width.ts";
import { EMPTY_STATE, type SessionState } from "../../../wire/runtime/state.ts";
import type { PanelView } from "./panel.ts";
import { statusline } from "./statusline.ts";

const FACTS: readonly Fact[] = [
  { kind: "session-started", sessionId: "s-1" },
  { kind: "place-known", cwd: "/home/ana/src/shop" },
  { kind: "model-selected", id: "m-1", displayName: "Model One" },
  { kind: "context-window-known", windowTokens: 200_000 },
  { kind: "context-measured", usedTokens: 46_000, source: "usage" },
];
const SESSION: SessionState = { ...EMPTY_STATE, sessionId: "s-1", agent: { name: "mine" } };
const KEY = ["tui", "statusLine"];

interface Opened {
  readonly host: PanelHost;
  readonly view: PanelView;
  readonly press: (...names: readonly string[]) => string;
  readonly rows: (widthCols?: number, heightRows?: number) => readonly string[];
}

function open(options: PanelHostOptions = {}): Opened {
  const host = panelHost({ facts: FACTS, session: SESSION, ...options });
  const view = statusline.open(host.context, "");
  return {
    host,
    view,
    press: (...names) => names.map((name) => view.press(keyOf(name))).at(-1) ?? "",
    rows: (widthCols = 80, heightRows = 24) => view.view({ widthCols, heightRows }),
  };
}
const settle = () => new Promise((done) => setTimeout(done, 1));

describe("saving", () => {
  // covers: panel-save
  test("Enter: the key is written, then the line changes, then the panel closes", async () => {
    const { host, press } = open({ items: ["model", "clock"] });
    expect(press("right", "enter")).toBe("handled");
    expect(host.asked).toEqual([]);
    await settle();
    expect(host.saved).toEqual([{ keyPath: KEY, value: ["clock", "model"] }]);
    expect(host.asked).toEqual(["items clock,model", "close"]);
    expect(host.notices).toEqual(["Saved to config.yaml"]);
  });

  // covers: panel-removes, panel-defaults
  test("restored defaults: the key is removed, and the line has no list", async () => {
    const { host, press } = open({ items: ["clock"] });
    press("ctrl+r", "enter");
    await settle();
    expect(host.saved).toEqual([{ keyPath: KEY, value: undefined }]);
    expect(host.asked).toEqual(["items default", "close"]);
    expect(host.notices).toEqual(["Saved to config.yaml"]);
  });

  // covers: panel-hides
  test("all deselected: an empty list", async () => {
    const { host, press } = open({ items: ["clock"] });
    press("space", "enter");
    await settle();
    expect(host.saved).toEqual([{ keyPath: KEY, value: [] }]);
  });

  // covers: panel-discard, panel-unchanged
  test("Escape, Ctrl+C, or Enter without a change: closed, nothing written, the line as it was", async () => {
    for (const keys of [["space", "escape"], ["space", "ctrl+c"], ["enter"]]) {
      const { host, press } = open({ items: ["clock"] });
      expect(press(...keys)).toBe("close");
      await settle();
      expect([host.saved, host.asked, host.notices]).toEqual([[], [], []]);
    }
  });

  // covers: panel-waits, panel-failure
  test("it fails: nothing is applied, the draft stays, and Enter tries again", async () => {
    const { host, press, rows } = open({ items: ["clock"] });
    host.answer = failed("the disk is full");
    press("space", "enter");
    expect(rows().join("\n")).toContain("Saving ...");
    expect(press("escape")).toBe("handled");
    await settle();
    expect(host.asked).toEqual([]);
    expect(host.notices).not.toContain("Saved to config.yaml");
    expect(host.items()).toEqual(["clock"]);
    const shown = rows().join("\n");
    expect(shown).toContain("Not saved: the file and the line are as they were");
    expect(shown).not.toContain("the disk is full");
    expect(shown).toContain("› [ ] clock");
    host.answer = ok(undefined);
    press("enter");
    await settle();
    expect(host.saved).toHaveLength(2);
    expect(host.asked).toEqual(["items ", "close"]);
  });

  test("the port throws: as any failure", async () => {
    const { host, press, rows } = open({ items: ["clock"] });
    host.answer = Promise.reject(new Error("gone"));
    press("space", "enter");
    await settle();
    expect(rows().join("\n")).toContain("Not saved");
  });

  // covers: panel-late
  test("it ends after something else took the panel's place: applied, and that stays open", async () => {
    const { host, view, press } = open({ items: ["clock"] });
    const late = Promise.withResolvers<Result<void>>();
    host.answer = late.promise;
    press("space", "enter");
    view.close?.();
    late.resolve(ok(undefined));
    await settle();
    expect(host.asked).toEqual(["items "]);
  });
});

// covers: panel-refused, panel-during-run
test("refused while a question waits and in a side session; open while a turn runs, without a request", () => {
  const waiting = { requestId: "r", asks: "permission", title: "x", options: [], atMs: 0 } as const;
  const running = { turnId: "t", stage: "active", startedAtMs: 0 } as const;
  const why = (session: SessionState | undefined) => {
    const host = panelHost(session === undefined ? {} : { session });
    return statusline.refuses?.(host.context);
  };
  expect(why({ ...SESSION, interactions: [waiting] })).toMatch(/a question waits/);
  expect(why({ ...SESSION, interactions: [{ ...waiting, submitting: true }] })).toBeDefined();
  expect(why({ ...SESSION, sideOf: "s-0" })).toMatch(/side session/);
  expect(why({ ...SESSION, turn: running })).toBeUndefined();
  expect(why(undefined)).toBeUndefined();
  const { host, press, rows } = open({ session: { ...SESSION, turn: running } });
  rows();
  press("down", "space", "enter");
  expect([host.intents, host.opened]).toEqual([[], []]);
});

// covers: panel-machine-line
test("with build-mode: says how it is changed, and every key but those that close does nothing", () => {
  const { host, press, rows } = open({ isMachineLine: true, items: ["build-mode"] });
  const text = rows(60, 12).join(" ");
  for (const word of ["config.yaml", "restart", "/home/ana/.config/telltale/config.yaml"]) {
    expect(text).toContain(word);
  }
  expect(text).not.toContain("[x]");
  expect(press("space", "ctrl+r", "x")).toBe("handled");
  for (const name of ["enter", "escape", "ctrl+c"]) expect(press(name)).toBe("close");
  expect([host.saved, host.asked]).toEqual([[], []]);
});

describe("what is drawn", () => {
  // covers: panel-preview
  test("the preview: the row of the draft, fitted to the panel, at once after each key", () => {
    const { press, rows } = open({ items: ["current-dir", "context-meter", "model"] });
    const previewAt = (cols: number) => {
      const drawn = rows(cols, 24);
      return drawn[drawn.findIndex((row) => row.includes("Preview")) + 1] ?? "";
    };
    expect(previewAt(80)).toContain("~/src/shop │ Context ▕██████░░▏ 77% left │ ✦ Model One");
    press("right");
    expect(previewAt(80)).toContain("Context ▕██████░░▏ 77% left │ ~/src/shop │ ✦ Model One");
    expect(previewAt(30)).toContain("Ctx 77%");
    press("ctrl+r");
    expect(previewAt(80)).toContain("✦ Model One │ Context 77% left");
  });

  test("nothing selected: says that the line is hidden", () => {
    const { press, rows } = open({ items: ["model"] });
    press("space");
    expect(rows().join("\n")).toContain("The status line is hidden");
  });

  // covers: panel-unavailable
  test("an item with nothing to show: labelled when it is selected, at every height with room for it", () => {
    const { press, rows } = open({ items: ["cost", "model"] });
    for (const height of [2, 5, 8, 9, 15, 24, 60]) {
      expect(rows(80, height).join("\n")).toContain("nothing to show now");
    }
    expect(rows().join("\n")).not.toMatch(/\$0|0%/);
    press("down");
    for (const height of [2, 5, 8, 9, 15, 24, 60]) {
      expect(rows(80, height).join("\n")).not.toContain("nothing to show now");
    }
  });

  // covers: panel-runs-nothing
  test("the own command: its cached output inline or as a block; none: labelled", () => {
    const custom: Fact = { kind: "custom-printed", stdout: "build ok\nsecond\nthird\nfourth" };
    const command = { command: "x", colorMode: "plain", timeoutMs: 1, intervalSeconds: 0 } as const;
    const settings = (display: "inline" | "block") => ({
      ...DEFAULT_SETTINGS,
      tui: {
        ...DEFAULT_SETTINGS.tui,
        customStatusLine: { ...command, display, position: "above", maxLines: 5 } as const,
      },
    });
    const items = ["custom-command", "model"];
    const facts = [...FACTS, custom];
    const inline = open({ items, facts, settings: settings("inline") })
      .rows()
      .join("\n");
    expect(inline).toContain("build ok │ ✦ Model One");
    expect(inline).not.toContain("second");
    const block = open({ items, facts, settings: settings("block") })
      .rows()
      .join("\n");
    expect(block).toMatch(/build ok *│\n│ second *│\n│ ✦ Model One/);
    expect(
      open({ items, settings: settings("inline") })
        .rows()
        .join("\n"),
    ).toContain("nothing to show now");
  });

  // covers: panel-heights
  test("from one row up: first how to leave, then the selected item, then the search", () => {
    const { press, rows } = open({ items: ["model", "clock"] });
    press("c", "l", "o");
    expect(rows(80, 1)).toHaveLength(1);
    expect(rows(80, 1)[0]).toMatch(/Enter save · Esc cancel$/);
    expect(rows(20, 1)).toEqual(["Enter save · Esc"]);
    const two = rows(80, 2);
    expect(two[0]).toContain("› [x] clock");
    expect(two[1]).toContain("Esc cancel");
    const three = rows(80, 3);
    expect(three[0]).toContain("Search: clo|");
    expect(three[1]).toContain("› [x] clock");
    expect(three[2]).toContain("Enter save · Esc cancel");
    for (let height = 3; height <= 60; height++) {
      for (const width of [20, 40, 80, 120, 200]) {
        const text = rows(width, height).join("\n");
        expect(text).toContain("clo|");
        expect(text).toContain("› [x] clock");
        expect(text).toContain("Enter save");
        expect(text).toContain("Esc");
      }
    }
  });

  test("in 24 rows: a box with the title, the count, eight items and the selected one's description", () => {
    const { press, rows } = open({ items: ["model", "clock"] });
    const drawn = rows(80, 24);
    expect(drawn[0]).toMatch(/^╭─ Status line ─+ 2 \/ \d+ ─╮$/);
    expect(drawn.filter((row) => /\[[x ]\]/.test(row))).toHaveLength(8);
    expect(drawn.join("\n")).toContain("Model only");
    expect(drawn.at(-1)).toMatch(/^╰─+╯$/);
    press("ctrl+r");
    expect(rows(80, 24)[0]).toContain(" Defaults ─╮");
    for (let index = 0; index < 10; index++) press("down");
    const scrolled = rows(80, 24).filter((row) => /\[[x ]\]/.test(row));
    expect(scrolled.at(-1)).toContain("› [x] context-remaining");
  });

  test("ASCII, or a terminal with wide ambiguous characters: a box of ASCII, and every row fits", () => {
    for (const options of [{ isAscii: true }, { isWide: true }]) {
      const { rows } = open(options);
      expect(rows(80, 24)[0]).toMatch(/^\+- Status line -+ Defaults -\+$/);
      const measure = createMeasure({ ambiguousWide: "isWide" in options });
      for (const row of rows(80, 24)) expect(measure(row)).toBe(80);
    }
    expect(open({ isAscii: true }).rows(80, 24).join("")).not.toMatch(/[^\x20-\x7e·]/);
  });

  test("in Chinese: its own words", () => {
    const text = open({ language: "zh-Hans" }).rows(80, 24).join("\n");
    for (const word of ["状态栏", "默认", "搜索：", "Enter 保存", "Esc 取消", "预览"]) {
      expect(text).toContain(word);
    }
  });
});
