/** A session that a test sets, the dialogs that it opens, and what they ask of the runtime. */
import type { Result } from "../../src/base/result.ts";
import type { Intent } from "../../src/status/intent.ts";
import type { HostContext } from "../../src/surfaces/host/context.ts";
import { dialogs } from "../../src/surfaces/host/dialogs/dialogs.ts";
import { textsIn } from "../../src/surfaces/host/texts/texts.ts";
import { type TestPainterOptions, testPainter } from "../../src/testing/test-painter.ts";
import type { FormField, OpenInteraction } from "../../src/wire/runtime/entities.ts";
import { EMPTY_STATE, type SessionState } from "../../src/wire/runtime/state.ts";

/** No session is open to anything yet; the clock stands. */
export function dialogWorld(language: "en" | "zh-Hans" = "en", looks: TestPainterOptions = {}) {
  let state: SessionState = { ...EMPTY_STATE, sessionId: "s-1" };
  let nowMs = 1_000;
  let answer: (result: Result<void>) => void = () => {};
  const asked: Intent[] = [];
  const context = {
    ports: {
      runtime: {
        session: () => state,
        ask: (intent: Intent) => {
          asked.push(intent);
          return new Promise<Result<void>>((resolve) => {
            answer = resolve;
          });
        },
      },
      system: { nowMs: () => nowMs },
    },
    texts: textsIn(language),
    painter: testPainter(looks),
    ui: { requestDraw: () => {} },
  } as unknown as HostContext;
  const shown = dialogs(context);
  const set = (change: Partial<SessionState>) => {
    state = { ...state, ...change };
    shown.refresh();
  };
  return {
    shown,
    asked,
    set,
    open: (...interactions: readonly OpenInteraction[]) => set({ interactions }),
    passMs: (ms: number) => {
      nowMs += ms;
    },
    settle: async (result: Result<void>) => {
      answer(result);
      await Promise.resolve();
      await Promise.resolve();
    },
    text: (widthCols = 80, heightRows = 24) => shown.view({ widthCols, heightRows }).join("\n"),
    press: (...names: readonly string[]) => {
      for (const name of names) {
        const isText = name.length === 1 || name === "space";
        const text = name === "space" ? " " : name;
        shown.press({ name, raw: name, ...(isText && { text }) });
      }
    },
    paste: (text: string) => shown.press({ name: "paste", raw: text, text }),
  };
}

/** A permission with the usual options. */
export const asking = (change: Partial<OpenInteraction> = {}): OpenInteraction => ({
  requestId: "r-1",
  asks: "permission",
  title: "Run npm test",
  options: [
    { optionId: "yes", label: "Allow once", role: "allow-once" },
    { optionId: "always", label: "Always allow", role: "allow-always" },
    { optionId: "no", label: "Reject", role: "reject-once" },
  ],
  atMs: 0,
  ...change,
});

export const FIELDS: readonly FormField[] = [
  { name: "name", label: "Name", required: true, type: "text", minLength: 2, maxLength: 5 },
  { name: "count", label: "Count", required: false, type: "integer", min: 1, max: 9 },
  { name: "share", label: "Share", required: false, type: "number" },
  { name: "sure", label: "Sure", required: true, type: "flag" },
  {
    name: "colour",
    label: "Colour",
    description: "Of the door",
    required: true,
    type: "choice",
    options: [
      { value: "r", label: "Red" },
      { value: "g", label: "Green" },
    ],
  },
  {
    name: "days",
    label: "Days",
    required: false,
    type: "choices",
    options: [
      { value: "mo", label: "Monday" },
      { value: "tu", label: "Tuesday" },
    ],
  },
];

export const form = (fields = FIELDS) =>
  asking({ asks: "question", title: "Fill in", options: [], form: fields });
