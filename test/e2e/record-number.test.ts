/** The record on a status line of the real program: hooks tell of a session, each render is a process. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import fs from "node:fs";
import { join } from "node:path";
import { gitTestEnv, tempFolder } from "../../src/testing/temp-git.ts";
import { parseRecord } from "../../src/wire/record/parse.ts";
import { callProgram, filesBelow, programPath } from "./program.ts";

const SESSION = "c0ffee00-0000-4000-8000-00000000e2e1";

let root: string;
let env: Record<string, string>;

beforeAll(async () => {
  root = tempFolder("e2e-record");
  await programPath();
}, 60_000);
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

let cases = 0;
let home: string;
beforeEach(() => {
  home = join(root, `case-${cases++}`);
  fs.mkdirSync(home);
  env = { ...gitTestEnv(), HOME: home, TELLTALE_HOME: join(home, "telltale") };
});

async function hook(event: string, members: object = {}, session = SESSION): Promise<void> {
  const stdin = JSON.stringify({
    session_id: session,
    prompt_id: "p-1",
    cwd: home,
    hook_event_name: event,
    ...members,
  });
  const { code, out, err } = await callProgram(["hook", "claude-code"], { stdin, env });
  expect([code, out, err]).toEqual([0, "", ""]);
}

async function render(session = SESSION, items = "build-mode") {
  const stdin = JSON.stringify({
    hook_event_name: "Status",
    session_id: session,
    model: { id: "claude-opus-5-5", display_name: "Opus 5.5" },
    workspace: { current_dir: home },
  });
  const args = ["statusline", "--harness", "claude-code", "--items", items, "--width", "140"];
  return (await callProgram(args, { stdin, env })).out;
}

/** Number and state of the record that is drawn now. */
async function drawn(session = SESSION): Promise<string> {
  const read = parseRecord((await render(session)).trimEnd());
  return read.ok ? `${read.value.seq} ${read.value.state}` : "refused";
}

// covers: record-seq-line
test("a turn with a permission, drawn after each hook: the number rises with each change alone", async () => {
  const seen: string[] = [];
  const step = async (event: string, members: object = {}) => {
    await hook(event, members);
    seen.push(await drawn(), await drawn());
  };
  const bash = { tool_name: "Bash", tool_input: { command: "npm test" } };
  await step("SessionStart", { source: "startup" });
  await step("UserPromptSubmit");
  await step("PermissionRequest", bash);
  await step("PostToolUse", bash);
  await step("Stop", { background_tasks: [] });
  await step("UserPromptSubmit", { prompt_id: "p-2" });
  expect(seen).toEqual([
    ...["0 ready", "0 ready", "1 run", "1 run", "2 perm", "2 perm"],
    ...["3 run", "3 run", "4 done", "4 done", "5 run", "5 run"],
  ]);
  const other = "c0ffee00-0000-4000-8000-00000000e2e2";
  await hook("SessionStart", { source: "startup" }, other);
  expect(await drawn(other)).toBe("0 ready");
  expect(await drawn()).toBe("5 run");
}, 60_000);

describe("the end of a turn that the harness has not confirmed", () => {
  /** What the harness says of itself; this process stands for it. */
  function registry(status: string, statusUpdatedAt: number): void {
    const folder = join(home, ".claude", "sessions");
    fs.mkdirSync(folder, { recursive: true });
    const entry = { pid: process.pid, sessionId: SESSION, status, statusUpdatedAt };
    fs.writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(entry));
    env = { ...env, CLAUDE_PID: String(process.pid) };
  }

  async function endTurn(): Promise<void> {
    registry("busy", Date.now());
    await hook("UserPromptSubmit");
    await hook("Stop", { background_tasks: [], session_crons: [] });
  }

  // covers: record-waits-for-end
  test("is waited for, and drawn once it is", async () => {
    await endTurn();
    let isDrawn = false;
    const line = drawn().finally(() => {
      isDrawn = true;
    });
    await Bun.sleep(1000);
    expect(isDrawn).toBe(false);
    registry("idle", Date.now());
    expect(await line).toBe("0 done");
    expect(await drawn()).toBe("0 done");
  }, 30_000);

  test("and that another hook refuses: the turn runs on", async () => {
    await endTurn();
    expect(await drawn()).toBe("0 run");
  }, 30_000);

  test("is waited for by no other line", async () => {
    await endTurn();
    expect(await render(SESSION, "turn-state")).toContain("done");
  }, 30_000);
});

test("hooks and renders at once: no number stands for two records", async () => {
  await hook("SessionStart", { source: "startup" });
  const said = new Map<string, Set<string>>();
  const look = async () => {
    const line = (await render()).trimEnd();
    const [, seq = "", rest = ""] = /^\[V\] seq=(\S+) (.*)$/.exec(line) ?? [];
    said.set(seq, (said.get(seq) ?? new Set()).add(rest));
  };
  for (let turn = 0; turn < 5; turn++) {
    const prompt = { prompt_id: `p-${turn}` };
    await Promise.all([hook("UserPromptSubmit", prompt), look(), look()]);
    await Promise.all([hook("Stop", { ...prompt, background_tasks: [] }), look(), look()]);
  }
  await look();
  expect(said.size).toBeGreaterThan(1);
  for (const records of said.values()) expect(records.size).toBe(1);
}, 60_000);

test("without the record on the line nothing is numbered or kept", async () => {
  await render(SESSION, "model,turn-state");
  expect(filesBelow(home).filter((file) => file.includes("records"))).toEqual([]);
  await render();
  expect(filesBelow(home).filter((file) => file.endsWith(`records/${SESSION}.json`))).toHaveLength(
    1,
  );
});
