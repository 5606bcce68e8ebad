/**
 * Races made certain: names are swapped with links to the outside before each single step that the guard takes
 * in the file system, one run for each step. Whatever the moment, nothing outside is read or written unasked.
 */
import { afterEach, beforeEach, describe, expect, spyOn, test } from "bun:test";
import fs from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { type WorkspaceGuard, workspaceGuard } from "./workspace-guard.ts";

const signal = new AbortController().signal;
const sessionId = "s-1";

let world: string;
let inside: string;
let outside: string;
let questions: number;
let guard: WorkspaceGuard;
const restores: (() => void)[] = [];

beforeEach(() => {
  world = fs.realpathSync(fs.mkdtempSync(join(os.tmpdir(), "swaps-")));
  inside = join(world, "project");
  outside = join(world, "elsewhere");
});

afterEach(() => {
  for (const restore of restores.splice(0)) restore();
  fs.rmSync(world, { recursive: true, force: true });
});

/** Both folders anew, and a guard that knows the workspace already and allows nothing. */
async function open(): Promise<void> {
  for (const folder of [inside, outside]) {
    fs.rmSync(folder, { recursive: true, force: true });
    fs.mkdirSync(join(folder, "d"), { recursive: true });
    fs.writeFileSync(join(folder, "d/f"), folder === outside ? "outside" : "inside");
  }
  questions = 0;
  guard = workspaceGuard({
    roots: () => [inside],
    ask: async () => {
      questions += 1;
      return { kind: "declined" };
    },
    platform: process.platform,
    env: { PATH: process.env.PATH },
  });
  await guard.readTextFile({ sessionId, path: join(inside, "none") }, signal);
}

/** What an agent can do to names at once. */
const SWAPS: readonly (readonly [name: string, swap: () => void])[] = [
  [
    "the folder",
    () => {
      fs.renameSync(join(inside, "d"), join(inside, "kept"));
      fs.symlinkSync(join(outside, "d"), join(inside, "d"));
    },
  ],
  [
    "the file",
    () => {
      fs.rmSync(join(inside, "d/f"), { force: true });
      fs.symlinkSync(join(outside, "d/f"), join(inside, "d/f"));
    },
  ],
  [
    "the file, by a second name",
    () => {
      fs.rmSync(join(inside, "d/f"), { force: true });
      fs.linkSync(join(outside, "d/f"), join(inside, "d/f"));
    },
  ],
  [
    "a folder that is about to be made",
    () => {
      if (fs.existsSync(join(inside, "d/new"))) {
        fs.renameSync(join(inside, "d/new"), join(inside, "made"));
      }
      fs.symlinkSync(outside, join(inside, "d/new"));
    },
  ],
];

const STEPS = [
  "openSync",
  "closeSync",
  "readSync",
  "writeSync",
  "fstatSync",
  "lstatSync",
  "statSync",
  "readlinkSync",
  "mkdirSync",
  "renameSync",
  "fchmodSync",
  "fsyncSync",
] as const;

/** Calls `act` before step `at` of what comes, counted from 0; gives how many steps there were. */
function beforeStep(at: number, act: () => void): { readonly end: () => number } {
  let count = 0;
  let isActing = false;
  const spies = STEPS.map((name) => {
    const real = fs[name] as (...args: unknown[]) => unknown;
    return spyOn(fs, name as "openSync").mockImplementation(((...args: unknown[]) => {
      if (!isActing && count++ === at) {
        isActing = true;
        act();
        isActing = false;
      }
      return real.apply(fs, args);
    }) as typeof fs.openSync);
  });
  const end = (): number => {
    for (const spy of spies.splice(0)) spy.mockRestore();
    return count;
  };
  restores.push(() => void end());
  return { end };
}

/** Runs `use` with the swap before each of its steps in turn; gives how many there were. */
async function everyMoment(swap: () => void, use: () => Promise<void>): Promise<number> {
  for (let at = 0; ; at += 1) {
    await open();
    const watch = beforeStep(at, swap);
    await use();
    const steps = watch.end();
    expect(fs.readFileSync(join(outside, "d/f"), "utf8")).toBe("outside");
    expect(fs.readdirSync(outside)).toEqual(["d"]);
    expect(fs.readdirSync(join(outside, "d"))).toEqual(["f"]);
    expect(
      fs.readdirSync(inside, { recursive: true }).filter((each) => String(each).includes(".tmp")),
    ).toEqual([]);
    await guard.dispose();
    if (steps <= at) return steps;
  }
}

// covers: security-workspace-swaps
describe.skipIf(process.platform !== "linux")(
  "before every step of the guard, swapped with a link to the outside:",
  () => {
    test.each(SWAPS)("%s, while it is read", async (_name, swap) => {
      const steps = await everyMoment(swap, async () => {
        const read = await guard.readTextFile({ sessionId, path: join(inside, "d/f") }, signal);
        if (read.ok) expect(read.value.content).toBe("inside");
      });
      expect(steps).toBeGreaterThan(5);
    });

    test.each(SWAPS)("%s, while it is written", async (_name, swap) => {
      const steps = await everyMoment(swap, async () => {
        await guard.writeTextFile({ sessionId, path: join(inside, "d/f"), content: "new" }, signal);
      });
      expect(steps).toBeGreaterThan(8);
    });

    test.each(SWAPS)(
      "%s, while a file is written into folders that are made",
      async (_name, swap) => {
        const steps = await everyMoment(swap, async () => {
          const path = join(inside, "d/new/deep/f");
          await guard.writeTextFile({ sessionId, path, content: "new" }, signal);
        });
        expect(steps).toBeGreaterThan(10);
      },
    );

    test("the folder, at the moment in which a command starts in it", async () => {
      await open();
      const [, swap = () => {}] = SWAPS[0] ?? [];
      const real = Bun.spawn;
      const spy = spyOn(Bun, "spawn").mockImplementation(((...args: Parameters<typeof real>) => {
        swap();
        spy.mockRestore();
        return real(...args);
      }) as typeof real);
      restores.push(() => spy.mockRestore());
      const cwd = join(inside, "d");
      const made = await guard.createTerminal(
        { sessionId, command: "cat", args: ["f"], cwd },
        signal,
      );
      if (!made.ok) throw new Error(made.reason.message);
      const { terminalId } = made.value;
      await guard.waitForTerminalExit({ sessionId, terminalId }, signal);
      const output = await guard.terminalOutput({ sessionId, terminalId });
      await guard.dispose();
      expect(fs.readlinkSync(join(inside, "d"))).toBe(join(outside, "d"));
      expect(output).toMatchObject({ ok: true, value: { output: "inside" } });
      expect(questions).toBe(0);
    });
  },
);
