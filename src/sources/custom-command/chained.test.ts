import { describe, expect, test } from "bun:test";
import { runChained } from "./chained.ts";

const INPUT = {
  stdin: '{"session_id":"s"}',
  cwd: "/",
  env: { PATH: process.env.PATH },
  platform: process.platform,
};

describe("runChained", () => {
  test("a pipeline with redirections: run by a shell, with the very bytes on stdin", async () => {
    const stdin = Uint8Array.of(0x7b, 0xff, 0x00, 0x7d);
    const command = "cat 2> /dev/null | od -An -tx1 | tr -d ' \\n'";
    expect(await runChained({ ...INPUT, stdin, command })).toEqual({ stdout: "7bff007d" });
  });

  test("more than the custom command may print: kept up to 64 Ki units", async () => {
    const command = "head -c 100000 /dev/zero | tr '\\0' x";
    const { stdout } = await runChained({ ...INPUT, command });
    expect(stdout?.length).toBe(65_536);
  });

  test("another exit code with output: a reason and no output", async () => {
    expect(await runChained({ ...INPUT, command: "echo row; exit 1" })).toEqual({
      reason: "the command ended with code 1",
    });
  });

  test("too slow: ended, a reason", async () => {
    const { stdout, reason } = await runChained({ ...INPUT, command: "sleep 9", timeoutMs: 100 });
    expect([stdout, reason]).toEqual([undefined, expect.stringContaining("longer than 100 ms")]);
  });

  test("no command: a reason", async () => {
    expect(await runChained({ ...INPUT, command: " " })).toHaveProperty("reason");
  });
});
