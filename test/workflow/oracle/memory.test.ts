/** The engine agrees with the oracle, whatever the machines are and whatever happens. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { createMemoryStore } from "../../../src/workflow/engine/memory-store.ts";
import { anyDays } from "./any-deed.ts";
import { createEngineSubject } from "./engine-subject.ts";
import { anyDocs, playDay } from "./play.ts";
import { REACHABLE, reachedBy } from "./reached.ts";

/** Sets of machine files; each sees several days. `ORACLE_RUNS` asks for more. */
const RUNS = Number(process.env.ORACLE_RUNS ?? 60);
const TEST_MS = Math.max(120_000, RUNS * 1000);

// covers: smllm-engine-model
test(
  "any machines, any deeds of several sessions: the oracle's answers and records after each",
  async () => {
    const counts = new Map(REACHABLE.map((name) => [name, 0]));
    await fc.assert(
      fc.asyncProperty(anyDocs, anyDays, async (docs, days) => {
        const parsed = new Map();
        for (const deeds of days) {
          const store = createMemoryStore();
          const shelf = { open: () => store, history: store.history };
          const done = await playDay(docs, deeds, createEngineSubject(shelf, parsed));
          for (const name of done.flatMap(reachedBy)) counts.set(name, (counts.get(name) ?? 0) + 1);
        }
      }),
      { numRuns: RUNS, endOnFailure: process.env.ORACLE_NO_SHRINK !== undefined },
    );
    if (process.env.ORACLE_COUNTS) process.stderr.write(`${JSON.stringify([...counts])}\n`);
    expect([...counts].filter(([, count]) => count === 0)).toEqual([]);
  },
  TEST_MS,
);
