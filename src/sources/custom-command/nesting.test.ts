import { expect, test } from "bun:test";
import fs from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { runChained } from "./chained.ts";
import { nestedEnvironment } from "./nesting.ts";

const START = { PATH: process.env.PATH };

test("an environment of none, one, and two commands: one deeper, twice, then a reason", () => {
  const first = nestedEnvironment(START);
  expect(first).toEqual({ ok: true, value: { ...START, TELLTALE_COMMAND_DEPTH: "1" } });
  const second = nestedEnvironment(first.ok ? first.value : {});
  expect(second).toEqual({ ok: true, value: { ...START, TELLTALE_COMMAND_DEPTH: "2" } });
  expect(nestedEnvironment(second.ok ? second.value : {})).toMatchObject({ ok: false });
});

test.each(["-1", "x", "99", "1e9", " "])("a depth of %j: taken for too deep", (depth) => {
  expect(nestedEnvironment({ TELLTALE_COMMAND_DEPTH: depth }).ok).toBe(false);
});

test("a line whose command draws the line again: two rounds, then no more, and nothing left", async () => {
  const folder = fs.mkdtempSync(join(os.tmpdir(), "nesting-"));
  const main = join(import.meta.dir, "..", "..", "cli", "main.ts");
  const script = join(folder, "again");
  const line = `'${process.execPath}' '${main}' statusline --items git-branch --then '${script}'`;
  fs.writeFileSync(script, `#!/bin/sh\necho round >> '${folder}/rounds'\nexec ${line}\n`);
  fs.chmodSync(script, 0o755);
  const env = { ...START, HOME: folder };
  const options = { stdin: "{}", cwd: folder, env, platform: process.platform } as const;
  await runChained({ ...options, command: script, timeoutMs: 20_000 });
  expect(fs.readFileSync(join(folder, "rounds"), "utf8")).toBe("round\nround\n");
  fs.rmSync(folder, { recursive: true });
}, 30_000);
