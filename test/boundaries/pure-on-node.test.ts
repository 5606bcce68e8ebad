/**
 * The pure rooms are plain ECMAScript: bundled, they run in Node inside a context that has the
 * globals every browser has and no others, and draw there what they draw here.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drawSamples } from "./draw-samples.ts";
import { checkout } from "./skeleton.ts";
import { walkSamples } from "./walk-samples.ts";

const PURE_ROOMS = [
  "base",
  "text",
  "wire",
  "status",
  "workflow/engine",
  "workflow/check",
  "workflow/format",
  "workflow/api",
];
/** Of those rooms, what is for Node alone. */
const FOR_NODE = /[/]workflow[/]api[/]node/;
/** Fewer modules than this mean that the rooms were not found. */
const PURE_MODULES_MIN = 60;
const BUNDLE_MS = 60_000;

/** Runs the bundle in a bare context; what it reports is printed. */
const HOST = `
const vm = require("node:vm");
const code = require("node:fs").readFileSync(process.argv[2], "utf8");
const globals = { URL, TextEncoder, TextDecoder, report: (text) => console.log(text) };
vm.runInNewContext(code, globals, { timeout: ${BUNDLE_MS} });
`;

let folder: string;
let modules: readonly string[];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "telltale-pure-"));
  modules = PURE_ROOMS.flatMap((room) => {
    const top = join(checkout, "src", room);
    return readdirSync(top, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
      .map((name) => join(top, name))
      .filter((path) => !FOR_NODE.test(path));
  });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Bundles the program for browsers and returns what Node printed when it ran it. */
async function runInNode(program: string) {
  const entry = join(folder, "entry.ts");
  writeFileSync(entry, program);
  const { outputs } = await Bun.build({
    entrypoints: [entry],
    target: "browser",
    format: "iife",
    outdir: folder,
  });
  const [bundle] = outputs;
  if (bundle === undefined) throw new Error("the bundler made no file");
  const host = join(folder, "host.cjs");
  writeFileSync(host, HOST);
  const { status, stdout, stderr } = spawnSync("node", [host, bundle.path], { encoding: "utf8" });
  return { status, stdout, stderr };
}

describe("the pure rooms in Node, with no global of a platform", () => {
  test("every module: loads", async () => {
    expect(modules.length).toBeGreaterThan(PURE_MODULES_MIN);
    const lines = modules.map(
      (path, index) => `import * as m${index} from ${JSON.stringify(path)};`,
    );
    const names = modules.map((_, index) => `m${index}`).join(", ");
    lines.push(`report(String([${names}].filter((m) => typeof m === "object").length));`);
    expect(await runInNode(lines.join("\n"))).toEqual({
      status: 0,
      stdout: `${modules.length}\n`,
      stderr: "",
    });
  });

  test("the sample of every item: drawn as here", async () => {
    const drawing = JSON.stringify(join(import.meta.dir, "draw-samples.ts"));
    const program = `import { drawSamples } from ${drawing};
report(JSON.stringify(drawSamples()));`;
    const { status, stdout, stderr } = await runInNode(program);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const here = drawSamples();
    expect(JSON.parse(stdout)).toEqual(here);
    expect(here.flat().length).toBeGreaterThan(here.length / 2);
  });

  // covers: smllm-embed-anywhere
  test("a course of work in a machine: said and kept as here, also with a host that brings nothing", async () => {
    const walking = JSON.stringify(join(import.meta.dir, "walk-samples.ts"));
    const program = `import { walkSamples } from ${walking};
report(JSON.stringify(walkSamples()));`;
    const { status, stdout, stderr } = await runInNode(program);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(JSON.parse(stdout)).toEqual(walkSamples());
    expect(walkSamples().at(-1)).toBe("true sm-<key>");
  });
});
