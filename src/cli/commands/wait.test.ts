/** `telltale wait` as a process of its own, against real pipes; the sources have tests of their own. */
import { afterAll, describe, expect, test } from "bun:test";
import fs from "node:fs";
import { resolve } from "node:path";
import { startSource } from "../../testing/source-program.ts";
import { tempFolder } from "../../testing/temp-git.ts";
import { ANSWER_MEMBERS } from "../wait/answer.ts";

const TEST_MS = 30_000;

/** Longer than any answer takes here, and shorter than a test. */
const LONG = "20s";

const folder = tempFolder("wait");
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const REFS = "session=3j5p7m turn=0a1b2c request=none";
const recordOf = (state: string, seq: string, rest = "agents=0/0 background=0") =>
  `[V] seq=${seq} state=${state} ${REFS} ${rest}`;
const READY = "[V] seq=0 state=ready session=3j5p7m turn=none request=none agents=0/0 background=0";
const RUN = recordOf("run", "1");
const PERM = recordOf("perm", "2").replace("request=none", "request=4d5e6f");
const DONE = recordOf("done", "3");

const start = (args: readonly string[], stdin?: "pipe" | Blob) =>
  startSource(["wait", ...args], { cwd: folder, ...(stdin !== undefined && { stdin }) });

// covers: wait-usage
describe("calls that cannot be understood: 2, one line that names the option and the right form", () => {
  test.each([
    [[], "--pane TMUX_TARGET, --log FILE"],
    [["--stdin", "--log", "x"], "reads no more than one"],
    [["--pane", ""], "--pane needs a value that is not empty"],
    [["--stdin", "--state", "done,idle"], '"idle" is none of them'],
    [["--stdin", "--state", ""], "--state takes a list such as done,perm"],
    [["--stdin", "--timeout", "10"], "--timeout takes a whole number with its unit"],
    [["--stdin", "--timeout", "0s"], "--timeout takes"],
    [["--stdin", "--timeout", "25h30m"], "--timeout takes"],
    [["--stdin", "--after", "F"], "--after takes the seq of a record"],
    [["--stdin", "--all-agents", "--state", "perm"], "--all-agents belongs to the state done"],
    [["--stdin", "--socket", "x"], "--socket belongs to --pane"],
    [["work"], "put -- before a command; a tmux pane is --pane work"],
    [["--timeout", "5s", "work", "--json"], "put -- before a command; a tmux pane is --pane work"],
    [["--stdin", "a\u001b[31m b"], 'a tmux pane is --pane "a\\u001b[31m b"'],
    [["--"], "--pane TMUX_TARGET, --log FILE"],
    [["--stdin", "--forever"], 'no option "--forever"'],
  ])("%p: %p", async (args, said) => {
    const { code, out, err } = await start(args).answer;
    expect({ code, out, lines: err.split("\n").length }).toEqual({ code: 2, out: "", lines: 2 });
    expect(err).toContain(said);
  });
});

describe("standard input", () => {
  const from = (text: string, ...args: readonly string[]) =>
    start(["--stdin", ...args], new Blob([text])).answer;

  // covers: wait-end-of-stream
  test.each([
    ["done", `${RUN}\r\n${DONE}\r\n`, [], 0, ""],
    ["done without a line end", `\x1b[2m${DONE}`, [], 0, ""],
    ["fail", recordOf("fail", "3"), [], 1, "the state is fail"],
    ["cancel", recordOf("cancel", "3"), [], 1, "the state is cancel"],
    ["cancel that is listed", recordOf("cancel", "3"), ["--state", "done,cancel"], 0, ""],
    ["perm", `${RUN}\n${PERM}\n`, [], 3, "a person must answer"],
    ["perm that is listed", `${RUN}\n${PERM}\n`, ["--state", "perm"], 0, ""],
    ["ready that is listed", READY, ["--state", "ready"], 0, ""],
    [
      "run",
      `${DONE}\n${RUN}\n`,
      [],
      1,
      "has ended before the state was reached: the last record says run",
    ],
    ["background work", recordOf("done", "3", "agents=0/0 background=2"), [], 1, "background=2"],
    ["agents at work", recordOf("done", "3", "agents=1/2 background=0"), [], 0, ""],
    [
      "agents that count",
      recordOf("done", "3", "agents=1/2 background=0"),
      ["--all-agents"],
      1,
      "1 active agents",
    ],
    [
      "a broken record last",
      `${DONE}\n${DONE.slice(0, 50)}\n`,
      [],
      1,
      "the last word has no value",
    ],
    ["a quotation last", `${DONE}\nit was ${DONE}\n`, [], 1, "somebody quotes it"],
    ["nothing", "", [], 1, "there is no [V] record"],
    ["the old record", DONE, ["--after", "3"], 1, "the record is still the one of --after"],
    ["a newer record", DONE, ["--after", "2"], 0, ""],
  ])("that ends with %s: its code", async (_, text, args, code, said) => {
    const answer = await from(text, ...args);
    expect([answer.code, answer.err]).toEqual([code, expect.stringContaining(said)]);
    if (code === 0) expect(answer.err).toBe("");
    else expect(answer.err.split("\n")).toHaveLength(2);
  });

  // covers: wait-json
  test("--json: the last record as one object, refs that are none absent, and the reason", async () => {
    const perm = await from(`${RUN}\n${PERM}\n`, "--json");
    expect(JSON.parse(perm.out)).toEqual({
      seq: "2",
      state: "perm",
      session: "3j5p7m",
      turn: "0a1b2c",
      request: "4d5e6f",
      agents: { active: 0, total: 0 },
      background: 0,
      reached: false,
      outcome: "needs-person",
      reason: "the state is perm: a person must answer",
    });
    expect(Object.keys(JSON.parse(perm.out))).toEqual(Object.keys(ANSWER_MEMBERS));
    const ready = JSON.parse((await from(READY, "--json", "--state", "ready")).out);
    expect(Object.keys(ready)).toEqual([
      "seq",
      "state",
      "session",
      "agents",
      "background",
      "reached",
      "outcome",
      "reason",
    ]);
    expect(JSON.parse((await from("", "--json")).out)).toMatchObject({
      reached: false,
      outcome: "ended",
    });
    expect((await from(`${RUN}\n${DONE}`)).out).toBe(`${DONE}\n`);
  });

  // covers: wait-finished
  test(
    "a stream that goes on: done counts at the second look, and a turn that is woken breaks the run",
    async () => {
      const waiting = start(["--stdin", "--timeout", LONG], "pipe");
      const say = (line: string) => waiting.say(`${line}\n`);
      say(recordOf("done", "3", "agents=0/0 background=1"));
      expect(await waiting.isOpen(1000)).toBe(true);
      const woken = performance.now();
      while (performance.now() - woken < 1500) {
        say(recordOf("done", "4"));
        await Bun.sleep(20);
        say(recordOf("run", "5"));
        await Bun.sleep(120);
      }
      expect(await waiting.isOpen(0)).toBe(true);
      say(recordOf("done", "6"));
      expect(await waiting.answer).toEqual({ code: 0, out: `${recordOf("done", "6")}\n`, err: "" });
    },
    TEST_MS,
  );

  // covers: wait-timeout
  test(
    "the time is over: 124, what was last read, and why it was no end",
    async () => {
      const began = performance.now();
      const waiting = start(["--stdin", "--timeout", "700ms"], "pipe");
      waiting.say(`${RUN}\n`);
      const { code, out, err } = await waiting.answer;
      expect({ code, out }).toEqual({ code: 124, out: `${RUN}\n` });
      expect(err).toBe("telltale wait: the time is over: the last record says run\n");
      expect(performance.now() - began).toBeGreaterThan(690);
    },
    TEST_MS,
  );

  // covers: wait-signals
  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)(
    "%s: %d",
    async (signal, code) => {
      const waiting = start(["--stdin", "--timeout", LONG], "pipe");
      expect(await waiting.isOpen(700)).toBe(true);
      waiting.kill(signal);
      expect(await waiting.answer).toMatchObject({ code, err: expect.stringContaining(signal) });
    },
    TEST_MS,
  );

  test(
    "a caller that wants SIGHUP ignored: it waits on",
    async () => {
      const script = "trap '' HUP; exec \"$@\"";
      const command = [process.execPath, resolve(import.meta.dir, "../main.ts"), "wait", "--stdin"];
      const child = Bun.spawn(["/bin/sh", "-c", script, "sh", ...command], {
        cwd: folder,
        env: {},
        stdin: "pipe",
        stderr: "ignore",
      });
      await Bun.sleep(700);
      child.kill("SIGHUP");
      await Bun.sleep(300);
      child.stdin.write(DONE);
      await child.stdin.end();
      expect(await child.stdout.text()).toBe(`${DONE}\n`);
      expect(await child.exited).toBe(0);
    },
    TEST_MS,
  );
});
