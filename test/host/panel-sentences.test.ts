/** Every sentence about `/statusline`, in the real host with its agent in a real terminal, in both modes. */
import { afterEach, expect, test } from "bun:test";
import fs from "node:fs";
import { join } from "node:path";
import { configLockFile, setConfigValue } from "../../src/config/write.ts";
import { withLock } from "../../src/files/lock.ts";
import { filePaths } from "../../src/files/paths.ts";
import { type HostWorld, type HostWorldOptions, openHostWorld } from "./world.ts";

const SLOW_MS = 180_000;
const worlds: HostWorld[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.end();
});

const FILE = `# mine
lang: en # said twice
tui:
  theme: dark
  statusLine: [model, context-meter, queue, approval-mode] # the line
  items: {clock: {hours: 24}}
`;
const TITLE = "─ Status line ─";

async function open(options: HostWorldOptions = {}): Promise<HostWorld> {
  const world = await openHostWorld({ cols: 100, rows: 30, config: FILE, ...options });
  worlds.push(world);
  await world.waitForText("Ask ·");
  return world;
}
async function openPanel(world: HostWorld): Promise<void> {
  world.type("/statusline");
  await world.waitForText("› /statusline");
  world.press("enter");
  await world.waitForText(TITLE);
}
const file = ({ home }: HostWorld): string => join(home, "config.yaml");
const written = (world: HostWorld): string => fs.readFileSync(file(world), "utf8");
/** The last row of the screen that is not blank: the line itself. */
const line = (world: HostWorld): string =>
  (world.screen().findLast((row) => row.trim() !== "") ?? "").trimEnd();
const place = (world: HostWorld) => {
  const { stateDir } = filePaths({ TELLTALE_HOME: world.home }, process.platform);
  return { configFile: file(world), lockFile: configLockFile(file(world), stateDir) };
};
/** Keeps every save waiting until the result is called. */
async function holdSaves(lockFile: string): Promise<() => Promise<void>> {
  const taken = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const held = withLock(
    lockFile,
    () => {
      taken.resolve();
      return release.promise;
    },
    { waitMs: 5_000 },
  );
  await taken.promise;
  return async () => {
    release.resolve();
    await held;
  };
}
async function switchMode(world: HostWorld): Promise<void> {
  world.press("ctrl+t");
  await world.rest();
}

// covers: panel-opens, panel-select, panel-toggle, panel-reorder, panel-search, panel-search-order
// covers: panel-preview, panel-unavailable, panel-discard, panel-unchanged, panel-machine-line
test(
  "keys, search, preview: what a person sees of the draft, and nothing of it is kept on leaving",
  async () => {
    const world = await open();
    await world.waitForText(/✦ .* │ Context ▕.* │ Ask/);
    for (const mode of ["regular", "fullscreen"]) {
      const before = line(world);
      await openPanel(world);
      await world.waitForText("› [x] model");
      const rows = world.screen().filter((row) => /\[[x ]\] /.test(row));
      const ids = rows.map((row) => /\[[x ]\] \S+/.exec(row)?.[0]);
      expect(ids.slice(0, 4)).toEqual([
        "[x] model",
        "[x] context-meter",
        "[x] queue",
        "[x] approval-mode",
      ]);
      expect(ids[4]).toStartWith("[ ] ");
      expect(world.text()).toContain(`4 / `);
      // Up from the first is the last, down from the last the first.
      world.press("up");
      await world.waitForNoText("› [x] model");
      world.press("down");
      await world.waitForText("› [x] model");
      // Right twice, left once; the preview follows, the line does not. What has nothing to show says so.
      world.press("right", "right", "left");
      await world.waitForText(/│ Context ▕[█░]+▏ \d+% left │ ✦ .* │ Ask +│/);
      expect(line(world)).toBe(before);
      world.press("down");
      await world.waitForText(/› \[x\] queue[\s\S]*nothing to show now/);
      // While searching left and right move in the query; cleared, they reorder again.
      world.type("approvAl");
      await world.waitForText("› [x] approval-mode");
      await world.waitForText("Clear the search to reorder");
      world.press("left", "right", "left", "left");
      world.press("ctrl+u");
      world.press("ctrl+e", "ctrl+u");
      world.type("permission");
      await world.waitForText("› [x] approval-mode");
      world.press("space");
      await world.waitForText("› [ ] approval-mode");
      world.press("ctrl+u");
      await world.waitForText("Search: ");
      world.type("build-mode");
      await world.waitForText("No item matches");
      world.press(mode === "regular" ? "escape" : "ctrl+c");
      await world.waitForNoText(TITLE);
      expect(line(world)).toBe(before);
      // Opened and saved as it is: closed, nothing written.
      const { mtimeMs } = fs.statSync(file(world));
      await openPanel(world);
      world.press("enter");
      await world.waitForNoText(TITLE);
      expect([written(world), fs.statSync(file(world)).mtimeMs]).toEqual([FILE, mtimeMs]);
      await switchMode(world);
    }
  },
  SLOW_MS,
);

// covers: panel-save, panel-waits, panel-failure, panel-one-key, panel-hides, panel-removes, panel-defaults
// covers: host-config-restart, host-config-save
test.each(["regular", "fullscreen"] as const)(
  "%s mode, saving: awaited, in the link's target, one key alone; failures keep the draft; [] hides; defaults remove",
  async (mode) => {
    const world = await open({ mode });
    // That of the file at the start: the host keeps to it.
    const { lockFile } = place(world);
    const real = join(world.folder, "dotfile.yaml");
    fs.rmSync(file(world));
    fs.writeFileSync(real, FILE);
    fs.symlinkSync(real, file(world));
    // A change from outside is not watched.
    const other = await setConfigValue(place(world), ["tui", "showTips"], false);
    expect(other.ok).toBe(true);
    await openPanel(world);
    await world.waitForText("› [x] model");
    // While it is being saved every key is ignored.
    const release = await holdSaves(lockFile);
    world.press("space");
    await world.waitForText("› [ ] model");
    world.press("enter");
    await world.waitForText("Saving ...");
    world.type("zq");
    world.press("escape", "space", "down", "ctrl+c", "ctrl+r");
    await world.rest();
    expect(world.text()).toContain("› [ ] model");
    expect(world.text()).not.toContain("zq");
    expect(line(world)).toMatch(/^✦ /);
    await release();
    await world.waitForNoText(TITLE);
    await world.waitFor(() => line(world).startsWith("Context ▕"));
    expect(fs.readlinkSync(file(world))).toBe(real);
    expect(written(world)).toContain(
      "statusLine: [context-meter, queue, approval-mode] # the line",
    );
    for (const kept of ["# mine", "lang: en # said twice", "theme: dark", "hours: 24"]) {
      expect(written(world)).toContain(kept);
    }
    expect(written(world)).toContain("showTips: false");
    // A failed write: the file and the line as they were, the draft there, and it may be tried again.
    const saved = written(world);
    fs.chmodSync(real, 0o444);
    await openPanel(world);
    world.press("space", "enter");
    await world.waitForText("Not saved");
    await world.waitForText("› [ ] context-meter");
    expect([written(world), line(world).startsWith("Context ▕")]).toEqual([saved, true]);
    fs.chmodSync(real, 0o600);
    world.press("enter");
    await world.waitForNoText(TITLE);
    await world.waitFor(() => line(world) === "Ask");
    // Nothing selected: an empty list, no line.
    await openPanel(world);
    world.press("space", "down", "space");
    await world.waitForText("The status line is hidden");
    world.press("enter");
    await world.waitForNoText(TITLE);
    await world.waitFor(() => line(world) === "›");
    expect(written(world)).toMatch(/statusLine: \[\]/);
    // The defaults: the key goes.
    await openPanel(world);
    world.press("ctrl+r");
    await world.waitForText("Defaults ─╮");
    world.press("enter");
    await world.waitForNoText(TITLE);
    await world.waitFor(() => /^~\/work │ .*Ask │ ✦ /.test(line(world)));
    expect(written(world)).not.toContain("statusLine");
    expect(written(world)).toContain("theme: dark");
  },
  SLOW_MS,
);

// covers: panel-refused, panel-during-run, panel-late
test(
  "a turn runs: it opens and sends nothing; a question that comes while it is saved stays; side sessions refuse",
  async () => {
    const world = await open({
      env: { TELLTALE_AGENT_SPEED: "1" },
      agentScript: `turns:
  - repeat: true
    steps:
      - sleep: 4s
      - permission: { title: May it, kind: execute }
      - say: I was allowed
`,
    });
    for (const mode of ["regular", "fullscreen"]) {
      world.type("go");
      world.press("enter");
      await world.waitForText(/Working/);
      await openPanel(world);
      const release = await holdSaves(place(world).lockFile);
      await world.waitForText("› [");
      const id = /› \[.\] (\S+)/.exec(world.text())?.[1] ?? "";
      world.press("space", "enter");
      await world.waitForText("Saving ...");
      await world.waitForText("1. Allow once");
      await release();
      await world.waitFor(() => !new RegExp(`statusLine:.*\\b${id}\\b`).test(written(world)));
      await world.rest();
      expect(world.text()).toContain("1. Allow once");
      expect(world.text()).not.toContain(TITLE);
      // A letter that answers nothing, and the command's slash: the question stands, and no panel.
      world.type("/s");
      await world.rest();
      expect(world.text()).toContain("1. Allow once");
      expect(world.text()).not.toContain(TITLE);
      world.press("escape");
      await world.waitForText("/ commands");
      expect(world.text()).not.toContain(TITLE);
      world.press("ctrl+u");
      // Beside the conversation.
      world.type("/side");
      world.press("enter");
      await world.waitForText("A session beside the conversation");
      world.type("/statusline");
      world.press("enter");
      await world.waitForText("in a side session");
      expect(world.text()).not.toContain(TITLE);
      world.type("/side");
      world.press("enter");
      await world.rest();
      await switchMode(world);
      expect(mode).toBeString();
    }
    // Every prompt that the agent got was one of ours.
    const said = world.pty.history().filter((row) => row.startsWith("› /"));
    expect(said).toEqual([]);
  },
  SLOW_MS,
);
