/** The real program and what may stand on its stdin: nothing, half of it, too much, no end. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fs from "node:fs";
import { join } from "node:path";
import { tempFolder } from "../../src/testing/temp-git.ts";
import { callProgram, programPath } from "./program.ts";

const PAYLOADS = join(import.meta.dir, "../fixtures/payloads");
const PAYLOAD = fs.readFileSync(
  join(PAYLOADS, "claude-code/02-mid-session-1m-rate-limits-prompt-cache_2.1.332.json"),
  "utf8",
);
const ROW = "~/src/shop-api │ ◇ checkout refactor │ Permissions │ ✦ Opus 5.5";

/** An answer that waited for the end of the other side would take longer. */
const AT_ONCE_MS = 3_000;

/** Above what the program takes for any payload, far below what copies of a large one would take. */
const MAX_RSS_BYTES = 256 * 1024 * 1024;

let folder: string;
let env: Record<string, string>;

beforeAll(async () => {
  folder = tempFolder("e2e-input");
  env = { HOME: "/home/ana", TELLTALE_HOME: join(folder, "own"), NO_COLOR: "1" };
  await programPath();
}, 60_000);
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

// covers: stdin-open, exit-0
test("a payload and a stdin that is never closed: answered at once", async () => {
  const began = performance.now();
  const child = Bun.spawn([await programPath(), "statusline"], {
    stdin: "pipe",
    stdout: "pipe",
    env,
    detached: true,
  });
  child.stdin.write(PAYLOAD);
  child.stdin.flush();
  const out = await child.stdout.text();
  expect(await child.exited).toBe(0);
  expect(performance.now() - began).toBeLessThan(AT_ONCE_MS);
  expect(out).toContain(ROW);
  child.stdin.end();
});

// covers: stdin-open
test("the same from a shell whose pipe a sleeping program keeps open: answered at once", async () => {
  const began = performance.now();
  const script = '(cat "$1"; exec sleep 20) | { "$2" statusline; echo "exit $?"; kill 0; }';
  const file = join(PAYLOADS, "live/status-02-after-first-reply.json");
  const child = Bun.spawn(["sh", "-c", script, "sh", file, await programPath()], {
    stdout: "pipe",
    env: { ...env, PATH: process.env.PATH ?? "" },
    detached: true,
  });
  const out = await child.stdout.text();
  await child.exited;
  expect(performance.now() - began).toBeLessThan(AT_ONCE_MS);
  expect(out).toMatch(/board-test.*\nexit 0\n$/);
});

// covers: stdin-open
test("half a payload and a stdin that is never closed: no row, exit 0, soon", async () => {
  const child = Bun.spawn([await programPath(), "statusline"], {
    stdin: "pipe",
    stdout: "pipe",
    env,
    detached: true,
  });
  child.stdin.write(PAYLOAD.slice(0, 200));
  child.stdin.flush();
  const began = performance.now();
  expect(await child.stdout.text()).toBe("");
  expect(await child.exited).toBe(0);
  expect(performance.now() - began).toBeLessThan(AT_ONCE_MS);
  child.stdin.end();
});

// covers: no-stdin
test("no stdin at all: a row of the directory, exit 0", async () => {
  const { code, out } = await callProgram(["statusline"], { env, cwd: folder });
  expect(code).toBe(0);
  expect(out).toBe(`${folder} │ Permissions │ ✦ no model\n`);
});

describe("a broken payload", () => {
  const cut = ["91-invalid-truncated.txt"];
  const rows: readonly (readonly [file: string, row: string])[] = [
    ["92-bom-crlf-valid-json.txt", "/tmp │ Permissions │ ✦ M"],
    ["93-two-documents.txt", "/a │ Permissions │ ✦ no model"],
    ["94-invalid-utf8-in-cwd.bin", "/tmp/caf? │ Permissions │ ✦ M"],
    ["95-lone-surrogate.txt", "/tmp │ ◇ bad ? end │ Permissions │ ✦ M"],
  ];
  const bytesOf = (file: string) => fs.readFileSync(join(PAYLOADS, "broken", file));

  // covers: exit-0, payload-broken
  test.each(cut)("%s: exit 0, nothing on stdout or stderr", async (file) => {
    const { code, out, err } = await callProgram(["statusline"], { stdin: bytesOf(file), env });
    expect([code, out, err]).toEqual([0, "", ""]);
  });

  // covers: payload-broken
  test.each(rows)("%s: what can be read is shown", async (file, row) => {
    const { code, out } = await callProgram(["statusline"], { stdin: bytesOf(file), env });
    expect([code, out]).toEqual([0, `${row}\n`]);
  });

  // covers: exit-0
  test.each(["[]", "null", "42", '"text"', "{", "{]", "\u0000\u0001", "not json at all"])(
    "%p: exit 0 and no error on stdout",
    async (stdin) => {
      const { code, out, err } = await callProgram(["statusline"], { stdin, env, cwd: folder });
      expect(code).toBe(0);
      expect(err).toBe("");
      expect(out).not.toMatch(/error|undefined|NaN|null/i);
    },
  );

  // covers: exit-0
  test("an option that does not exist, a value that is missing: exit 0, the reason on stderr", async () => {
    for (const args of [["--colour"], ["--width"], ["--layout", "huge"], ["--format", "html"]]) {
      const { code, out, err } = await callProgram(["statusline", ...args], {
        stdin: PAYLOAD,
        env,
      });
      expect([code, out]).toEqual([0, ""]);
      expect(err).toMatch(/^telltale statusline: .*\n$/);
    }
  });
});

describe("a payload of ten megabytes", () => {
  const large = JSON.stringify({
    ...JSON.parse(PAYLOAD),
    session_name: "n".repeat(5_000_000),
    unheard_of: { text: "x".repeat(5_000_000) },
  });

  // covers: payload-large
  test("read whole, the long title cut, time bounded", async () => {
    const ran = await callProgram(["statusline", "--width", "80"], { stdin: large, env });
    expect(ran.code).toBe(0);
    expect(ran.out).toBe("shop-api │ ◇ nnnnnnnnn… │ Permissions │ ✦ Opus 5.5 │ Context 58% left\n");
    expect(ran.tookMs).toBeLessThan(AT_ONCE_MS);
  });

  // covers: payload-large
  test.skipIf(process.platform !== "linux")("the most memory it ever took: bounded", async () => {
    // The command of `--then` is a child of the program, and is given the payload when it is read.
    const then = `cat > /dev/null; grep VmHWM "/proc/$PPID/status"`;
    const { out } = await callProgram(["statusline", "--then", then], {
      stdin: large.replaceAll("/home/ana/src/shop-api", folder),
      env: { ...env, PATH: process.env.PATH ?? "" },
    });
    const peakKib = Number(/VmHWM:\s+(\d+) kB/.exec(out)?.[1]);
    expect(peakKib).toBeGreaterThan(0);
    expect(peakKib * 1024).toBeLessThan(MAX_RSS_BYTES);
  });

  // covers: payload-large
  test("without a width: the row is bounded all the same", async () => {
    const ran = await callProgram(["statusline"], { stdin: large, env });
    expect(ran.code).toBe(0);
    expect(ran.out).toStartWith("~/src/shop-api │ ◇ nnnn");
    expect(ran.out.length).toBeLessThan(10_000);
  });
});
