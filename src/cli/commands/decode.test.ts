import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commandIo } from "../../testing/command-io.ts";
import { decode } from "./decode.ts";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "telltale-decode-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(bytes: string | Uint8Array, options: Record<string, boolean> = {}) {
  const file = join(folder, "stream");
  writeFileSync(file, bytes);
  const { io, said } = commandIo(folder);
  const code = await decode.run({ options, repeated: {}, operands: ["stream"], io });
  return { code, lines: said.out.split("\n").slice(0, -1), err: said.err };
}

const STREAM = [
  "$ make\r\n",
  "\x1b]7501;?\x1b\\",
  "\x1b]7501;state=working:app=make:title=YnVpbGQ=\x07",
  "\x1b]7501;state=working:id=a/b:progress=40:msg=bGluaw==\x1b\\",
  "\x1b]7501;state=nonsense\x1b\\",
  "\x1b]7501;state=blocked:kind=auth:id=x\x1b\\",
  "\x1b]7501;state=clear:id=x\x1b\\",
  "\x1b]133;A\x07$ \x1bc",
  "\x1b]7501;state=done:app=make\x1b\\",
].join("");

// covers: decode-events
test("a stream: one object a line in the order of the bytes, with the members that are stored", async () => {
  expect(await run(STREAM)).toEqual({
    code: 0,
    err: "",
    lines: [
      '{"event":"query"}',
      '{"event":"report","record":{"id":"","state":"working","app":"make","title":"build"}}',
      '{"event":"report","record":{"id":"a/b","state":"working","progress":40,"msg":"link"}}',
      '{"event":"report","record":{"id":"x","state":"blocked","kind":"auth"}}',
      '{"event":"clear","id":"x"}',
      '{"event":"prompt-start"}',
      '{"event":"reset"}',
      '{"event":"report","record":{"id":"","state":"done","app":"make"}}',
    ],
  });
});

// covers: decode-rejects
test("--rejects: a refused report is a line with the reason, at its place", async () => {
  const { lines } = await run(STREAM, { rejects: true });
  expect(lines[3]).toBe('{"event":"reject","reason":"unknown-state"}');
  expect(lines.length).toBe(9);
});

describe("--records", () => {
  // covers: decode-records
  test("one array, least recently updated first, each with the app that counts for it", async () => {
    const stream = STREAM.slice(0, STREAM.indexOf("\x1b]133"));
    const { lines } = await run(`${stream}\x1b]7501;state=idle:id=z:app=own\x1b\\`, {
      records: true,
    });
    expect(lines).toEqual([
      "[" +
        '{"id":"","state":"working","app":"make","title":"build","effectiveApp":"make"},' +
        '{"id":"a/b","state":"working","progress":40,"msg":"link","effectiveApp":"make"},' +
        '{"id":"z","state":"idle","app":"own","effectiveApp":"own"}' +
        "]",
    ]);
  });

  test("no app anywhere: no effectiveApp; nothing reported: an empty array", async () => {
    const { lines } = await run("\x1b]7501;state=idle\x07", { records: true });
    expect(lines).toEqual(['[{"id":"","state":"idle"}]']);
    expect((await run("", { records: true })).lines).toEqual(["[]"]);
  });
});

// covers: decode-safe-json
test("bidi and line separators in texts: escapes in the JSON, the same text when read", async () => {
  const title = "a\u202eb\u2028c\u200dd";
  const encoded = Buffer.from(title).toString("base64");
  const { lines } = await run(`\x1b]7501;state=idle:title=${encoded}\x07`);
  expect(lines[0]).toContain("a\\u202eb\\u2028c\\u200dd");
  expect(JSON.parse(lines[0]!).record.title).toBe(title);
});

test("a stream longer than one read, a report across its border: read as in one piece", async () => {
  const report = "\x1b]7501;state=working:id=split\x1b\\";
  for (let before = 0; before < report.length; before++) {
    const { lines } = await run(`${"x".repeat(65_536 - before)}${report}tail`);
    expect(lines).toEqual(['{"event":"report","record":{"id":"split","state":"working"}}']);
  }
});

test("a hundred thousand reports: every one, in order", async () => {
  const reports = Array.from({ length: 100_000 }, (_, at) => `\x1b]7501;state=idle:id=${at}\x07`);
  const { lines } = await run(reports.join(""));
  expect(lines.length).toBe(100_000);
  expect(JSON.parse(lines[99_999]!).record.id).toBe("99999");
  const left = JSON.parse((await run(reports.join(""), { records: true })).lines[0]!);
  expect(left.length).toBe(256);
  expect(left[0].id).toBe("99744");
});

// covers: decode-nothing-found
describe("nothing found", () => {
  test("a stream without OSC 7501: one line on stderr with its size, exit 0, stdout as ever", async () => {
    const err = "telltale decode: no OSC 7501 in 6 bytes\n";
    expect(await run("1\n2\n3\n")).toEqual({ code: 0, lines: [], err });
    expect(await run("1\n2\n3\n", { records: true })).toEqual({ code: 0, lines: ["[]"], err });
    expect((await run("")).err).toBe("telltale decode: no OSC 7501 in 0 bytes\n");
  });

  test("events of spy, as it logs them: named, since they are decoded already", async () => {
    const folded = '{"event":"report","record":{"id":"","state":"idle"},"atMs":1}\n';
    const exit = '{"event":"exit","code":0,"atMs":2}\n';
    for (const log of [folded + exit, exit]) {
      expect((await run(log)).err).toBe(
        `telltale decode: no OSC 7501 in ${log.length} bytes: this is a log of spy, which is decoded already\n`,
      );
    }
  });

  test.each([
    ["a report that is refused", "\x1b]7501;state=no\x07"],
    ["a prompt", "\x1b]133;A\x07"],
    ["a query", "\x1b]7501;?\x07"],
  ])("%s alone: found, so nothing on stderr", async (_name, stream) => {
    for (const options of [{}, { records: true }]) {
      expect((await run(`${'{"event":"exit"}'}${stream}`, options)).err).toBe("");
    }
  });
});

test("standard input, named or not: read to its end, and left open", async () => {
  const file = join(folder, "stdin");
  writeFileSync(file, "\x1b]7501;state=idle\x07");
  for (const operands of [[], ["-"]]) {
    const stdin = openSync(file, "r");
    const { io, said } = commandIo(folder);
    expect(await decode.run({ options: {}, repeated: {}, operands, io: { ...io, stdin } })).toBe(0);
    expect(said.out).toContain('"state":"idle"');
    // Throws if the command has closed it.
    closeSync(stdin);
  }
});

test("nobody reads on: it ends before the stream does, quietly", async () => {
  const { io, said } = commandIo(folder);
  const endless = { ...io, outIsGone: () => true };
  expect(
    await decode.run({ options: {}, repeated: {}, operands: ["/dev/zero"], io: endless }),
  ).toBe(0);
  expect(said).toEqual({ out: "", err: "" });
});

// covers: decode-missing-file
test.each([
  ["a file that is not there", "missing", '"missing": it is missing (ENOENT)'],
  ["a folder", "folder", '"folder": it is a folder'],
  [
    "a name with a control sequence that never ends",
    "a\x1b]0;x",
    '"a\\u001b]0;x": it is missing (ENOENT)',
  ],
  ["a name with marks of direction", "a\u202eb\nc", '"a?b\\nc": it is missing (ENOENT)'],
  ["a socket", "socket", '"socket": no such device or address (ENXIO)'],
])("%s: exit 1, one line with the reason, an empty stdout", async (_name, file, why) => {
  mkdirSync(join(folder, "folder"), { recursive: true });
  using _socket = Bun.listen({ unix: join(folder, "socket"), socket: { data() {} } });
  for (const options of [{}, { records: true }]) {
    const { io, said } = commandIo(folder);
    expect(await decode.run({ options, repeated: {}, operands: [file], io })).toBe(1);
    expect(said.out).toBe("");
    expect(said.err).toBe(`telltale decode: cannot read ${why}\n`);
  }
});

test("standard input that cannot be read: named as such", async () => {
  const stdin = openSync(folder, "r");
  const { io, said } = commandIo(folder);
  expect(await decode.run({ options: {}, repeated: {}, operands: [], io: { ...io, stdin } })).toBe(
    1,
  );
  closeSync(stdin);
  expect(said.err).toBe("telltale decode: cannot read standard input: it is a folder (EISDIR)\n");
});

test.each([
  ["two files", ["a", "b"], {}],
  ["an empty name, as of a variable that was never set", [""], {}],
  ["--records with --rejects", [], { records: true, rejects: true }],
])("%s: exit 2 with one line", async (_name, operands, options) => {
  const { io, said } = commandIo(folder);
  expect(await decode.run({ options, repeated: {}, operands, io })).toBe(2);
  expect(said).toEqual({ out: "", err: expect.stringMatching(/^telltale decode: [^\n]+\n$/) });
});
