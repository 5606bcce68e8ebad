/**
 * The host on a session that is played and needs no agent, for tests of the screen alone. A prompt is an
 * order: `lines N` writes N lines, `run` begins a turn that ends with `stop`, `count` changes one number of
 * the status line, `throw` fails outside of everything.
 */
import { ok } from "../../src/base/result.ts";
import { DEFAULT_SETTINGS, type Settings } from "../../src/config/settings.ts";
import type { Intent } from "../../src/status/intent.ts";
import { EMPTY_SNAPSHOT, foldAll, type Snapshot } from "../../src/status/snapshot.ts";
import { runHost } from "../../src/surfaces/host/app.ts";
import type { HostPorts } from "../../src/surfaces/host/context.ts";
import type { SessionChange } from "../../src/wire/runtime/event.ts";
import { applyEvent, EMPTY_STATE, type SessionState } from "../../src/wire/runtime/state.ts";

const settings: Settings = {
  ...DEFAULT_SETTINGS,
  tui: { ...DEFAULT_SETTINGS.tui, statusLine: ["current-dir", "model", "context-window"] },
};

function playedRuntime(): HostPorts["runtime"] & {
  readonly change: (change: SessionChange) => void;
} {
  const listeners = new Set<() => void>();
  let state: SessionState | undefined;
  let next = 1;
  const change = (what: SessionChange): void => {
    state = applyEvent(state ?? EMPTY_STATE, { ...what, id: next, atMs: next });
    next += 1;
    for (const listener of listeners) listener();
  };
  return {
    change,
    session: () => state,
    link: () => "live",
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    open: async () => {
      const agent = { name: "played", title: "Played agent" };
      change({ kind: "session-opened", sessionId: "s1", agent, cwd: "/w" });
      return ok("s1");
    },
    follow: async () => ok(undefined),
    sessions: async () => ok([]),
    agents: async () => ok([]),
    ask: async (intent) => {
      obey(intent, change);
      return ok(undefined);
    },
  };
}

let counted = 0;
const statusListeners = new Set<() => void>();
let snapshot: Snapshot = EMPTY_SNAPSHOT;

function count(): void {
  counted += 1;
  snapshot = foldAll(EMPTY_SNAPSHOT, [
    { kind: "place-known", currentDir: "/w" },
    { kind: "model-selected", displayName: `model-${String(1000 + counted)}` },
  ] as never);
  for (const listener of statusListeners) listener();
}

function obey(intent: Intent, change: (what: SessionChange) => void): void {
  if (intent.kind === "cancel") {
    end(change, "cancelled");
    return;
  }
  if (intent.kind !== "prompt") return;
  const [word = "", number = "1"] = intent.text.split(" ");
  const entry = { entryId: intent.promptId, atMs: 1, kind: "user" as const, text: intent.text };
  change({ kind: "entry-added", entry });
  if (word === "lines") {
    const text = Array.from({ length: Number(number) }, (_, at) => `line ${at + 1}`).join("\n\n");
    const entryId = `a-${intent.promptId}`;
    change({ kind: "entry-added", entry: { entryId, atMs: 1, kind: "agent", text } });
  } else if (word === "run") {
    const turn = {
      turnId: "t1",
      stage: "active" as const,
      startedAtMs: Date.now(),
      activity: "Playing",
    };
    change({ kind: "turn-started", turn });
  } else if (word === "stop") end(change, "succeeded");
  else if (word === "count") setTimeout(count, 300);
  else if (word === "throw")
    setTimeout(() => {
      throw new Error("played fault");
    }, 50);
}

function end(change: (what: SessionChange) => void, outcome: "succeeded" | "cancelled"): void {
  change({ kind: "turn-settled", turn: { turnId: "t1", outcome, startedAtMs: 1, endedAtMs: 2 } });
}

const runtime = playedRuntime();
const ports: HostPorts = {
  runtime,
  status: {
    snapshot: () => snapshot,
    onChange: (listener) => {
      statusListeners.add(listener);
      return () => statusListeners.delete(listener);
    },
    customOutput: () => undefined,
    setItems: () => undefined,
  },
  config: { settings: () => settings, save: async () => ok(undefined), file: "" },
  system: {
    env: process.env,
    platform: process.platform,
    version: "0.0.0",
    nowMs: Date.now,
    editText: async (text) => ok(`${text} edited`),
    findFiles: async () => [],
    history: { read: () => [], add: () => undefined },
  },
};
count();
const ending = await runHost(
  {
    mode: process.argv[2] === "fullscreen" ? "fullscreen" : "regular",
    language: "en",
    open: async () => ({ kind: "new", cwd: "/w" }),
  },
  ports,
);
process.stdout.write(
  `ended: ${ending.reason}${ending.message === undefined ? "" : ` ${ending.message.split("\n")[0]}`}\n`,
);
process.exit(ending.reason === "quit" ? 0 : 3);
