import { describe, expect, test } from "bun:test";
import { keyOf, type PanelHostOptions, panelHost } from "../../../../test/host/panel-host.ts";
import { DEFAULT_SETTINGS } from "../../../config/settings.ts";
import { createMeasure } from "../../../text/width.ts";
import type { OpenInteraction } from "../../../wire/runtime/entities.ts";
import { EMPTY_STATE, type SessionState } from "../../../wire/runtime/state.ts";
import { COMMANDS } from "../commands/registry.ts";
import { COMPOSER_TEXTS, type TipId } from "../texts/composer.ts";
import { composer } from "./composer.ts";
import { fittingTip, roundOf, TIPS, tipAt } from "./tips.ts";

const measure = createMeasure({ ambiguousWide: false });
const IDLE: SessionState = { ...EMPTY_STATE, sessionId: "s-1", turns: 1 };

/** The header of a composer at a time. */
function header(options: PanelHostOptions & { atMs?: number; draft?: string; hasHint?: boolean }) {
  const host = panelHost({ session: IDLE, ...options });
  const system = { ...host.context.ports.system, nowMs: () => options.atMs ?? 0 };
  const context = { ...host.context, ports: { ...host.context.ports, system } };
  const shown = composer({
    context,
    onSubmit: () => undefined,
    hasHint: () => options.hasHint === true,
  });
  shown.setText(options.draft ?? "");
  return (widthCols: number, heightRows = 3) => shown.view({ widthCols, heightRows })[0] ?? "";
}

describe("which tip", () => {
  // covers: tips-round
  test("the weights 2 2 2 2 1 1 1 1 1 1: one round of 14 steps, none twice together", () => {
    const round = roundOf(TIPS);
    expect(round).toEqual([
      "context",
      "statusline",
      "side",
      "tasks",
      "sessions",
      "agents",
      "usage",
      "model",
      "mode",
      "fullscreen",
      "context",
      "statusline",
      "side",
      "tasks",
    ]);
  });

  // covers: tips-bucket
  test("the time alone decides, for 30 seconds each; times before 1970 are no trouble", () => {
    expect([0, 29_999, 30_000, 14 * 30_000].map((ms) => tipAt(ms))).toEqual([
      "context",
      "context",
      "statusline",
      "context",
    ]);
    expect([tipAt(-1), tipAt(Number.NaN)]).toEqual(["tasks", "context"]);
  });

  // covers: tips-commands
  test("every tip in every language: names a command of ours in both forms, the long one longer", () => {
    const ours = COMMANDS.map(({ name }) => name);
    for (const { tips } of Object.values(COMPOSER_TEXTS)) {
      for (const { id } of TIPS) {
        expect(ours).toContain(id);
        for (const text of [tips[id].long, tips[id].short]) expect(text).toContain(`/${id}`);
        expect(measure(tips[id].long)).toBeGreaterThan(measure(tips[id].short));
      }
    }
    for (const { id } of TIPS) {
      const { long, short } = COMPOSER_TEXTS.en.tips[id];
      expect([long, short].every((text) => text.startsWith("Tip: "))).toBe(true);
      expect(measure(long)).toBeGreaterThanOrEqual(35);
      expect(measure(long)).toBeLessThanOrEqual(57);
      expect(measure(short)).toBeLessThanOrEqual(33);
    }
  });

  // covers: tips-forms
  test("room: the long form, else the short one, else none; four columns stay blank", () => {
    const { long, short } = COMPOSER_TEXTS.en.tips.context;
    const at = (cols: number) => fittingTip(COMPOSER_TEXTS.en, 0, cols, measure);
    expect(at(measure(long) + 4)).toBe(long);
    expect(at(measure(long) + 3)).toBe(short);
    expect(at(measure(short) + 4)).toBe(short);
    expect(at(measure(short) + 3)).toBeUndefined();
  });
});

describe("where tips stand", () => {
  // covers: tips-right
  test("an idle conversation: at the right of the header, one column before the end", () => {
    const row = header({})(100);
    expect(measure(row)).toBe(99);
    expect(row).toEndWith("Tip: /context shows what fills the window");
    expect(row).toStartWith(" / commands · @ files    ");
  });

  // covers: tips-left-stable
  test("every width: what stands at the left is the same with and without tips", () => {
    const off = { tui: { ...DEFAULT_SETTINGS.tui, showTips: false } };
    const [on, without] = [header({}), header({ settings: { ...DEFAULT_SETTINGS, ...off } })];
    for (let cols = 1; cols <= 200; cols++) {
      expect(measure(on(cols))).toBeLessThanOrEqual(cols);
      expect(on(cols).startsWith(without(cols))).toBe(true);
    }
  });

  test("a session beside another one: its mark stands before all, and is the last to go", () => {
    const side = { ...IDLE, sideOf: "s-0" };
    expect(header({ session: side })(40)).toStartWith(" side · / commands · @ files");
    expect(header({ session: side })(8)).toBe(" side");
    expect(header({ session: side, language: "zh-Hans" })(40)).toStartWith(" 旁路 · ");
    expect(header({})(40)).not.toContain("side ·");
  });

  // covers: tips-language
  test("the person's language: Chinese texts", () => {
    expect(header({ language: "zh-Hans" })(100)).toContain("提示:/context");
  });

  // covers: tips-new-bucket
  test("drawn again in the next bucket: another tip, without anything else", () => {
    expect(header({ atMs: 30_000 })(100)).toContain("/statusline");
  });

  const asked = { requestId: "r-1", asks: "permission", title: "x", options: [], atMs: 0 };
  const suppressed: Readonly<Record<string, Parameters<typeof header>[0]>> = {
    "the welcome": { session: { ...EMPTY_STATE, sessionId: "s-1" } },
    "a running turn": {
      session: { ...IDLE, turn: { turnId: "t", stage: "active", startedAtMs: 0 } },
    },
    "a queued prompt": { session: { ...IDLE, queue: [{ promptId: "p", text: "x", atMs: 0 }] } },
    "a question": { session: { ...IDLE, interactions: [asked as OpenInteraction] } },
    "a draft": { draft: "hello" },
    "something said in passing": { hasHint: true },
    "tui.showTips off": {
      settings: { ...DEFAULT_SETTINGS, tui: { ...DEFAULT_SETTINGS.tui, showTips: false } },
    },
  };
  // covers: tips-suppressed, tips-off
  for (const [name, options] of Object.entries(suppressed)) {
    test(`${name}: no tip`, () => expect(header(options)(200)).not.toContain("Tip:"));
  }

  test("the draft is empty again: the tip is back", () => {
    const host = panelHost({ session: IDLE });
    const shown = composer({ context: host.context, onSubmit: () => undefined });
    const size = { widthCols: 100, heightRows: 3 };
    shown.press(keyOf("a"));
    expect(shown.view(size)[0]).not.toContain("Tip:");
    shown.press({ name: "backspace", raw: "\x7f" });
    expect(shown.view(size)[0]).toContain("Tip:");
  });

  test("every id of the round has a text", () => {
    const ids: readonly TipId[] = TIPS.map(({ id }) => id);
    expect(Object.keys(COMPOSER_TEXTS.en.tips).toSorted()).toEqual([...ids].toSorted());
  });
});
