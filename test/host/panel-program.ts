/**
 * The host on a session that stands still, with a real config file, for tests of panels in a terminal:
 * `panel-program.ts MODE CONFIG_FILE LOCK_FILE STATE`, where STATE is `idle`, `busy`, `asks` or `side`.
 */
import { ok } from "../../src/base/result.ts";
import { configPort } from "../../src/cli/host/config-port.ts";
import type { Fact } from "../../src/status/facts/fact.ts";
import { EMPTY_SNAPSHOT, foldAll } from "../../src/status/snapshot.ts";
import { runHost } from "../../src/surfaces/host/app.ts";
import type { HostPorts } from "../../src/surfaces/host/context.ts";
import { EMPTY_STATE, type SessionState } from "../../src/wire/runtime/state.ts";

const [mode = "regular", configFile = "", lockFile = "", state = "idle"] = process.argv.slice(2);

const FACTS: readonly Fact[] = [
  { kind: "session-started", sessionId: "s1" },
  { kind: "place-known", cwd: "/home/ana/src/shop" },
  { kind: "model-selected", id: "m-1", displayName: "Model One" },
  { kind: "context-window-known", windowTokens: 200_000 },
  { kind: "context-measured", usedTokens: 46_000, source: "usage" },
];
const idle: SessionState = {
  ...EMPTY_STATE,
  sessionId: "s1",
  agent: { name: "played", title: "Played agent" },
  cwd: "/home/ana/src/shop",
  phase: "ready",
};
const permission = {
  requestId: "r1",
  asks: "permission",
  title: "May it?",
  options: [{ optionId: "yes", label: "Yes", role: "allow-once" }],
  atMs: 1,
} as const;
const sessions: Readonly<Record<string, SessionState>> = {
  idle,
  busy: { ...idle, turn: { turnId: "t1", stage: "active", startedAtMs: 1 } },
  asks: { ...idle, interactions: [permission] },
  side: { ...idle, sideOf: "s0" },
};
const session = sessions[state] ?? idle;
const snapshot = foldAll(EMPTY_SNAPSHOT, FACTS);
const unheard = () => () => undefined;
const ports: HostPorts = {
  runtime: {
    session: () => session,
    link: () => "live",
    onChange: unheard,
    open: async () => ok("s1"),
    follow: async () => ok(undefined),
    sessions: async () => ok([]),
    agents: async () => ok([]),
    ask: async () => ok(undefined),
  },
  status: {
    snapshot: () => snapshot,
    onChange: unheard,
    customOutput: () => undefined,
    setItems: () => undefined,
  },
  config: configPort({ configFile, lockFile }, ""),
  system: {
    env: process.env,
    platform: process.platform,
    version: "0.0.0",
    home: "/home/ana",
    nowMs: Date.now,
    editText: async (text) => ok(text),
    findFiles: async () => [],
    history: { read: () => [], add: () => undefined },
  },
};
const { reason } = await runHost(
  {
    mode: mode === "fullscreen" ? "fullscreen" : "regular",
    language: "en",
    open: async () => ({ kind: "new", cwd: "/home/ana/src/shop" }),
  },
  ports,
);
process.stdout.write(`ended: ${reason}\n`);
process.exit(0);
