import { afterEach, beforeEach, expect, test } from "bun:test";
import fs from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { readSession } from "../../sources/sessions/store.ts";

const MAIN = join(import.meta.dir, "../main.ts");
const SESSION = "3f1c7a52-6a0e-4c1b-9d0e-0b8f6f1f2a01";

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(join(os.tmpdir(), "telltale-hook-"));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

function hook(stdin: string, env: Record<string, string>, harness = "claude-code") {
  const done = Bun.spawnSync([process.execPath, MAIN, "hook", harness], {
    cwd: folder,
    // Sources are run by Bun, which keeps what it transpiled below a home of any kind.
    env: { ...env, BUN_RUNTIME_TRANSPILER_CACHE_PATH: "0" },
    stdin: Buffer.from(stdin),
  });
  return [done.exitCode, done.stdout.toString(), done.stderr.toString()];
}

const STOP = JSON.stringify({ session_id: SESSION, hook_event_name: "Stop" });

// covers: hook-quiet
test("a hook's JSON: nothing printed, exit 0, and the state is kept", () => {
  expect(hook(`\uFEFF${STOP}`, { TELLTALE_HOME: join(folder, "own") })).toEqual([0, "", ""]);
  const stored = readSession(join(folder, "own/state"), SESSION);
  expect(stored?.snapshot.turn?.outcome).toBe("done");
});

test.each([
  ["no home", {}],
  ["an empty home", { HOME: "" }],
  ["a relative home", { HOME: "relative" }],
])("%s: nothing printed, exit 0, and nothing written into the working directory", (_, env) => {
  expect(hook(STOP, env as Record<string, string>)).toEqual([0, "", ""]);
  expect(fs.readdirSync(folder)).toEqual([]);
});

test.each([
  ["", "claude-code"],
  ["{", "claude-code"],
  [STOP, "no-such-harness"],
])("stdin %p of harness %p: nothing printed, exit 0, nothing kept", (stdin, harness) => {
  const home = join(folder, "own");
  expect(hook(stdin, { TELLTALE_HOME: home }, harness)).toEqual([0, "", ""]);
  expect(fs.existsSync(home)).toBe(false);
});
