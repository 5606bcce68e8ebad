/** The store on disk against the one in memory: after any sequence of writes both answer alike. */
import { afterAll, describe, expect, test } from "bun:test";
import fs from "node:fs";
import os from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { historyEntry, instanceRecord, sessionRecord } from "../../testing/workflow-records.ts";
import { createMemoryStore } from "../engine/memory-store.ts";
import type { Store } from "../engine/ports.ts";
import type { InstanceRecord, SessionChange } from "../engine/records.ts";
import { createDiskStore } from "./disk-store.ts";
import { readHistory } from "./history-file.ts";

const root = fs.mkdtempSync(join(os.tmpdir(), "smllm-contract-"));
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

const IDS = ["i-aaaaaa", "i-bbbbbb", "i-cccccc", "i-dddddd"];
/** One differs in case, one is an id, one is no name for a file. */
const REFS = ["T-1", "t-1", "i-dddddd", "../T", "__proto__", ""];

interface Write {
  readonly id: string;
  readonly ref: string | null;
  readonly status: InstanceRecord["status"];
  /** Added to the version that comes next; 0 is the right one. */
  readonly off: number;
}

const write: fc.Arbitrary<Write> = fc.record({
  id: fc.constantFrom(...IDS),
  ref: fc.option(fc.constantFrom(...REFS), { freq: 2 }),
  status: fc.constantFrom("active", "interrupted", "paused", "completed"),
  off: fc.constantFrom(0, 0, 0, 0, 0, 1, -1),
});

const change: fc.Arbitrary<SessionChange> = fc.record(
  {
    holding: fc.option(fc.record({ machine: fc.constant("fix"), id: fc.constantFrom(...IDS) })),
    yielded: fc.boolean(),
    blocked: fc.boolean(),
    lastActive: fc.nat(3),
  },
  { requiredKeys: [] },
);

/** What a caller may have seen of the session before. */
const seen: fc.Arbitrary<SessionChange | undefined> = fc.option(
  fc.record({ yielded: fc.boolean() }, { requiredKeys: [] }),
  { nil: undefined, freq: 2 },
);

/** What can be asked of a store, all of it. */
function answers(store: Store): object {
  return {
    instances: IDS.map((id) => [store.instance("fix", id) ?? null, store.hasInstance("fix", id)]),
    refs: REFS.map((ref) => store.instanceByRef("fix", ref)?.id ?? null),
    paused: [store.paused("fix"), store.paused("fix", 2), store.pausedCount("fix")],
    session: store.session("sm-abc123") ?? null,
  };
}

function nextOf(store: Store, { id, ref, status, off }: Write, updated: number): InstanceRecord {
  const before = store.instance("fix", id);
  // A ref is set once; the engine never takes it away.
  const kept = before?.ref ?? ref;
  const version = (before?.version ?? 0) + 1 + off;
  return instanceRecord({ id, ref: kept, status, version, updated, visits: { CODE: updated } });
}

/** An id that is given away as a ref is never drawn by the engine for a new instance. */
function isDrawn(store: Store, { id }: Write): boolean {
  return store.hasInstance("fix", id) || store.instanceByRef("fix", id) === undefined;
}

// covers: smllm-store-refs, smllm-store-shelves
describe("createDiskStore", () => {
  // covers: smllm-session-merge
  test("a change of a session that is not there: no session of that key, as in memory", () => {
    const stateDir = join(root, "unknown");
    const stores = [createMemoryStore(), createDiskStore({ stateDir, stateDirs: new Map() })];
    for (const store of stores) {
      const change = () => store.updateSession("sm-zzzzzz", { yielded: true });
      expect(change).toThrow(expect.objectContaining({ kind: "unknown-session" }));
      expect(store.hasSession("sm-zzzzzz")).toBe(false);
    }
  });

  test("any writes of instances and changes of a session: the answers of the store in memory", () => {
    let run = 0;
    fc.assert(
      fc.property(fc.array(fc.tuple(write, change, seen), { maxLength: 14 }), (steps) => {
        run += 1;
        const folder = join(root, String(run));
        const open = (): Store =>
          createDiskStore({
            stateDir: join(folder, "user"),
            stateDirs: new Map([["fix", folder]]),
            cacheDir: join(folder, "cache"),
          });
        const memory = createMemoryStore();
        for (const store of [memory, open()]) store.addSession(sessionRecord());
        for (const [at, [step, changed, before]] of steps.entries()) {
          if (!isDrawn(memory, step)) continue;
          const record = nextOf(memory, step, at + 1);
          const entry = at % 3 === 0 ? undefined : historyEntry(`e${at}`);
          expect(open().putInstance(record, entry)).toBe(memory.putInstance(record, entry));
          expect(open().updateSession("sm-abc123", changed, before)).toEqual(
            memory.updateSession("sm-abc123", changed, before),
          );
          for (const id of IDS) {
            expect(readHistory(join(folder, "fix"), id)).toEqual(memory.history("fix", id));
          }
          expect(answers(open())).toEqual(answers(memory));
        }
      }),
      { numRuns: 40 },
    );
  }, 60_000);
});
