/** The real program: from its first screen to the last process that it started. */
import { afterEach, expect, test } from "bun:test";
import { type HostWorld, openHostWorld } from "./world.ts";

let world: HostWorld | undefined;
afterEach(async () => {
  await world?.end();
  world = undefined;
});

/** Pids of all processes that have the world's folder in their environment. */
function processesOf({ home }: HostWorld): readonly number[] {
  const { stdout } = Bun.spawnSync(["grep", "-lsaz", `TELLTALE_HOME=${home}`, ...environFiles()]);
  return stdout
    .toString()
    .split("\n")
    .map((path) => Number(/^\/proc\/(\d+)\//.exec(path)?.[1] ?? 0))
    .filter((pid) => pid > 0);
}

function environFiles(): readonly string[] {
  return [...new Bun.Glob("[0-9]*/environ").scanSync({ cwd: "/proc", onlyFiles: false })].map(
    (path) => `/proc/${path}`,
  );
}

async function opened(): Promise<HostWorld> {
  world = await openHostWorld();
  await world.waitForText("a simulator");
  return world;
}

/** Keys that were on their way when a dialog came answer nothing, so it is given a moment. */
async function allow(host: HostWorld): Promise<void> {
  await host.waitForText("Permission");
  await Bun.sleep(1_500);
  host.press("enter");
  await host.waitForNoText("Permission");
}

// covers: host-leaves-nothing
test.skipIf(process.platform !== "linux").each(["ctrl+d", "SIGTERM", "SIGHUP", "hang-up"] as const)(
  "after %s in the middle of a turn no process is left",
  async (way) => {
    const host = await opened();
    host.type("run sleep 60");
    host.press("enter");
    await allow(host);
    await host.waitForText("running");
    expect(processesOf(host).length).toBeGreaterThan(1);
    if (way === "ctrl+d") host.press("ctrl+d");
    else if (way === "hang-up") host.pty.hangUp();
    else process.kill(host.pty.pid, way);
    await host.pty.exited;
    const deadline = performance.now() + 10_000;
    while (processesOf(host).length > 0 && performance.now() < deadline) await Bun.sleep(100);
    expect(processesOf(host)).toEqual([]);
  },
);

// covers: host-first-minutes
test("as a new user: an answer, a permission, another layout, and how to go on", async () => {
  const host = await opened();
  host.type("hello");
  host.press("enter");
  await host.waitForText("You wrote: hello");
  host.type("run echo out-of-$((40+2))");
  host.press("enter");
  await allow(host);
  await host.waitForText("The command has ended");
  host.press("ctrl+g");
  await host.waitForText("tps:");
  host.press("ctrl+c");
  await host.waitForText("Press again to leave");
  host.press("ctrl+c");
  expect(await host.pty.exited).toBe(0);
  expect(host.text()).toMatch(/2 turns/);
  expect(host.text()).toContain("--resume");
});

// covers: host-idle
test("an idle host with a real runtime writes nothing, also after its connections have timed out", async () => {
  const host = await opened();
  await host.rest(1_500);
  const before = host.written();
  await Bun.sleep(13_000);
  expect(host.written()).toBe(before);
});
