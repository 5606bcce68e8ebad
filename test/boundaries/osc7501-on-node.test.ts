/**
 * The OSC 7501 library outside Bun: bundled for browsers it reads its corpus in Node, in a context that
 * has what browsers have and nothing else, and finds there what it should.
 */
import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { join } from "node:path";
import { tempFolder } from "../../src/testing/temp-git.ts";
import { corpusBytes, corpusCases } from "../corpus/osc7501/corpus.ts";
import { checkout } from "./skeleton.ts";

const PROGRAM = `
import { createScanner, encodeReport, parseBodyText } from ${JSON.stringify(join(checkout, "src/wire/osc7501/osc7501.ts"))};
const found = JSON.parse(input).map((numbers) => {
  const scanner = createScanner({ strip: true });
  const { events, output } = scanner.feed(Uint8Array.from(numbers));
  const again = events.map((event) => {
    if (event.event !== "report") return event;
    const encoded = encodeReport(event.record);
    return encoded.ok ? parseBodyText(encoded.value.slice(7, -2)) : encoded.reason;
  });
  return { events, again, output: [...output, ...scanner.flush()] };
});
report(JSON.stringify(found));
`;

const HOST = `
const vm = require("node:vm");
const { readFileSync } = require("node:fs");
const [program, input] = process.argv.slice(2).map((path) => readFileSync(path, "utf8"));
const report = (text) => process.stdout.write(text);
vm.runInNewContext(program, { TextEncoder, TextDecoder, input, report });
`;

/** What the program, bundled and run in Node, says of the input. */
async function runInNode(folder: string, input: string): Promise<string> {
  const entry = join(folder, "entry.ts");
  fs.writeFileSync(entry, PROGRAM);
  fs.writeFileSync(join(folder, "input.json"), input);
  fs.writeFileSync(join(folder, "host.cjs"), HOST);
  const built = await Bun.build({ entrypoints: [entry], target: "browser", format: "iife" });
  await Bun.write(join(folder, "bundle.js"), built.outputs[0] ?? "");
  const names = ["host.cjs", "bundle.js", "input.json"].map((name) => join(folder, name));
  const run = spawnSync("node", names, { encoding: "utf8", maxBuffer: 1e8 });
  expect(run.stderr).toBe("");
  return run.stdout;
}

// covers: osc7501-any-platform
test("the corpus in Node with a browser's globals: the events of the corpus", async () => {
  const folder = tempFolder("osc7501-node");
  const cases = (["accept", "reject", "recorded"] as const).flatMap(corpusCases);
  const streams = cases.map(({ chunks }) => [...Buffer.concat(chunks.map(corpusBytes))]);
  try {
    const found = JSON.parse(await runInNode(folder, JSON.stringify(streams)));
    expect(found).toHaveLength(cases.length);
    for (const [at, one] of cases.entries()) {
      expect([one.name, found[at].events]).toEqual([one.name, one.events]);
      expect(found[at].again).toEqual(one.events);
      if (one.output === undefined) continue;
      expect(found[at].output).toEqual([...corpusBytes(one.output)]);
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
});
