/** The composer of the real host: lines, pastes, completion, history, and the draft over everything. */
import { afterEach, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type HostWorld, openHostWorld } from "./world.ts";

const SLOW_MS = 120_000;
const worlds: HostWorld[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.end();
});

for (const mode of ["regular", "fullscreen"] as const) {
  // covers: composer-multi-line, composer-paste, composer-complete-file, composer-complete-slash
  // covers: composer-draft-kept, composer-history
  test(
    `${mode} mode: what is written is completed, folded, kept and found again`,
    async () => {
      const world = await openHostWorld({ mode, cols: 100 });
      worlds.push(world);
      await world.waitForText("Ask ·");
      mkdirSync(join(world.cwd, "src"));
      writeFileSync(join(world.cwd, "src", "notes.md"), "");
      world.type("look at @not");
      await world.waitForText("src/notes.md");
      world.press("tab");
      await world.waitForText("› look at @src/notes.md");
      world.press("alt+enter");
      world.paste(Array.from({ length: 30 }, (_, at) => `line ${at}`).join("\n"));
      await world.waitForText("[paste #1 +30 lines]");
      // A panel, the other mode and back: the draft is as it was.
      world.press("ctrl+t");
      await world.rest();
      world.press("ctrl+t");
      world.pty.resize(60, 8);
      await world.waitForText("[paste #1 +30 lines]");
      world.pty.resize(100, 24);
      await world.waitForText("› look at @src/notes.md");
      world.press("enter");
      // The agent got the paste in full.
      await world.waitForText(/You wrote: look at @src\/notes.md line 0 line 1 /);
      await world.waitForText("/ commands");
      world.press("up");
      await world.waitForText("› look at @src/notes.md");
      world.press("ctrl+c");
      await world.waitForText("/ commands");
      world.type("/usa");
      await world.waitForText("Show tokens, cost and quota");
    },
    SLOW_MS,
  );
}
