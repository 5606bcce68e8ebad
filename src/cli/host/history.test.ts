import { afterEach, describe, expect, test } from "bun:test";
import { chmodSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempFolder } from "../../testing/temp-git.ts";
import { MAX_FILE_BYTES, MAX_PROMPT_UNITS, MAX_PROMPTS, promptHistory } from "./history.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
function state(): string {
  const folder = tempFolder("history");
  folders.push(folder);
  return folder;
}
function fileIn(stateDir: string): string {
  const folder = join(stateDir, "history");
  return join(folder, readdirSync(folder).find((name) => name.endsWith(".jsonl")) ?? "");
}

describe("prompts of before", () => {
  // covers: composer-history-folder
  test("written at once, read by the next start in this folder and by no other", () => {
    const stateDir = state();
    const history = promptHistory("/home/ana/a", stateDir);
    for (const prompt of ["one", "two\nlines", "two\nlines", "  "]) history.add(prompt);
    expect(history.read()).toEqual(["one", "two\nlines"]);
    expect(promptHistory("/home/ana/a", stateDir).read()).toEqual(["one", "two\nlines"]);
    expect(promptHistory("/home/ana/b", stateDir).read()).toEqual([]);
  });

  // covers: composer-history-private
  test("the file: readable for its owner alone, in a folder of the same kind", () => {
    const stateDir = state();
    promptHistory("/home/ana/a", stateDir).add("secret");
    const file = fileIn(stateDir);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(stateDir, "history")).mode & 0o777).toBe(0o700);
  });

  // covers: composer-history-bounded
  test("many, long and large prompts: the newest stay, within the bounds", () => {
    const stateDir = state();
    const history = promptHistory("/home/ana/a", stateDir);
    history.add("x".repeat(MAX_PROMPT_UNITS + 1));
    expect(history.read()).toEqual([]);
    history.add("a");
    const file = fileIn(stateDir);
    const many = (count: number, text: string) =>
      Array.from({ length: count }, (_, at) => JSON.stringify(`${at} ${text}`)).join("\n");
    writeFileSync(file, many(MAX_PROMPTS + 5, ""));
    expect(promptHistory("/home/ana/a", stateDir).read()).toHaveLength(MAX_PROMPTS);
    writeFileSync(file, many(55, "é".repeat(9_500)));
    promptHistory("/home/ana/a", stateDir).add("new");
    expect(statSync(file).size).toBeLessThanOrEqual(MAX_FILE_BYTES);
    const read = promptHistory("/home/ana/a", stateDir).read();
    expect([read.length, read.at(-1), read[0]?.slice(0, 2)]).toEqual([56, "new", "0 "]);
    writeFileSync(file, many(54, "é".repeat(9_700)));
    promptHistory("/home/ana/a", stateDir).add("é".repeat(9_000));
    expect(statSync(file).size).toBeLessThanOrEqual(MAX_FILE_BYTES);
  });

  test("two hosts in one folder: neither loses what the other added", () => {
    const stateDir = state();
    const [one, two] = [promptHistory("/w", stateDir), promptHistory("/w", stateDir)];
    one.add("a");
    two.add("b");
    one.add("c");
    expect(promptHistory("/w", stateDir).read()).toEqual(["a", "b", "c"]);
  });

  test("damaged lines, no state folder, a folder that takes nothing: prompts all the same", () => {
    const stateDir = state();
    promptHistory("/w", stateDir).add("a");
    writeFileSync(fileIn(stateDir), '"a"\n{broken\n12\n\n"b"\n');
    expect(promptHistory("/w", stateDir).read()).toEqual(["a", "b"]);
    const readOnly = state();
    chmodSync(readOnly, 0o500);
    for (const history of [promptHistory("/w", undefined), promptHistory("/w", readOnly)]) {
      history.add("kept for now");
      expect(history.read()).toEqual(["kept for now"]);
    }
    chmodSync(readOnly, 0o700);
  });
});
