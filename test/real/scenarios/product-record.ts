/** What a script reads in the client: the `[V]` record, where no hook tells what happens. */
import fs from "node:fs";
import path from "node:path";
import type { AutomationRecord } from "../../../src/wire/record/message.ts";
import { parseRecord } from "../../../src/wire/record/parse.ts";
import { PROMPTS, SHELL_TITLE } from "../fake-prompts.ts";
import { check, type Scenario } from "../scenario.ts";
import type { ProductStage } from "../telltale.ts";
import { nudge, REDRAW_MS, setItems, WAIT_MS } from "./product-steps.ts";

const LOOK_MS = 20;
/** Long enough for a line that tells of an end to be drawn, and less than the fake's moment. */
const DRAWN_MS = 900;
/** Long enough for the client to have taken up a prompt, and less than the fake's moment. */
const TAKEN_MS = 600;

interface Watch {
  /** States of the record since the start, equal neighbours as one, with the place of their turn. */
  states(): readonly string[];
  /** Waits until this is the record's state, and stays so. */
  rests(state: string): Promise<boolean>;
  stop(): void;
}

function recordOn(stage: ProductStage): AutomationRecord | undefined {
  for (const row of stage.claude().lineRows()) {
    const read = parseRecord(row.trim());
    if (read.ok) return read.value;
  }
  return undefined;
}

/** Follows the record on the screen. */
function watch(stage: ProductStage): Watch {
  const seen: string[] = [];
  const turns: string[] = [];
  const look = (): void => {
    const record = recordOn(stage);
    if (record === undefined) return;
    const { state, turn } = record;
    if (turn !== undefined && !turns.includes(turn)) turns.push(turn);
    const text = turn === undefined ? state : `${state} ${turns.indexOf(turn)}`;
    if (seen.at(-1) !== text) seen.push(text);
  };
  look();
  const timer = setInterval(look, LOOK_MS);
  const isNow = (state: string): boolean => recordOn(stage)?.state === state;
  return {
    states: () => seen,
    async rests(state) {
      if (!(await stage.claude().pty.wait(() => isNow(state), WAIT_MS))) return false;
      await Bun.sleep(REDRAW_MS);
      return isNow(state);
    },
    stop: () => clearInterval(timer),
  };
}

async function watching(
  stage: ProductStage,
  follow: (watched: Watch) => Promise<void>,
): Promise<void> {
  const watched = watch(stage);
  try {
    await follow(watched);
  } finally {
    watched.stop();
  }
}

const shown: Scenario<ProductStage> = {
  id: "record",
  title: "build-mode on the line: the whole row is a record, and a turn ends in done",
  needs: ["row"],
  async run(stage) {
    const words = ["install", "claude-code", "--scope", "user", "--refresh", "1"];
    const installed = stage.telltale.run(words);
    check(installed.code === 0, "install ends with 0", () => installed);
    setItems(stage, ["build-mode"]);
    await nudge(stage);
    check(recordOn(stage) !== undefined, "a record is shown", stage.claude().lineRows);
    await watching(stage, async (watched) => {
      await stage.claude().say(PROMPTS.text);
      check(await stage.claude().waitStatus("busy"), "the client is busy");
      check(await stage.claude().waitStatus("idle"), "the turn ends");
      check(await watched.rests("done"), "done", watched.states);
    });
  },
  shows: (stage) => stage.claude().lineRows(),
};

const refusedEnd: Scenario<ProductStage> = {
  id: "record-refused-end",
  title: "another hook refuses the end of a turn: no done before the turn has really ended",
  needs: ["record"],
  async run(stage) {
    const script = path.join(stage.workspace.home, "stop-hook");
    const refusal = JSON.stringify({ decision: "block", reason: PROMPTS.pause });
    fs.writeFileSync(script, `#!/bin/sh\nrm "$0"\necho '${refusal}'\n`, { mode: 0o755 });
    const asked = stage.fake.requests.length;
    await watching(stage, async (watched) => {
      const [before] = watched.states();
      await stage.claude().say(PROMPTS.text);
      const again = (): boolean => stage.fake.requests.length >= asked + 2;
      check(await stage.claude().pty.wait(again, WAIT_MS), "the turn goes on after the refusal");
      check(!fs.existsSync(script), "the end was refused");
      await Bun.sleep(DRAWN_MS);
      check(stage.claude().registry()?.status === "busy", "the turn still runs");
      // The end of the turn before may still stand there: the client has not drawn the line since.
      const told = watched.states().filter((state) => state !== before && !state.startsWith("run"));
      check(told.length === 0, "no end of this turn is told", watched.states);
      check(await stage.claude().waitStatus("idle"), "the turn ends");
      check(await watched.rests("done"), "done at last", watched.states);
    });
  },
};

const queued: Scenario<ProductStage> = {
  id: "record-queued",
  title: "a prompt typed during a turn, for whose own turn no hook tells a start: it ends in done",
  needs: ["record"],
  async run(stage) {
    const claude = stage.claude();
    await watching(stage, async (watched) => {
      await claude.say(PROMPTS.pause);
      check(await claude.waitStatus("busy"), "the client is busy");
      const asked = stage.fake.requests.length;
      await claude.say(PROMPTS.text);
      const sent = (): boolean => stage.fake.requests.length > asked;
      check(await claude.pty.wait(sent, WAIT_MS), "the second prompt reaches the model");
      check(await claude.waitStatus("idle"), "the turns end");
      check(await watched.rests("done"), "done", watched.states);
    });
  },
};

const queuedInterrupt: Scenario<ProductStage> = {
  id: "record-queued-interrupt",
  title: "Esc runs a prompt that waits at once: the record tells how that turn ended",
  needs: ["record"],
  async run(stage) {
    const claude = stage.claude();
    await watching(stage, async (watched) => {
      await claude.say(PROMPTS.slow);
      check(await claude.waitStatus("busy"), "the client is busy");
      await Bun.sleep(TAKEN_MS);
      await claude.say(PROMPTS.text);
      await Bun.sleep(TAKEN_MS);
      claude.pty.press("escape");
      await Bun.sleep(TAKEN_MS);
      check(await claude.waitStatus("idle"), "the client is idle", claude.registry);
      check(await watched.rests("done"), "done, as the second prompt was", watched.states);
    });
  },
};

const shellEnded: Scenario<ProductStage> = {
  id: "record-shell-ended",
  title: "a shell in the background that the person ends: background=0 again, with no hook",
  needs: ["record"],
  async run(stage) {
    const claude = stage.claude();
    check(await claude.switchMode("manual mode"), "the client asks for permissions", claude.footer);
    await claude.say(PROMPTS.shell);
    if (await claude.pty.wait((rows) => rows.some((row) => /1\. Yes/.test(row)), TAKEN_MS * 2))
      claude.pty.press("enter");
    const counted = (): boolean => {
      const record = recordOn(stage);
      return record?.state === "done" && record.backgroundTasks === 1;
    };
    check(await claude.pty.wait(counted, WAIT_MS), "done with background=1", claude.lineRows);
    await claude.say("/tasks");
    const listed = (rows: readonly string[]): boolean =>
      rows.some((row) => row.includes("x to stop"));
    check(await claude.pty.wait(listed, WAIT_MS), `the client shows "${SHELL_TITLE}"`);
    claude.pty.type("x");
    const gone = (): boolean => recordOn(stage)?.backgroundTasks === 0;
    check(await claude.pty.wait(gone, WAIT_MS), "background=0", claude.lineRows);
  },
};

/** In the order of their story. */
export const RECORD_SCENARIOS: readonly Scenario<ProductStage>[] = [
  shown,
  refusedEnd,
  queued,
  queuedInterrupt,
  shellEnded,
];
