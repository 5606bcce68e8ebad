/** The host or the runtime itself goes: what was said is kept, what ran is ended, the terminal is as before. */
import { afterEach, beforeAll, expect, test } from "bun:test";
import fs from "node:fs";
import { join } from "node:path";
import { programPath } from "../../e2e/program.ts";
import { type HostWorld, openHostWorld } from "../world.ts";
import { markedProcesses, openServeWorld, type ServeWorld, until } from "./fault-world.ts";

let program = "";
beforeAll(async () => {
  program = await programPath();
}, 120_000);

const worlds: { readonly end: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0).reverse()) await world.end();
});

async function open(options: Parameters<typeof openHostWorld>[0] = {}): Promise<HostWorld> {
  const world = await openHostWorld({ command: [program], ...options });
  worlds.push(world);
  return world;
}

/** Ids of the sessions that lie on the disk of a home. */
function sessionsOf(home: string): readonly string[] {
  return fs.readdirSync(join(home, "state", "live-sessions"));
}

async function nothingLives(home: string): Promise<void> {
  await until(() => markedProcesses(home).length === 0, `no process of ${home}`);
}

// covers: fault-host-killed
test("the host killed in a turn with prompts in the queue: no agent is left, and --resume shows all and goes on", async () => {
  const host = await open();
  await host.waitForText("a simulator");
  for (const text of ["hello before", "/hang", "queued one", "queued two"]) {
    host.type(text);
    host.press("enter");
    await host.waitForText(text.replace("/hang", "I hang now."));
  }
  await host.waitForText(/queued two/);
  const [sessionId = ""] = sessionsOf(host.home);
  await until(() => {
    const journal = fs.readFileSync(
      join(host.home, "state/live-sessions", sessionId, "journal.jsonl"),
      "utf8",
    );
    return journal.includes("queued two");
  }, "all are accepted");
  process.kill(host.pty.pid, "SIGKILL");
  await host.pty.exited;
  await nothingLives(host.home);

  const again = await open({ args: ["--resume", sessionId], env: { TELLTALE_HOME: host.home } });
  await again.waitForText("You wrote: queued two");
  const all = again.pty.history().join("\n");
  for (const text of [
    "› hello before",
    "You wrote: hello before",
    "I hang now.",
    "the runtime ended",
  ]) {
    expect(all).toContain(text);
  }
  for (const text of ["› queued one", "› queued two"]) expect(all.split(text)).toHaveLength(2);
}, 90_000);

const MODES = ["regular", "fullscreen"] as const;
const WAYS = ["SIGTERM", "SIGHUP", "SIGQUIT"] as const;

// covers: fault-terminal-restored
test.each(MODES.flatMap((mode) => WAYS.map((way) => [mode, way] as const)))(
  "%s, %s in a turn: modes and screen are as before, and no process is left",
  async (mode, way) => {
    const host = await open({
      command: [
        "sh",
        "-c",
        `tty; stty -a > "$HOME/before"; "$@"; stty -a > "$HOME/after"; echo ended; read -r x`,
        "sh",
        program,
      ],
      mode,
      until: false,
    });
    await host.waitForText("a simulator");
    const { pid } = {
      pid: markedProcesses(host.home).find((each) => isProgram(each, "host")) ?? 0,
    };
    host.type("/hang");
    host.press("enter");
    await host.waitForText("I hang now.");
    process.kill(pid, way);
    await host.waitForText("ended");
    const text = (name: string) => fs.readFileSync(join(host.folder, name), "utf8");
    expect(text("after")).toBe(text("before"));
    const raw = Buffer.from(host.pty.raw()).toString();
    const last = (on: string, off: string) => raw.lastIndexOf(off) >= raw.lastIndexOf(on);
    expect([last("\x1b[?1049h", "\x1b[?1049l"), last("\x1b[?25l", "\x1b[?25h")]).toEqual([
      true,
      true,
    ]);
    expect(last("\x1b[?2004h", "\x1b[?2004l")).toBe(true);
    await until(
      () => !markedProcesses(host.home).some((each) => isProgram(each, "agent")),
      "agents",
    );
  },
  60_000,
);

function isProgram(pid: number, word: string): boolean {
  try {
    const args = fs.readFileSync(`/proc/${pid}/cmdline`, "latin1").split("\0");
    return args[0] === program && args.includes(word);
  } catch {
    return false;
  }
}

// covers: fault-serve-killed
test("the runtime killed under two hosts: they say so, and show its state when it is there again", async () => {
  const serve: ServeWorld = await openServeWorld();
  worlds.push(serve);
  const opened = await serve.client.open({ kind: "new", cwd: serve.cwd });
  if (!opened.ok) throw new Error(opened.reason);
  const args = ["--resume", opened.value];
  const record = "tui:\n  statusLine: [build-mode]\n";
  const one = await serve.host({ args });
  const two = await serve.host({ args, config: record });
  one.type("hello");
  one.press("enter");
  for (const host of [one, two]) await host.waitForText("You wrote: hello");
  one.type("/hang");
  one.press("enter");
  await two.waitForText("I hang now.");
  await serve.kill("SIGKILL");
  for (const host of [one, two]) await host.waitForText("Reaching for the runtime");
  await two.waitForText("state=run");
  // What is sent meanwhile waits, and arrives once.
  one.type("sent while it was away");
  one.press("enter");
  await nothingLives(serve.home);
  await serve.start();
  for (const host of [one, two]) {
    await host.waitForText("You wrote: sent while it was away");
    await host.waitForNoText("Reaching for the runtime");
    expect(host.text()).toContain("the runtime ended");
  }
  await two.waitForText("state=done");
  const state = await serve.state(opened.value);
  expect(state.turns).toBe(3);
  const users = state.entries.flatMap((entry) => (entry.kind === "user" ? [entry.text] : []));
  expect(users).toEqual(["hello", "/hang", "sent while it was away"]);
}, 90_000);
