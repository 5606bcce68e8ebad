import { expect, test } from "bun:test";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { canMount, mountSmallDisk, unmount } from "../../testing/small-disk.ts";
import { openEventLog } from "./event-log.ts";

// covers: spy-full-disk
test.skipIf(!canMount())(
  "a full disk, then room again: the lost lines are told of, and later ones are whole",
  () => {
    const disk = mountSmallDisk();
    try {
      const opened = openEventLog("events.jsonl", disk);
      if (!opened.ok) throw new Error(opened.reason);
      const log = opened.value;
      const ballast = join(disk, "ballast");
      writeFileSync(ballast, "x".repeat(60_000));
      // More than any small disk has left.
      for (let line = 0; line < 20_000 && log.problem() === undefined; line++) {
        log.add({ event: "query", filler: "y".repeat(200) });
      }
      expect(log.problem()).toContain("events.jsonl");
      rmSync(ballast);
      log.add({ event: "exit", code: 0 });
      log.close();
      const lines = readFileSync(join(disk, "events.jsonl"), "utf8").trimEnd().split("\n");
      expect(lines.at(-1)).toBe('{"event":"exit","code":0}');
      expect(() => lines.slice(0, -2).map((line) => JSON.parse(line))).not.toThrow();
    } finally {
      unmount(disk);
    }
  },
);
