import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fs from "node:fs";
import os from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { readTranscript, type TranscriptReading } from "./transcript.ts";

const FIXTURES = join(import.meta.dir, "fixtures", "transcripts");
const NO_LIMIT = { maxBytes: Number.POSITIVE_INFINITY, maxMs: Number.POSITIVE_INFINITY };

let folder = "";
let path = "";
let cacheFile = "";
beforeEach(() => {
  folder = fs.mkdtempSync(join(os.tmpdir(), "telltale-transcript-"));
  path = join(folder, "session.jsonl");
  cacheFile = join(folder, "cache", "session.json");
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

function fixture(name: string): Buffer {
  return fs.readFileSync(join(FIXTURES, `${name}.jsonl`));
}

function read(limits = NO_LIMIT): TranscriptReading {
  return readTranscript({ path, cacheFile, limits });
}

function write(...lines: (object | string)[]): void {
  const text = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line)));
  fs.writeFileSync(path, `${text.join("\n")}\n`);
}

function answer(id: string, input: number, output: number, more: object = {}): object {
  const usage = { input_tokens: input, output_tokens: output };
  return { type: "assistant", message: { id, model: "m", content: [], usage }, ...more };
}

const BOUNDARY = {
  type: "system",
  subtype: "compact_boundary",
  compactMetadata: { preTokens: 144_000, postTokens: 90_000 },
};

describe("recorded transcripts", () => {
  // msg_01 stands on three lines (output 1, 1, 412), msg_02 on one; the sub-agent's 5/88/9000/700 and
  // the written error do not count. 12+9, 412+655, 21000+26312, 5300+1880. Context before the
  // summary: 9+1880+26312.
  test("repeated blocks then a summary: 21 in, 1067 out, 47312 read, 7180 written; about 2981 used", () => {
    fs.writeFileSync(path, fixture("repeated-blocks-then-summary"));
    expect(read()).toEqual({
      totals: { input: 21, output: 1067, cacheRead: 47_312, cacheWrite: 7180 },
      context: { usedTokens: 2981, source: "estimate", replacedTokens: 28_201 },
      permissionMode: { mode: "default", atMs: Date.parse("2026-11-30T08:00:00Z") },
      title: "checkout refactor",
      caughtUp: true,
      notes: [],
    });
  });

  // One more answer of 3102 in and 210 out, as in the file's own sum for this model.
  test("an answer after the summary: 3123 in, 1277 out, the same cache; 3102 used by its usage", () => {
    fs.writeFileSync(path, fixture("answer-after-summary"));
    const { totals, context } = read();
    expect(totals).toEqual({ input: 3123, output: 1277, cacheRead: 47_312, cacheWrite: 7180 });
    expect(context).toEqual({ usedTokens: 3102, source: "usage" });
  });

  // msg_01 12/412/21000/5300 and msg_04 5/7; the unfinished line of msg_05 is not there yet.
  test("damage, CRLF and an unfinished tail: 17 in, 419 out, 21000 read, 5300 written; 5 used", () => {
    const bytes = fixture("damaged-crlf-unfinished-tail");
    fs.writeFileSync(path, bytes);
    const totals = { input: 17, output: 419, cacheRead: 21_000, cacheWrite: 5300 };
    expect(read()).toMatchObject({ totals, context: { usedTokens: 5, source: "usage" } });

    const rest = 'age":{"input_tokens":100,"output_tokens":1}},"type":"assistant"}\n';
    fs.appendFileSync(path, rest);
    expect(read().totals).toEqual({ ...totals, input: 117, output: 420 });
  });
});

describe("counting", () => {
  test("an id that comes back between others counts once, with its largest output", () => {
    write(answer("a", 1, 5), answer("b", 2, 7), answer("a", 1, 90), answer("a", 1, 50));
    expect(read().totals).toEqual({ input: 3, output: 97, cacheRead: 0, cacheWrite: 0 });
  });

  test("nothing was answered yet: no totals and no context, not zeros", () => {
    write({ type: "user", message: { content: "hi" } });
    expect(read()).toEqual({ caughtUp: true, notes: [] });
  });

  test("sub-agents, written errors and answers of no model do not count", () => {
    const synthetic = { ...answer("d", 1, 1) } as { message: { model: string } };
    synthetic.message.model = "<synthetic>";
    write(
      answer("a", 1, 1, { isSidechain: true }),
      answer("b", 1, 1, { isApiErrorMessage: true }),
      { ...BOUNDARY, isSidechain: true },
      synthetic,
    );
    expect(read()).toEqual({ caughtUp: true, notes: [] });
  });

  test("a usage that a person quotes is no usage", () => {
    const quoted = JSON.stringify(answer("q", 1000, 1000));
    write(answer("a", 1, 2), { type: "user", message: { content: quoted } }, quoted.slice(1));
    expect(read().totals).toMatchObject({ input: 1, output: 2 });
  });

  test("a tool call whose input looks like an answer's end is still read right", () => {
    const input = {
      list: ["],"],
      stop_reason: "x",
      usage: { input_tokens: 9 },
      pad: "y".repeat(2000),
    };
    const content = [{ type: "tool_use", input: { content: [input], stop_reason: null } }];
    const usage = { input_tokens: 3, output_tokens: 4 };
    const message = { id: "a", content, stop_reason: null, usage };
    write({ message, type: "assistant" });
    expect(read().totals).toMatchObject({ input: 3, output: 4 });
  });

  test("a usage before the boundary is not used, and neither is one that is written again after it", () => {
    write(answer("a", 144_000, 1), BOUNDARY, answer("a", 144_000, 1));
    expect(read().context).toEqual({
      usedTokens: 90_000,
      source: "estimate",
      replacedTokens: 144_000,
    });
    write(answer("a", 144_000, 1), BOUNDARY, answer("b", 91_000, 1));
    expect(read().context).toEqual({ usedTokens: 91_000, source: "usage" });
  });

  test("a boundary that does not say its size: the context is unknown", () => {
    write(answer("a", 144_000, 1), { ...BOUNDARY, compactMetadata: {} });
    expect(read().context).toBeUndefined();
  });

  test("a mode that changed is dated by the next line with a time, the last one by the file", () => {
    const mode = (permissionMode: string) => ({ type: "permission-mode", permissionMode });
    const timed = (timestamp: string) => ({ type: "system", timestamp });
    write(
      mode("default"),
      timed("2026-01-01T00:00:01Z"),
      mode("plan"),
      mode("plan"),
      timed("2026-01-01T00:00:09Z"),
      mode("plan"),
    );
    expect(read().permissionMode).toEqual({
      mode: "plan",
      atMs: Date.parse("2026-01-01T00:00:09Z"),
    });

    fs.appendFileSync(path, `${JSON.stringify(mode("acceptEdits"))}\n`);
    fs.utimesSync(path, 1_800_000_000, 1_800_000_000);
    expect(read().permissionMode).toEqual({ mode: "acceptEdits", atMs: 1_800_000_000_000 });
  });
});

describe("going on from where it stopped", () => {
  test("property: a file read in two parts, cut anywhere, gives what one reading gives", () => {
    for (const name of fs.readdirSync(FIXTURES)) {
      const bytes = fixture(name.replace(".jsonl", ""));
      fs.writeFileSync(path, bytes);
      fs.utimesSync(path, 1, 1);
      const whole = readTranscript({ path, limits: NO_LIMIT });
      fc.assert(
        fc.property(fc.integer({ min: 0, max: bytes.length }), fc.nat(), (cut, second) => {
          fs.rmSync(cacheFile, { force: true });
          fs.writeFileSync(path, bytes.subarray(0, cut));
          read();
          const next = cut + (second % (bytes.length - cut + 1));
          fs.appendFileSync(path, bytes.subarray(cut, next));
          read();
          fs.appendFileSync(path, bytes.subarray(next));
          fs.utimesSync(path, 1, 1);
          expect(read()).toEqual(whole);
        }),
        { numRuns: 150 },
      );
    }
  });

  test("at every line end, and one byte around it, two readings give what one gives", () => {
    const bytes = fixture("answer-after-summary");
    fs.writeFileSync(path, bytes);
    fs.utimesSync(path, 1, 1);
    const whole = readTranscript({ path, limits: NO_LIMIT });
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, end + 1)) {
      for (const cut of [end - 1, end, end + 1]) {
        fs.rmSync(cacheFile, { force: true });
        fs.writeFileSync(path, bytes.subarray(0, cut));
        read();
        fs.appendFileSync(path, bytes.subarray(cut));
        fs.utimesSync(path, 1, 1);
        expect(read()).toEqual(whole);
      }
    }
  });

  test("nothing new: nothing is written", () => {
    write(answer("a", 1, 2));
    const first = read();
    const stat = fs.statSync(cacheFile);
    expect(stat.mode & 0o777).toBe(0o600);
    expect(read()).toEqual(first);
    expect(fs.statSync(cacheFile).ino).toBe(stat.ino);
  });

  test("a file that shrank or has another beginning is read anew", () => {
    write(answer("a", 1, 2), answer("b", 10, 20));
    read();
    write(answer("a", 1, 2));
    expect(read()).toMatchObject({ totals: { input: 1, output: 2 } });
    write(answer("c", 5, 6), answer("d", 5, 6), answer("e", 5, 6));
    const anew = read();
    expect(anew.totals).toMatchObject({ input: 15, output: 18 });
    expect(anew.notes).toEqual(["the transcript was replaced: read from its beginning"]);
    fs.renameSync(path, `${path}.old`);
    write(answer("f", 7, 8));
    expect(read().totals).toMatchObject({ input: 7, output: 8 });
  });

  test("a damaged or foreign cache is as good as none", () => {
    write(answer("a", 1, 2), answer("b", 3, 4));
    const whole = read();
    const good = JSON.parse(fs.readFileSync(cacheFile, "utf8"));
    const bad: readonly unknown[] = [
      "",
      "{",
      [],
      null,
      { ...good, v: 2 },
      { ...good, offset: -1 },
      { ...good, offset: 1e9 },
      { ...good, offset: 0.5 },
      { ...good, scan: { ...good.scan, totals: { input: "9" } } },
      { ...good, scan: { ...good.scan, recent: [{ id: 1 }] } },
      { ...good, mark: { ...good.mark, tail: "zz" } },
      { ...good, mark: { ...good.mark, path: "/other" } },
    ];
    for (const content of bad) {
      fs.writeFileSync(cacheFile, typeof content === "string" ? content : JSON.stringify(content));
      expect({ ...read(), notes: [] } as TranscriptReading).toEqual(whole);
    }
  });

  test("without a place for the cache every call reads anew and writes nothing", () => {
    write(answer("a", 1, 2));
    expect(readTranscript({ path }).totals).toMatchObject({ input: 1 });
    expect(fs.readdirSync(folder)).toEqual(["session.jsonl"]);
  });
});

describe("bounds", () => {
  test("a limit of bytes: nothing is said until the end is reached, and then all of it", () => {
    write(
      ...Array.from({ length: 2000 }, (_, index) =>
        answer(`m${index}`, 1, 1, { pad: "x".repeat(800) }),
      ),
    );
    const limits = { maxBytes: 1, maxMs: 1000 };
    const first = read(limits);
    expect(first.caughtUp).toBe(false);
    expect(first).not.toHaveProperty("totals");
    expect(first.notes[0]).toMatch(/^read \d+ of \d+ bytes/);
    let calls = 1;
    let last = first;
    while (!last.caughtUp && calls < 100) {
      last = read(limits);
      calls += 1;
    }
    expect(calls).toBeGreaterThan(5);
    expect(last.totals).toEqual({ input: 2000, output: 2000, cacheRead: 0, cacheWrite: 0 });
  });

  test("a limit of time is kept: one step, then it stops", () => {
    write(...Array.from({ length: 2000 }, () => "x".repeat(1000)));
    expect(read({ maxBytes: Number.POSITIVE_INFINITY, maxMs: 0 }).caughtUp).toBe(false);
  });

  test("a line of 30 MB is skipped without being held, even over several calls", () => {
    const fd = fs.openSync(path, "w");
    fs.writeSync(fd, `${JSON.stringify(answer("a", 1, 1))}\n{"type":"api-request","blob":"`);
    for (let part = 0; part < 30; part += 1) fs.writeSync(fd, "y".repeat(1024 * 1024));
    fs.writeSync(fd, `","usage":{}}\n${JSON.stringify(answer("b", 2, 2))}\n`);
    fs.closeSync(fd);
    const before = process.memoryUsage().arrayBuffers;
    let last = read({ maxBytes: 6 * 1024 * 1024, maxMs: 10_000 });
    expect(last.caughtUp).toBe(false);
    for (let calls = 0; calls < 10 && !last.caughtUp; calls += 1) {
      last = read({ maxBytes: 6 * 1024 * 1024, maxMs: 10_000 });
    }
    expect(last.totals).toMatchObject({ input: 3, output: 3 });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100 * 1024 * 1024);
  });

  test("20 MB: right totals, and what was added is read within 1000 bytes", () => {
    const block = `${JSON.stringify({ type: "user", message: { content: "z".repeat(40_000) } })}\n`;
    const fd = fs.openSync(path, "w");
    for (let index = 0; index < 500; index += 1) {
      fs.writeSync(fd, `${JSON.stringify(answer(`m${index}`, 2, 3))}\n${block}`);
    }
    fs.closeSync(fd);
    expect(read().totals).toMatchObject({ input: 1000, output: 1500 });
    fs.appendFileSync(path, `${JSON.stringify(answer("last", 2, 3))}\n`);
    expect(read({ maxBytes: 1000, maxMs: 10_000 }).totals).toMatchObject({ input: 1002 });
  });

  test.each([["missing.jsonl"], ["."], [""]])(
    "%p is no transcript: a note and no throw",
    (name) => {
      const reading = readTranscript({ path: name && join(folder, name), cacheFile });
      expect(reading.caughtUp).toBe(false);
      expect(reading.notes).toHaveLength(1);
    },
  );
});
