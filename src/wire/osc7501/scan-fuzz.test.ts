/** Fifty million random and mutated bytes: nothing is thrown, and memory stays where it is. */
import { expect, test } from "bun:test";
import { corpusBytes, corpusCases } from "../../../test/corpus/osc7501/corpus.ts";
import { LIMITS } from "./message.ts";
import { createScanner, type Scanner } from "./scan.ts";

const RANDOM_BYTES = 25_000_000;
const MUTATED_BYTES = 25_000_000;
const CHUNK_BYTES = 65_536;
/** A run is the same each time; it says its seed where it fails. */
const SEED = 7501;
/**
 * What a scanner may keep is a few kilobytes. The heap of the whole test process moves by more than
 * that; all that was fed, if it were kept, would be fifty times this.
 */
const HEAP_GROWTH_MAX_BYTES = 1_000_000;
const FUZZ_MS = 60_000;

/** Bytes that decide something, so that random streams get far into a sequence. */
const TELLING = Buffer.from(
  "\x1b\x1b\x1b]]]7501;;::==??\\\\\x07\x07\x18\x1acPAtmux;state=idlemsg133 \n\x9c\x9d",
  "latin1",
);

/** Xorshift, 32 bit. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

/** Streams of the corpus with every hundredth byte another one. */
function mutated(random: () => number, seeds: Uint8Array): Uint8Array {
  const from = random() % (seeds.length - CHUNK_BYTES);
  const chunk = seeds.slice(from, from + CHUNK_BYTES);
  for (let at = random() % 200; at < chunk.length; at += 1 + (random() % 200)) {
    chunk[at] = random() % 2 === 0 ? (TELLING[random() % TELLING.length] ?? 0) : random();
  }
  return chunk;
}

function randomChunk(random: () => number): Uint8Array {
  const chunk = new Uint8Array(CHUNK_BYTES);
  const telling = random() % 3;
  for (let at = 0; at < chunk.length; at++) {
    const number = random();
    chunk[at] = telling > 0 ? (TELLING[(number >>> 8) % TELLING.length] ?? 0) : number >>> 8;
  }
  return chunk;
}

/** Feeds the chunk in pieces of random lengths; what comes out is counted and let go. */
function feedInPieces(scanner: Scanner, chunk: Uint8Array, random: () => number) {
  let reports = 0;
  let outputBytes = 0;
  for (let at = 0; at < chunk.length; ) {
    const end = at + 1 + (random() % 4_000);
    const found = scanner.feed(chunk.subarray(at, end));
    for (const { event } of found.events) if (event === "report") reports++;
    outputBytes += found.output.length;
    if (scanner.heldBytes() > LIMITS.sequence)
      throw new Error(`holds ${scanner.heldBytes()} bytes`);
    at = end;
  }
  return { reports, outputBytes };
}

function heapBytes(): number {
  Bun.gc(true);
  return process.memoryUsage().heapUsed;
}

// covers: osc7501-bounded
test(
  "50 million random and mutated bytes: no error, no more held than one sequence, the heap as before",
  () => {
    const corpus = (["accept", "reject", "recorded"] as const).flatMap(corpusCases);
    const streams = corpus.map(({ chunks }) => Buffer.concat(chunks.map(corpusBytes)));
    // Short ones many times, so that a stream is not for the most part the filling of a long one.
    const short = Buffer.concat(streams.filter(({ length }) => length < 1_000));
    const many: readonly Uint8Array[] = new Array(Math.ceil((8 * CHUNK_BYTES) / short.length)).fill(
      short,
    );
    const seeds = Buffer.concat([...many, ...streams, ...many]);
    const random = randomNumbers(SEED);
    const passing = createScanner();
    const stripping = createScanner({ strip: true });
    let reports = 0;
    const feed = (chunk: Uint8Array): void => {
      const passed = feedInPieces(passing, chunk, random);
      const stripped = feedInPieces(stripping, chunk, random);
      reports += passed.reports;
      if (passed.outputBytes !== chunk.length) throw new Error(`bytes were lost, seed ${SEED}`);
      // Of what the chunk before left open, a little can come out with this one.
      if (stripped.outputBytes > chunk.length + LIMITS.sequence)
        throw new Error("bytes were made up");
    };
    feed(mutated(random, seeds));
    const before = heapBytes();
    for (let fed = 0; fed < RANDOM_BYTES; fed += CHUNK_BYTES) feed(randomChunk(random));
    for (let fed = 0; fed < MUTATED_BYTES; fed += CHUNK_BYTES) feed(mutated(random, seeds));
    expect(heapBytes() - before).toBeLessThan(HEAP_GROWTH_MAX_BYTES);
    // The streams were more than noise.
    expect(reports).toBeGreaterThan(50_000);
  },
  FUZZ_MS,
);
