/** A disk that is full or read-only, no home, a config that cannot be read: the host starts and goes on. */
import { afterEach, beforeAll, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { join } from "node:path";
import { canMount, mountSmallDisk, unmount } from "../../../src/testing/small-disk.ts";
import { callProgram, programPath } from "../../e2e/program.ts";
import { type HostWorld, type HostWorldOptions, openHostWorld } from "../world.ts";

let program = "";
beforeAll(async () => {
  program = await programPath();
}, 120_000);

let worlds: HostWorld[] = [];
afterEach(async () => {
  for (const world of worlds) await world.end();
  worlds = [];
});

async function open(options: HostWorldOptions = {}): Promise<HostWorld> {
  const world = await openHostWorld({ command: [program], cols: 120, ...options });
  worlds.push(world);
  await world.waitForText("a simulator");
  return world;
}

async function answers(host: HostWorld, text: string): Promise<void> {
  host.type(text);
  host.press("enter");
  await host.waitForText(`You wrote: ${text}`);
}

function fill(path: string): void {
  const fd = fs.openSync(path, "a");
  try {
    for (;;) if (fs.writeSync(fd, "x".repeat(256)) === 0) return;
  } catch {
    // It is full now.
  } finally {
    fs.closeSync(fd);
  }
}

// covers: fault-no-home
test.each([
  ["no home at all", { HOME: "", TELLTALE_HOME: "" }],
  ["a home that is a file", { HOME: "/dev/null", TELLTALE_HOME: "/dev/null" }],
  ["a folder in which nothing can be made", { HOME: "/proc", TELLTALE_HOME: "/proc/1/none" }],
])(
  "%s: the host starts, answers, and leaves",
  async (_, env) => {
    const host = await open({ env });
    await answers(host, "hello");
    host.press("ctrl+d");
    expect(await host.pty.exited).toBe(0);
  },
  60_000,
);

const canFill = process.platform === "linux" && canMount();

// covers: fault-disk-full
test.skipIf(!canFill)(
  "a disk that is full at the start, and one that fills up in a turn: said, and nothing breaks",
  async () => {
    const full = mountSmallDisk();
    try {
      fill(join(full, "filler"));
      const host = await open({ env: { TELLTALE_HOME: full } });
      await host.waitForText("not kept on the disk");
      await host.waitForText("TELLTALE_HOME");
      await answers(host, "hello");
      host.type("/statusline");
      host.press("enter");
      await host.waitForText(/Enter/);
      host.press("space", "enter");
      await host.waitForText("Not saved");
      await host.waitForText(/disk is full/);
      host.press("escape");
      host.press("ctrl+d");
      await host.end();

      fs.rmSync(join(full, "filler"));
      const later = await open({ env: { TELLTALE_HOME: full } });
      await answers(later, "with room");
      later.type("/hang");
      later.press("enter");
      await later.waitForText("I hang now.");
      fill(join(full, "filler"));
      // What is short still fits into the last block of the journal.
      later.paste(`without room ${"x".repeat(9000)}`);
      later.press("enter");
      await later.waitForText(/not taken: .*disk is full/, 10_000);
      await later.waitForText("xxxxxxxxxx");
      later.press("ctrl+c");
      later.press("escape");
      await later.waitForText(/[Ii]nterrupted/);
      fs.rmSync(join(full, "filler"));
      await answers(later, "with room again");
      later.press("ctrl+d");
      expect(await later.pty.exited).toBe(0);
    } finally {
      for (const world of worlds) await world.end();
      for (const name of fs.readdirSync(full)) fs.rmSync(join(full, name), { recursive: true });
      unmount(full);
    }
  },
  120_000,
);

/** What stands in the place of the config. */
const CONFIGS: Readonly<Record<string, (path: string) => void>> = {
  "a folder": (path) => fs.mkdirSync(path),
  "no YAML": (path) => fs.writeFileSync(path, "tui: [\n  - {"),
  "any bytes": (path) =>
    fs.writeFileSync(path, Buffer.from("\x00\xff\xfe\x1b[2J\x00\xc3(", "latin1")),
  "a pipe that nobody writes to": (path) => {
    spawnSync("mkfifo", [path]);
  },
  "a link to itself": (path) => fs.symlinkSync(path, path),
};

// covers: fault-config-unreadable
test("a config that becomes a folder, no YAML, bytes, a pipe or a link to itself: defaults, and the doctor says it", async () => {
  const first = await open({ prepare: ({ home }) => fs.rmSync(join(home, "config.yaml")) });
  await answers(first, "hello");
  for (const [name, make] of Object.entries(CONFIGS)) {
    const path = join(first.home, "config.yaml");
    fs.rmSync(path, { recursive: true, force: true });
    make(path);
    // While it runs: a save is refused or works, and the host goes on.
    await answers(first, `with ${name}`);
    const env = { PATH: process.env.PATH ?? "", HOME: first.folder, TELLTALE_HOME: first.home };
    const doctor = await callProgram(["doctor", "claude-code"], { env, cwd: first.cwd });
    expect(`${doctor.out}${doctor.err}`).toContain("config.yaml");
    expect(doctor.tookMs).toBeLessThan(15_000);
    const host = await open({ env: { TELLTALE_HOME: first.home } });
    await answers(host, "hello");
    await host.end();
  }
}, 180_000);
