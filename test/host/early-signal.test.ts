/** The host with a screen, ended by a signal before it has drawn anything. */
import { expect, test } from "bun:test";
import fs from "node:fs";
import { until } from "../runtime/world.ts";
import { isAlive } from "./command-world.ts";
import { openHostWorld } from "./world.ts";

const RUN_MS = 60_000;
/** Looked at so often that the folder is seen long before the screen is there. */
const LOOK_MS = 1;
const STARTS_MS = 30_000;

// covers: host-leaves-nothing
test(
  "SIGTERM between the start of the own runtime and the first picture: code 143, its folder is gone",
  async () => {
    const world = await openHostWorld({ until: false });
    try {
      const isThere = (): boolean =>
        fs.readdirSync(world.folder).some((name) => name.startsWith("telltale-"));
      for (const endMs = Date.now() + STARTS_MS; !isThere() && Date.now() < endMs; ) {
        Bun.sleepSync(LOOK_MS);
      }
      expect(isThere()).toBe(true);
      process.kill(world.pty.pid, "SIGTERM");
      expect(await world.pty.exited).toBe(143);
      await until(() => !isAlive(world.pty.pid));
      expect(isThere()).toBe(false);
    } finally {
      await world.end();
    }
  },
  RUN_MS,
);
