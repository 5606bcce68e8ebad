/**
 * What runs only while it is needed, in the real host in a real terminal: the command and Git, switched by
 * the panel, by time, and by another folder.
 */
import { afterEach, expect, test } from "bun:test";
import { mkdirSync, realpathSync } from "node:fs";
import { startSource } from "../../src/testing/source-program.ts";
import { git } from "../../src/testing/temp-git.ts";
import {
  type CommandWorld,
  type CommandWorldOptions,
  isAlive,
  openCommandWorld,
  processesNaming,
  waitFor,
  zombiesOf,
} from "./command-world.ts";

const SLOW_MS = 180_000;
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});
async function open(options: CommandWorldOptions): Promise<CommandWorld> {
  const it = await openCommandWorld(options);
  ends.push(it.end);
  return it;
}

async function openPanel({ world }: CommandWorld): Promise<void> {
  world.type("/statusline");
  await world.waitForText("› /statusline");
  world.press("enter");
  await world.waitForText("─ Status line ─");
}
/** Searches an item in the open panel. */
async function find({ world }: CommandWorld, id: string): Promise<void> {
  world.press("ctrl+u");
  world.type(id);
  await world.waitForText(new RegExp(`› \\[[ x]\\] ${id}`));
}
async function save({ world }: CommandWorld): Promise<void> {
  world.press("enter");
  await world.waitForNoText("─ Status line ─");
}
/** Toggles items with the panel, and saves. */
async function toggle(it: CommandWorld, ...ids: readonly string[]): Promise<void> {
  await openPanel(it);
  for (const id of ids) {
    await find(it, id);
    it.world.press("space");
  }
  await save(it);
}
/** Long enough for a period of ten seconds to have come round. */
const PERIOD_MS = 10_500;

// covers: runner-interval, line-git-period, line-git-hidden, line-git-at-once, panel-runs-nothing
// covers: panel-discard, panel-unavailable, host-idle
test(
  "ten seconds: the command with `interval`, Git anew; off the line neither, and not a byte; on it at once",
  async () => {
    const it = await open({
      items: "git-branch, current-dir, custom-command",
      settings: ["intervalSeconds: 1"],
      script: 'case "$line" in *interval*) echo tick;; *) echo event;; esac',
    });
    const { world } = it;
    const startedMs = performance.now();
    await world.waitForText("│ event");
    git(world.cwd, "init", "-q", "-b", "first");
    await world.waitForText("⎇ first │ ~/work │ tick");
    // One second is raised to ten; the host took its time to start before.
    expect(performance.now() - startedMs).toBeGreaterThan(5_000);
    expect(it.events().filter((event) => event === "interval")).toHaveLength(1);
    // A preview asks and runs nothing, whatever is switched in it; Escape leaves all as it was.
    const runs = it.lines().length;
    git(world.cwd, "checkout", "-q", "-b", "second");
    await openPanel(it);
    await find(it, "custom-command");
    await world.waitForText(/│ ⎇ \S+ │ ~\/work │ tick/);
    world.press("space");
    await world.waitForText("› [ ] custom-command");
    world.press("space", "escape");
    await world.waitForNoText("─ Status line ─");
    expect(it.lines().length - runs).toBeLessThanOrEqual(1);
    // Off the line, both; what has been saved counts without a restart.
    await toggle(it, "git-branch", "custom-command");
    await world.waitForText(/^~\/work *$/m);
    git(world.cwd, "checkout", "-q", "-b", "third");
    await world.waitForNoText("Saved");
    await world.rest();
    const [seen, written] = [it.lines().length, world.written()];
    await Bun.sleep(PERIOD_MS);
    expect([it.lines().length, world.written()]).toEqual([seen, written]);
    // In the panel they are labelled: nothing is read for a preview.
    await openPanel(it);
    await find(it, "git-branch");
    await world.waitForText("nothing to show now");
    world.press("space");
    await find(it, "custom-command");
    await world.waitForText("nothing to show now");
    world.press("space");
    await world.rest();
    expect(world.text()).not.toContain("⎇");
    expect(it.lines()).toHaveLength(seen);
    await save(it);
    await world.waitForText("~/work │ ⎇ third │ event", 9_000);
    expect(it.events().at(-1)).toBe("startup");
  },
  SLOW_MS,
);

// covers: runner-disable-enable, runner-one-slot, runner-pause-timeout, runner-late-dropped
test(
  "off and on by the panel while it runs: output gone, its end awaited, then one run with `startup`",
  async () => {
    const it = await open({ settings: ["timeoutMs: 30000"], script: "echo zero" });
    const { world } = it;
    await world.waitForText("│ zero");
    for (const mode of ["regular", "fullscreen"]) {
      it.setScript(`echo $$ > "$D/pid-${mode}"; ${waitFor(`go-${mode}`)}; echo zq-late`);
      await it.turn();
      await world.waitFor(() => it.pids(`pid-${mode}`).length === 1);
      const runs = it.lines().length;
      await toggle(it, "custom-command");
      await world.waitForText(/^~\/work *$/m);
      // Nothing is triggered meanwhile, and the process lives on.
      world.type("hi");
      world.press("enter");
      await world.rest();
      await toggle(it, "custom-command");
      await toggle(it, "custom-command");
      await toggle(it, "custom-command");
      await world.rest();
      expect(it.pids(`pid-${mode}`).map(isAlive)).toEqual([true]);
      expect(it.lines()).toHaveLength(runs);
      it.setScript(`echo fresh-${mode}`);
      it.touch(`go-${mode}`);
      await world.waitForText(`│ fresh-${mode}`);
      expect(it.lines()).toHaveLength(runs + 1);
      expect(it.events().at(-1)).toBe("startup");
      await it.switchMode();
    }
    expect(new TextDecoder().decode(world.pty.raw())).not.toContain("zq-late");
    expect(it.overlaps()).toBe(0);
    expect(zombiesOf(world.pty.pid)).toEqual([]);
  },
  SLOW_MS,
);

// covers: runner-pause-timeout, runner-exit-kills
test(
  "off while it runs: its own timeout still ends it; the end of the host, by a signal, ends the next one",
  async () => {
    const it = await open({ settings: ["timeoutMs: 1500"], script: "echo zero" });
    const { world } = it;
    await world.waitForText("│ zero");
    it.setScript('trap "" TERM HUP; sleep 300 & echo $$ $! >> "$D/pids"; wait');
    await it.turn();
    await world.waitFor(() => it.pids("pids").length === 2);
    await toggle(it, "custom-command");
    await world.waitFor(() => !it.pids("pids").some(isAlive));
    await toggle(it, "custom-command");
    await world.waitFor(() => it.pids("pids").length === 4);
    process.kill(world.pty.pid, "SIGTERM");
    await world.waitFor(() => !it.pids("pids").some(isAlive));
    await world.pty.exited;
    expect(processesNaming(it.folder)).toEqual([]);
  },
  SLOW_MS,
);

// covers: runner-workspace-change, line-git-workspace
test(
  "a session of another folder: output and branch go at once, then those of that folder",
  async () => {
    const it = await open({
      items: "git-branch, current-dir, custom-command",
      script: 'echo "in $(basename "$PWD")"',
      settings: ["timeoutMs: 30000"],
    });
    const { world } = it;
    git(world.cwd, "init", "-q", "-b", "here");
    await it.turn();
    await world.waitForText("⎇ here │ ~/work │ in work");
    const other = `${realpathSync(world.folder)}/other`;
    mkdirSync(other);
    git(other, "init", "-q", "-b", "there");
    const env = { HOME: world.folder, TELLTALE_HOME: world.home, TELLTALE_AGENT_SPEED: "0" };
    const { code } = await startSource(["exec", "from elsewhere"], { cwd: other, env }).answer;
    expect(code).toBe(0);
    it.setScript(`${waitFor("go")}; echo "in $(basename "$PWD")"`);
    world.type("/sessions");
    world.press("enter");
    await world.waitForText("Sessions");
    world.press("ctrl+a");
    world.type("elsewhere");
    await world.waitForText(/› .*from elsewhere/);
    world.press("enter");
    await world.waitForText(/⎇ there │ ~\/other *$/m);
    it.touch("go");
    await world.waitForText("⎇ there │ ~/other │ in other");
    expect(it.runs().at(-1)).toMatchObject({ event: "workspace-change", workspace_dir: other });
  },
  SLOW_MS,
);
