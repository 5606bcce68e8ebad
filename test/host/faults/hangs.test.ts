/** Agents that never answer: the host stays usable, is left within a bound, and nothing of it stays. */
import { afterEach, beforeAll, expect, test } from "bun:test";
import fs from "node:fs";
import { join } from "node:path";
import { programPath } from "../../e2e/program.ts";
import { type HostWorld, openHostWorld } from "../world.ts";
import { markedProcesses, stallingCommand, until } from "./fault-world.ts";

/** Stopping a turn, ending agents with their trees, and a busy machine. */
const LEAVE_MS = 25_000;

let program = "";
beforeAll(async () => {
  program = await programPath();
}, 120_000);

let host: HostWorld | undefined;
afterEach(async () => {
  await host?.end();
});

async function leaves(world: HostWorld): Promise<void> {
  world.press("ctrl+c");
  await world.waitForText("Press again");
  world.press("ctrl+c");
  const late = Bun.sleep(LEAVE_MS).then(() => "late");
  expect(await Promise.race([world.pty.exited, late])).toBe(0);
  await until(() => markedProcesses(world.home).length === 0, "no process of it");
}

// covers: fault-hangs
test.each(["initialize", "session/new", "session/prompt"])(
  "an agent that never answers %s: /help opens, prompts wait, and it is left",
  async (method) => {
    host = await openHostWorld({
      command: [program],
      rows: 30,
      args: ["--agent", "stalling"],
      prepare({ folder, home }) {
        const file = join(folder, "stall");
        fs.writeFileSync(file, method);
        const command = stallingCommand(folder);
        fs.writeFileSync(
          join(home, "config.yaml"),
          `agents:\n  stalling:\n    command: ${command}\n`,
        );
      },
    });
    const file = join(host.folder, "stall.stalled");
    host.type("a prompt that waits");
    host.press("enter");
    await host.waitForText("› a prompt that waits");
    await until(() => fs.existsSync(file), `${method} was asked`);
    host.type("and another one");
    host.press("enter");
    await host.waitForText(/queued: and another one/i);
    host.type("/help");
    host.press("enter");
    await host.waitForText("Ctrl+G");
    host.press("escape");
    await host.waitForNoText("Ctrl+G");
    await leaves(host);
    expect(Buffer.from(host.pty.raw()).toString()).not.toContain("timed out");
  },
  90_000,
);

// covers: fault-hangs, fault-quiet-stream
test("an agent that ignores a cancel: its process is ended, the next prompt works; a quiet stream is never cut", async () => {
  host = await openHostWorld({ command: [program], rows: 30 });
  await host.waitForText("a simulator");
  host.type("/hang hard");
  host.press("enter");
  await host.waitForText("I hang now.");
  host.press("escape");
  await host.waitForText("Stopping");
  host.type("hello again");
  host.press("enter");
  // The person is told after ten seconds that the process was ended, in which nothing else is sent.
  await host.waitForText("You wrote: hello again");
  expect(Buffer.from(host.pty.raw()).toString()).not.toMatch(/timed out|Reaching for/);
  await leaves(host);
}, 90_000);
