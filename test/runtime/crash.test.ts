/** kill -9 of a process with a runtime in the middle of its turns, again and again. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import fs from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { replayJournal } from "../../src/runtime/store/replay.ts";
import { sessionFolder } from "../../src/runtime/store/session-folder.ts";
import type { SessionEvent } from "../../src/wire/runtime/event.ts";
import { closeWorlds, openWorld, until } from "./world.ts";

let stateDir = "";
beforeEach(() => {
  stateDir = fs.mkdtempSync(join(os.tmpdir(), "telltale-runtime-crash-"));
});
afterEach(async () => {
  await closeWorlds();
  fs.rmSync(stateDir, { recursive: true, force: true });
});

/** Tried once with a hundred. */
const KILLS = 25;

/** What killed processes have said, all of them. */
interface Heard {
  sessionId: string;
  readonly accepted: Set<string>;
  readonly settled: string[];
  sent: number;
}

/** Runs the child until it has settled a turn or two, and kills it somewhere after. */
async function runAndKill(heard: Heard): Promise<void> {
  const script = join(import.meta.dir, "crash-child.ts");
  const child = Bun.spawn(
    [process.execPath, script, stateDir, heard.sessionId, String(heard.sent)],
    { stdout: "pipe", stderr: "inherit" },
  );
  const lines = { text: "" };
  const reading = (async () => {
    for await (const chunk of child.stdout) lines.text += new TextDecoder().decode(chunk);
  })();
  try {
    await until(() => lines.text.includes("settled") || child.exitCode !== null);
    await Bun.sleep(Math.random() * 60);
  } finally {
    child.kill("SIGKILL");
    await child.exited;
    await reading;
  }
  const whole = lines.text.slice(0, lines.text.lastIndexOf("\n"));
  for (const line of whole.split("\n")) {
    const [word, id = ""] = line.split(" ");
    if (word === "session") heard.sessionId = id;
    else if (word === "accepted") heard.accepted.add(id);
    else if (word === "settled") heard.settled.push(id);
    else if (word === "sent") heard.sent = Math.max(heard.sent, Number(id.slice(1)) + 1);
  }
}

function eventsOf(journal: string): readonly SessionEvent[] {
  return fs
    .readFileSync(journal, "utf8")
    .split("\n")
    .filter((line) => line.endsWith("}"))
    .map((line) => JSON.parse(line));
}

// covers: runtime-crash, runtime-no-lost-prompt, runtime-one-settlement
test("killed in the middle of turns: no accepted prompt and no told settlement is lost, each turn has one", async () => {
  const heard: Heard = { sessionId: "", accepted: new Set(), settled: [], sent: 0 };
  for (let kill = 0; kill < KILLS; kill += 1) await runAndKill(heard);
  const folder = sessionFolder(stateDir, heard.sessionId);
  if (folder === undefined) throw new Error("no session");
  const replay = replayJournal(folder);
  if (!replay.ok) throw new Error(replay.reason);
  expect(replay.value.damaged).toBeUndefined();
  for (const promptId of heard.accepted) expect(replay.value.fates.get(promptId)).toBeDefined();

  const at = await openWorld({ stateDir, sessionId: heard.sessionId });
  await until(() => {
    for (const prompt of at.agent.links.at(-1)?.prompts ?? []) prompt.end();
    const { turn, queue } = at.session.state();
    return turn === undefined && queue.length === 0;
  });
  await at.runtime.close();
  const events = eventsOf(folder.journal);
  expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => index + 1));
  const ran = events.flatMap((event) => (event.kind === "turn-started" ? [event.turn] : []));
  const settledIds = events.flatMap((event) =>
    event.kind === "turn-settled" ? [event.turn.turnId] : [],
  );
  expect(settledIds).toEqual(ran.map(({ turnId }) => turnId));
  expect(new Set(settledIds).size).toBe(settledIds.length);
  for (const turnId of heard.settled) expect(settledIds).toContain(turnId);
  const prompts = ran.flatMap(({ promptId }) => promptId ?? []);
  expect(new Set(prompts).size).toBe(prompts.length);
  for (const promptId of heard.accepted) expect(prompts).toContain(promptId);
  expect(heard.accepted.size).toBeGreaterThan(KILLS);
}, 120_000);
