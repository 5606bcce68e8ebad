import { describe, expect, test } from "bun:test";
import { type PanelHostOptions, panelHost } from "../../../../test/host/panel-host.ts";
import { DEFAULT_SETTINGS } from "../../../config/settings.ts";
import { EMPTY_STATE, type SessionState } from "../../../wire/runtime/state.ts";
import { COMMANDS } from "../commands/registry.ts";
import { leaveSide } from "../commands/shared/leave-side.ts";
import { textsIn } from "../texts/texts.ts";
import { runSlash } from "./run-slash.ts";
import { slashCompletions } from "./slash-completions.ts";

const choices = [
  { value: "opus-5", name: "Opus 5" },
  { value: "haiku-5", name: "Haiku 5" },
];
const SESSION: SessionState = {
  ...EMPTY_STATE,
  sessionId: "s-1",
  agent: { name: "mine" },
  cwd: "/srv/x",
  options: [{ optionId: "m", name: "Model", category: "model", value: "opus-5", choices }],
  modes: {
    current: "ask",
    available: [
      { value: "ask", name: "Ask" },
      { value: "code", name: "Code" },
    ],
  },
  commands: [
    { name: "deploy", description: "Ships \x1b[31mit", hint: "where" },
    { name: "help", description: "theirs" },
  ],
};
const AGENTS = [
  { name: "codex", title: "Codex", available: true },
  { name: "gemini", title: "Gemini", available: false, hint: "install gemini" },
];

async function run(text: string, options: PanelHostOptions = { session: SESSION }) {
  const host = panelHost({ agents: AGENTS, ...options });
  const outcome = runSlash(text, host.context);
  await new Promise((done) => setTimeout(done, 1));
  const { asked, notices, intents, opened, saved } = host;
  return { outcome, asked, notices, intents, opened, saved };
}

// covers: command-ours
test("every command: its own word, described in both languages", () => {
  const words = COMMANDS.map(({ name }) => name);
  const all = COMMANDS.flatMap(({ name, aliases = [] }) => [name as string, ...aliases]);
  expect(new Set(all).size).toBe(all.length);
  for (const language of ["en", "zh-Hans"] as const) {
    const { describe: described } = textsIn(language).commands;
    expect(Object.keys(described).toSorted()).toEqual(words.toSorted());
  }
});

// covers: command-ours
test.each([
  ["/agents", "open agents"],
  ["/tasks", "open tasks"],
  ["/usage", "open usage"],
  ["/session", "open session"],
  ["/context", "open context"],
  ["/sessions", "open sessions"],
  ["/resume", "open sessions"],
  ["/resume shop", "open sessions shop"],
  ["/statusline", "open statusline"],
  ["/model", "open model"],
  ["/mode", "open mode"],
  ["/theme", "open theme"],
  ["/help", "open help"],
  ["/quit", "quit"],
  ["/exit", "quit"],
  ["  /QUIT  ", "quit"],
  ["/fullscreen", "screen fullscreen"],
])("%s: %s", async (text, asked) => {
  expect(await run(text)).toMatchObject({ outcome: "done", asked: [asked], notices: [] });
});

// covers: command-of-agent
test("a word of the agent, a path, a bare slash: for the agent; ours come first", async () => {
  for (const text of ["/deploy", "/deploy now", "/usr/bin is full", "/", "/ x"]) {
    expect(await run(text)).toMatchObject({ outcome: "send", asked: [], notices: [] });
  }
  expect(await run("/help")).toMatchObject({ outcome: "done", asked: ["open help"] });
});

// covers: command-unknown
test("a word that nobody knows: named with the nearest one, of the agent's too, and cleaned", async () => {
  expect((await run("/statusilne")).notices).toEqual([
    "There is no /statusilne; did you mean /statusline?",
  ]);
  expect((await run("/depoly")).notices).toEqual(["There is no /depoly; did you mean /deploy?"]);
  const odd = await run("/qqqqqqqq\x1b[31m");
  expect(odd).toMatchObject({ outcome: "unknown", asked: [] });
  expect(odd.notices).toEqual(["There is no /qqqqqqqq; /help lists all commands"]);
});

// covers: command-layout
describe("/statusline with an argument", () => {
  test.each(["full", "compact", "items"])(
    "%s: the layout changes, nothing is written",
    async (name) => {
      const done = await run(`/statusline ${name}`);
      expect(done).toMatchObject({ asked: [`layout ${name}`], saved: [], notices: [] });
    },
  );

  test("anything else: how it is used, nothing changes; lines where there are some", async () => {
    expect(await run("/statusline tall")).toMatchObject({
      asked: [],
      notices: ["Usage: /statusline [full|compact|items]"],
    });
    const lines = [{ left: [{ item: "model" }], right: [] }];
    const settings = { ...DEFAULT_SETTINGS, tui: { ...DEFAULT_SETTINGS.tui, lines } };
    expect((await run("/statusline lines", { settings })).asked).toEqual(["layout lines"]);
  });

  test("with build-mode: the panel says how that is changed", async () => {
    const done = await run("/statusline full", { isMachineLine: true });
    expect(done.asked).toEqual(["open statusline full"]);
  });
});

// covers: command-side
describe("/side", () => {
  test("in the conversation: a session beside it with the same agent, and its first prompt", async () => {
    const beside = { kind: "new", agent: "mine", cwd: "/srv/x", sideOf: "s-1" } as const;
    const alone = await run("/side");
    expect(alone).toMatchObject({ opened: [beside], intents: [] });
    expect(alone.notices).toHaveLength(1);
    const asked = await run("/side what is this?");
    expect(asked.opened).toEqual([beside]);
    expect(asked.intents).toMatchObject([{ kind: "prompt", text: "what is this?" }]);
  });

  test("in such a session: back; with a prompt it is sent there; Escape goes back as well", async () => {
    const session = { ...SESSION, sessionId: "s-2", sideOf: "s-1" };
    expect((await run("/side", { session })).asked).toEqual(["follow s-1"]);
    const more = await run("/side and that?", { session });
    expect([more.opened, more.asked]).toEqual([[], []]);
    expect(more.intents).toMatchObject([{ kind: "prompt", text: "and that?" }]);
    const host = panelHost({ session });
    expect(leaveSide(host.context)).toBe(true);
    expect(host.asked).toEqual(["follow s-1"]);
    expect(leaveSide(panelHost({ session: SESSION }).context)).toBe(false);
  });

  test("without a session: said", async () => {
    expect(await run("/side x", {})).toMatchObject({ opened: [], intents: [] });
    expect((await run("/side x", {})).notices).toHaveLength(1);
  });
});

// covers: command-direct
describe("with what they choose", () => {
  test("/model and /mode: by value or name in any case; what there is not, with the nearest", async () => {
    const set = { kind: "set-option", optionId: "m", value: "haiku-5" } as const;
    expect((await run("/model haiku-5")).intents).toEqual([set]);
    expect((await run("/model HAIKU 5")).intents).toEqual([set]);
    expect((await run("/mode code")).intents).toEqual([{ kind: "set-mode", modeId: "code" }]);
    expect(await run("/model haiku-4")).toMatchObject({
      intents: [],
      notices: ["There is no haiku-4 to choose; did you mean haiku-5?"],
    });
    expect((await run("/mode code", {})).notices).toEqual(["This agent offers no modes"]);
  });

  test("a mode that is an option of the agent: set as that", async () => {
    const { modes: _, ...rest } = SESSION;
    const option = { optionId: "o", name: "Mode", category: "mode", value: "opus-5", choices };
    const done = await run("/mode haiku-5", { session: { ...rest, options: [option] } });
    expect(done.intents).toEqual([{ kind: "set-option", optionId: "o", value: "haiku-5" }]);
  });

  test("/theme and /fullscreen: their words; others say how they are used", async () => {
    expect(await run("/theme light")).toMatchObject({
      asked: ["theme light"],
      saved: [{ keyPath: ["tui", "theme"], value: "light" }],
    });
    expect((await run("/theme pink")).notices).toEqual(["Usage: /theme [dark|light|auto]"]);
    expect((await run("/fullscreen on")).asked).toEqual(["screen fullscreen"]);
    expect((await run("/fullscreen off")).asked).toEqual(["screen regular"]);
    expect((await run("/fullscreen maybe")).notices).toEqual(["Usage: /fullscreen [on|off]"]);
  });

  test("/new: the same agent, another one, one that is missing or cannot be started", async () => {
    expect((await run("/new")).opened).toEqual([{ kind: "new", cwd: "/srv/x", agent: "mine" }]);
    expect((await run("/new Codex")).opened).toEqual([
      { kind: "new", cwd: "/srv/x", agent: "codex" },
    ]);
    expect(await run("/new codx")).toMatchObject({
      opened: [],
      notices: ["There is no codx to choose; did you mean codex?"],
    });
    expect(await run("/new gemini")).toMatchObject({ opened: [], notices: ["install gemini"] });
  });

  test("/resume with the id of a session: opens it without the list", async () => {
    const summary = {
      sessionId: "s-7",
      agent: { name: "mine" },
      cwd: "/",
      createdAtMs: 0,
      updatedAtMs: 0,
      turns: 0,
      live: false,
      running: false,
      waiting: false,
    };
    const done = await run("/resume s-7", { sessions: [summary] });
    expect(done).toMatchObject({ asked: [], opened: [{ kind: "resume", sessionId: "s-7" }] });
  });

  test("/tasks of an agent that can tell its list: asked for", async () => {
    const done = await run("/tasks", { session: { ...SESSION, listsTasks: true } });
    expect(done.intents).toEqual([{ kind: "list-tasks" }]);
  });
});

// covers: command-complete
describe("completions", () => {
  const { context } = panelHost({ session: SESSION });
  const labels = (text: string) => slashCompletions(text, context).map(({ label }) => label);

  test("of words: ours first, then the agent's, cleaned; ours once where both have one", () => {
    expect(labels("/")).toHaveLength(COMMANDS.length + 1);
    expect(labels("/mo")).toEqual(["/model [name]", "/mode [name]"]);
    expect(labels("/DE")).toEqual(["/deploy where"]);
    expect(slashCompletions("/dep", context)[0]).toMatchObject({ describe: "Ships it" });
    expect(labels("/hel")).toEqual(["/help"]);
    expect(slashCompletions("/st", context)[0]?.text).toBe("/statusline ");
  });

  test("of arguments: what there is to choose", () => {
    expect(labels("/statusline ")).toEqual(["full", "compact", "items"]);
    expect(slashCompletions("/statusline f", context)).toEqual([
      { text: "/statusline full", label: "full" },
    ]);
    expect(labels("/model h")).toEqual(["haiku-5"]);
    expect(labels("/mode ")).toEqual(["ask", "code"]);
    expect(labels("/theme d")).toEqual(["dark"]);
    expect(labels("/fullscreen o")).toEqual(["on", "off"]);
  });

  test("of an argument that is whole: none, so that Enter runs the line", () => {
    expect(labels("/statusline full")).toEqual([]);
    expect(labels("/model opus-5")).toEqual([]);
  });

  test("of anything else: none", () => {
    for (const text of ["", "x", "/usr/bin", "/quit x", "/statusline full x", "a /b"]) {
      expect(labels(text)).toEqual([]);
    }
  });
});
