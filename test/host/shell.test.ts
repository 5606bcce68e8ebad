/** The host as a job of a shell: its modes, Ctrl+Z and fg, and a signal from outside. */
import { afterEach, expect, test } from "bun:test";
import { join, resolve } from "node:path";
import { type Pty, startPty } from "../../src/testing/pty.ts";
import { startTmux, tmuxVersion } from "../../src/testing/tmux.ts";
import { BUN } from "./world.ts";

const ROOT = resolve(import.meta.dir, "../..");
/** As it is typed into a shell; the path of a checkout may hold blanks. */
const HOST = `'${BUN}' '${join(ROOT, "test/host/fake-host.ts")}'`;
const WAIT_MS = 30_000;

let pty: Pty | undefined;
afterEach(async () => {
  await pty?.end();
  pty = undefined;
});

function shell(): Pty {
  pty = startPty(["bash", "--norc", "--noprofile", "-i"], {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? "", PS1: "prompt> ", LANG: "C.UTF-8", TERM: "xterm-256color" },
  });
  return pty;
}

async function waitFor(shown: Pty, text: string): Promise<void> {
  if (await shown.wait((rows) => rows.join("\n").includes(text), WAIT_MS)) return;
  throw new Error(`${text} did not come:\n${shown.text()}`);
}

// covers: host-leaves-terminal
test.each(["regular", "fullscreen"])(
  "the line discipline is as before after %s mode",
  async (mode) => {
    const bash = shell();
    await waitFor(bash, "prompt>");
    bash.type(
      `stty -g > "$HOME/a" 2>/dev/null; A=$(stty -g); ${HOST} ${mode}; [ "$A" = "$(stty -g)" ] && echo same-modes\r`,
    );
    await waitFor(bash, "model-1001");
    bash.press("ctrlD");
    await waitFor(bash, "\nsame-modes");
    const [before = ""] = bash.text().split("\nsame-modes");
    expect(before).toContain("ended: quit");
  },
);

// covers: host-suspends
test.each(["regular", "fullscreen"])(
  "ctrl+z in %s mode gives the shell back, and fg the draft",
  async (mode) => {
    const bash = shell();
    await waitFor(bash, "prompt>");
    bash.type(`${HOST} ${mode}\r`);
    await waitFor(bash, "model-1001");
    bash.type("my draft");
    await waitFor(bash, "my draft");
    bash.type("\x1a");
    await waitFor(bash, "Stopped");
    bash.type("echo between-$((40+2))\r");
    await waitFor(bash, "between-42");
    bash.type("fg\r");
    await waitFor(bash, "my draft");
    await waitFor(bash, "model-1001");
    bash.type(" goes on");
    await waitFor(bash, "my draft goes on");
    bash.press("ctrlU");
    bash.press("ctrlD");
    await waitFor(bash, "ended: quit");
  },
);

// covers: host-suspends
test("a stop from outside gives the shell back as well", async () => {
  const bash = shell();
  await waitFor(bash, "prompt>");
  bash.type(`${HOST} regular\r`);
  await waitFor(bash, "model-1001");
  bash.type("stopped draft");
  await waitFor(bash, "stopped draft");
  const { stdout } = Bun.spawnSync(["ps", "-o", "pid=", "--ppid", String(bash.pid)]);
  const [pid = ""] = stdout.toString().trim().split(/\s+/);
  process.kill(Number(pid), "SIGTSTP");
  await waitFor(bash, "Stopped");
  bash.type("fg\r");
  await waitFor(bash, "stopped draft");
  bash.press("ctrlU");
  bash.press("ctrlD");
  await waitFor(bash, "ended: quit");
});

// covers: host-scrollback
test.skipIf(tmuxVersion() === undefined)(
  "in tmux each row is in the history once, through switches and sizes of the height",
  async () => {
    const tmux = startTmux(["sh", "-c", `${HOST} regular; cat`], { cols: 80, rows: 20, cwd: ROOT });
    try {
      const seen = (text: string) => tmux.wait((rows) => rows.join("\n").includes(text), WAIT_MS);
      expect(await seen("model-1001")).toBe(true);
      tmux.type("lines 60");
      tmux.sendKeys("Enter");
      expect(await seen("line 60")).toBe(true);
      tmux.sendKeys("C-t");
      tmux.sendKeys("C-t");
      tmux.type("lines 2");
      tmux.sendKeys("Enter");
      expect(await seen("› lines 2")).toBe(true);
      tmux.sendKeys("C-d");
      expect(await seen("ended: quit")).toBe(true);
      const history = tmux.run("capture-pane", "-p", "-S", "-500").split("\n");
      const numbers = history.flatMap((row) => /^\s*line (\d+)\s*$/.exec(row)?.[1] ?? []);
      expect(numbers.map(Number)).toEqual([...Array.from({ length: 60 }, (_, at) => at + 1), 1, 2]);
      expect(history.filter((row) => row.includes("✦ model"))).toEqual([]);
    } finally {
      await tmux.end();
    }
  },
);
