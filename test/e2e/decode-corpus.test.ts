/** The corpus of OSC 7501 through `telltale decode`: what it prints is what the corpus says. */
import { describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { decode } from "../../src/cli/commands/decode.ts";
import { commandIo } from "../../src/testing/command-io.ts";
import { eventJson } from "../../src/wire/osc7501/event-json.ts";
import type { ProgramRecord } from "../../src/wire/osc7501/message.ts";
import { corpusBytes, corpusCases, type StreamCase } from "../corpus/osc7501/corpus.ts";

const ROOT = resolve(import.meta.dir, "../..");
const DECODE = [process.execPath, `${ROOT}/src/cli/main.ts`, "decode"];

const streams: readonly StreamCase[] = (["accept", "reject", "recorded", "real"] as const).flatMap(
  (folder): readonly StreamCase[] => corpusCases(folder),
);

/** What the command prints for the bytes of a case, without a process for each of them. */
function printed({ chunks }: StreamCase, rejects: boolean): readonly unknown[] {
  const folder = mkdtempSync(join(tmpdir(), "telltale-corpus-"));
  try {
    writeFileSync(join(folder, "stream"), Buffer.concat(chunks.map(corpusBytes)));
    const { io, said } = commandIo(folder);
    expect(decode.run({ options: { rejects }, repeated: {}, operands: ["stream"], io })).toBe(0);
    const lines = said.out.split("\n").slice(0, -1);
    return lines.map((line) => JSON.parse(line));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

// covers: decode-events
describe("streams", () => {
  test("there are some", () => {
    expect(streams.length).toBeGreaterThan(100);
  });

  test.each(streams.map((stream) => [stream.name, stream] as const))("%s", (_name, stream) => {
    const events = stream.events.map(eventJson);
    expect(printed(stream, true)).toEqual(events);
    expect(printed(stream, false)).toEqual(events.filter(({ event }) => event !== "reject"));
  });
});

/** Those in which only the stream decides; a decoder sees no process exit and no person. */
const lifecycles = corpusCases("lifecycle").flatMap(({ name, steps, ...expected }) => {
  const fed = steps.flatMap((step) => ("feed" in step ? [step.feed] : []));
  return fed.length === steps.length ? [{ name, fed, expected }] : [];
});

type Printed = ProgramRecord & { readonly effectiveApp?: string };

// covers: decode-records
describe("records at the end, as a process", () => {
  test("there are some", () => {
    expect(lifecycles.length).toBeGreaterThan(10);
  });

  test.each(lifecycles.map((cycle) => [cycle.name, cycle] as const))("%s", (_name, cycle) => {
    const ran = Bun.spawnSync([...DECODE, "--records"], {
      stdin: Buffer.concat(cycle.fed.map((feed) => Buffer.concat(feed.map(corpusBytes)))),
      env: { PATH: process.env.PATH ?? "" },
    });
    expect([ran.exitCode, ran.stderr.toString()]).toEqual([0, ""]);
    const printedRecords = JSON.parse(ran.stdout.toString()) as readonly Printed[];
    const { records, count, present = [], absent = [], effectiveApp } = cycle.expected;
    if (records !== undefined) {
      expect(printedRecords.map(({ effectiveApp: _, ...record }) => record)).toEqual([...records]);
    }
    if (count !== undefined) expect(printedRecords.length).toBe(count);
    const ids = printedRecords.map(({ id }) => id);
    for (const id of present) expect(ids).toContain(id);
    for (const id of absent) expect(ids).not.toContain(id);
    for (const record of printedRecords) {
      const app = effectiveApp?.[record.id];
      if (app !== undefined) expect(record.effectiveApp).toBe(app);
    }
  });
});
