/**
 * Recorded streams of real agents all the way: said again by a process, through link and runtime, as events to facts,
 * folded, and drawn as the status line.
 */
import { afterAll, afterEach, expect, test } from "bun:test";
import { readFileSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import type { LiveSession } from "../../src/runtime/session/live-session.ts";
import type { AgentSpec } from "../../src/sources/acp/agent-spec.ts";
import { claude } from "../../src/sources/acp/agents/claude.ts";
import { codex } from "../../src/sources/acp/agents/codex.ts";
import { gemini } from "../../src/sources/acp/agents/gemini.ts";
import { connectAgent } from "../../src/sources/acp/connect.ts";
import { createLiveSnapshot, type LiveSnapshot } from "../../src/sources/runtime/live-snapshot.ts";
import { planLines } from "../../src/status/plan.ts";
import { renderRows } from "../../src/status/rows.ts";
import type { Snapshot } from "../../src/status/snapshot.ts";
import { testOptions } from "../../src/testing/draw.ts";
import { FakeAgent } from "../../src/testing/fake-agent.ts";
import { agentFolder, replaySteps, scriptedAgent } from "../../src/testing/scripted-acp.ts";
import { plainText } from "../../src/text/span.ts";
import {
  type Followed,
  NOT_FOLLOWED,
  takeEvent,
  takeSnapshot,
} from "../../src/wire/runtime/follow.ts";
import { closeWorlds, startRuntime, until } from "./world.ts";

const FIXTURES = resolve(import.meta.dir, "../../src/sources/acp/fixtures");
const folder = agentFolder();
afterEach(closeWorlds);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Follows the session as the host does, without a wire between them. */
function follow(session: LiveSession): LiveSnapshot {
  const live = createLiveSnapshot();
  const { sessionId } = session.state();
  const listener = live.listenTo(sessionId);
  const first = takeSnapshot(NOT_FOLLOWED, session.state());
  let followed: Followed = first.followed;
  if (first.replaced !== undefined) listener.onSnapshot?.(first.replaced);
  listener.onPhase?.("live");
  session.subscribe((event) => {
    const step = takeEvent(followed, event);
    followed = step.followed;
    for (const applied of step.applied) listener.onEvent?.(applied);
  });
  return live;
}

/** The line of a person who wants to see what an agent tells of itself. */
const ITEMS = [
  "approval-mode",
  "model-with-reasoning",
  "context-remaining",
  "context-used",
  "cost",
];

function lineOf(snapshot: Snapshot): string {
  const lines = planLines({ layout: "items", items: ITEMS, lines: [] }, snapshot);
  const rows = renderRows(snapshot, lines, testOptions({ widthCols: 160 }));
  return rows.map((row) => plainText(row.spans).trimEnd()).join("\n");
}

/** Plays the recording with its two prompts, and allows what is asked. */
async function replay(spec: AgentSpec, file: string) {
  const command = scriptedAgent(folder, replaySteps(readFileSync(resolve(FIXTURES, file), "utf8")));
  const runtime = await startRuntime(
    {
      agents: [{ ...spec, command }],
      defaultAgent: spec.name,
      startAgent: (known, { cwd, listener }) =>
        connectAgent({
          ...{ spec: known, cwd, listener, platform: process.platform, program: [], version: "1" },
          env: { PATH: process.env.PATH, HOME: folder },
        }),
    },
    new FakeAgent(),
  );
  const opened = await runtime.open({ kind: "new", cwd: folder });
  if (!opened.ok) throw new Error(opened.reason.message);
  const session = runtime.session(opened.value);
  if (session === undefined) throw new Error("no session");
  const live = follow(session);
  let asked = 0;
  session.subscribe(() => {
    const open = session.state().interactions[0];
    const option = open?.options.find(({ role }) => role === "allow-once");
    if (open === undefined || option === undefined || asked > 0) return;
    asked += 1;
    const { requestId } = open;
    const answer = { kind: "option", optionId: option.optionId } as const;
    void session.request({ kind: "answer", requestId, answer });
  });
  for (const [turns, text] of [
    [1, "hi"],
    [2, "please use the tool"],
  ] as const) {
    await session.request({ kind: "prompt", promptId: text, text });
    await until(() => session.state().turns === turns);
  }
  const texts = session
    .state()
    .entries.map((entry) =>
      entry.kind === "tool"
        ? `${entry.call.status} ${entry.call.title}`
        : "text" in entry
          ? entry.text.trim()
          : entry.kind,
    );
  return { live, asked, texts };
}

const REPLY = "Hello from the fake model.";
const CALL = "done touch made-by-agent.txt && echo hi";
/** The recording has the length alone of what Codex says first of a model that it does not know. */
const ODD = "<122 characters>";

// covers: acp-replays, acp-on-line
test.each([
  {
    spec: claude,
    file: "claude.jsonl",
    said: [REPLY, CALL, REPLY],
    line: "Ask │ ✦ Default (recommended) · Effort default │ Context 99% left │ 6.5k │ $0.04",
  },
  {
    spec: codex,
    file: "codex.jsonl",
    said: [ODD + REPLY, ODD, CALL, REPLY],
    line: "Permissions │ ✦ fake-model │ Context 97% left │ 6.5k",
  },
  // It tells nothing of its context and of what it costs.
  { spec: gemini, file: "gemini.jsonl", said: [REPLY, CALL, REPLY], line: "Ask │ ✦ Auto │ $?" },
])(
  "$file through the runtime: transcript and line have what was told, and no more",
  async (played) => {
    const { live, asked, texts } = await replay(played.spec, played.file);
    expect(asked).toBe(1);
    const [first = "", ...rest] = played.said;
    expect(texts).toEqual(["hi", first, "please use the tool", ...rest]);
    expect(lineOf(live.snapshot())).toBe(played.line);
  },
);
