/** What the host does while nothing happens: nothing, but ask Git as seldom as its slowest clock says. */
import { afterEach, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BUN, FROM_SOURCES, type HostWorld, openHostWorld } from "./world.ts";

/** What a start sets off is over by then. */
const SETTLE_MS = 2_000;
/** A timer that goes off more often than Git is asked would be seen in it, most of all a redraw. */
const IDLE_MS = 4_000;
/** How often Git is asked: the slowest clock of the default settings. */
const SLOWEST_MS = 10_000;

const folder = mkdtempSync(join(tmpdir(), "host-idle-"));
let world: HostWorld | undefined;
afterEach(async () => {
  await world?.end();
  rmSync(folder, { recursive: true, force: true });
});

// covers: host-idle
test("while nothing happens nothing is drawn, and no timer goes off more often than the slowest clock", async () => {
  const log = join(folder, "timers");
  const command = [
    BUN,
    `--preload=${join(import.meta.dir, "timer-log.ts")}`,
    ...FROM_SOURCES.slice(1),
  ];
  world = await openHostWorld({ command, until: "Sim", env: { TIMER_LOG: log } });
  await Bun.sleep(SETTLE_MS);
  const drawnBefore = world.written();
  const before = readFileSync(log, "utf8").length;
  await Bun.sleep(IDLE_MS);
  expect(world.written() - drawnBefore).toBe(0);
  const fired = readFileSync(log, "utf8").slice(before).split("\n").filter(Boolean);
  expect(fired.filter((line) => Number(line.split(" ")[1]) < SLOWEST_MS)).toEqual([]);
}, 60_000);
