/** `telltale wait -- CMD` with real commands in real terminals. */
import { afterAll, afterEach, describe, expect, test } from "bun:test";
import fs from "node:fs";
import { join, resolve } from "node:path";
import { type Pty, startPty } from "../../testing/pty.ts";
import { startSource } from "../../testing/source-program.ts";
import { tempFolder } from "../../testing/temp-git.ts";

const TEST_MS = 30_000;
const MAIN = resolve(import.meta.dir, "../main.ts");

const recordOf = (state: string, seq: string) =>
  `[V] seq=${seq} state=${state} session=3j5p7m turn=0a1b2c request=none agents=0/0 background=0`;
const DONE = recordOf("done", "2");

const folder = tempFolder("wait-command");
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const ptys: Pty[] = [];
afterEach(async () => {
  for (const pty of ptys.splice(0)) await pty.end();
});

const waitFor = (script: string, ...args: readonly string[]) =>
  startSource(["wait", "--timeout", "20s", ...args, "--", "/bin/sh", "-c", script], {
    cwd: folder,
  });

/** Living processes with a text in their command line. */
function processesOf(text: string): readonly string[] {
  const lines = Bun.spawnSync(["ps", "-A", "-o", "stat=,args="]).stdout.toString().split("\n");
  return lines.filter((line) => line.includes(text) && !line.startsWith("Z"));
}

// covers: wait-command
describe("a command", () => {
  test(
    "that draws a record and goes on: judged, then ended with what it has started",
    async () => {
      const mark = `sleep 7${process.pid}1`;
      const call = waitFor(`${mark} & printf '\\033[2m%s\\033[0m' '${DONE}'; ${mark}`);
      expect(await call.answer).toEqual({ code: 0, out: `${DONE}\n`, err: "" });
      expect(processesOf(mark)).toEqual([]);
    },
    TEST_MS,
  );

  test(
    "that takes no SIGTERM: ended by force, and so is what it has started",
    async () => {
      const mark = `sleep 7${process.pid}2`;
      const call = waitFor(
        `trap '' TERM HUP; ${mark} & echo '${recordOf("fail", "1")}'; while :; do sleep 0.1; done`,
      );
      expect(await call.answer).toMatchObject({
        code: 1,
        err: "telltale wait: the state is fail\n",
      });
      expect(processesOf(mark)).toEqual([]);
    },
    TEST_MS,
  );

  test.each([
    ["SIGTERM", ""],
    ["force", "trap '' TERM; "],
  ])(
    "that started something in a session of its own, ended by %s: that is ended with it",
    async (how, trap) => {
      const mark = `sleep 7${process.pid}${how === "force" ? 4 : 5}`;
      const call = waitFor(
        `${trap}setsid sh -c '${mark}; true' & sleep 0.5; echo '${DONE}'; while :; do sleep 0.1; done`,
      );
      expect(await call.answer).toMatchObject({ code: 0 });
      expect(processesOf(mark)).toEqual([]);
    },
    TEST_MS,
  );

  test.each([
    ["a record that is done", `echo '${DONE}'`, 0, ""],
    ["done without a line end", `printf %s '${DONE}'`, 0, ""],
    [
      "OSC 7501 done, then clear",
      "printf '\\033]7501;state=done\\033\\\\\\033]7501;state=clear\\033\\\\'",
      0,
      "",
    ],
    [
      "OSC 7501 at work",
      "printf '\\033]7501;state=working\\033\\\\'; exit 7",
      1,
      "has ended with exit code 7 before the state was reached: the last record says run",
    ],
    ["nothing", "true", 1, "there is no [V] record and no OSC 7501"],
    [
      "a question",
      "printf '\\033]7501;state=blocked:kind=question\\033\\\\'; sleep 60",
      3,
      "a person must answer",
    ],
  ])(
    "that says %s: its code",
    async (_, script, code, said) => {
      const answer = await waitFor(script).answer;
      expect([answer.code, answer.err]).toEqual([code, expect.stringContaining(said)]);
    },
    TEST_MS,
  );

  test(
    "that asks whether its reports are read: answered; its terminal has room for a record",
    async () => {
      const script = `stty raw -echo < /dev/tty; printf '\\033]7501;?\\033\\\\'; dd bs=1 count=9 < /dev/tty 2>/dev/null | od -An -c > answer; stty -raw < /dev/tty; stty size < /dev/tty > size; echo; echo '${DONE}'`;
      expect(await waitFor(script).answer).toMatchObject({ code: 0 });
      expect(fs.readFileSync(join(folder, "answer"), "utf8").replace(/\s+/g, "")).toStartWith(
        "033]7501;?",
      );
      expect(fs.readFileSync(join(folder, "size"), "utf8")).toBe("40 120\n");
    },
    TEST_MS,
  );

  test(
    "in tmux or GNU screen: it is not told so, as this terminal is neither",
    async () => {
      const script = '[ -z "$TMUX$TMUX_PANE$STY" ] && printf "\\033]7501;state=done\\033\\\\"';
      const call = startSource(["wait", "--", "/bin/sh", "-c", script], {
        cwd: folder,
        env: { TMUX: "/x,1,0", TMUX_PANE: "%1", STY: "1.pts-0.host" },
      });
      expect(await call.answer).toMatchObject({ code: 0 });
    },
    TEST_MS,
  );

  test(
    "that there is not: 1 with the reason",
    async () => {
      const call = startSource(["wait", "--", "no-such-command"], { cwd: folder });
      expect(await call.answer).toMatchObject({
        code: 1,
        err: 'telltale wait: "no-such-command" cannot be started: command not found\n',
      });
    },
    TEST_MS,
  );

  test(
    "SIGTERM to us while it runs: 143, and nothing of it is left",
    async () => {
      const mark = `sleep 7${process.pid}3`;
      const call = waitFor(`${mark} & ${mark}`);
      expect(await call.isOpen(1200)).toBe(true);
      expect(processesOf(mark).length).toBeGreaterThan(0);
      call.kill("SIGTERM");
      expect((await call.answer).code).toBe(143);
      expect(processesOf(mark)).toEqual([]);
    },
    TEST_MS,
  );

  test(
    "in a person's terminal: its screen is shown without OSC 7501, and keys reach it",
    async () => {
      const script = `printf '\\033]7501;state=working\\033\\\\name? '; read name; echo "hello $name"; printf '\\033]7501;state=done\\033\\\\'; echo '${DONE}'; sleep 60`;
      const words = [process.execPath, MAIN, "wait", "--", "/bin/sh", "-c", script];
      const env = { PATH: process.env.PATH ?? "" };
      const pty = startPty(words, { cols: 120, rows: 24, cwd: folder, env });
      ptys.push(pty);
      expect(
        await pty.wait((screen) => screen.some((row) => row.startsWith("name?")), 10_000),
      ).toBe(true);
      pty.type("Ana\r");
      expect(await pty.wait((screen) => screen.includes("hello Ana"), 5000)).toBe(true);
      expect(await pty.exited).toBe(0);
      expect(new TextDecoder().decode(pty.raw())).not.toContain("7501");
      expect(pty.screen().filter((row) => row === DONE)).toHaveLength(2);
    },
    TEST_MS,
  );

  test.each([
    ["no end", "'no end'", ["no end"]],
    ["a line end, then colours", "'a line\\n\\033[0m\\033[?25h'", ["a line"]],
  ])(
    "in a person's terminal, its last line with %s: the answer stands on a line of its own",
    async (_, text, rows) => {
      const script = `printf ${text}; printf '\\033]7501;state=done\\033\\\\'; sleep 60`;
      const words = [process.execPath, MAIN, "wait", "--", "/bin/sh", "-c", script];
      const pty = startPty(words, { cols: 60, cwd: folder, env: { PATH: process.env.PATH ?? "" } });
      ptys.push(pty);
      expect(await pty.exited).toBe(0);
      const answer = "OSC 7501: seq=1 state=done background=0";
      await pty.wait((screen) => screen.includes(answer), 2000);
      expect(pty.screen().slice(0, 3)).toEqual([...rows, answer, ""]);
    },
    TEST_MS,
  );
});
