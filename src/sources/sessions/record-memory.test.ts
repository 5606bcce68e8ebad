import { afterEach, beforeEach, expect, test } from "bun:test";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Fact } from "../../status/facts/fact.ts";
import { EMPTY_SNAPSHOT, foldAll } from "../../status/snapshot.ts";
import { numberRecord } from "./record-memory.ts";

const NOW_MS = 1_796_040_100_000;

let stateDir = "";
beforeEach(() => {
  stateDir = fs.mkdtempSync(join(tmpdir(), "telltale-records-"));
});
afterEach(() => fs.rmSync(stateDir, { recursive: true, force: true }));

const snapshotOf = (sessionId: string, ...facts: Fact[]) =>
  foldAll(EMPTY_SNAPSHOT, [{ kind: "session-started", sessionId }, ...facts]);
const started = (turnId: string): Fact => ({ kind: "turn-started", turnId });
const numbered = (sessionId: string, ...facts: Fact[]) =>
  numberRecord({ stateDir, nowMs: NOW_MS }, snapshotOf(sessionId, ...facts));

// covers: record-seq-line
test("render after render of one session: 0, then one more with each change; another begins anew", async () => {
  expect(await numbered("s-1", { kind: "turn-idle" })).toEqual({ seq: 0 });
  expect(await numbered("s-1", { kind: "turn-idle" })).toEqual({ seq: 0 });
  expect(await numbered("s-1", started("t-1"))).toEqual({ seq: 1 });
  expect(await numbered("s-1", { kind: "turn-idle" })).toEqual({ seq: 2 });
  expect(await numbered("s-2", started("t-1"))).toEqual({ seq: 0 });
  expect(await numbered("s-1", { kind: "turn-idle" })).toEqual({ seq: 2 });
});

test("the file of a number: for its owner alone, and written by changes only", async () => {
  await numbered("s-1", started("t-1"));
  const folder = join(stateDir, "records");
  const [name = ""] = fs.readdirSync(folder).filter((entry) => entry.endsWith(".json"));
  const before = fs.statSync(join(folder, name));
  await numbered("s-1", started("t-1"));
  const after = fs.statSync(join(folder, name));
  expect(after.mode & 0o777).toBe(0o600);
  expect(after.ino).toBe(before.ino);
});

test("a damaged file, one of another session, one with a number that is none: begun anew", async () => {
  await numbered("s-1", started("t-1"));
  await numbered("s-1", started("t-2"));
  const folder = join(stateDir, "records");
  const [name = ""] = fs.readdirSync(folder).filter((entry) => entry.endsWith(".json"));
  const path = join(folder, name);
  for (const text of [
    "{",
    JSON.stringify({ sessionId: "s-2", seq: 7, said: "x" }),
    JSON.stringify({ sessionId: "s-1", seq: 7.5, said: "x" }),
    JSON.stringify({ sessionId: "s-1", seq: -1, said: "x" }),
    JSON.stringify({ sessionId: "s-1", seq: 7 }),
  ]) {
    fs.writeFileSync(path, text);
    expect(await numbered("s-1", started("t-3"))).toEqual({ seq: 0 });
  }
});

test("nowhere to keep it: the number it would have had, and why it is not kept", async () => {
  const nowhere = { stateDir: "/dev/null/state", nowMs: NOW_MS };
  const { seq, reason } = await numberRecord(nowhere, snapshotOf("s-1", started("t-1")));
  expect(seq).toBe(0);
  expect(reason).toContain("/dev/null/state");
  expect(await numberRecord(nowhere, EMPTY_SNAPSHOT)).toEqual({ seq: 0 });
});

test("four processes that publish ten changes each: no number is given to two records", async () => {
  const worker = `
    import { EMPTY_SNAPSHOT, foldAll } from ${JSON.stringify(join(import.meta.dir, "../../status/snapshot.ts"))};
    import { numberRecord } from ${JSON.stringify(join(import.meta.dir, "record-memory.ts"))};
    const [stateDir, name] = process.argv.slice(-2);
    for (let turn = 0; turn < 10; turn++) {
      const snapshot = foldAll(EMPTY_SNAPSHOT, [
        { kind: "session-started", sessionId: "s-1" },
        { kind: "turn-started", turnId: name + turn },
      ]);
      const { seq, reason } = await numberRecord({ stateDir, nowMs: ${NOW_MS} }, snapshot);
      console.log(reason ?? seq);
    }`;
  const file = join(stateDir, "worker.ts");
  fs.writeFileSync(file, worker);
  const said = await Promise.all(
    Array.from({ length: 4 }, async (_, index) => {
      const child = Bun.spawn([process.execPath, file, stateDir, `w${index}-`], {
        env: {},
        stdout: "pipe",
        stderr: "pipe",
      });
      const [out, err] = await Promise.all([
        new Response(child.stdout).text(),
        new Response(child.stderr).text(),
      ]);
      expect([await child.exited, err]).toEqual([0, ""]);
      return out.trim().split("\n").map(Number);
    }),
  );
  const numbers = said.flat().toSorted((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: 40 }, (_, index) => index));
  for (const own of said) expect(own).toEqual(own.toSorted((a, b) => a - b));
});
