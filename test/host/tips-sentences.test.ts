/**
 * Every sentence about tips, in the real host in a real terminal. The program's clock is set by a module
 * that is loaded before it (`set-clock.ts`), so that no test waits for half a minute.
 */
import { afterEach, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Glob } from "bun";
import { TIPS, tipAt } from "../../src/surfaces/host/composer/tips.ts";
import { COMPOSER_TEXTS } from "../../src/surfaces/host/texts/composer.ts";
import {
  BUN,
  FROM_SOURCES,
  type HostWorld,
  type HostWorldOptions,
  openHostWorld,
} from "./world.ts";

const SLOW_MS = 180_000;
const BUCKET_MS = 30_000;
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

interface Clocked {
  readonly world: HostWorld;
  /** Sets the program's clock into the middle of a bucket of the round, and says which tip that is. */
  readonly bucket: (step: number) => (typeof TIPS)[number]["id"];
}

async function open({ env, ...options }: HostWorldOptions = {}): Promise<Clocked> {
  const folder = mkdtempSync(join(tmpdir(), "tips-"));
  const file = join(folder, "clock");
  const bucket = (step: number) => {
    const atMs = (Math.ceil(Date.now() / BUCKET_MS) + 40 + step) * BUCKET_MS + BUCKET_MS / 4;
    writeFileSync(file, String(atMs - Date.now()));
    return tipAt(atMs);
  };
  bucket(0);
  const [, ...rest] = FROM_SOURCES;
  const world = await openHostWorld({
    cols: 110,
    command: [BUN, "--preload", join(import.meta.dir, "set-clock.ts"), ...rest],
    env: { CLOCK_FILE: file, TELLTALE_AGENT_SPEED: "1", ...env },
    ...options,
  });
  ends.push(async () => {
    await world.end();
    rmSync(folder, { recursive: true, force: true });
  });
  // The session is open and knows its mode: what is sent now is taken.
  await world.waitForText("Ask ·");
  return { world, bucket };
}
const ask = (world: HostWorld, text: string): void => {
  world.type(text);
  world.press("enter");
};
const header = (world: HostWorld): string =>
  world.screen().findLast((row) => /^ (Ask|Plan)\b/.test(row)) ?? "";
/** The next drawing, by a key that changes nothing; resolves when it is there. */
async function draw(world: HostWorld): Promise<void> {
  const before = world.written();
  world.press("ctrl+l");
  await world.waitFor(() => world.written() > before);
  await world.rest();
}

// covers: tips-suppressed, tips-hints, tips-right, tips-unkept
test(
  "whatever else there is goes before tips: welcome, turn, queue, questions, attachment, draft, hints",
  async () => {
    const { world } = await open();
    const gone = () => expect(world.text()).not.toContain("Tip:");
    await world.rest();
    gone();
    ask(world, "hello");
    await world.waitForText("You wrote: hello");
    await world.waitForText("Tip: ");
    for (const mode of ["regular", "fullscreen"]) {
      // A turn, and a prompt that waits behind it.
      ask(world, "/slow 20 4000");
      await world.waitForText("Esc interrupts");
      gone();
      ask(world, "later");
      await world.waitForText(/[Qq]ueued: later/);
      gone();
      world.press("escape");
      await world.waitForText("Tip: ");
      // A permission, a question, a plan.
      for (const request of ["run true", "ask me something", "make a plan"]) {
        ask(world, request);
        // The dialog stands in the composer's place.
        await world.waitFor(() => header(world) === "");
        await world.rest();
        gone();
        world.press("escape");
        await world.waitForText("Tip: ");
      }
      // A plan that is refused leaves the agent planning.
      ask(world, "switch to default mode");
      await world.waitForText("The mode is default now");
      await world.waitForText("Tip: ");
      // A hint that goes by itself.
      world.press("ctrl+c");
      await world.waitForText("Press again to leave");
      await world.waitForNoText("Tip: ");
      await world.waitForText("Tip: ");
      // An attachment is a folded paste; a draft is one character.
      world.paste("line\n".repeat(30));
      await world.waitForText("[paste #");
      gone();
      world.press("ctrl+c");
      await world.waitForText("Tip: ");
      world.type("a");
      await world.waitForText("› a");
      gone();
      world.press("backspace");
      await world.waitForText("Tip: ");
      // A panel stands in the composer's place.
      ask(world, "/statusline");
      await world.waitForText("─ Status line ─");
      gone();
      world.press("escape");
      await world.waitForText("Tip: ");
      // It is beside the header and nowhere else, and takes no row of its own.
      const rows = world.screen().filter((row) => row.includes("Tip:"));
      expect([mode, rows.length, header(world).trimEnd().length]).toEqual([mode, 1, 109]);
      expect(header(world)).toMatch(/^ (Ask|Plan) · \/ commands · @ files {4}/);
      world.press("ctrl+t");
      await world.rest();
    }
    // A new session is a welcome again.
    ask(world, "/new");
    await world.waitForNoText("Tip: ");
    // Nothing of tips is kept.
    const names = [...new Glob("**/*").scanSync({ cwd: world.home, dot: true })];
    const texts = names.map((name) => readFileSync(join(world.home, name), "latin1"));
    expect(texts.some((text) => text.includes("hello"))).toBe(true);
    expect(texts.filter((text) => text.includes("Tip: "))).toEqual([]);
  },
  SLOW_MS,
);

// covers: tips-bucket, tips-new-bucket, tips-no-timer, tips-round, tips-commands, tips-forms, tips-left-stable
test(
  "half a minute each, without a timer; long, short, none by width; the left as it is without tips",
  async () => {
    const { world, bucket } = await open({ config: "tui:\n  statusLine: [model]\n" });
    ask(world, "hello");
    await world.waitForText("Tip: ");
    await world.rest(1_200);
    const { tips, idle } = COMPOSER_TEXTS.en;
    const shown = tips[bucket(0)].long;
    await draw(world);
    await world.waitForText(shown);
    await world.rest(500);
    // Half a minute goes by: nothing is written. The next drawing has the tip of its moment.
    const before = world.written();
    const next = bucket(1);
    await Bun.sleep(1_500);
    expect(world.written()).toBe(before);
    await draw(world);
    await world.waitForText(tips[next].long);
    expect(world.text()).not.toContain(shown);
    const seen = new Set<string>();
    for (let step = 2; step < 16; step++) {
      const id = bucket(step);
      await draw(world);
      await world.waitForText(tips[id].long);
      seen.add(id);
    }
    expect(seen.size).toBe(TIPS.length);
    // By width, in both modes.
    const { long, short } = tips[bucket(16)];
    await draw(world);
    for (const mode of ["regular", "fullscreen"]) {
      for (const cols of [20, 24, 40, 64, 72, 76, 80, 120, 160, 200]) {
        for (const rows of [1, 2, 3, 8, 24, 60]) {
          const bytes = world.written();
          world.pty.resize(cols, rows);
          await world.waitFor(() => world.written() > bytes);
          await world.waitForText("›");
          await world.rest(45);
          const row = header(world).trimEnd();
          if (row === "") continue;
          const left = [idle[0], idle[1]].map((hint) => ` Ask · ${hint}`);
          const stands = left.find((text) => text.length <= cols - 1) ?? " Ask";
          const free = cols - 1 - stands.length - 4;
          const tip = [long, short].find((text) => text.length <= free);
          const want =
            tip === undefined
              ? stands
              : `${stands}${" ".repeat(cols - 1 - stands.length - tip.length)}${tip}`;
          expect([mode, cols, rows, row]).toEqual([mode, cols, rows, want]);
        }
      }
      world.pty.resize(110, 24);
      world.press("ctrl+t");
      await world.rest();
    }
  },
  SLOW_MS,
);

// covers: tips-language, tips-forms
test(
  "in Chinese, by the locale of the environment: every tip, long and short",
  async () => {
    const { world, bucket } = await open({ env: { LANG: "zh_CN.UTF-8" } });
    ask(world, "hello");
    await world.waitForText("提示:");
    const { tips } = COMPOSER_TEXTS["zh-Hans"];
    for (const mode of ["regular", "fullscreen"]) {
      const { long, short } = tips[bucket(0)];
      const widthFor = (tip: string) => Bun.stringWidth(` Ask · / 命令 · @ 文件    ${tip} `);
      world.pty.resize(widthFor(long), 24);
      await world.waitForText(long);
      world.pty.resize(widthFor(long) - 1, 24);
      await world.waitForText(short);
      world.pty.resize(widthFor(short), 24);
      await world.waitForText(short);
      world.pty.resize(widthFor(short) - 1, 24);
      await world.waitForNoText("提示:");
      world.press("ctrl+t");
      await world.rest();
      expect(mode).toBeString();
    }
  },
  SLOW_MS,
);
