/** The engine agrees with the oracle, whatever the machines are and whatever happens. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { createMemoryStore } from "../../../src/workflow/engine/memory-store.ts";
import { anyDays } from "./any-deed.ts";
import { createEngineSubject } from "./engine-subject.ts";
import { anyDocs, playDay } from "./play.ts";
import { REACHABLE, type Reached, reachedBy } from "./reached.ts";

/** Sets of machine files; each sees several days. `ORACLE_RUNS` asks for more. */
const RUNS = Number(process.env.ORACLE_RUNS ?? 20);
/** So many are sure to reach everything with this seed; chance might miss the rarest. */
const COUNTED_RUNS = 30;
const COUNTED_SEED = 20310407;
const TEST_MS = Math.max(180_000, RUNS * 2000);
/** A case that fails is made smaller until then. */
const SHRINK_MS = TEST_MS - 60_000;

/** Plays days on so many sets of files; gives how often everything was reached. */
async function playMany(parameters: {
  readonly numRuns: number;
  readonly seed?: number;
}): Promise<ReadonlyMap<Reached, number>> {
  const counts = new Map(REACHABLE.map((name) => [name, 0]));
  const property = fc.asyncProperty(anyDocs, anyDays, async (docs, days) => {
    const parsed = new Map();
    for (const deeds of days) {
      const store = createMemoryStore();
      const shelf = { open: () => store, history: store.history };
      const done = await playDay(docs, deeds, createEngineSubject(shelf, parsed));
      for (const name of done.flatMap(reachedBy)) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  });
  await fc.assert(property, { ...parameters, interruptAfterTimeLimit: SHRINK_MS });
  return counts;
}

// covers: smllm-engine-model
test(
  "any machines, any deeds of several sessions: the oracle's answers and records after each",
  async () => {
    const counts = await playMany({ numRuns: RUNS });
    expect(counts.get("arrived: event")).toBeGreaterThan(0);
  },
  TEST_MS,
);

test(
  "the same days each time: everything that can happen does happen in them",
  async () => {
    const counts = await playMany({ numRuns: COUNTED_RUNS, seed: COUNTED_SEED });
    expect([...counts].filter(([, count]) => count === 0)).toEqual([]);
  },
  TEST_MS,
);
