import { describe, expect, test } from "bun:test";
import { type PanelHostOptions, panelHost } from "../../../../test/host/panel-host.ts";
import { ok } from "../../../base/result.ts";
import { DEFAULT_SETTINGS, type TuiSettings } from "../../../config/settings.ts";
import type { Intent } from "../../../status/intent.ts";
import type { Entry, OpenInteraction, TurnOutcome } from "../../../wire/runtime/entities.ts";
import { EMPTY_STATE, type SessionState } from "../../../wire/runtime/state.ts";
import { textsIn } from "../texts/texts.ts";
import { lineMode } from "./line-mode.ts";

const PERMISSION: OpenInteraction = {
  requestId: "r-1",
  asks: "permission",
  title: "Run rm -rf\x1b[31m build",
  options: [
    { optionId: "yes", label: "Allow once", role: "allow-once" },
    { optionId: "no", label: "Refuse", role: "reject-once" },
  ],
  atMs: 0,
};

interface Played {
  readonly lines: readonly string[];
  readonly isInteractive?: boolean;
  readonly tui?: Partial<TuiSettings>;
  readonly asks?: OpenInteraction;
  readonly outcome?: TurnOutcome;
  readonly answer?: string;
  readonly fault?: string;
  readonly facts?: PanelHostOptions["facts"];
}

/** A session whose agent answers each prompt in two pieces, and asks before where a test wants it. */
async function play(played: Played) {
  const { lines, isInteractive = false, tui = {}, answer = "Hello\nworld" } = played;
  const base: SessionState = {
    ...EMPTY_STATE,
    sessionId: "s-1",
    cwd: "/w",
    phase: "ready",
    commands: [{ name: "compact" }],
  };
  const old: Entry = { entryId: "e-0", atMs: 0, kind: "agent", text: "said before" };
  const host = panelHost({
    session: { ...base, entries: [old] },
    settings: { ...DEFAULT_SETTINGS, tui: { ...DEFAULT_SETTINGS.tui, ...tui } },
    ...(played.facts && { facts: played.facts }),
  });
  const listeners = new Set<() => void>();
  const set = (change: Partial<SessionState>): void => {
    host.session = { ...(host.session ?? base), ...change };
    for (const listener of [...listeners]) listener();
  };
  const intents: Intent[] = [];
  const settle = (promptId: string): void => {
    const entryId = `e-${promptId}`;
    const entries = host.session?.entries ?? [];
    const entry: Entry = { entryId, atMs: 1, kind: "agent", text: answer.slice(0, 3) };
    set({ entries: [...entries, entry] });
    set({ entries: [...entries, { ...entry, text: answer }] });
    const { outcome = "succeeded" } = played;
    const { turn: _, ...idle } = host.session ?? base;
    host.session = idle;
    set({
      settled: { turnId: "t", promptId, outcome, reason: "why", startedAtMs: 0, endedAtMs: 1 },
    });
  };
  let running = "";
  const ask = async (intent: Intent) => {
    intents.push(intent);
    if (intent.kind === "prompt") {
      running = intent.promptId;
      const { promptId } = intent;
      set({ turn: { turnId: "t", promptId, stage: "active", startedAtMs: 0 } });
      if (played.fault !== undefined) set({ fault: played.fault });
      if (played.asks === undefined) setTimeout(() => settle(promptId), 1);
      else setTimeout(() => set({ interactions: [played.asks as OpenInteraction] }), 1);
    }
    if (intent.kind === "answer") {
      set({ interactions: [] });
      setTimeout(() => settle(running), 1);
    }
    return ok(undefined);
  };
  const { ports } = host.context;
  const runtime = {
    ...ports.runtime,
    ask,
    onChange: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  let out = "";
  let err = "";
  const code = await lineMode({
    ports: { ...ports, runtime },
    texts: textsIn("en"),
    lines: (async function* () {
      yield* lines;
    })(),
    isInteractive,
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
  });
  return { out, err, code, intents, listeners: listeners.size };
}

describe("prompts without a terminal", () => {
  test("a fault of the session is said once, cleaned, and not on stdout", async () => {
    const ran = await play({ lines: ["one", "two"], fault: "no \x1b[31manswer" });
    expect(ran.err).toBe("Fault: no answer\n");
    expect(ran.out).toBe("Hello\nworld\nHello\nworld\n");
  });

  // covers: line-mode-prompts
  test("two lines: two turns, their answers alone on stdout, each ended with a line end", async () => {
    const ran = await play({ lines: ["one", "", "two"] });
    expect(ran.out).toBe("Hello\nworld\nHello\nworld\n");
    expect(ran.intents.map((each) => each.kind === "prompt" && each.text)).toEqual(["one", "two"]);
    expect([ran.code, ran.err, ran.listeners]).toEqual([0, "", 0]);
  });

  // covers: line-mode-clean
  test("an answer with escape sequences: none of them goes out", async () => {
    const { out } = await play({ lines: ["x"], answer: "a\x1b[2Jb\x1b]0;t\x07\x9bc\td" });
    expect(out).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/);
    expect(out).toContain("a");
  });

  // covers: line-mode-exit
  test("a turn that fails: why on stderr, exit code 1", async () => {
    const { err, code } = await play({ lines: ["x"], outcome: "failed" });
    expect([err, code]).toEqual(["The turn failed: why\n", 1]);
  });

  // covers: line-mode-slash
  test("commands: those that tell are printed, those that choose say what they need, /quit ends", async () => {
    const ran = await play({ lines: ["/session", "/model", "/nope", "/quit", "never sent"] });
    expect(ran.out).toContain("s-1");
    expect(ran.out).not.toMatch(/[│╭╰]/);
    expect(ran.err).toContain("/model needs a terminal");
    const help = await play({ lines: ["/help", "/quit"] });
    expect(help.out).toContain("Keys\n  Enter ·");
    expect(help.out).toContain("/usage");
    expect(help.out).not.toMatch(/Search|›/);
    expect(ran.intents).toEqual([]);
  });
});

describe("questions without a terminal", () => {
  // covers: line-mode-nobody
  test("nobody at stdin: a permission is refused once, with a message", async () => {
    const { err, intents } = await play({ lines: ["x"], asks: PERMISSION });
    expect(intents.at(-1)).toMatchObject({ answer: { kind: "option", optionId: "no" } });
    expect(err).toBe("The agent asks, and nobody is here to answer:\nRun rm -rf build\nrefused\n");
  });

  // covers: line-mode-asks
  test("a person at stdin: numbers, again after a wrong one; nothing leaves it", async () => {
    const lines = ["x", "9", "1"];
    const { err, intents } = await play({ lines, asks: PERMISSION, isInteractive: true });
    expect(intents.at(-1)).toMatchObject({ answer: { kind: "option", optionId: "yes" } });
    expect(err).toContain("  1. Allow once\n  2. Refuse\nNumber from 1 to 2");
    expect(err).toContain("That is none of the numbers.");
    const left = await play({ lines: ["x", ""], asks: PERMISSION, isInteractive: true });
    expect(left.intents.at(-1)).toMatchObject({ answer: { kind: "dismissed" } });
  });

  // covers: line-mode-forms
  test("a form: each field by its label, choices by number", async () => {
    const asks: OpenInteraction = {
      requestId: "r-1",
      asks: "question",
      title: "Which?",
      options: [],
      atMs: 0,
      form: [
        { name: "n", label: "How many", required: true, type: "integer" },
        {
          name: "c",
          required: false,
          type: "choice",
          options: [
            { value: "a", label: "First" },
            { value: "b", label: "Second" },
          ],
        },
      ],
    };
    const { intents } = await play({ lines: ["x", "3", "2"], asks, isInteractive: true });
    expect(intents.at(-1)).toMatchObject({ answer: { kind: "form", values: { n: 3, c: "b" } } });
  });
});

describe("the status line without a terminal", () => {
  const facts: PanelHostOptions["facts"] = [
    { kind: "connection-changed", phase: "live" },
    { kind: "session-started", sessionId: "s-1" },
    { kind: "model-selected", id: "m2" },
  ];
  // covers: line-mode-status
  test("configured: printed to stderr after each turn; the record whole and plain", async () => {
    const record = await play({ lines: ["x"], facts, tui: { statusLine: ["build-mode"] } });
    expect(record.err).toMatch(/^\[V\] seq=0 state=\w+ session=\w{6} turn=none .*background=0\n$/);
    const items = await play({ lines: ["x"], facts, tui: { statusLine: ["model"] } });
    expect(items.err).toBe("✦ m2\n");
    expect((await play({ lines: ["x"], facts })).err).toBe("");
  });
});
