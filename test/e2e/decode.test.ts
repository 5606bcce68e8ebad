/** `telltale decode` as a process: pipes that close early, streams that do not fit into memory. */
import { describe, expect, test } from "bun:test";
import { resolve } from "node:path";
import { startInside, telltale } from "./in-terminal.ts";

const ROOT = resolve(import.meta.dir, "../..");
const DECODE = [process.execPath, `${ROOT}/src/cli/main.ts`, "decode"];
const ENV = { PATH: process.env.PATH ?? "", LANG: "C.UTF-8" };

/** Runs a shell line in which `$DECODE` is the command. */
function shell(line: string) {
  const quoted = DECODE.map((word) => `'${word}'`).join(" ");
  const run = Bun.spawnSync(["bash", "-c", line.replaceAll("$DECODE", quoted)], {
    env: ENV,
    timeout: 60_000,
  });
  return { code: run.exitCode, out: run.stdout.toString(), err: run.stderr.toString() };
}

describe("telltale decode in pipes", () => {
  // covers: decode-quiet-pipe
  test("an endless stream into head: its lines, exit 0, nothing on stderr", () => {
    const report = "printf '\\033]7501;state=idle\\007'";
    const line = `set -o pipefail; (while ${report} 2>/dev/null; do :; done) | ($DECODE; echo "ended with $?" >&2) | head -n 2`;
    const { out, err } = shell(line);
    const event = '{"event":"report","record":{"id":"","state":"idle"}}\n';
    expect({ out, err }).toEqual({ out: event + event, err: "ended with 0\n" });
  });

  test("a writer that pauses: each event is out before the next one is written", async () => {
    const child = Bun.spawn(DECODE, { stdin: "pipe", stdout: "pipe", env: ENV });
    const lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    for (const state of ["working", "done"]) {
      child.stdin.write(`\x1b]7501;state=${state}\x1b\\`);
      await child.stdin.flush();
      const { value } = await lines.read();
      expect(JSON.parse(value!).record.state).toBe(state);
    }
    child.stdin.end();
    expect(await child.exited).toBe(0);
  });

  // covers: decode-any-size
  test("300 MB, half of it in a string that seems not to end: the events, in bounded memory", async () => {
    const half = "head -c 150000000 /dev/zero";
    const stream = [
      "printf '\\033]7501;state=working\\033\\\\'",
      half,
      "printf '\\033]7501;state=idle:msg='",
      half,
      "printf '\\007\\033]7501;state=done\\007'",
      // Until its memory was looked at.
      "read -r end",
    ].join("; ");
    const writer = Bun.spawn(["sh", "-c", stream], { stdin: "pipe", stdout: "pipe", env: ENV });
    const child = Bun.spawn([...DECODE, "--rejects"], {
      stdin: writer.stdout,
      stdout: "pipe",
      env: ENV,
    });
    const lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    let out = "";
    while (!out.includes("done")) out += (await lines.read()).value ?? "done";
    // Not `maxRSS`: until a child has become another program it counts as much as this one.
    const memory = Bun.spawnSync(["ps", "-o", "rss=", "-p", String(child.pid)]);
    const usedBytes = Number(memory.stdout.toString()) * 1024;
    writer.stdin.write("\n");
    await writer.stdin.end();
    expect(await child.exited).toBe(0);
    expect(out.trim().split("\n")).toEqual([
      '{"event":"report","record":{"id":"","state":"working"}}',
      '{"event":"reject","reason":"sequence-too-long"}',
      '{"event":"report","record":{"id":"","state":"done"}}',
    ]);
    // What Bun needs for itself is well below this, and the stream well above.
    expect(usedBytes).toBeGreaterThan(0);
    expect(usedBytes).toBeLessThan(200_000_000);
  }, 60_000);
});

// covers: decode-nothing-found
test("telltale decode at a terminal: it says what it reads and how to end that; Ctrl+D ends it", async () => {
  const terminal = startInside(telltale("decode"));
  try {
    await terminal.see("telltale decode: reading from the keyboard; end with Ctrl+D");
    terminal.enter("typed");
    await terminal.see("typed");
    terminal.type("\x04");
    expect(await terminal.exited).toBe(0);
    await terminal.see("telltale decode: no OSC 7501 in 6 bytes");
  } finally {
    await terminal.end();
  }
});
