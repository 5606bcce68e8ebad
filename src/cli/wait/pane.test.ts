/** `telltale wait --pane` against a real tmux with a scripted program that draws a record at the bottom. */
import { afterAll, afterEach, beforeEach, describe, expect, test } from "bun:test";
import fs from "node:fs";
import { join } from "node:path";
import { type SourceProgram, startSource } from "../../testing/source-program.ts";
import { tempFolder } from "../../testing/temp-git.ts";
import { startTmux, type Tmux, tmuxVersion } from "../../testing/tmux.ts";

const TEST_MS = 30_000;
const LONG = "20s";
const BUN = process.execPath;

const recordOf = (state: string, seq: string, turn: string, request = "none", background = 0) =>
  `[V] seq=${seq} state=${state} session=3j5p7m turn=${turn} request=${request} agents=0/0 background=${background}`;
const READY = recordOf("ready", "0", "none");
const RUN = recordOf("run", "1", "0a1b2c");
const PERM = recordOf("perm", "2", "0a1b2c", "4d5e6f");
const DONE = recordOf("done", "4", "0a1b2c");

/** Draws what stands in a file at the bottom of the screen, cut plainly, again after each change. */
const PROGRAM = `
import fs from "node:fs";
let drawn = "";
setInterval(() => {
  const text = fs.readFileSync(process.argv[2], "utf8");
  const { columns, rows } = process.stdout;
  if (text === "end") process.exit(0);
  if (drawn === text + columns + rows) return;
  drawn = text + columns + rows;
  const lines = Array.from({ length: 40 }, (_, at) => "line " + at).join("\\r\\n");
  process.stdout.write("\\x1b[2J\\x1b[H" + lines + "\\x1b[" + rows + ";1H\\x1b[2K\\x1b[2m" + text.slice(0, columns) + "\\x1b[0m");
}, 20);
`;

const folder = tempFolder("wait-pane");
const shown = join(folder, "shown");
const script = join(folder, "draws.ts");
fs.writeFileSync(script, PROGRAM);
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const version = tmuxVersion();
if (version === undefined && process.env.CI !== "true") {
  process.stderr.write("tmux is missing: tests of wait --pane are left out\n");
}

// covers: wait-pane-gone
test("no tmux: 1 with the reason", async () => {
  const call = startSource(["wait", "--pane", "main"], {
    cwd: folder,
    env: { PATH: folder },
  });
  const { code, out, err } = await call.answer;
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err).toBe("telltale wait: tmux cannot be started: it is not installed, or not on PATH\n");
});

describe.if(version !== undefined || process.env.CI === "true")("a pane", () => {
  let tmux: Tmux;
  const started: SourceProgram[] = [];

  beforeEach(() => {
    fs.writeFileSync(shown, READY);
    tmux = startTmux([BUN, script, shown], { cols: 120, rows: 30, cwd: folder });
  });
  afterEach(async () => {
    for (const call of started.splice(0)) call.kill("SIGKILL");
    await tmux.end();
  });

  /** Draws a record and waits until it stands in the pane. */
  async function show(text: string): Promise<void> {
    fs.writeFileSync(shown, text);
    const drawn = (rows: readonly string[]) => rows.at(-1)?.startsWith(text.slice(0, 40));
    expect(await tmux.wait(drawn, 5000)).toBe(true);
  }

  function waitFor(...args: readonly string[]): SourceProgram {
    const words = ["wait", "--timeout", LONG, "--socket", tmux.socket, "--pane", "main", ...args];
    const call = startSource(words, { cwd: folder });
    started.push(call);
    return call;
  }

  // covers: wait-pane, wait-finished
  test(
    "through ready, run, perm, run and done: each is reached when it is there",
    async () => {
      await show(READY);
      expect(await waitFor("--state", "ready").answer).toEqual({
        code: 0,
        out: `${READY}\n`,
        err: "",
      });
      await show(RUN);
      const wanted = waitFor();
      const asked = waitFor("--state", "perm,done");
      expect(await asked.isOpen(900)).toBe(true);
      await show(PERM);
      expect(await asked.answer).toEqual({ code: 0, out: `${PERM}\n`, err: "" });
      expect(await wanted.answer).toMatchObject({ code: 3, out: `${PERM}\n` });
      await show(recordOf("run", "3", "0a1b2c"));
      const last = waitFor();
      await show(recordOf("done", "3", "0a1b2c", "none", 1));
      expect(await last.isOpen(1000)).toBe(true);
      await show(DONE);
      expect(await last.answer).toEqual({ code: 0, out: `${DONE}\n`, err: "" });
    },
    TEST_MS,
  );

  // covers: wait-pane
  test(
    "scrolled in copy mode, at its top: judged by what the program shows now",
    async () => {
      await show(RUN);
      tmux.run("copy-mode", "-t", "main");
      tmux.run("send-keys", "-t", "main", "-X", "history-top");
      const call = waitFor();
      expect(await call.isOpen(900)).toBe(true);
      fs.writeFileSync(shown, DONE);
      expect(await call.answer).toMatchObject({ code: 0, out: `${DONE}\n` });
      expect(tmux.run("display-message", "-p", "-t", "main", "#{pane_in_mode}").trim()).toBe("1");
    },
    TEST_MS,
  );

  // covers: wait-pane
  test(
    "split to 104 columns while it waits: the target stays the same pane, the longest record is read",
    async () => {
      await show(RUN);
      tmux.resize(165, 30);
      const call = waitFor();
      expect(await call.isOpen(700)).toBe(true);
      tmux.run("split-window", "-h", "-l", "60", "-t", "main", "sleep 60");
      expect(tmux.run("list-panes", "-t", "main", "-F", "#{pane_width} #{pane_active}")).toBe(
        "104 0\n60 1\n",
      );
      await Bun.sleep(300);
      const longest = recordOf("perm", "zzzzzzzz", "0a1b2c", "4d5e6f", 9999).replace(
        "0/0",
        "9999/9999",
      );
      expect(longest).toHaveLength(102);
      fs.writeFileSync(shown, longest);
      expect(await call.answer).toMatchObject({ code: 3, out: `${longest}\n` });
    },
    TEST_MS,
  );

  // covers: wait-pane-narrow
  test(
    "split to 60 columns: told once, not judged, judged when it is wide again",
    async () => {
      await show(DONE);
      tmux.resize(60, 30);
      const expected = DONE.slice(0, 60).trimEnd();
      expect(await tmux.wait((rows) => rows.at(-1) === expected, 5000)).toBe(true);
      const call = waitFor();
      const notice =
        "telltale wait: the pane has 60 columns and a record takes up to 104: nothing is judged until a whole record is seen\n";
      expect(await call.told).toBe(notice);
      expect(await call.isOpen(1500)).toBe(true);
      tmux.resize(104, 30);
      expect(await call.answer).toEqual({ code: 0, out: `${DONE}\n`, err: notice });
    },
    TEST_MS,
  );

  // covers: wait-pane-narrow
  test(
    "60 columns until the time is over: 124, and the width is the reason",
    async () => {
      await show(DONE);
      tmux.resize(60, 30);
      const expected = DONE.slice(0, 60).trimEnd();
      expect(await tmux.wait((rows) => rows.at(-1) === expected, 5000)).toBe(true);
      const { code, out, err } = await waitFor("--timeout", "1s").answer;
      expect({ code, out }).toEqual({ code: 124, out: "" });
      expect(err.split("\n")[1]).toStartWith(
        "telltale wait: the time is over: the pane has 60 columns",
      );
    },
    TEST_MS,
  );

  // covers: wait-pane-narrow
  test(
    "a number that the edge cuts: not judged",
    async () => {
      const perm = recordOf("perm", "2", "0a1b2c", "4d5e6f", 12);
      await show(perm);
      tmux.resize(perm.length - 1, 30);
      expect(await tmux.wait((rows) => rows.at(-1) === perm.slice(0, -1), 5000)).toBe(true);
      const call = waitFor();
      expect(await call.told).toContain(`the pane has ${perm.length - 1} columns`);
      expect(await call.isOpen(900)).toBe(true);
      tmux.resize(104, 30);
      expect(await call.answer).toMatchObject({ code: 3, out: `${perm}\n` });
    },
    TEST_MS,
  );

  // covers: wait-timeout
  test(
    "a record that was there and is hidden until the time is over: 124, and the reason says so",
    async () => {
      await show(RUN);
      const call = waitFor("--timeout", "2s");
      expect(await call.isOpen(1000)).toBe(true);
      await show("a question");
      expect(await call.answer).toEqual({
        code: 124,
        out: `${RUN}\n`,
        err: "telltale wait: the time is over: the record was there and is gone: a dialog may hide it\n",
      });
    },
    TEST_MS,
  );

  test(
    "a target that ends with a semicolon: the pane of that name, and no end of the command",
    async () => {
      tmux.run("rename-session", "-t", "main", "odd\\;");
      expect(tmux.run("list-sessions", "-F", "#{session_name}")).toBe("odd;\n");
      const call = waitFor("--pane", "odd;", "--state", "ready");
      expect(await call.answer).toMatchObject({ code: 0, out: `${READY}\n` });
    },
    TEST_MS,
  );

  // covers: wait-after
  test(
    "after a prompt: the old end does not count, also with another number of tasks; a new one does",
    async () => {
      await show(DONE);
      const before = JSON.parse((await waitFor("--json").answer).out).seq;
      const call = waitFor("--after", before);
      expect(await call.isOpen(900)).toBe(true);
      await show(recordOf("done", "5", "0a1b2c"));
      expect(await call.isOpen(900)).toBe(true);
      await show(recordOf("run", "6", "zzzzzz"));
      const next = recordOf("done", "7", "zzzzzz");
      await show(next);
      expect(await call.answer).toEqual({ code: 0, out: `${next}\n`, err: "" });
    },
    TEST_MS,
  );

  // covers: wait-after
  test(
    "the same seq in another session: counts",
    async () => {
      await show(DONE);
      const call = waitFor("--after", "4");
      expect(await call.isOpen(900)).toBe(true);
      const other = DONE.replace("3j5p7m", "zzzzzz");
      await show(other);
      expect(await call.answer).toMatchObject({ code: 0, out: `${other}\n` });
    },
    TEST_MS,
  );

  // covers: wait-pane-gone
  test(
    "a pane that is killed, a target that there is not, a server that is gone: 1 with the reason",
    async () => {
      await show(RUN);
      tmux.run("split-window", "-d", "-t", "main", "sleep 60");
      const call = waitFor();
      expect(await call.isOpen(900)).toBe(true);
      tmux.run("kill-pane", "-t", "main");
      const gone = await call.answer;
      expect(gone).toMatchObject({ code: 1, out: `${RUN}\n` });
      expect(gone.err).toStartWith('telltale wait: the pane "main" is gone: ');
      const unknown = await waitFor("--pane", "nobody").answer;
      expect(unknown).toMatchObject({ code: 1, out: "" });
      expect(unknown.err).toStartWith('telltale wait: the pane "nobody" cannot be read: ');
      const nowhere = await waitFor("--socket", join(folder, "no-socket")).answer;
      expect(nowhere).toMatchObject({ code: 1, err: expect.stringContaining("cannot be read") });
    },
    TEST_MS,
  );

  // covers: wait-end-of-stream
  test(
    "a program that has ended in a pane that remains: its last record stands",
    async () => {
      tmux.run("set", "-g", "remain-on-exit", "on");
      await show(RUN);
      const call = waitFor();
      expect(await call.isOpen(900)).toBe(true);
      fs.writeFileSync(shown, "end");
      expect(await call.answer).toMatchObject({
        code: 1,
        err: expect.stringContaining("the program in the pane has ended"),
      });
    },
    TEST_MS,
  );

  test(
    "stopped while it waits: no tmux client is left",
    async () => {
      await show(RUN);
      const call = waitFor();
      expect(await call.isOpen(900)).toBe(true);
      call.kill("SIGTERM");
      expect((await call.answer).code).toBe(143);
      const left = Bun.spawnSync(["ps", "-A", "-o", "args="]).stdout.toString().split("\n");
      expect(left.filter((args) => args.includes(`-S ${tmux.socket} display-message`))).toEqual([]);
    },
    TEST_MS,
  );
});
