/** The status line of the real host in a real terminal: sizes, layouts, the record, git, tips. */
import { afterEach, describe, expect, test } from "bun:test";
import { git } from "../../src/testing/temp-git.ts";
import { parseRecord } from "../../src/wire/record/parse.ts";
import { type HostWorld, type HostWorldOptions, openHostWorld } from "./world.ts";

const SLOW_MS = 120_000;
const worlds: HostWorld[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.end();
});
async function open(options: HostWorldOptions): Promise<HostWorld> {
  const world = await openHostWorld(options);
  worlds.push(world);
  // The session is open and knows its mode: what is sent now is taken.
  await world.waitForText("Ask ·");
  return world;
}
const listed = (...items: readonly string[]) => `tui:\n  statusLine: [${items.join(", ")}]\n`;
/** Sizes at the ends and in between; the unit tests try them all. */
const SIZES = [
  [20, 10],
  [200, 60],
  [31, 3],
  [80, 2],
  [57, 1],
  [102, 24],
] as const;

for (const mode of ["regular", "fullscreen"] as const) {
  describe(`the line, ${mode} mode`, () => {
    // covers: line-fits-every-width, composer-fits, composer-draft-kept
    test(
      "20 to 200 columns, 1 to 60 rows: the input always, the line where there is room, the draft kept",
      async () => {
        const world = await open({ mode, config: listed("current-dir", "model") });
        await world.waitForText("~/work │ ✦");
        world.type("draft");
        await world.waitForText("› draft");
        for (const [cols, rows] of SIZES) {
          world.pty.resize(cols, rows);
          await world.waitForText("› draft");
          if (rows >= 3) await world.waitForText(/(?:~\/work|work) │ ✦/);
          await world.rest();
          const screen = world.screen().map((row) => row.trimEnd());
          expect(screen.filter((row) => row.startsWith("› draft"))).toHaveLength(1);
        }
      },
      SLOW_MS,
    );

    // covers: line-layouts-live
    test(
      "ctrl+g: full, compact, and the items again",
      async () => {
        const world = await open({ mode, cols: 120, config: listed("current-dir") });
        await world.waitForText("~/work");
        world.type("say hi");
        world.press("enter");
        await world.waitForText("You wrote: say hi");
        world.press("ctrl+g");
        await world.waitForText(/Ctx [\d.?≈]/);
        world.press("ctrl+g");
        await world.waitForText(/ctx [\d.?≈▯▮]/);
        world.press("ctrl+g");
        await world.waitForNoText(/[Cc]tx [\d.?≈▯▮]/);
      },
      SLOW_MS,
    );

    // covers: line-record-alone, line-record-width
    test(
      "build-mode at 102 columns: whole records through a turn, the row without any colour",
      async () => {
        let bytes = "";
        const decoder = new TextDecoder();
        const world = await open({
          mode,
          cols: 102,
          config: listed("model", "build-mode"),
          onBytes: (chunk) => {
            bytes += decoder.decode(chunk, { stream: true });
          },
        });
        await world.waitForText("state=ready");
        world.type("say hi");
        world.press("enter");
        await world.waitForText("state=done");
        const row = world.screen().find((each) => each.startsWith("[V]")) ?? "";
        const parsed = parseRecord(row.trimEnd());
        expect(parsed.ok && parsed.value.state).toBe("done");
        const first = /\[V\] seq=[^\r\n]*?background=\d+/.exec(bytes)?.[0] ?? "";
        expect(first).not.toContain("\x1b");
        expect(world.text()).not.toContain("✦");
      },
      SLOW_MS,
    );
  });
}

// covers: line-git-at-once, line-git-turn-end
test(
  "a branch: shown at once, and anew when a turn has ended",
  async () => {
    const world = await open({ config: listed("git-branch") });
    git(world.cwd, "init", "-q", "-b", "main");
    world.type("say hi");
    world.press("enter");
    await world.waitForText("⎇ main");
    git(world.cwd, "checkout", "-q", "-b", "topic");
    world.type("say hi");
    world.press("enter");
    await world.waitForText("⎇ topic");
  },
  SLOW_MS,
);
