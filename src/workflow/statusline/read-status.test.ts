import { afterEach, beforeEach, expect, test } from "bun:test";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEngine } from "../engine/engine.ts";
import { openNew } from "../open.ts";
import { readStatus } from "./read-status.ts";

const MACHINE = `
id: fix
initial: CODE
meta: { smllm: 1 }
states:
  CODE: { on: { done: DONE } }
  DONE: { type: final }
`;

let root = "";
let place: { env: Record<string, string>; cwd: string; platform: "linux" };
beforeEach(() => {
  root = fs.mkdtempSync(join(tmpdir(), "telltale-status-"));
  place = { env: { HOME: root }, cwd: root, platform: "linux" };
  fs.mkdirSync(join(root, ".smllm"));
  fs.writeFileSync(join(root, ".smllm/config.toml"), '[machines]\nfiles = ["fix.smllm.yaml"]\n');
  fs.writeFileSync(join(root, ".smllm/fix.smllm.yaml"), MACHINE);
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

/** A session of the conversation `a` that holds an instance; gives its key. */
async function holdWork(): Promise<string> {
  const opened = await openNew(place);
  if (!opened.ok) throw opened.reason;
  const { loaded, store, host } = opened.value;
  const origin = { harness: "claude", cwd: root, configs: loaded.configs };
  const engine = createEngine({ set: loaded.set, store, host, origin });
  const key = engine.bind("a").session ?? "";
  engine.fire(key, "enter", [["stateMachine", "fix"]]);
  return key;
}

const sessionFile = (key: string) => join(root, ".local/state/smllm/sessions", `${key}.json`);

// covers: smllm-row-session
test("by its key and by its conversation: the same status", async () => {
  const key = await holdWork();
  const byKey = await readStatus({ key }, place);
  expect(byKey).toMatchObject({ ok: true, value: { session: key, state: "CODE", visit: 1 } });
  expect(await readStatus({ harness: "claude", hostSession: "a" }, place)).toEqual(byKey);
});

// covers: smllm-row-nothing
test("an unknown key, another harness's conversation, a binding to a session that is gone: nothing", async () => {
  const key = await holdWork();
  const nothing = { ok: true, value: undefined } as const;
  expect(await readStatus({ key: "sm-zzzzzz" }, place)).toEqual(nothing);
  expect(await readStatus({ key: "" }, place)).toEqual(nothing);
  expect(await readStatus({ harness: "codex", hostSession: "a" }, place)).toEqual(nothing);
  fs.rmSync(sessionFile(key));
  expect(await readStatus({ harness: "claude", hostSession: "a" }, place)).toEqual(nothing);
});

// covers: smllm-row-fault
test("a session file that is no record, and no place for sessions: the reason", async () => {
  const key = await holdWork();
  fs.writeFileSync(sessionFile(key), "{ nope");
  const broken = await readStatus({ key }, place);
  expect(broken).toMatchObject({ ok: false, reason: expect.stringContaining(`${key}.json`) });
  const homeless = await readStatus({ key }, { ...place, env: {} });
  expect(homeless).toMatchObject({ ok: false, reason: expect.stringContaining("HOME") });
});

// covers: smllm-row-moved
test("a machine that cannot be read, a config that is gone: idle, and the hold outlasts it", async () => {
  const key = await holdWork();
  const machine = join(root, ".smllm/fix.smllm.yaml");
  fs.appendFileSync(machine, "  : [\n");
  expect(await readStatus({ key }, place)).toMatchObject({ ok: true, value: { idle: true } });
  fs.writeFileSync(machine, MACHINE);
  expect(await readStatus({ key }, place)).toMatchObject({ ok: true, value: { state: "CODE" } });
  fs.rmSync(join(root, ".smllm/config.toml"));
  expect(await readStatus({ key }, place)).toMatchObject({ ok: true, value: { idle: true } });
});
