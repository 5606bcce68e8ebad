/** The corpus, as far as it is about records over time and about the answers of a terminal. */
import { expect, test } from "bun:test";
import {
  corpusBytes,
  corpusCases,
  type DetectCase,
  type LifecycleCase,
} from "../../../test/corpus/osc7501/corpus.ts";
import { createDetector, type Detector } from "./detect.ts";
import { createScanner } from "./scan.ts";
import { createRecordStore, type RecordStore } from "./store.ts";
import { summarise } from "./summary.ts";

/** The records after the steps, read in pieces of so many bytes. */
function play(steps: LifecycleCase["steps"], pieceBytes: number): RecordStore {
  const store = createRecordStore();
  const scanner = createScanner();
  for (const step of steps) {
    if ("do" in step) {
      if (step.do === "seen") store.seen();
      else store.processExit();
      continue;
    }
    for (const written of step.feed) {
      for (const piece of pieces(corpusBytes(written), pieceBytes)) {
        for (const event of scanner.feed(piece).events) store.apply(event);
      }
    }
  }
  return store;
}

function pieces(bytes: Uint8Array, pieceBytes: number): readonly Uint8Array[] {
  const count = Math.ceil(bytes.length / pieceBytes);
  return Array.from({ length: count }, (_, at) =>
    bytes.subarray(at * pieceBytes, (at + 1) * pieceBytes),
  );
}

function expectRecords(store: RecordStore, expected: LifecycleCase): void {
  const records = store.list();
  if (expected.records !== undefined) expect(records).toEqual(expected.records);
  if (expected.count !== undefined) expect(records).toHaveLength(expected.count);
  for (const id of expected.present ?? []) expect(store.get(id)).toBeDefined();
  for (const id of expected.absent ?? []) expect(store.get(id)).toBeUndefined();
  for (const [id, app] of Object.entries(expected.effectiveApp ?? {})) {
    expect(store.effectiveApp(id)).toBe(app);
  }
  if (expected.summary !== undefined) {
    expect(summarise(records)?.record.id).toBe(expected.summary);
  }
}

// covers: osc7501-records
for (const one of corpusCases("lifecycle")) {
  test(`${one.name}: the records written beside it, in one piece and byte by byte`, () => {
    for (const pieceBytes of [1e9, 1]) expectRecords(play(one.steps, pieceBytes), one);
  });
}

function answer(chunks: DetectCase["chunks"], pieceBytes: number): Detector {
  const detector = createDetector();
  detector.start(0);
  for (const chunk of chunks) {
    for (const piece of pieces(corpusBytes(chunk), pieceBytes)) detector.feed(piece, 1);
  }
  return detector;
}

// covers: osc7501-detect
for (const { name, chunks, verdict, settled, capabilities } of corpusCases("detect")) {
  test(`${name}: ${verdict}, in one piece and byte by byte`, () => {
    for (const pieceBytes of [1e9, 1]) {
      const detector = answer(chunks, pieceBytes);
      const step = detector.feed(new Uint8Array(), 1);
      expect(step.verdict).toBe(verdict);
      if (settled !== undefined) expect(detector.isSettled()).toBe(settled);
      if (capabilities === undefined) continue;
      expect(new Set(step.capabilities?.states)).toEqual(new Set(capabilities.states));
      expect(new Set(step.capabilities?.kinds)).toEqual(new Set(capabilities.kinds));
    }
  });
}
