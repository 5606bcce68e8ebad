/** `telltale run`: how it ends, and what is left when it does. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { processTree } from "../../src/testing/process-tree.ts";
import { isRunning, startInside, telltale, untilEnded, WAIT_MS } from "./in-terminal.ts";

setDefaultTimeout(4 * WAIT_MS);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "telltale-run-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** How a command ends in a terminal: its code, and the signal if it died of one. */
async function endOf(command: readonly string[]) {
  const child = Bun.spawn([...command], {
    env: { PATH: process.env.PATH ?? "" },
    terminal: { data() {} },
  });
  const code = await child.exited;
  child.terminal?.close();
  return { code, signal: child.signalCode };
}

// covers: run-same-exit
describe("run, a command that ends", () => {
  test.each([
    ["with 0", ["true"]],
    ["with 7", ["sh", "-c", "exit 7"]],
    ["with 130, which is no signal", ["sh", "-c", "exit 130"]],
    ["by SIGKILL", ["sh", "-c", "kill -9 $$"]],
    ["by SIGTERM", ["sh", "-c", "kill $$"]],
    ["by SIGUSR1", ["sh", "-c", "kill -USR1 $$"]],
  ])("%s: the same code and signal as without run", async (_name, command) => {
    const plain = await endOf(command);
    expect(await endOf(telltale("run", "--", ...command))).toEqual(plain);
  });

  test("by a signal that dumps core: 128 and its number", async () => {
    expect(await endOf(telltale("run", "--", "sh", "-c", "kill -QUIT $$"))).toEqual({
      code: 131,
      signal: null,
    });
  });

  test("by a signal without a name: 128 and its number, as a shell gives it", async () => {
    const script = '"$@"; exit $?';
    const command = telltale("run", "--", "sh", "-c", "kill -50 $$");
    expect((await endOf(["sh", "-c", script, "sh", ...command])).code).toBe(178);
  });
});

// covers: run-cannot-start
describe("run, a command that cannot start", () => {
  const failure = async (...args: readonly string[]) => {
    const terminal = startInside(telltale("run", ...args));
    try {
      const code = await terminal.exited;
      await terminal.see("telltale run: ");
      return { code, text: terminal.text().trim(), reports: terminal.reports };
    } finally {
      await terminal.end();
    }
  };

  test("is not there: 127, the name in one line, and no report", async () => {
    expect(await failure("--", "no-such-command", "x")).toEqual({
      code: 127,
      text: 'telltale run: "no-such-command": command not found',
      reports: [],
    });
  });

  test("may not be run: 126; a script for a missing interpreter: 127; no script at all: as in sh", async () => {
    const file = (name: string, text: string, mode: number): string => {
      writeFileSync(join(folder, name), text, { mode });
      return join(folder, name);
    };
    expect((await failure("--", file("plain", "", 0o644))).code).toBe(126);
    const orphan = await failure("--", file("orphan", "#!/no/such/interpreter\n", 0o755));
    expect(orphan).toMatchObject({ code: 127 });
    expect(orphan.text).toContain("its interpreter is missing");
    const script = file("script", "exit 9\n", 0o755);
    expect(await endOf(telltale("run", "--", script))).toEqual({ code: 9, signal: null });
  });

  test("a terminal that answers later than that is known: the answers do not reach the shell", async () => {
    writeFileSync(join(folder, "orphan"), "#!/no/such/interpreter\n", { mode: 0o755 });
    const script = '"$@"; stty -icanon -echo min 0 time 5; head -c 9 | od -An -c; echo end';
    let said = "";
    const child = Bun.spawn(
      ["sh", "-c", script, "sh", ...telltale("run", "--", join(folder, "orphan"))],
      {
        env: { PATH: process.env.PATH ?? "" },
        terminal: {
          data(terminal, bytes) {
            said += bytes.toString();
            if (!said.endsWith("\x1b[c")) return;
            setTimeout(() => terminal.write("\x1b]7501;?\x1b\\\x1b[?62c"), 250);
          },
        },
      },
    );
    await child.exited;
    expect(said).toContain("\x1b[c");
    expect(said).toEndWith("its interpreter is missing\r\nend\r\n");
  });

  test("no command, an impossible id, an unknown option: 2 and the right form", async () => {
    expect(await failure()).toMatchObject({ code: 2, text: expect.stringContaining("-- CMD") });
    expect(await failure("--id", "a//b", "--", "true")).toMatchObject({
      code: 2,
      text: expect.stringContaining("--id"),
    });
    expect(await failure("--when", "never", "--", "true")).toMatchObject({ code: 2 });
  });
});

describe("run, keys and signals", () => {
  // In the foreground all of it: a shell lets its background commands ignore SIGINT.
  const SLEEPER = ["sh", "-c", 'sh -c "echo asleep; sleep 300; :"; :'];

  async function startSleeper() {
    const terminal = startInside(telltale("run", "--", ...SLEEPER));
    await terminal.see("asleep");
    // Itself, the leader, two shells and the sleep.
    const isWhole = () => processTree(terminal.pid).length === 5;
    expect(await terminal.wait(isWhole, WAIT_MS)).toBe(true);
    const pids = processTree(terminal.pid).filter((pid) => pid !== terminal.pid);
    return { terminal, pids };
  }

  // covers: run-ctrl-c
  test("Ctrl+C: the command gets SIGINT, run dies of it, the report is idle", async () => {
    const { terminal, pids } = await startSleeper();
    try {
      terminal.press("ctrlC");
      expect(await terminal.exited).toBe(130);
      expect(await untilEnded(pids)).toEqual([]);
      await terminal.hear("state=idle:app=telltale:title=sh");
    } finally {
      await terminal.end();
    }
  });

  // covers: run-signals
  test.each([
    ["SIGTERM", 143],
    ["SIGHUP", 129],
    ["SIGINT", 130],
  ] as const)("%s to run: passed on to the command and its group", async (signal, code) => {
    const { terminal, pids } = await startSleeper();
    try {
      process.kill(terminal.pid, signal);
      expect(await terminal.exited).toBe(code);
      expect(await untilEnded(pids)).toEqual([]);
    } finally {
      await terminal.end();
    }
  });

  test("SIGTERM before the command has started: passed on once it has, and the answers are ours", async () => {
    const terminal = startInside(telltale("run", "--", "sleep", "300"));
    try {
      // Asked first of all; the helper takes some time to start.
      await terminal.hear("?");
      process.kill(terminal.pid, "SIGTERM");
      expect(await terminal.exited).toBe(143);
      expect(terminal.reports.at(-1)).toBe(
        "state=error:app=telltale:title=sleep:msg=ended by SIGTERM",
      );
    } finally {
      await terminal.end();
    }
  });

  test("SIGUSR1 to a command that hears it: it goes on", async () => {
    const script = 'trap "echo heard" USR1; echo ready; while :; do sleep 0.05; done';
    const terminal = startInside(telltale("run", "--", "sh", "-c", script));
    try {
      await terminal.see("ready");
      process.kill(terminal.pid, "SIGUSR1");
      await terminal.see("heard");
    } finally {
      await terminal.end();
    }
  });

  // covers: run-no-orphan
  test("kill -9 of run: nothing of the command is left", async () => {
    const { terminal, pids } = await startSleeper();
    try {
      process.kill(terminal.pid, "SIGKILL");
      expect(await terminal.exited).toBe(137);
      expect(await untilEnded(pids)).toEqual([]);
    } finally {
      await terminal.end();
    }
  });

  // covers: run-no-orphan
  test("kill -9 of run while the command is stopped: nothing of it is left", async () => {
    const shell = startInside(["bash", "--norc", "-i"]);
    try {
      shell.enter(`$TELLTALE run -- sh -c '${SLEEPER[2]}'`);
      await shell.seeRow("asleep");
      const pids = processTree(shell.pid).filter((pid) => pid !== shell.pid);
      shell.type("\x1a");
      await shell.see("Stopped");
      shell.enter("kill -9 %1");
      expect(await untilEnded(pids)).toEqual([]);
    } finally {
      await shell.end();
    }
  });

  // covers: run-leaves-daemons
  test("a command that leaves a daemon: run ends at once, and the daemon lives", async () => {
    const script = 'nohup sleep 300 >/dev/null 2>&1 & echo "daemon $!"';
    const holder = 'sleep 300 & echo "holder $!"';
    for (const text of [script, holder]) {
      const terminal = startInside(telltale("run", "--", "sh", "-c", text));
      try {
        expect(await terminal.exited).toBe(0);
        const pid = Number(/(?:daemon|holder) (\d+)/.exec(terminal.text())?.[1]);
        await Bun.sleep(200);
        expect(isRunning(pid)).toBe(true);
        process.kill(pid, "SIGKILL");
      } finally {
        await terminal.end();
      }
    }
  });

  // covers: run-nohup
  test("a caller that wants SIGHUP ignored: run and its command ignore it", async () => {
    const script = 'echo "ready $$"; sleep 1; echo survived';
    const terminal = startInside([
      "sh",
      "-c",
      `trap '' HUP; exec telltale run -- sh -c '${script}'`,
    ]);
    try {
      await terminal.see("ready");
      const pid = Number(/ready (\d+)/.exec(terminal.text())?.[1]);
      process.kill(pid, "SIGHUP");
      process.kill(terminal.pid, "SIGHUP");
      await terminal.see("survived");
      expect(await terminal.exited).toBe(0);
    } finally {
      await terminal.end();
    }
  });
});
