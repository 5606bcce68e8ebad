import { afterEach, beforeEach, expect, test } from "bun:test";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compileMachines } from "./compile.ts";
import { Engine } from "./engine.ts";
import { nodeFileStorage } from "./node-storage.ts";

const FIX = `
id: fix
initial: CODE
meta: { smllm: 1, instance: { kind: ticket, ref: { param: ticketId } } }
states:
  CODE: { meta: { entryPoint: true }, on: { ready: SHIPPED } }
  SHIPPED: { type: final }
`;
const COMPILED = compileMachines([{ text: FIX }]).set ?? {};

let folder: string;
let dir: string;

beforeEach(() => {
  folder = fs.mkdtempSync(join(tmpdir(), "telltale-storage-"));
  dir = join(folder, "records");
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const open = () => new Engine(COMPILED, {}, nodeFileStorage(dir));
const files = () =>
  fs
    .readdirSync(dir, { recursive: true, encoding: "utf8" })
    .filter((name) => fs.statSync(join(dir, name)).isFile())
    .sort();

const enter = (engine: Engine, ticketId = "T-1", chat = "chat") => {
  const key = engine.bind("app", chat).session ?? "";
  expect(engine.fire(key, "enter", { stateMachine: "fix", ticketId }).ok).toBe(true);
  return key;
};

// covers: smllm-embed-node-files
test("records in files: one each, private; another engine goes on from them", () => {
  const first = open();
  expect(fs.existsSync(dir)).toBe(false);
  const key = enter(first);
  const id = first.status(key).instance?.id;
  expect(files()).toEqual([
    "bindings/app%2fchat.json",
    `history/fix%2f${id}.jsonl`,
    `instances/fix%2f${id}.json`,
    `sessions/${key}.json`,
  ]);
  expect(JSON.parse(fs.readFileSync(join(dir, `sessions/${key}.json`), "utf8"))).toEqual(
    first.exportState().sessions[0] as never,
  );
  for (const name of files()) expect(fs.statSync(join(dir, name)).mode & 0o777).toBe(0o600);
  expect(fs.statSync(join(dir, "history")).mode & 0o777).toBe(0o700);

  const second = open();
  expect(second.exportState()).toEqual(first.exportState());
  expect(second.bind("app", "chat").session).toBe(key);
  second.fire(key, "ready");
  expect(open().exportState()).toEqual(second.exportState());
});

test("keys that differ in letter case alone, or that are paths: files of their own, in the folder", () => {
  const engine = open();
  const chats = ["a", "A", "../../x", "", "\0", "x".repeat(400), "x".repeat(401)];
  const keys = chats.map((chat) => engine.bind("app", chat).session ?? "");
  const names = fs.readdirSync(join(dir, "bindings"));
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(chats.length - 1);
  expect(fs.readdirSync(folder)).toEqual(["records"]);
  const again = open();
  const known = (chat: string) => again.bind("app", chat).session ?? "";
  expect(chats.filter(Boolean).map(known)).toEqual(keys.filter((_, index) => chats[index]));
});

test("a file that is no record: the constructor names it", () => {
  const key = enter(open());
  const path = join(dir, `sessions/${key}.json`);
  fs.writeFileSync(path, "{ nope");
  expect(open).toThrow(path);
  fs.writeFileSync(path, "{}");
  expect(open).toThrow("sessions[0]: key");
});

test("a pipe in the place of a record: the constructor names it and waits for nobody", () => {
  enter(open());
  const path = join(dir, "sessions/pipe.json");
  expect(Bun.spawnSync(["mkfifo", path]).exitCode).toBe(0);
  expect(open).toThrow(path);
});

test("a history that was cut off: the half line is skipped, and the next one stands by itself", () => {
  const first = open();
  const key = enter(first);
  const [name = ""] = fs.readdirSync(join(dir, "history"));
  const path = join(dir, "history", name);
  fs.appendFileSync(path, '{"machine":"fix","id":"i-');
  const second = open();
  expect(second.exportState().history.map(({ entry }) => entry.event)).toEqual(["enter"]);
  second.fire(key, "ready");
  const events = open().exportState().history;
  expect(events.map(({ entry }) => entry.event)).toEqual(["enter", "ready"]);
});

test("a folder that cannot be written: a fault of the store, and nothing has changed", () => {
  const engine = open();
  const key = enter(engine);
  const before = engine.exportState();
  fs.rmSync(dir, { recursive: true });
  fs.writeFileSync(dir, "in the way");
  expect(() => engine.fire(key, "ready")).toThrow("the storage failed in put");
  expect(engine.exportState()).toEqual(before);
});

// covers: smllm-embed-state
test("an import: the folder holds the new records and no other", () => {
  const from = new Engine(COMPILED);
  const key = enter(from, "T-9", "other");
  const engine = open();
  enter(engine);
  enter(engine, "T-2", "second");
  engine.importState(from.exportState());
  expect(files().filter((name) => name.startsWith("sessions"))).toEqual([`sessions/${key}.json`]);
  expect(files()).toHaveLength(4);
  expect(open().exportState()).toEqual(from.exportState());
});
