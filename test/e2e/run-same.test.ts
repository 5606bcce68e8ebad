/** `telltale run`: what a command can see of its surroundings is the same with and without it. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { processTree } from "../../src/testing/process-tree.ts";
import { startInside, TELLTALE, untilEnded, WAIT_MS } from "./in-terminal.ts";

setDefaultTimeout(4 * WAIT_MS);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "telltale-same-"));
  writeFileSync(join(folder, "look.sh"), LOOK, { mode: 0o755 });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Its own name, environment, descriptors, limits, terminal; whether it is in the foreground. */
const LOOK = `#!/bin/sh
echo "$0"
env | grep -v '^_=' | sort
ls /dev/fd | tr '\\n' ' '
ulimit -a
umask
pwd
stty -a < /dev/tty | sed 's/rows.*columns.*;//'
set -- $(ps -o pgid=,tpgid= -p $$)
[ "$1" = "$2" ] && echo foreground
`;

async function seen(how: string, end: string): Promise<string> {
  // The limit is one that the runtime would raise; a shell that stays, as a person's does.
  const script = `ulimit -Sn 512; ${how} ./look.sh > ${end}; true`;
  const terminal = startInside(["bash", "-mc", script], { cwd: folder });
  try {
    expect(await terminal.exited).toBe(0);
    return readFileSync(join(folder, "seen"), "utf8");
  } finally {
    await terminal.end();
  }
}

// covers: run-same-surroundings
test.each([
  ["its output in a file, errors on the terminal", "seen"],
  ["all of its output in files", "seen 2> errors"],
])(
  "run, %s: the same environment, descriptors, limits, modes and place in the foreground",
  async (_name, end) => {
    const plain = await seen("", end);
    expect(plain).toContain("foreground");
    expect(await seen("telltale run --when off --", end)).toBe(plain);
  },
);

// covers: run-no-orphan
test("run, the terminal is closed: the command is hung up on, and nothing is left", async () => {
  const child = Bun.spawn([...TELLTALE, "run", "--", "sh", "-c", "echo asleep; sleep 300; :"], {
    env: { PATH: process.env.PATH ?? "" },
    terminal: { data() {} },
  });
  const deadline = performance.now() + WAIT_MS;
  let pids: readonly number[] = [];
  // Itself, the leader, the shell and the sleep.
  while (pids.length < 4 && performance.now() < deadline) {
    await Bun.sleep(30);
    pids = processTree(child.pid);
  }
  expect(pids).toHaveLength(4);
  child.terminal?.close();
  expect(await untilEnded(pids)).toEqual([]);
  expect(await child.exited).toBe(129);
});

// covers: run-no-orphan
test("run, its helper is killed: the command ends, and run says so", async () => {
  const terminal = startInside([...TELLTALE, "run", "--", "sh", "-c", "echo asleep; sleep 300; :"]);
  try {
    await terminal.see("asleep");
    const [, leader = 0, ...rest] = processTree(terminal.pid).toSorted((a, b) => a - b);
    process.kill(leader, "SIGKILL");
    expect(await terminal.exited).toBe(137);
    expect(await untilEnded(rest)).toEqual([]);
  } finally {
    await terminal.end();
  }
});
