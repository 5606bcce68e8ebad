import { afterEach, beforeEach, expect, test } from "bun:test";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Caller, callSession } from "./call-session.ts";

let root = "";
beforeEach(() => {
  root = fs.mkdtempSync(join(tmpdir(), "smllm-call-"));
  fs.mkdirSync(join(root, ".smllm"));
  fs.writeFileSync(join(root, ".smllm/config.toml"), '[machines]\nfiles = ["a.yaml"]\n');
  const states =
    "states: { A: { on: { go: { target: Z, actions: ACTION } } }, Z: { type: final } }";
  const action = "{ type: command, params: { run: touch ran } }";
  fs.writeFileSync(
    join(root, ".smllm/a.yaml"),
    `id: a\ninitial: A\nmeta: { smllm: 1 }\n${states.replace("ACTION", action)}\n`,
  );
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

const caller = (): Caller => ({
  harness: "test",
  place: {
    env: { HOME: join(root, "home"), PATH: process.env.PATH },
    cwd: root,
    platform: process.platform,
  },
});
const stateFolders = (): readonly string[] => {
  const folder = join(root, "home/.local/state/smllm");
  return fs.existsSync(folder) ? fs.readdirSync(folder) : [];
};

test("enter without a session, a view, an event: a session of the caller's, its place, its commands run", async () => {
  const params = [["stateMachine", "a"]] as const;
  const entered = await callSession({ event: "enter", params }, caller());
  const session = entered.session ?? "";
  expect(entered.location).toMatchObject({ machine: "a", state: "A" });
  const record = fs.readFileSync(
    join(root, "home/.local/state/smllm/sessions", `${session}.json`),
    "utf8",
  );
  expect(JSON.parse(record)).toMatchObject({ harness: "test", cwd: root });
  expect(await callSession({ session, params: [] }, caller())).toMatchObject({
    ok: true,
    location: { state: "A" },
  });
  expect(fs.existsSync(join(root, "ran"))).toBe(false);
  expect((await callSession({ session, event: "go", params: [] }, caller())).ok).toBe(true);
  expect(fs.existsSync(join(root, "ran"))).toBe(true);
});

test("an unknown key, viewed or with an event; no key: faults by their kinds, and no lock is left behind", async () => {
  const session = "sm-zzzzzz";
  for (const [call, kind] of [
    [{ session, params: [] }, "unknown-session"],
    [{ session, event: "go", params: [] }, "unknown-session"],
    [{ params: [] }, "no-session"],
    [{ event: "go", params: [] }, "no-session"],
  ] as const) {
    await expect(callSession(call, caller())).rejects.toMatchObject({ kind });
  }
  expect(stateFolders()).toEqual([]);
});
