import { describe, expect, test } from "bun:test";
import fs from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { processTree } from "../../testing/process-tree.ts";
import { runChained } from "./chained.ts";

const INPUT = {
  stdin: '{"session_id":"s"}',
  cwd: "/",
  env: { PATH: process.env.PATH },
  platform: process.platform,
};

function readIfThere(path: string): string {
  return fs.existsSync(path) ? fs.readFileSync(path, "utf8") : "";
}

/** The first answer that says something. */
async function until<T>(ask: () => T): Promise<T> {
  for (let round = 0; round < 400; round++) {
    const answer = ask();
    if (answer) return answer;
    await Bun.sleep(20);
  }
  throw new Error("it did not happen within 8 s");
}

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

  test.skipIf(process.platform !== "linux")(
    "a call ended by SIGKILL: the next one of the session ends its command (skipped: needs /proc)",
    async () => {
      const folder = fs.mkdtempSync(join(os.tmpdir(), "chained-"));
      const cacheDir = join(folder, "cache");
      const pidFile = join(folder, "pid");
      const input = { ...INPUT, cwd: folder, cacheDir, sessionId: "s", timeoutMs: 20_000 };
      const slow = JSON.stringify({ ...input, command: `echo $$ > '${pidFile}'; exec sleep 60` });
      const source = `import { runChained } from ${JSON.stringify(join(import.meta.dir, "chained.ts"))};
        await runChained(${slow});`;
      const killed = Bun.spawn([process.execPath, "-e", source], {
        stdio: ["ignore", "ignore", "inherit"],
      });
      const pid = await until(() => Number(readIfThere(pidFile)));
      await until(() =>
        fs.readdirSync(join(cacheDir, "custom-command")).find((name) => name.endsWith(".run")),
      );
      killed.kill("SIGKILL");
      await killed.exited;
      expect(processTree(pid)).toEqual([pid]);
      expect(await runChained({ ...input, command: "echo row" })).toEqual({ stdout: "row\n" });
      await until(() => processTree(pid).length === 0);
      expect(fs.readdirSync(join(cacheDir, "custom-command"))).toEqual([
        expect.stringMatching(/\.lock$/),
      ]);
      fs.rmSync(folder, { recursive: true });
    },
    20_000,
  );

  test("two calls of a session at once: both run, and neither ends the other's", async () => {
    const cacheDir = fs.mkdtempSync(join(os.tmpdir(), "chained-"));
    const call = { ...INPUT, cacheDir, sessionId: "s", command: "sleep 0.3; echo row" };
    const both = await Promise.all([runChained(call), runChained(call)]);
    expect(both).toEqual([{ stdout: "row\n" }, { stdout: "row\n" }]);
    fs.rmSync(cacheDir, { recursive: true });
  });

  test("no command: a reason", async () => {
    expect(await runChained({ ...INPUT, command: " " })).toHaveProperty("reason");
  });
});
