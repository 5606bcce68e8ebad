/** `telltale run` as a job of a real shell: stopped, resumed, in the background, in a pipeline. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { processTree } from "../../src/testing/process-tree.ts";
import {
  type InTerminal,
  startInside,
  startShell,
  telltale,
  untilEnded,
  WAIT_MS,
} from "./in-terminal.ts";

setDefaultTimeout(4 * WAIT_MS);

let folder: string;
let shell: InTerminal;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "telltale-jobs-"));
  Bun.spawnSync(["mkfifo", join(folder, "never")]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function inShell(body: () => Promise<void>): Promise<void> {
  shell = await startShell({ cwd: folder });
  try {
    await body();
  } finally {
    await shell.end();
  }
}

const CTRL_Z = "\x1a";
/** The one job of the shell. */
const runOf = ({ pid }: InTerminal): number =>
  processTree(pid).find((candidate) => candidate !== pid) as number;
/**
 * Waits for ever, and starts nothing: a shell that is stopped just as it starts a program stays in
 * that call (vfork), with a child that is stopped and a parent that cannot be.
 */
const waiter = (onContinue: string): string =>
  `exec 3<>never; trap "${onContinue}" CONT; echo ready; while :; do read x <&3; done`;
/** Says that it goes on, and in what size. */
const TICKER = waiter("echo on; stty size");

// covers: run-job-control
describe("run, a job in a shell", () => {
  test("Ctrl+Z, another command, fg, Ctrl+C: as without it, and the reports follow", () =>
    inShell(async () => {
      shell.enter("stty -g > before");
      shell.enter(`$TELLTALE run --title t -- sh -c '${TICKER}'`);
      await shell.seeRow("ready");
      await shell.hear("state=working:app=telltale:title=t");
      shell.type(CTRL_Z);
      await shell.see("[1]+  Stopped");
      expect(shell.reports.at(-1)).toBe("state=idle:app=telltale:title=t");
      shell.enter("stty -g > stopped; jobs; echo between");
      await shell.seeRow("between");
      shell.resize(70, 20);
      shell.enter("fg");
      await shell.seeRow("20 70");
      expect(shell.reports.at(-1)).toBe("state=working:app=telltale:title=t");
      shell.press("ctrlC");
      await shell.prompt();
      shell.enter('echo "code $?"; stty -g > after');
      await shell.seeRow("code 130");
      expect(shell.reports.at(-1)).toBe("state=idle:app=telltale:title=t");
      shell.enter("echo written");
      await shell.seeRow("written");
      const modes = ["before", "stopped", "after"].map((name) =>
        readFileSync(join(folder, name), "utf8"),
      );
      expect(new Set(modes).size).toBe(1);
    }));

  test("stopped below a shell that puts no modes back: they are back all the same", async () => {
    const script = 'stty -g > 1; "$@"; stty -g > 2; fg; stty -g > 3';
    const command = telltale("run", "--", "sh", "-c", waiter("exit 0"));
    // Job control, but no line editor.
    const terminal = startInside(["bash", "-mc", script, "bash", ...command], { cwd: folder });
    try {
      await terminal.seeRow("ready");
      terminal.type(CTRL_Z);
      expect(await terminal.exited).toBe(0);
      const modes = ["1", "2", "3"].map((name) => readFileSync(join(folder, name), "utf8"));
      expect(new Set(modes).size).toBe(1);
    } finally {
      await terminal.end();
    }
  });

  // covers: run-no-orphan
  test("kill -9 of a job in the background: nothing of it is left", () =>
    inShell(async () => {
      shell.enter("$TELLTALE run -- sh -c 'echo as\"\"leep; sleep 300; :' &");
      await shell.see("asleep");
      const pids = processTree(shell.pid).filter((pid) => pid !== shell.pid);
      expect(pids).toHaveLength(4);
      shell.enter("kill -9 %1");
      expect(await untilEnded(pids)).toEqual([]);
    }));

  test("SIGSTOP to the command, then bg: the job is stopped, then goes on behind the prompt", () =>
    inShell(async () => {
      shell.enter(`$TELLTALE run -- sh -c 'echo "pid $$"; ${TICKER}'`);
      await shell.seeRow("ready");
      const pid = Number(/^pid (\d+)/m.exec(shell.text())?.[1]);
      process.kill(pid, "SIGSTOP");
      await shell.see("Stopped");
      shell.enter("bg");
      await shell.seeRow("30 100");
      shell.enter("echo prompt; kill %1; wait %1; echo code $?");
      await shell.seeRow("code 143");
    }));

  test("SIGSTOP to run alone, then fg: it has single keys again, and hears that it goes on", () =>
    inShell(async () => {
      const keys = "stty -icanon -echo; head -c 1 | od -An -c";
      shell.enter(`$TELLTALE run -- sh -c 'trap "echo on" CONT; echo ready; ${keys}'`);
      await shell.seeRow("ready");
      process.kill(runOf(shell), "SIGSTOP");
      await shell.see("Stopped");
      shell.enter("clear");
      shell.enter("fg");
      await shell.see("run -- sh -c");
      await Bun.sleep(200);
      shell.type("k");
      await shell.seeRow("   k");
      await shell.seeRow("on");
    }));

  test("SIGSTOP to run alone, then bg: the shell keeps the keys, and Ctrl+C after fg ends it", () =>
    inShell(async () => {
      shell.enter(`$TELLTALE run -- sh -c '${TICKER}'`);
      await shell.seeRow("ready");
      process.kill(runOf(shell), "SIGSTOP");
      await shell.see("Stopped");
      shell.enter("clear; bg");
      await shell.see("30 100");
      shell.enter("echo ty''ped");
      await shell.seeRow("typed");
      shell.enter("jobs");
      await shell.see("Running");
      shell.enter("clear; fg");
      await shell.see("run -- sh -c");
      await Bun.sleep(200);
      shell.press("ctrlC");
      await shell.prompt();
      shell.enter('echo "code $?"');
      await shell.seeRow("code 130");
    }));

  test("a shell that suspends itself while a job of it writes on and on: it is stopped", () =>
    inShell(async () => {
      const script = "while :; do printf .; done & kill -STOP $$; kill $!; exit 4";
      shell.enter(`$TELLTALE run -- bash -c '${script}'`);
      await shell.see("Stopped");
      shell.enter("fg");
      await shell.prompt();
      shell.enter('echo "code $?"');
      await shell.see("code 4");
    }));

  test("in the background, reading: stopped by that as without run; fg gives it the keys", () =>
    inShell(async () => {
      shell.enter(`$TELLTALE run -- sh -c 'read line; echo "got $line"' &`);
      await shell.wait(() => {
        shell.enter("jobs");
        return shell.text().includes("Stopped");
      }, WAIT_MS);
      shell.enter("clear");
      shell.enter("fg");
      await shell.see("run -- sh -c");
      shell.enter("hello");
      await shell.seeRow("got hello");
      await shell.prompt();
      shell.enter('echo "code $?"');
      await shell.seeRow("code 0");
    }));

  test("in the background, not reading: it runs to its end, and the shell keeps the keys", () =>
    inShell(async () => {
      shell.enter(`$TELLTALE run -- sh -c 'echo st""arted; sleep 0.5; echo fin""ished' &`);
      await shell.see("started");
      shell.enter("echo typed");
      await shell.seeRow("typed");
      await shell.see("finished");
      shell.enter("wait %1; echo code $?");
      await shell.seeRow("code 0");
      // It could not ask.
      expect(shell.reports).toEqual([]);
    }));

  test("in front of a pager: the pager has the keys, and nothing was asked", () =>
    inShell(async () => {
      shell.enter(
        "$TELLTALE run -- seq 300 | cat -n | sh -c 'cat >/dev/null; read key </dev/tty; echo key=$key'",
      );
      await Bun.sleep(300);
      shell.enter("q");
      await shell.seeRow("key=q");
      expect(shell.reports).toEqual([]);
    }));

  test("in a pipeline, stopped for the keys before run has heard of its start: it gets them", async () => {
    const script = `sh -c 'echo "run $$" >&2; exec "$@"' sh "$@" | cat`;
    const command = telltale("run", "--", "sh", "-c", "read key </dev/tty; echo key=$key");
    const terminal = startInside(["sh", "-c", script, "sh", ...command]);
    const untilProcesses = (count: number) =>
      terminal.wait(() => processTree(terminal.pid).length >= count, WAIT_MS);
    try {
      await terminal.see("run ");
      const run = Number(/^run (\d+)/m.exec(terminal.text())?.[1]);
      // The shell, run, its helper and `cat`; then the command as well.
      await untilProcesses(4);
      process.kill(run, "SIGSTOP");
      await untilProcesses(5);
      await Bun.sleep(100);
      process.kill(run, "SIGCONT");
      await Bun.sleep(100);
      terminal.enter("k");
      await terminal.see("key=k");
    } finally {
      await terminal.end();
    }
  });

  test("nobody could let it go on: a stop is not taken, as without run", async () => {
    const terminal = startInside(telltale("run", "--", "sh", "-c", TICKER), { cwd: folder });
    try {
      await terminal.see("ready");
      terminal.type(CTRL_Z);
      await terminal.see("on");
      terminal.press("ctrlC");
      expect(await terminal.exited).toBe(130);
    } finally {
      await terminal.end();
    }
  });
});

/** Whether a program is there that a newcomer may lack. Where all must run its absence is a failure. */
function has(program: string): boolean {
  return Bun.which(program) !== null || process.env.CI === "true";
}

// covers: run-full-screen
describe("run, a full-screen program", () => {
  test.if(has("less"))("less behind a pipe: keys reach it, and the screen comes back", () =>
    inShell(async () => {
      shell.enter("seq 500 | $TELLTALE run -- less -X");
      await shell.see("23");
      shell.type("G");
      await shell.see("(END)");
      expect(shell.text()).toContain("500");
      shell.type("q");
      await shell.prompt();
      shell.enter('echo "code $?"');
      await shell.seeRow("code 0");
    }),
  );

  test.if(has("vim"))("vim: edits, is stopped and resumed, follows a resize, writes the file", () =>
    inShell(async () => {
      writeFileSync(join(folder, "text"), "first\n");
      shell.enter("$TELLTALE run -- vim -u NONE -N text");
      await shell.see('"text" 1L, 6B');
      shell.type("osecond\x1b");
      await shell.see("second");
      shell.type(CTRL_Z);
      await shell.see("Stopped");
      shell.resize(60, 12);
      shell.enter("fg");
      // Eleven rows of text or of nothing, and the command line.
      const isFitted = (rows: readonly string[]) =>
        rows.slice(2, 11).every((row) => row.trim() === "~") && rows[1] === "second";
      expect(await shell.wait(isFitted, WAIT_MS)).toBe(true);
      shell.enter(":wq");
      await shell.prompt();
      shell.enter('echo "code $?"');
      await shell.seeRow("code 0");
      expect(readFileSync(join(folder, "text"), "utf8")).toBe("first\nsecond\n");
    }),
  );
});
