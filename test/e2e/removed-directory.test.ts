/** What a harness waits for works in a directory that was removed under it, as a worktree may be. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const BIN = resolve(import.meta.dir, "../../bin");

let root = "";
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "telltale-removed-")));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Runs it in a directory that goes away just before. */
function runInRemoved(call: string, input: string) {
  const script = `mkdir gone && cd gone && rmdir ../gone && exec "${BIN}/"${call}`;
  const run = spawnSync("sh", ["-c", script], {
    cwd: root,
    input,
    encoding: "utf8",
    env: { HOME: root, PATH: process.env.PATH ?? "", TELLTALE_HOME: root },
  });
  return { status: run.status, out: run.stdout };
}

// covers: removed-directory
describe("in a directory that was removed", () => {
  test("the status line: drawn from what the harness says", () => {
    const payload = { session_id: "s", cwd: root, model: { id: "m", display_name: "Model M" } };
    const { status, out } = runInRemoved(
      "telltale statusline --items model",
      JSON.stringify(payload),
    );
    expect(out).toContain("Model M");
    expect(status).toBe(0);
  });

  test("the row of a workflow and its hooks: nothing, and no failure", () => {
    const row = { status: 0, out: "" };
    expect(runInRemoved("smllm statusline", "{}")).toEqual(row);
    expect(runInRemoved("smllm --config none.toml statusline", "{}")).toEqual(row);
    const start = runInRemoved(
      "smllm harness hook claude session-start",
      JSON.stringify({ cwd: root }),
    );
    expect(start).toEqual({ status: 0, out: "{}\n" });
    expect(runInRemoved("smllm harness hook claude stop", "{}")).toEqual({
      status: 0,
      out: "{}\n",
    });
    expect(runInRemoved("telltale hook claude-code", "{}")).toEqual({ status: 0, out: "" });
  });
});
