/** The program gives the oracle's answers, asked in a new process each time. */
import { test } from "bun:test";
import fc from "fast-check";
import { Project } from "../project.ts";
import { anyShortDay } from "./any-deed.ts";
import { anyDocs, type Docs, playDay } from "./play.ts";
import { createProgramSubject } from "./program-subject.ts";

const RUNS = Number(process.env.ORACLE_PROGRAM_RUNS ?? 5);
const DEEDS_MAX = 12;
/** Each deed is three processes, and the first one compiles the program. */
const TEST_MS = 120_000 + RUNS * 20_000;

/** The program takes no machine that names a file which is not there. */
const loadable = (docs: Docs) =>
  JSON.parse(JSON.stringify(docs).replaceAll("lost.md", "told.md")) as Docs;

// covers: smllm-engine-model
test(
  "any machines, any deeds, a process for each call: the oracle's answers and records",
  async () => {
    await fc.assert(
      fc.asyncProperty(anyDocs.map(loadable), anyShortDay(DEEDS_MAX), async (docs, deeds) => {
        using project = new Project();
        await playDay(docs, deeds, createProgramSubject(project));
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  },
  TEST_MS,
);
