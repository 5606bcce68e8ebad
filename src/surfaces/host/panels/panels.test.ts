/** What holds for every panel: each size, hostile texts, both languages, empty and full. */
import { describe, expect, test } from "bun:test";
import { keyOf, type PanelHostOptions, panelHost } from "../../../../test/host/panel-host.ts";
import { HOSTILE_TEXTS } from "../../../testing/hostile-text.ts";
import { createMeasure } from "../../../text/width.ts";
import {
  EMPTY_STATE,
  type SessionState,
  type SessionSummary,
} from "../../../wire/runtime/state.ts";
import { findPanel } from "../find-panel.ts";
import { PANELS } from "./registry.ts";

const SIZES = [1, 2, 3, 4, 5, 6, 8, 9, 12, 15, 24, 60];
const WIDTHS = [1, 2, 3, 5, 8, 11, 12, 13, 20, 40, 80, 120, 200];

/** A session in which everything that an agent may name is called `text`. */
function sessionNamed(text: string): SessionState {
  const choices = [1, 2, 3].map((n) => ({
    value: `${text}${n}`,
    name: `${text} ${n}`,
    description: text,
  }));
  return {
    ...EMPTY_STATE,
    sessionId: `s ${text}`,
    agent: { name: "mine", title: text, version: text },
    cwd: `/srv/${text}`,
    title: text,
    turns: 3,
    options: [
      { optionId: "m", name: text, category: "model", value: `${text}1`, choices },
      { optionId: "t", name: text, category: "thought_level", value: text, choices },
    ],
    modes: { current: `${text}2`, available: choices },
    commands: [{ name: text, description: text, hint: text }],
    members: [
      { memberId: "a", status: "running", title: text, activity: text, usedTokens: 12_300 },
      { memberId: "b", status: "done", name: text, usedTokens: 1, windowTokens: 2 },
    ],
    tasks: [
      { taskId: "1", status: "running", type: "bash", title: text, startedAtMs: -90_000 },
      { taskId: "2", status: "done", title: text },
    ],
    entries: [{ entryId: "e", atMs: 0, kind: "user", text }],
    usage: {
      totals: { input: 10, output: 20, cacheRead: 30, cacheWrite: 40 },
      cost: { amount: 1.5, currency: text },
    },
    quota: [{ slot: "primary", usedPct: 12.5, windowMinutes: 300, resetsAtMs: 3_600_000 }],
  };
}

function summaryNamed(
  text: string,
  sessionId: string,
  own: Partial<SessionSummary> = {},
): SessionSummary {
  return {
    sessionId,
    agent: { name: "mine", title: text },
    cwd: `/srv/${text}`,
    title: text,
    createdAtMs: 0,
    updatedAtMs: -120_000,
    turns: 1,
    live: false,
    running: false,
    waiting: false,
    ...own,
  };
}

async function opened(id: string, options: PanelHostOptions) {
  const { context } = panelHost(options);
  const view = findPanel(id)?.open(context, "");
  if (view === undefined) throw new Error(`no panel ${id}`);
  await new Promise((done) => setTimeout(done, 1));
  return view;
}

describe.each(PANELS.map(({ id }) => id))("%s", (id) => {
  // covers: panel-sizes
  test("every size, empty and full, in both languages and ASCII: fits, and every key is taken", async () => {
    const full = { session: sessionNamed("名前 name"), sessions: [summaryNamed("x", "1")] };
    const cases: readonly PanelHostOptions[] = [
      {},
      full,
      { ...full, language: "zh-Hans" },
      { ...full, isAscii: true },
      { ...full, isWide: true, isColored: true },
      { language: "zh-Hans" },
    ];
    for (const options of cases) {
      const view = await opened(id, options);
      const measure = createMeasure({ ambiguousWide: options.isWide === true });
      for (const name of ["", "down", "x", "backspace", "up", "pagedown"]) {
        if (name !== "") expect(view.press(keyOf(name))).toBe("handled");
        for (const heightRows of SIZES) {
          for (const widthCols of WIDTHS) {
            const rows = view.view({ widthCols, heightRows });
            expect(rows.length).toBeLessThanOrEqual(heightRows);
            expect(rows.length).toBeGreaterThan(0);
            for (const row of rows) {
              expect(measure(Bun.stripANSI(row))).toBeLessThanOrEqual(widthCols);
            }
          }
        }
      }
      expect(view.press(keyOf("escape"))).toBe("close");
    }
  });

  // covers: panel-hostile
  test("hostile texts: no control byte reaches a row, and every row fits", async () => {
    const measure = createMeasure({ ambiguousWide: false });
    for (const text of HOSTILE_TEXTS) {
      const sessions = [summaryNamed(text, "1", { cwd: `/srv/${text}` })];
      const view = await opened(id, { session: sessionNamed(text), sessions });
      for (const name of ["", "down"]) {
        if (name !== "") view.press(keyOf(name));
        for (const row of view.view({ widthCols: 60, heightRows: 30 })) {
          expect(row).not.toMatch(/[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/);
          expect(measure(row)).toBeLessThanOrEqual(60);
        }
      }
    }
  });
});

// covers: panel-words
describe("what is not known", () => {
  test.each([
    ["sessions", "There are no sessions yet"],
    ["agents", "Nothing was delegated"],
    ["tasks", "There are no tasks in the background"],
    ["usage", "has not reported any usage"],
    ["session", "There is no session yet"],
    ["context", "has not reported the use of its context"],
    ["model", "offers no choice of models"],
    ["mode", "offers no modes"],
  ])("%s with nothing: says so, and shows no number", async (id, words) => {
    const text = (await opened(id, {})).view({ widthCols: 80, heightRows: 20 }).join("\n");
    expect(text).toContain(words);
    expect(text).not.toMatch(/\d/);
  });

  test("a session that has told little: rows for that alone", async () => {
    const session = { ...EMPTY_STATE, sessionId: "s-1", agent: { name: "mine" }, cwd: "/srv/x" };
    const text = (await opened("session", { session })).view({ widthCols: 80, heightRows: 20 });
    expect(text.slice(1, -3).map((row) => row.slice(2, -2).trim().split(/ {2,}/))).toEqual([
      ["Session", "s-1"],
      ["Agent", "mine"],
      ["Folder", "/srv/x"],
    ]);
  });

  test("a context without a window: no percentage, nothing left, no bar", async () => {
    const facts = [{ kind: "context-measured", usedTokens: 10_600, source: "usage" }] as const;
    const text = (await opened("context", { facts })).view({ widthCols: 80, heightRows: 20 });
    expect(text.slice(1, -3).map((row) => row.slice(2, -2).trim().split(/ {2,}/))).toEqual([
      ["Used", "10.6k / ?"],
      ["Source", "as reported by the agent"],
    ]);
  });

  test("a context with everything: used, left, source, auto-compact and a bar", async () => {
    const facts = [
      { kind: "context-window-known", windowTokens: 200_000, autoCompactAt: 184_000 },
      { kind: "context-measured", usedTokens: 10_600, source: "usage" },
    ] as const;
    const text = (await opened("context", { facts })).view({ widthCols: 80, heightRows: 20 });
    expect(text.slice(1, -3).map((row) => row.slice(2, -2).trim().split(/ {2,}/))).toEqual([
      ["Used", "10.6k / 200K (5.3%)"],
      ["Left", "189.4k tokens"],
      ["Source", "as reported by the agent"],
      ["Auto-compact", "at 184k, 173.4k to go"],
      ["▮▯▯▯▯▯▯▯▯▯"],
    ]);
  });

  test("usage: what the cache gave and took, fresh input, output, the cost and each window of the plan", async () => {
    const session = {
      ...sessionNamed("x"),
      usage: {
        totals: sessionNamed("x").usage.totals ?? {
          input: 0,
          output: 0,
          cacheRead: 0,
          cacheWrite: 0,
        },
        cost: { amount: 1.5, currency: "USD" },
      },
    };
    const text = (await opened("usage", { session })).view({ widthCols: 80, heightRows: 20 });
    expect(text.slice(1, -3).map((row) => row.slice(2, -2).trim().split(/ {2,}/))).toEqual([
      ["Cache read", "30"],
      ["Fresh input", "10"],
      ["Cache write", "40"],
      ["Output", "20"],
      ["Cache share", "38%"],
      ["Cost", "$1.50"],
      ["Plan 5h", "13% used, resets in 1h 0m"],
    ]);
  });
});

// covers: panel-lists
describe("lists", () => {
  const SIZE = { widthCols: 80, heightRows: 20 };
  const tick = () => new Promise((done) => setTimeout(done, 1));

  test("sessions: those of this folder, then of all; marks; Enter resumes or follows", async () => {
    const sessions = [
      summaryNamed("old one", "s-1", { cwd: "/home/ana/a" }),
      summaryNamed("live one", "s-2", { cwd: "/home/ana/a", live: true, running: true }),
      summaryNamed("elsewhere", "s-3", { cwd: "/home/ana/b", live: true, waiting: true }),
    ];
    const session = { ...EMPTY_STATE, sessionId: "s-9", cwd: "/home/ana/a" };
    const host = panelHost({ sessions, session });
    const view = findPanel("sessions")?.open(host.context, "");
    expect(view?.view(SIZE).join("\n")).toContain("Loading");
    await tick();
    const here = view?.view(SIZE).join("\n") ?? "";
    expect(here).toContain("live one · running");
    expect(here).toContain("2m ago");
    expect(here).not.toContain("elsewhere");
    view?.press(keyOf("ctrl+a"));
    const all = view?.view(SIZE).join("\n") ?? "";
    expect(all).toContain("elsewhere · waits for you");
    expect(all).toContain("~/b");
    for (const letter of "live o") view?.press(keyOf(letter === " " ? "space" : letter));
    expect(view?.press(keyOf("enter"))).toBe("close");
    await tick();
    expect(host.asked).toEqual(["follow s-2"]);
    const again = findPanel("sessions")?.open(host.context, "old");
    await tick();
    again?.press(keyOf("enter"));
    await tick();
    expect(host.opened).toEqual([{ kind: "resume", sessionId: "s-1" }]);
  });

  test("tasks: Ctrl+X stops the selected one, and nothing that has ended", async () => {
    const host = panelHost({ session: sessionNamed("x") });
    const view = findPanel("tasks")?.open(host.context, "");
    expect(view?.view(SIZE).join("\n")).toMatch(/running bash x +1m/);
    view?.press(keyOf("ctrl+x"));
    view?.press(keyOf("down"));
    view?.press(keyOf("ctrl+x"));
    expect(host.intents).toEqual([{ kind: "stop-task", taskId: "1" }]);
    expect(view?.view(SIZE).join("\n")).toContain("Ctrl+X stop");
    host.session = { ...sessionNamed("x"), tasks: [{ taskId: "2", status: "done" }] };
    expect(view?.view(SIZE).join("\n")).not.toContain("Ctrl+X");
    host.session = { ...sessionNamed("x"), tasks: [] };
    expect(view?.view(SIZE).join("\n")).not.toContain("Ctrl+X");
  });

  test("model and mode: the current one is selected and marked; Enter asks for another", async () => {
    const host = panelHost({ session: sessionNamed("x") });
    const models = findPanel("model")?.open(host.context, "");
    expect(models?.view(SIZE).join("\n")).toMatch(/› x 1 +now/);
    models?.press(keyOf("down"));
    expect(models?.press(keyOf("enter"))).toBe("close");
    const modes = findPanel("mode")?.open(host.context, "");
    expect(modes?.view(SIZE).join("\n")).toMatch(/› x 2 +now/);
    modes?.press(keyOf("up"));
    modes?.press(keyOf("enter"));
    expect(host.intents).toEqual([
      { kind: "set-option", optionId: "m", value: "x2" },
      { kind: "set-mode", modeId: "x1" },
    ]);
  });

  test("theme: shown at once and written", async () => {
    const host = panelHost();
    const view = findPanel("theme")?.open(host.context, "");
    view?.press(keyOf("up"));
    view?.press(keyOf("enter"));
    await tick();
    expect(host.asked).toEqual(["theme light"]);
    expect(host.saved).toEqual([{ keyPath: ["tui", "theme"], value: "light" }]);
  });

  test("help: every key and command; Enter on a command puts it into the composer", async () => {
    const host = panelHost({ session: sessionNamed("deploy") });
    const view = findPanel("help")?.open(host.context, "");
    const text = view?.view({ widthCols: 120, heightRows: 200 }).join("\n") ?? "";
    for (const word of ["/statusline [full|compact|items]", "/quit", "/deploy", "Ctrl+G"]) {
      expect(text).toContain(word);
    }
    expect(text).toContain("PageUp / PageDown · Scroll (in fullscreen)");
    for (const letter of "compac") view?.press(keyOf(letter));
    expect(view?.press(keyOf("enter"))).toBe("close");
    expect(host.asked).toEqual(["composer /statusline "]);
  });
});
