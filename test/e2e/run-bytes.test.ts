/** `telltale run`: the command gets and gives the same bytes as without it. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startInside, startShell, TELLTALE, WAIT_MS } from "./in-terminal.ts";
import { callProgram, programPath } from "./program.ts";

setDefaultTimeout(8 * WAIT_MS);

let folder: string;
/** Every byte, in no order that a text has. */
const BYTES = Uint8Array.from({ length: 4096 }, (_, at) => (at * 7 + (at >> 8)) & 0xff);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "telltale-bytes-"));
  writeFileSync(join(folder, "bytes"), BYTES);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs one line of a shell in a terminal, with `$T` for the program's `run --`. */
async function shellLine(line: string) {
  const terminal = startInside(["bash", "-c", `T="telltale run --"; ${line}`], {
    cwd: folder,
  });
  try {
    const code = await terminal.exited;
    await terminal.rest(50, WAIT_MS);
    return { code, text: terminal.text().trimEnd(), reports: terminal.reports };
  } finally {
    await terminal.end();
  }
}

const made = (name: string): Uint8Array => new Uint8Array(readFileSync(join(folder, name)));

// covers: run-redirected
describe("run, redirected streams", () => {
  test("stdin and stdout are files: every byte, with a terminal on stderr", async () => {
    await shellLine("$T cat < bytes > copy");
    expect(made("copy")).toEqual(BYTES);
  });

  test("pipes on both sides: every byte, and nothing is asked", async () => {
    const { reports } = await shellLine("cat bytes | $T cat | cat > piped");
    expect(made("piped")).toEqual(BYTES);
    expect(reports).toEqual([]);
  });

  test("each stream: a terminal where it was one, and the very file where it was none", async () => {
    const says =
      "for fd in 0 1 2; do if [ -t $fd ]; then s=t; else s=f; fi; printf $s >> says; done";
    const script = `sh -c '${says}'`;
    await shellLine(
      `$T ${script}; $T ${script} < bytes; $T ${script} > out; $T ${script} 2> err; $T ${script} > out 2>&1 < bytes`,
    );
    expect(readFileSync(join(folder, "says"), "utf8")).toBe("tttftttftttffff");
    await shellLine(
      "printf 12345 > grown; $T sh -c 'printf 678' >> grown; $T sh -c 'head -c 2; cat' < grown > parts",
    );
    expect(readFileSync(join(folder, "parts"), "utf8")).toBe("12345678");
  });

  test("stderr is a file: its bytes are all there, the last line is the message", async () => {
    const script = "sh -c 'cat bytes >&2; echo >&2; echo no space left >&2; exit 5'";
    const { code, reports } = await shellLine(`$T ${script} 2> errors`);
    expect(code).toBe(5);
    expect(made("errors").subarray(0, BYTES.length)).toEqual(BYTES);
    expect(reports.at(-1)).toBe("state=error:app=telltale:title=sh:msg=no space left");
  });

  test("stdout and stderr are one file: the order in which they were written", async () => {
    const script = "sh -c 'for i in 1 2 3; do echo o$i; echo e$i >&2; done; exit 2'";
    const { code } = await shellLine(`$T ${script} > both 2>&1`);
    expect(code).toBe(2);
    expect(readFileSync(join(folder, "both"), "utf8")).toBe("o1\ne1\no2\ne2\no3\ne3\n");
  });

  test.each([
    ["output in a file", "2>&1 >/dev/null | head -n 1"],
    ["output on the terminal", "2> >(head -n 1)"],
  ])("stderr is a pipe that nobody reads any more, %s: the end of it", async (_name, streams) => {
    const writer = `sh -c 'yes >&2; echo "code $?" > code'`;
    const { text } = await shellLine(`$T ${writer} ${streams}`);
    expect(text).toContain("y");
    expect(readFileSync(join(folder, "code"), "utf8")).toBe("code 141\n");
  });

  test("process substitution: the command opens what its arguments name", async () => {
    const { text } = await shellLine("$T paste <(echo left) <(echo right)");
    expect(text).toBe("left    right");
  });

  test("keys come from the terminal though stdin is a pipe", async () => {
    const shell = await startShell({ cwd: folder });
    try {
      shell.enter(
        `echo piped | $TELLTALE run -- sh -c 'cat; read key < /dev/tty; echo "key $key"'`,
      );
      await shell.seeRow("piped");
      shell.enter("pressed");
      await shell.seeRow("key pressed");
    } finally {
      await shell.end();
    }
  });
});

// covers: run-without-terminal
test("run without a terminal: the same bytes, code and streams, and nothing else", async () => {
  const script = "cat; echo out; echo err >&2; exit 3";
  const env = { PATH: process.env.PATH ?? "" };
  const args = ["run", "--when", "on", "--", "sh", "-c", script];
  const ended = await callProgram(args, { stdin: "in\n", env });
  expect(ended).toMatchObject({ code: 3, out: "in\nout\n", err: "err\n" });
  expect(await callProgram(["run", "--", "sh", "-c", "kill -9 $$"], { env })).toMatchObject({
    code: 137,
  });
});

/** What a command with a line of 31 bytes writes to its terminal, up to so many bytes of its own. */
const LINE = "\x1b[32mline\x1b[0m with é and 🙂\n";
const writer = (bytes: number): readonly string[] => [
  "sh",
  "-c",
  `yes '${LINE.trimEnd()}' | head -c ${bytes}`,
];

/** The same as its terminal passes it on, with CR before LF. */
function expectedHash(bytes: number): string {
  const block = Buffer.from(LINE.repeat(10_000));
  const hash = new Bun.CryptoHasher("sha256");
  for (let at = 0; at < bytes; at += block.length) {
    hash.update(
      block
        .subarray(0, bytes - at)
        .toString("latin1")
        .replaceAll("\n", "\r\n"),
      "latin1",
    );
  }
  return hash.digest("hex");
}

/** Output of a call in a terminal that first takes nothing: its hash, and the most memory of the call. */
async function hashOutput(command: readonly string[], pauseMs: number) {
  const hash = new Bun.CryptoHasher("sha256");
  let pause = pauseMs;
  let rssKb = 0;
  const child = Bun.spawn([...command], {
    env: { PATH: process.env.PATH ?? "" },
    terminal: {
      data(_terminal, chunk) {
        hash.update(chunk);
        // Whoever writes has to wait, and may not collect it meanwhile.
        Bun.sleepSync(pause);
        pause = 0;
      },
    },
  });
  const look = setInterval(() => {
    const { stdout } = Bun.spawnSync(["ps", "-o", "rss=", "-p", String(child.pid)]);
    rssKb = Math.max(rssKb, Number(stdout.toString().trim()));
  }, 100);
  const code = await child.exited;
  await Bun.sleep(100);
  clearInterval(look);
  child.terminal?.close();
  return { code, hash: hash.digest("hex"), rssKb };
}

// covers: run-much-output
test("run, a command that ends while much of its output is on the way: nothing is lost", async () => {
  const plain = await hashOutput(["sh", "-c", "seq 1 8000"], 0);
  for (let round = 0; round < 6; round++) {
    const { hash } = await hashOutput(
      [...TELLTALE, "run", "--when", "off", "--", "seq", "1", "8000"],
      20,
    );
    expect(hash).toBe(plain.hash);
  }
});

// covers: run-much-output
test("run, 100 MB of output: the same bytes to the last one, in the memory that 1 MB needs", async () => {
  const program = await programPath();
  const call = (bytes: number) => [program, "run", "--when", "off", "--", ...writer(bytes)];
  const small = await hashOutput(call(1_000_000), 300);
  expect(small).toMatchObject({ code: 0, hash: expectedHash(1_000_000) });
  const large = await hashOutput(call(100_000_000), 300);
  expect(large).toMatchObject({ code: 0, hash: expectedHash(100_000_000) });
  expect(large.rssKb).toBeLessThan(small.rssKb + 64 * 1024);
}, 120_000);
