/** Tips in the real host: where they stand, and that nothing is drawn for them. */
import { afterEach, expect, test } from "bun:test";
import { type HostWorld, type HostWorldOptions, openHostWorld } from "./world.ts";

const SLOW_MS = 120_000;
const worlds: HostWorld[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.end();
});
async function afterOneTurn(options: HostWorldOptions): Promise<HostWorld> {
  const world = await openHostWorld({ cols: 110, ...options });
  worlds.push(world);
  // The session is open and knows its mode: what is sent now is taken.
  await world.waitForText("Ask ·");
  expect(world.text()).not.toContain("Tip:");
  world.type("say hi");
  world.press("enter");
  await world.waitForText(/You wrote: say hi|say hi\s+.*say hi/s);
  return world;
}

for (const mode of ["regular", "fullscreen"] as const) {
  // covers: tips-right, tips-suppressed, tips-forms
  test(
    `${mode} mode: not at the welcome, at the right after a turn, gone with a draft or without room`,
    async () => {
      const world = await afterOneTurn({ mode });
      await world.waitForText(/Tip: .*\/\w+/);
      const header = world.screen().find((row) => row.includes("Tip:")) ?? "";
      expect(header.trimEnd()).toHaveLength(109);
      world.type("a");
      await world.waitForNoText("Tip:");
      world.press("backspace");
      await world.waitForText("Tip:");
      world.pty.resize(50, 20);
      await world.waitForNoText("Tip:");
      world.pty.resize(110, 24);
      await world.waitForText("Tip:");
    },
    SLOW_MS,
  );
}

// covers: tips-no-timer
test(
  "an idle host: not one byte is written for a tip",
  async () => {
    const world = await afterOneTurn({ config: "tui:\n  statusLine: [model]\n" });
    await world.waitForText("Tip:");
    await world.rest(1_500);
    const before = world.written();
    await Bun.sleep(2_500);
    expect(world.written()).toBe(before);
  },
  SLOW_MS,
);

// covers: tips-off
test(
  "tui.showTips false: none",
  async () => {
    const world = await afterOneTurn({ config: "tui:\n  showTips: false\n" });
    await world.rest();
    expect(world.text()).toContain("/ commands");
    expect(world.text()).not.toContain("Tip:");
  },
  SLOW_MS,
);

// covers: tips-language
test(
  "in Chinese: a Chinese tip",
  async () => {
    const world = await afterOneTurn({ args: ["--lang", "zh-Hans"] });
    await world.waitForText("提示:");
  },
  SLOW_MS,
);
