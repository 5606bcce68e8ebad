/** The agent's process killed at each stage of its life: the turn ends, the next prompt works, nothing is left. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import fs from "node:fs";
import { join } from "node:path";
import type { SessionState } from "../../../src/wire/runtime/state.ts";
import type { HostWorld } from "../world.ts";
import {
  markedProcesses,
  markedWith,
  openServeWorld,
  type ServeWorld,
  stallingCommand,
  until,
  zombiesOf,
} from "./fault-world.ts";

let serve: ServeWorld;
let host: HostWorld;
let sessionId = "";

beforeAll(async () => {
  serve = await openServeWorld({ speed: "0.1" });
  const opened = await serve.client.open({ kind: "new", cwd: serve.cwd });
  if (!opened.ok) throw new Error(opened.reason);
  sessionId = opened.value;
  host = await serve.host({
    ...{ cols: 110, rows: 30, args: ["--resume", sessionId] },
    config: "tui:\n  statusLine: [build-mode]\n",
  });
  await host.waitForText("[V] ");
}, 60_000);
afterAll(() => serve?.end());

const state = () => serve.state(sessionId);
const agents = () => markedWith(serve.home, " agent");

async function stateIs(
  holds: (state: SessionState) => boolean,
  what: string,
): Promise<SessionState> {
  let now = await state();
  await until(async () => {
    now = await state();
    return holds(now);
  }, what);
  return now;
}

async function ask(text: string): Promise<void> {
  const sent = await serve.client.request(sessionId, {
    ...{ kind: "prompt", promptId: crypto.randomUUID(), text },
  });
  expect(sent).toMatchObject({ ok: true });
}

/** The record on the screen has these words. */
async function shows(words: string): Promise<void> {
  await host.waitFor((rows) => rows.some((row) => row.startsWith("[V]") && row.includes(words)));
}

async function killAgent(): Promise<void> {
  const pids = agents();
  expect(pids.length).toBe(1);
  for (const pid of pids) process.kill(pid, "SIGKILL");
}

/** Nothing but the runtime and an agent for each open session lives, and nobody waits to be buried. */
async function nothingIsLeft(sessions = 1): Promise<void> {
  await until(
    () => markedProcesses(serve.home).length <= 1 + sessions && zombiesOf(serve.pid()).length === 0,
    `left: ${markedProcesses(serve.home)}, dead: ${zombiesOf(serve.pid())}`,
  );
}

/** The next prompt starts another process, and its answer is shown. */
async function goesOn(): Promise<void> {
  const { turns } = await state();
  const text = `hello after ${turns}`;
  await ask(text);
  const after = await stateIs(
    (now) => now.turns > turns && now.turn === undefined,
    "the next turn",
  );
  expect(after.settled?.outcome).toBe("succeeded");
  await host.waitForText(`You wrote: ${text}`);
  await shows("state=done");
  await nothingIsLeft();
}

interface Stage {
  readonly name: string;
  readonly prompt: string;
  readonly is: (state: SessionState) => boolean;
  readonly shown: string;
}

const STAGES: readonly Stage[] = [
  {
    name: "while it streams",
    prompt: "/slow 20 400",
    is: ({ entries }) => JSON.stringify(entries.at(-1)).length > 300,
    shown: "state=run",
  },
  {
    name: "with a permission open",
    prompt: "run echo hi",
    is: ({ interactions }) => interactions[0]?.asks === "permission",
    shown: "state=perm",
  },
  {
    name: "with a question open",
    prompt: "/ask Which one?",
    is: ({ interactions }) => interactions[0]?.asks === "question",
    shown: "state=ask",
  },
  {
    name: "with a plan open",
    prompt: "/plan kill me",
    is: ({ interactions }) => interactions[0]?.asks === "plan",
    shown: "state=plan",
  },
  {
    name: "with members at work",
    prompt: "/delegate 3",
    is: ({ members }) => members.filter(({ status }) => status === "running").length === 3,
    shown: "agents=3/3",
  },
];

// covers: fault-agent-killed
test.each(STAGES)(
  "killed $name: the turn fails with the reason, and the next prompt works",
  async (stage) => {
    await ask(stage.prompt);
    await stateIs(stage.is, stage.name);
    await shows(stage.shown);
    await killAgent();
    const { settled, interactions, members } = await stateIs(
      ({ turn, phase }) => turn === undefined && phase === "none",
      "the end of the turn",
    );
    expect(settled).toMatchObject({
      outcome: "failed",
      reason: expect.stringMatching(/SIGKILL|kill/i),
    });
    expect(interactions).toEqual([]);
    expect(members.filter(({ status }) => status === "running")).toEqual([]);
    await shows("state=fail");
    await shows("request=none agents=0/");
    await nothingIsLeft();
    await goesOn();
  },
  60_000,
);

// covers: fault-agent-killed
test("killed while it is idle: the next prompt starts another one, which knows what was said", async () => {
  const { agentSessionId } = await state();
  await killAgent();
  await stateIs(({ phase }) => phase === "none", "its end is known");
  await goesOn();
  const now = await state();
  expect(now.agentSessionId).toBe(agentSessionId);
  expect(JSON.stringify(now.entries)).not.toContain("does not remember");
}, 60_000);

// covers: fault-agent-killed
test("killed while a command runs for it, and while it is told to stop: the command is gone, too", async () => {
  await ask("run sleep 321");
  const { interactions } = await stateIs((now) => now.interactions.length === 1, "the question");
  const [asked] = interactions;
  const [option] = asked?.options ?? [];
  const answered = await serve.client.request(sessionId, {
    ...{ kind: "answer", requestId: asked?.requestId ?? "" },
    answer: { kind: "option", optionId: option?.optionId ?? "" },
  });
  expect(answered).toMatchObject({ ok: true });
  await until(() => markedWith(serve.home, "sleep 321").length > 0, "the command runs");
  await killAgent();
  await stateIs(({ turn }) => turn === undefined, "the end of the turn");
  await until(() => markedWith(serve.home, "sleep 321").length === 0, "the command is gone");
  await goesOn();

  await ask("/hang hard");
  const { turn } = await stateIs((now) => now.turn?.activity === "hanging", "it hangs");
  await serve.client.request(sessionId, { kind: "cancel", ...(turn && { turnId: turn.turnId }) });
  await stateIs((now) => now.turn?.stage === "stopping", "it is told to stop");
  await killAgent();
  const { settled } = await stateIs((now) => now.turn === undefined, "the end of the turn");
  expect(settled?.outcome).toBe("cancelled");
  await shows("state=cancel");
  await goesOn();
}, 90_000);

// covers: fault-agent-killed
test("killed with prompts in the queue: each of them has its turn", async () => {
  const { turns } = await state();
  await ask("/hang");
  await stateIs((now) => now.turn?.activity === "hanging", "it hangs");
  await ask("hello queue one");
  await ask("hello queue two");
  await killAgent();
  const after = await stateIs((now) => now.turns === turns + 3, "three turns");
  const users = after.entries.flatMap((entry) => (entry.kind === "user" ? [entry.text] : []));
  expect(users.slice(-3)).toEqual(["/hang", "hello queue one", "hello queue two"]);
  await host.waitForText("You wrote: hello queue two");
  await nothingIsLeft();
}, 60_000);

// covers: fault-agent-killed
test("killed with tasks in the background: none is counted any more, and no turn of theirs comes", async () => {
  await ask("/background 2 600");
  await stateIs(({ tasks, turn }) => tasks.length === 2 && turn === undefined, "two tasks");
  await shows("background=2");
  await killAgent();
  await stateIs(({ tasks }) => tasks.every(({ status }) => status !== "running"), "no task");
  await shows("background=0");
  await goesOn();
}, 60_000);

// covers: fault-agent-killed
test("killed in a turn that it began by itself: that turn fails, too", async () => {
  const { turns } = await state();
  // Its report is short: it is killed as soon as the turn is told.
  const [agent] = agents();
  const follow = serve.client.follow(sessionId, {
    onEvent: ({ event }) => {
      const isOwn = event.kind === "turn-started" && event.turn.promptId === undefined;
      if (isOwn && agent !== undefined) process.kill(agent, "SIGKILL");
    },
  });
  await until(() => follow.phase() === "live", "it is followed");
  await ask("/background 1 1");
  const after = await stateIs((now) => now.turns === turns + 2, "two turns");
  expect(after.settled).toMatchObject({ outcome: "failed" });
  expect(after.settled?.promptId).toBeUndefined();
  follow.close();
  await goesOn();
}, 60_000);

const METHODS = ["initialize", "session/new", "session/prompt", "session/load"] as const;

// covers: fault-agent-killed
test("another agent, killed while it starts, at initialize, at session/new and at session/load", async () => {
  const file = join(serve.folder, "stall");
  const start = stallingCommand(serve.folder, `test -e '${file}' || sleep 322`);
  fs.writeFileSync(
    join(serve.home, "config.yaml"),
    `agents:\n  stalling:\n    command: ${start}\n`,
  );
  fs.writeFileSync(`${file}.stalled`, "");
  await serve.kill("SIGTERM");
  await serve.start();
  const opened = await serve.client.open({ kind: "new", cwd: serve.cwd, agent: "stalling" });
  if (!opened.ok) throw new Error(opened.reason);
  sessionId = opened.value;
  const send = async (text: string) => {
    await ask(text);
  };
  const kill = async (words: string) => {
    await until(() => markedWith(serve.home, words).length > 0, words);
    for (const pid of markedWith(serve.home, words)) process.kill(pid, "SIGKILL");
  };
  await send("at the start");
  await kill("sleep 322");
  let turns = 1;
  await stateIs((now) => now.turns >= turns, "the first turn");
  for (const method of METHODS) {
    fs.writeFileSync(file, method);
    fs.writeFileSync(`${file}.stalled`, "");
    await send(`at ${method}`);
    if (method === "session/load") break;
    await until(() => fs.readFileSync(`${file}.stalled`, "utf8").includes(method), method);
    await kill("stalling");
    turns += 1;
    const { settled } = await stateIs((now) => now.turns >= turns, method);
    expect(settled?.outcome).toBe("failed");
  }
  await until(() => fs.readFileSync(`${file}.stalled`, "utf8").includes("session/load"), "load");
  await kill("stalling");
  await stateIs((now) => now.turns > turns, "session/load");
  fs.writeFileSync(file, "none");
  await send("at last");
  const { settled } = await stateIs((now) => now.turns > turns + 1, "the last turn");
  expect(settled?.outcome).toBe("succeeded");
  const prompts = fs.readFileSync(`${file}.prompts`, "utf8").trim().split("\n");
  expect(prompts.filter((line) => line.includes("at last"))).toHaveLength(1);
  // The host follows the other session, which was opened again for it.
  await nothingIsLeft(2);
}, 120_000);
