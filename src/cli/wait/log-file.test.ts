/** `telltale wait --log` against a real file that grows, is cut and is replaced. */
import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import fs from "node:fs";
import { join } from "node:path";
import { startSource } from "../../testing/source-program.ts";
import { tempFolder } from "../../testing/temp-git.ts";

const TEST_MS = 30_000;

const recordOf = (state: string, seq: string, background = 0) =>
  `[V] seq=${seq} state=${state} session=3j5p7m turn=0a1b2c request=none agents=0/0 background=${background}`;
const RUN = recordOf("run", "1");
const DONE = recordOf("done", "2");

const folder = tempFolder("wait-log");
const file = join(folder, "output");
beforeEach(() => fs.rmSync(file, { force: true }));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const start = (...args: readonly string[]) =>
  startSource(["wait", "--timeout", "20s", "--log", "output", ...args], { cwd: folder });

// covers: wait-log
describe("a log", () => {
  test(
    "not there yet, then growing by halves of lines: judged when it says done",
    async () => {
      const call = start();
      expect(await call.isOpen(700)).toBe(true);
      fs.writeFileSync(file, `\x1b[2m${RUN}\x1b[0m\r\n${recordOf("done", "2", 1).slice(0, 70)}`);
      expect(await call.isOpen(700)).toBe(true);
      fs.appendFileSync(file, `${recordOf("done", "2", 1).slice(70)}\r\n`);
      expect(await call.isOpen(700)).toBe(true);
      fs.appendFileSync(file, recordOf("done", "3"));
      expect(await call.answer).toEqual({ code: 0, out: `${recordOf("done", "3")}\n`, err: "" });
    },
    TEST_MS,
  );

  test(
    "cut, and replaced under its name: read anew, and what was read before is forgotten",
    async () => {
      fs.writeFileSync(file, `${RUN}\n`.repeat(50));
      const call = start();
      expect(await call.isOpen(700)).toBe(true);
      fs.writeFileSync(file, "cut\n");
      expect(await call.isOpen(700)).toBe(true);
      const other = join(folder, "other");
      fs.writeFileSync(other, `${DONE}\n`);
      fs.renameSync(other, file);
      expect(await call.answer).toMatchObject({ code: 0, out: `${DONE}\n` });
      fs.writeFileSync(file, `${RUN}\n`);
      const cut = start("--timeout", "900ms");
      await Bun.sleep(500);
      fs.writeFileSync(file, "");
      expect(await cut.answer).toMatchObject({
        code: 124,
        err: expect.stringContaining("no [V] record"),
      });
    },
    TEST_MS,
  );

  test(
    "emptied and written anew between two looks, as long as before or longer: read anew",
    async () => {
      for (const after of [RUN, `${RUN}\n`.repeat(20)]) {
        fs.writeFileSync(file, `${DONE}\n`);
        const call = start("--timeout", "1500ms");
        await call.isOpen(0);
        // After the first look, before the second one that the judgement takes.
        await Bun.sleep(250);
        fs.writeFileSync(file, `${after}\n`);
        expect(await call.answer).toMatchObject({ code: 124, out: `${RUN}\n` });
      }
    },
    TEST_MS,
  );

  test(
    "a file that never comes: 124 and the reason; a folder: 1",
    async () => {
      const { code, err } = await start("--timeout", "400ms").answer;
      expect({ code, err }).toEqual({
        code: 124,
        err: 'telltale wait: the time is over: the file "output" is not there\n',
      });
      fs.mkdirSync(file);
      expect(await start().answer).toMatchObject({
        code: 1,
        err: expect.stringContaining("no regular file"),
      });
      fs.rmdirSync(file);
    },
    TEST_MS,
  );

  test(
    "forty megabytes, and the record in its middle is the last: found in a short time",
    async () => {
      const line = `${"x".repeat(120)}\x1b[0m\r\n`;
      const half = line.repeat(160_000);
      fs.writeFileSync(file, `${half}${DONE}\r\n${half}`);
      const began = performance.now();
      expect(await start().answer).toMatchObject({ code: 0, out: `${DONE}\n` });
      expect(performance.now() - began).toBeLessThan(15_000);
    },
    TEST_MS,
  );
});

const report = (state: string, more: Readonly<Record<string, unknown>> = {}) =>
  `${JSON.stringify({ t: 12, event: "report", record: { id: "", state, ...more } })}\n`;

// covers: wait-osc7501
describe("a log of events", () => {
  test(
    "working, a task, done, the task ends: done counts with the end of the task",
    async () => {
      fs.writeFileSync(file, `${JSON.stringify({ event: "query" })}\n${report("working")}`);
      const call = start();
      expect(await call.isOpen(700)).toBe(true);
      fs.appendFileSync(file, report("working", { id: "task/1" }) + report("done"));
      expect(await call.isOpen(900)).toBe(true);
      fs.appendFileSync(file, `${JSON.stringify({ event: "clear", id: "task/1" })}\n`);
      expect(await call.answer).toEqual({
        code: 0,
        out: "OSC 7501: seq=4 state=done background=0\n",
        err: "",
      });
    },
    TEST_MS,
  );

  test.each([
    ["a permission", report("blocked", { kind: "permission" }), 3, "perm"],
    ["a question", report("blocked", { kind: "question" }), 3, "ask"],
    ["a wait without a kind", report("blocked"), 3, "ask"],
    ["a login", report("blocked", { kind: "auth" }), 1, "error"],
    ["an error", report("error", { msg: "out of credit" }), 1, "fail"],
    ["an interrupt", report("working") + report("idle"), 1, "cancel"],
  ])(
    "%s: its code",
    async (_, text, code, state) => {
      fs.writeFileSync(file, text);
      const answer = await start("--json").answer;
      expect(answer.code).toBe(code);
      expect(JSON.parse(answer.out)).toMatchObject({ state, background: 0, reached: false });
    },
    TEST_MS,
  );

  const exit = `${JSON.stringify({ event: "exit", code: 137, signal: "SIGKILL", atMs: 20 })}\n`;

  test(
    "the program ends in the middle of its work: 1 and its exit code; after its last word: what it said",
    async () => {
      fs.writeFileSync(file, report("working"));
      const killed = start();
      expect(await killed.isOpen(700)).toBe(true);
      fs.appendFileSync(file, exit);
      expect(await killed.answer).toMatchObject({
        code: 1,
        err: expect.stringContaining("exit code 137 before the state was reached"),
      });
      fs.rmSync(file);
      const left = start();
      expect(await left.isOpen(700)).toBe(true);
      const clear = `${JSON.stringify({ event: "clear", id: "" })}\n`;
      fs.writeFileSync(file, report("working") + report("done") + clear + exit);
      expect(await left.answer).toMatchObject({ code: 0 });
    },
    TEST_MS,
  );

  // covers: wait-ended-log
  const cleared = `${JSON.stringify({ event: "clear", id: "" })}\n`;

  test.each([
    ["done, cleared as it left", report("working") + report("done") + cleared, 0, ""],
    ["an error", report("error"), 1, "the state is fail"],
    ["work", report("working"), 1, "has ended with exit code 137 before the state was reached"],
    ["nothing", "", 1, "has ended with exit code 137 before the state was reached"],
  ])(
    "a program that had ended before, its last word %s: the code of that at once",
    async (_, text, code, said) => {
      fs.writeFileSync(file, text + exit);
      const answer = await start().answer;
      expect([answer.code, answer.err]).toEqual([code, expect.stringContaining(said)]);
    },
    TEST_MS,
  );

  test(
    "an old part, and the start of another program: the old part is forgotten, the seq goes on",
    async () => {
      const begin = `${JSON.stringify({ event: "start", atMs: 0 })}\n`;
      fs.writeFileSync(file, begin + report("working") + report("done") + exit + begin);
      const call = start("--json");
      expect(await call.isOpen(900)).toBe(true);
      fs.appendFileSync(file, report("working") + report("done"));
      expect(JSON.parse((await call.answer).out)).toMatchObject({ seq: "5", state: "done" });
      fs.appendFileSync(file, begin);
      const { code, err } = await start("--timeout", "900ms").answer;
      expect(code).toBe(124);
      expect(err).toContain("no program has reported its status");
      const silent = start();
      expect(await silent.isOpen(700)).toBe(true);
      fs.appendFileSync(file, `${JSON.stringify({ event: "query" })}\n${exit}`);
      expect(await silent.answer).toMatchObject({ code: 1 });
    },
    TEST_MS,
  );

  // covers: wait-after
  test(
    "after the seq of the printed line: the old end does not count, also with fewer tasks; the next one does",
    async () => {
      const task = (state: string) => report(state, { id: "task/1" });
      fs.writeFileSync(file, report("working") + report("done"));
      const { out } = await start().answer;
      expect(out).toBe("OSC 7501: seq=2 state=done background=0\n");
      const call = start("--after", "2");
      expect(await call.isOpen(900)).toBe(true);
      fs.appendFileSync(file, task("working"));
      expect(await call.isOpen(500)).toBe(true);
      fs.appendFileSync(file, task("done") + report("done"));
      expect(await call.isOpen(900)).toBe(true);
      // A turn that is over before anybody looks.
      fs.appendFileSync(file, report("working") + report("done"));
      expect(await call.answer).toMatchObject({
        code: 0,
        out: "OSC 7501: seq=6 state=done background=0\n",
      });
      const late = start("--after", "2");
      expect(await late.answer).toMatchObject({ code: 0 });
      const none = start("--after", "6");
      expect(await none.isOpen(900)).toBe(true);
      fs.appendFileSync(file, exit);
      expect(await none.answer).toMatchObject({
        code: 1,
        err: expect.stringContaining("still the one of --after"),
      });
    },
    TEST_MS,
  );

  test(
    "a quotation of a record in an event: no record; a damaged line: nothing is judged until the next report",
    async () => {
      fs.writeFileSync(file, report("done", { msg: RUN }));
      expect(await start().answer).toMatchObject({ code: 0 });
      fs.writeFileSync(file, `${report("working")}{"event":"repo\n`);
      const call = start("--state", "run,done");
      expect(await call.isOpen(900)).toBe(true);
      fs.appendFileSync(file, report("working"));
      expect(await call.answer).toMatchObject({ code: 0 });
    },
    TEST_MS,
  );
});
