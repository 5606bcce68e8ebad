import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { execFileSync, spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPoll } from "./readable.ts";
import { type ReadPayloadOptions, readPayload, type StdinReading } from "./stdin.ts";

const PAYLOADS = join(import.meta.dir, "../../test/fixtures/payloads/");
const BROKEN = join(PAYLOADS, "broken");
const WHOLE = join(PAYLOADS, "live", "status-02-after-first-reply.json");

/** A writer that never closes would keep its reader for this long; answers must be far quicker. */
const HELD_OPEN_S = 20;
const QUICK_MS = 5000;

let root = "";

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "stdin-"));
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

interface Timed extends StdinReading {
  readonly tookMs: number;
}

async function timed(options: ReadPayloadOptions): Promise<Timed> {
  const startMs = performance.now();
  const reading = await readPayload(options);
  return { ...reading, tookMs: performance.now() - startMs };
}

/** Reads a real pipe that a shell script writes to; the script is ended afterwards. */
async function fromPipe(
  script: string,
  options: Omit<ReadPayloadOptions, "fd"> = {},
): Promise<Timed> {
  const fifo = join(root, "fifo");
  rmSync(fifo, { force: true });
  execFileSync("mkfifo", [fifo]);
  const writer = spawn("sh", ["-c", `exec >"${fifo}"; ${script}`], {
    stdio: "ignore",
    detached: true,
  });
  const fd = openSync(fifo, "r");
  try {
    return await timed({ fd, ...options });
  } finally {
    closeSync(fd);
    endGroup(writer.pid);
  }
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

async function fromFile(file: string, options: Omit<ReadPayloadOptions, "fd"> = {}) {
  const fd = openSync(file, "r");
  try {
    return await timed({ fd, ...options });
  } finally {
    closeSync(fd);
  }
}

const hold = `sleep ${HELD_OPEN_S}`;

/** With poll(2), and the way without it. */
const WAYS: readonly (readonly [string, Omit<ReadPayloadOptions, "fd">])[] = [
  ["as chosen", {}],
  ["without poll", { poll: null }],
];

for (const [way, options] of WAYS) {
  describe(`stdin that is a pipe, read ${way}`, () => {
    test("a payload and an open end: answered at once", async () => {
      const reading = await fromPipe(`cat "${WHOLE}"; ${hold}`, options);
      expect(reading.payload?.session_name).toBe("board-test");
      expect(reading.tookMs).toBeLessThan(QUICK_MS);
    });

    test("a payload in pieces: put together", async () => {
      const pieces = `head -c 9 "${WHOLE}"; sleep 0.05; tail -c +10 "${WHOLE}"; ${hold}`;
      const reading = await fromPipe(pieces, { ...options, silenceMs: 4000 });
      expect(reading.payload?.version).toBe("2.1.332");
      expect(reading.bytes).toBe(1371);
    });

    test("an open end and not one byte: none, after the silence", async () => {
      const reading = await fromPipe(hold, options);
      expect(reading.reason).toBeUndefined();
      expect(reading.bytes).toBe(0);
      expect(reading.tookMs).toBeWithin(90, QUICK_MS);
    });

    test("half a payload and an open end: a reason, after the silence", async () => {
      const reading = await fromPipe(`head -c 50 "${WHOLE}"; ${hold}`, options);
      expect(reading.payload).toBeUndefined();
      expect(reading.reason).toContain("nothing came for 100 ms after 50 bytes");
    });

    test("an end without a byte: none", async () => {
      expect(await fromPipe(":", options)).toMatchObject({ bytes: 0 });
    });

    test("a writer that drips without an end: given up after the limit", async () => {
      const drip = "printf '{'; while :; do printf ' '; sleep 0.02; done";
      const reading = await fromPipe(drip, { ...options, silenceMs: 3000, totalMs: 150 });
      expect(reading.reason).toContain("not whole");
      expect(reading.tookMs).toBeLessThan(QUICK_MS);
    });

    test("ten megabytes in one text: read whole", async () => {
      const big = join(root, "big.json");
      writeFileSync(big, JSON.stringify({ session_id: "s", junk: '{\\"'.repeat(3_400_000) }));
      const reading = await fromPipe(`cat "${big}"; ${hold}`, { ...options, silenceMs: 4000 });
      expect(reading.payload?.session_id).toBe("s");
      expect(reading.bytes).toBeGreaterThan(10_000_000);
      expect(reading.tookMs).toBeLessThan(QUICK_MS);
    });

    test("more than the limit: refused, and no more is read", async () => {
      const endless = 'printf \'{"a":"\'; yes';
      const reading = await fromPipe(endless, { ...options, maxBytes: 300_000 });
      expect(reading.reason).toContain("no whole JSON object in 300000 bytes");
      expect(reading.bytes).toBe(300_000);
    });
  });
}

describe("stdin that is a file", () => {
  const broken = (name: string) => fromFile(join(BROKEN, name));

  test("an empty file: none", async () => {
    const reading = await broken("90-invalid-empty.txt");
    expect([reading.payload, reading.reason, reading.bytes]).toEqual([undefined, undefined, 0]);
  });

  test("a cut payload: a reason that says so", async () => {
    const reading = await broken("91-invalid-truncated.txt");
    expect(reading.payload).toBeUndefined();
    expect(reading.reason).toBe(
      "the JSON object on stdin is not whole: stdin ended after 61 bytes",
    );
  });

  test("a byte order mark and CRLF: read", async () => {
    const reading = await broken("92-bom-crlf-valid-json.txt");
    expect(reading.payload?.cwd).toBe("/tmp");
  });

  test("two documents: the first", async () => {
    const reading = await broken("93-two-documents.txt");
    expect(reading.payload).toEqual({ session_id: "a", cwd: "/a" });
  });

  test("invalid UTF-8: replaced, the rest is there", async () => {
    const reading = await broken("94-invalid-utf8-in-cwd.bin");
    expect(reading.payload?.cwd).toBe("/tmp/caf\ufffd");
  });

  test("a lone surrogate: read", async () => {
    const reading = await broken("95-lone-surrogate.txt");
    expect(reading.payload?.session_id).toBe("s");
  });

  test("every broken stream: has a test above", () => {
    const named = readFileSync(import.meta.path, "utf8");
    for (const file of new Bun.Glob("*").scanSync(BROKEN)) expect(named).toContain(`"${file}"`);
  });

  test("blanks, other values, wrong JSON: none, or a reason without the text", async () => {
    const file = join(root, "text");
    const read = async (text: string) => {
      writeFileSync(file, text);
      return fromFile(file);
    };
    expect((await read("\uFEFF \r\n")).reason).toBeUndefined();
    for (const text of ["null", "42", '"x"', "[]", "secret"]) {
      expect((await read(text)).reason).toBe("stdin holds no JSON object");
    }
    expect((await read('{"secret" 1}')).reason).toBe(
      "stdin holds no valid JSON in its first 12 bytes",
    );
    expect((await read(`{"a":${"[".repeat(9000)}${"]".repeat(9000)}}`)).bytes).toBe(18_006);
    expect((await read(`{"a":${"[".repeat(200_000)}`)).reason).toBe("stdin: nested too deeply");
  });

  test("a directory, and a descriptor that is closed: a reason, and none", async () => {
    expect((await fromFile(root)).reason).toContain("EISDIR");
    const fd = openSync(WHOLE, "r");
    closeSync(fd);
    expect(await readPayload({ fd })).toEqual({ bytes: 0 });
  });

  test("devices: nothing of /dev/null, and an end to what /dev/zero gives", async () => {
    const nothing = await fromFile("/dev/null");
    expect([nothing.reason, nothing.bytes]).toEqual([undefined, 0]);
    expect((await fromFile("/dev/zero")).reason).toBe("stdin: no JSON object at the start");
  });
});

describe("stdin of a real process", () => {
  const program = `
    import { writeSync } from "node:fs";
    import { readPayload } from ${JSON.stringify(join(import.meta.dir, "stdin.ts"))};
    const reading = await readPayload({ fd: 0 });
    writeSync(1, JSON.stringify(reading));
    process.exit(0);`;

  test("a socket that stays open, as Node and Bun make it: answered at once", async () => {
    const child = spawn(process.execPath, ["-e", program], { stdio: ["pipe", "pipe", "inherit"] });
    const startMs = performance.now();
    child.stdin.write(readFileSync(WHOLE));
    const reading = JSON.parse(await new Response(child.stdout as never).text()) as StdinReading;
    child.stdin.destroy();
    expect(reading.bytes).toBe(1371);
    expect(performance.now() - startMs).toBeLessThan(QUICK_MS);
  });

  test("a terminal: none at once, whatever is typed", async () => {
    let out = "";
    const decoder = new TextDecoder();
    const child = Bun.spawn([process.execPath, "-e", program], {
      terminal: {
        cols: 80,
        rows: 24,
        data: (_terminal, data) => {
          out += decoder.decode(data);
        },
      },
    });
    expect(await child.exited).toBe(0);
    child.terminal?.close();
    expect(out).toContain('{"bytes":0}');
  });

  test("stdin that is closed: none", () => {
    const shell = `exec "${process.execPath}" -e '${program}' <&-`;
    expect(execFileSync("sh", ["-c", shell], { encoding: "utf8" })).toBe('{"bytes":0}');
  });
});

test("poll(2): had on Linux and macOS, not elsewhere", async () => {
  expect(await openPoll("win32")).toBeUndefined();
  if (process.platform !== "linux" && process.platform !== "darwin") return;
  const poll = (await openPoll()) as NonNullable<Awaited<ReturnType<typeof openPoll>>>;
  const fd = openSync(WHOLE, "r");
  expect(poll(fd, 0)).toBe("ready");
  closeSync(fd);
});
