/** Dialogs of the real host with the built-in agent, in a real terminal, by keys. */
import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type HostWorld, openHostWorld } from "./world.ts";

/** A busy machine starts programs slowly. */
const TEST_MS = 180_000;

const SIZES = [
  { cols: 80, rows: 24, mode: "regular" },
  { cols: 20, rows: 5, mode: "regular" },
  { cols: 80, rows: 24, mode: "fullscreen" },
  { cols: 20, rows: 5, mode: "fullscreen" },
] as const;

/** The composer is there, and nothing moves. */
const READY = { until: "›" } as const;

async function withHost(
  size: (typeof SIZES)[number],
  use: (world: HostWorld) => Promise<void>,
): Promise<void> {
  const world = await openHostWorld({ ...size, ...READY });
  try {
    await world.rest();
    await use(world);
  } finally {
    await world.end();
  }
}

async function ask(world: HostWorld, prompt: string): Promise<void> {
  world.type(prompt);
  await world.waitForText(prompt.slice(0, 8));
  world.press("enter");
}

for (const size of SIZES) {
  const where = `${size.cols}x${size.rows} ${size.mode}`;

  // covers: dialog-permission, dialog-small
  test(
    `${where}: a command that is allowed with y runs, one that is refused with Escape does not`,
    () =>
      withHost(size, async (world) => {
        await ask(world, "run `echo told > b.txt`");
        await world.waitForText("1. Allow once");
        expect(existsSync(join(world.cwd, "b.txt"))).toBe(false);
        world.press("y");
        await world.waitForNoText("1. Allow once");
        await world.waitFor(() => existsSync(join(world.cwd, "b.txt")));
        await world.rest();
        await ask(world, "run `echo no > c.txt`");
        await world.waitForText("1. Allow once");
        world.press("escape");
        await world.waitForNoText("1. Allow once");
        await world.rest();
        expect(existsSync(join(world.cwd, "c.txt"))).toBe(false);
      }),
    TEST_MS,
  );

  // covers: dialog-form, dialog-plan
  test(
    `${where}: a form is filled in by keys and sent, a plan is refused`,
    () =>
      withHost(size, async (world) => {
        await ask(world, "show a form");
        await world.waitForText("Name");
        world.type("漢字a");
        await world.waitForText("漢字a");
        world.press("tab");
        await world.waitForText("TypeScript");
        world.press("down", "enter", "enter", "enter", "enter", "enter");
        await world.waitForText(/tests\s+true/);
        if (size.rows > 10) {
          expect(world.text()).toContain("name 漢字a, language python, files 3");
        }
        await ask(world, "make a plan for tea");
        await world.waitForText("1. Yes, and");
        world.press("escape");
        await world.waitForNoText("1. Yes, and");
      }),
    TEST_MS,
  );
}
