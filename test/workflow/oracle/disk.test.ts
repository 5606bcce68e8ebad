/** The files alone give the oracle's answers: every call opens them anew. */
import { expect, test } from "bun:test";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { createDiskStore } from "../../../src/workflow/store/disk-store.ts";
import { readHistory } from "../../../src/workflow/store/history-file.ts";
import { storedIn } from "../state.ts";
import { anyDeeds } from "./any-deed.ts";
import { createEngineSubject, type Shelf } from "./engine-subject.ts";
import { anyDocs, playDay } from "./play.ts";

const RUNS = Number(process.env.ORACLE_DISK_RUNS ?? 40);
const DEEDS_MAX = 25;
const TEST_MS = Math.max(120_000, RUNS * 3000);

const SHELVES = new Map([
  ["active", "active"],
  ["interrupted", "interrupted"],
  ["paused", "paused"],
  ["completed", "done"],
]);
const MACHINES = ["m", "n"];

/** Stores over one folder. With a cache, what it keeps of a folder must be no older than the folder. */
function shelfIn(root: string, caches: boolean): Shelf {
  const state = join(root, "state");
  const dirs = (machines: readonly string[]) =>
    new Map(machines.map((machine) => [machine, state] as const));
  return {
    open: (machines = MACHINES) =>
      createDiskStore({
        stateDir: join(root, "user"),
        stateDirs: dirs(machines),
        cacheDir: caches ? join(root, "cache") : undefined,
      }),
    history: (machine, id) => readHistory(join(state, machine), id),
    check: () => {
      for (const machine of MACHINES) {
        for (const { shelf, record } of storedIn(join(state, machine)).values()) {
          expect(shelf).toBe(SHELVES.get(String(record.status)) ?? "");
        }
      }
    },
  };
}

// covers: smllm-engine-model, smllm-store-shelves
test(
  "any machines, any deeds, files read anew for each call: the oracle's answers and records",
  async () => {
    await fc.assert(
      fc.asyncProperty(anyDocs, anyDeeds(DEEDS_MAX), fc.boolean(), async (docs, deeds, caches) => {
        const root = fs.mkdtempSync(join(tmpdir(), "telltale-oracle-"));
        try {
          const subject = createEngineSubject(shelfIn(root, caches), new Map());
          await playDay(docs, deeds, subject);
        } finally {
          fs.rmSync(root, { recursive: true });
        }
      }),
      { numRuns: RUNS },
    );
  },
  TEST_MS,
);
