/** A descriptor that takes bytes when it likes: all of them arrive, in order, and the end is told. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { patientWriter } from "./patient-writer.ts";

/** More than a pipe holds. */
const LONG = "0123456789".repeat(40_000);
/** Longer than several attempts of the writer. */
const ATTEMPTS_MS = 80;
const WAIT_MS = 10_000;

let folder: string;
let readEnd: number;
let writeEnd: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "patient-writer-"));
  const path = join(folder, "pipe");
  Bun.spawnSync(["mkfifo", path]);
  readEnd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  writeEnd = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
});

afterEach(() => {
  closeSync(writeEnd);
  closeSync(readEnd);
  rmSync(folder, { recursive: true, force: true });
});

function readAll(): string {
  const bytes = new Uint8Array(1 << 20);
  try {
    return new TextDecoder().decode(bytes.subarray(0, readSync(readEnd, bytes)));
  } catch {
    return "";
  }
}

async function until(holds: () => boolean): Promise<void> {
  const endMs = performance.now() + WAIT_MS;
  while (!holds() && performance.now() < endMs) await Bun.sleep(5);
}

// covers: host-slow-terminal
test("one that took nothing for a while, and then little by little: the end is told once", async () => {
  let drained = 0;
  const writer = patientWriter(writeEnd, { onGone: () => undefined, onDrain: () => drained++ });
  writer.write(LONG);
  expect(writer.isBusy()).toBe(true);
  writer.write("the end");
  await Bun.sleep(ATTEMPTS_MS);
  let read = "";
  await until(() => {
    read += readAll();
    return drained > 0;
  });
  read += readAll();
  expect(drained).toBe(1);
  expect(writer.isBusy()).toBe(false);
  expect(read.length).toBe(LONG.length + "the end".length);
  expect(read).toEndWith("9the end");
  writer.close();
}, 30_000);

test("one that takes everything at once: nothing is told", async () => {
  let drained = 0;
  const writer = patientWriter(writeEnd, { onGone: () => undefined, onDrain: () => drained++ });
  writer.write("short");
  expect(writer.isBusy()).toBe(false);
  await Bun.sleep(ATTEMPTS_MS);
  expect([readAll(), drained]).toEqual(["short", 0]);
  writer.close();
});
