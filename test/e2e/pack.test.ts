/**
 * The npm packages, as somebody gets them who installs them: packed, installed with npm into an
 * empty folder without a network, and run from there. Takes about 15 seconds, most of it npm
 * compressing an executable of 110 MB.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { version } from "../../package.json";
import { relativeLinks } from "../../scripts/packed-documents.ts";
import { hostPlatform } from "../../scripts/platforms.ts";

const checkout = resolve(import.meta.dir, "../..");
const INSTALL_MS = 180_000;
const payload = JSON.stringify({
  session_id: "5b9d0c1e-6a0f-4a52-9a39-1f7f4f4f0a11",
  cwd: "/",
  model: { id: "claude-opus-4-6", display_name: "Opus 4.6" },
  version: "2.1.332",
  workspace: { current_dir: "/", project_dir: "/" },
});

let folder: string;
let project: string;

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program in the folder with nothing of this machine's but the programs on the PATH. */
function run(command: string, args: readonly string[], cwd: string, input = ""): Ran {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    input,
    encoding: "utf8",
    env: { HOME: join(folder, "home"), PATH: process.env.PATH ?? "", LANG: "C.UTF-8" },
    timeout: INSTALL_MS,
  });
  return { status, stdout, stderr: error === undefined ? stderr : error.message };
}

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "telltale packages ")));
  project = join(folder, "project");
  const tarballs = join(folder, "tarballs");
  for (const path of [project, tarballs, join(folder, "home")]) mkdirSync(path);
  const pack = ["scripts/pack.ts", "--only", "host", "--out", tarballs];
  expect(run(process.execPath, pack, checkout)).toMatchObject({ status: 0 });
  const files = readdirSync(tarballs).map((name) => join(tarballs, name));
  // Offline: that the packages of the other platforms cannot be had must not matter.
  const install = ["install", "--offline", "--no-audit", "--no-fund", ...files];
  expect(run("npm", install, project)).toMatchObject({ status: 0 });
}, INSTALL_MS);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the installed package", () => {
  const installed = () => join(project, "node_modules/.bin/telltale");

  test("the folder after npm install: the package and the one of this platform", () => {
    const names = readdirSync(join(project, "node_modules/@telltale"));
    expect(names).toEqual([hostPlatform() ?? ""]);
  });

  test("--version: the version that was packed", () => {
    expect(run(installed(), ["--version"], project)).toEqual({
      status: 0,
      stdout: `${version}\n`,
      stderr: "",
    });
  });

  test("started over a link from elsewhere and by its bare name: the same program", () => {
    const link = join(folder, "home/tell");
    symlinkSync(installed(), link);
    const bin = join(project, "node_modules/telltale/bin");
    const expected = { status: 0, stdout: `${version}\n` };
    expect(run(link, ["--version"], "/")).toMatchObject(expected);
    expect(run("sh", ["telltale", "--version"], bin)).toMatchObject(expected);
  });

  // covers: smllm-installed
  test("smllm, also over a link from elsewhere and by its bare name: the other program", () => {
    const other = join(project, "node_modules/.bin/smllm");
    const link = join(folder, "home/machines");
    symlinkSync(other, link);
    const expected = { status: 0, stdout: `smllm ${version}\n`, stderr: "" };
    expect(run(other, ["--version"], project)).toEqual(expected);
    expect(run(link, ["-V"], "/")).toEqual(expected);
    const bin = join(project, "node_modules/telltale/bin");
    expect(run("sh", ["smllm", "-V"], bin)).toEqual(expected);
    expect(run(installed(), ["flow", "-V"], project)).toEqual(expected);
  });

  test("the executable itself over a link named smllm: that program", () => {
    const link = join(folder, "home/smllm");
    const program = `node_modules/@telltale/${hostPlatform()}/bin/telltale`;
    symlinkSync(join(project, program), link);
    expect(run(link, ["-V"], "/")).toMatchObject({ status: 0, stdout: `smllm ${version}\n` });
  });

  // covers: smllm-installed
  test("smllm for Windows, with a program beside it: its arguments as they are, its exit code", () => {
    const bin = join(folder, "windows");
    mkdirSync(bin);
    copyFileSync(join(checkout, "scripts/npm-smllm.mjs"), join(bin, "smllm.mjs"));
    writeFileSync(join(bin, "telltale.exe"), '#!/bin/sh\nprintf "%s|" "$@"; cat; exit 3\n', {
      mode: 0o755,
    });
    const args = ["fire", "--param", 'why="a" & %PATH%'];
    expect(run("node", [join(bin, "smllm.mjs"), ...args], "/", "in")).toEqual({
      status: 3,
      stdout: `flow|${args.join("|")}|in`,
      stderr: "",
    });
  });

  test("with a second platform's package beside it: the one of this machine runs", () => {
    const other = join(project, "node_modules/@telltale/darwin-arm64/bin");
    mkdirSync(other, { recursive: true });
    copyFileSync("/bin/false", join(other, "telltale"));
    try {
      expect(run(installed(), ["--version"], project)).toMatchObject({ stdout: `${version}\n` });
    } finally {
      rmSync(join(other, ".."), { recursive: true });
    }
  });

  test("without the platform's package: exit 127 and what to do", () => {
    const bare = join(folder, "bare/node_modules/telltale");
    mkdirSync(join(bare, "bin"), { recursive: true });
    copyFileSync(join(project, "node_modules/telltale/bin/telltale"), join(bare, "bin/telltale"));
    const { status, stdout, stderr } = run(join(bare, "bin/telltale"), ["--version"], "/");
    expect({ status, stdout }).toEqual({ status: 127, stdout: "" });
    expect(stderr).toContain("--omit=optional");
  });

  test("statusline with a payload of Claude Code on stdin: a row with the model", () => {
    const args = ["statusline", "--color", "never"];
    const { status, stdout, stderr } = run(installed(), args, project, payload);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toContain("Opus 4.6");
  });
});

// covers: packed-links
describe("the documents in the packages", () => {
  const modules = () => join(project, "node_modules");
  const documents = () =>
    ["telltale", "@telltale"].flatMap((name) =>
      readdirSync(join(modules(), name), { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".md"))
        .map((file) => join(modules(), name, file)),
    );

  test("relative links of every Markdown file, pictures too: each leads to a file of the package", () => {
    const links = documents().flatMap((file) =>
      relativeLinks(readFileSync(file, "utf8")).map((link) => resolve(file, "..", link)),
    );
    expect(links).toContain(join(modules(), "telltale/docs/picture.svg"));
    expect(links.length).toBeGreaterThan(20);
    expect(links.filter((path) => !existsSync(path))).toEqual([]);
    expect(links.filter((path) => !path.startsWith(join(modules(), "telltale/")))).toEqual([]);
  });
});

const MACHINE = `
id: note
initial: WRITE
meta: { smllm: 1 }
states:
  WRITE: { meta: { entryPoint: true }, on: { submit: PROBE } }
  PROBE:
    always: [{ target: DONE, guard: { type: command, params: { run: 'exit 3' } } }, { target: WRITE }]
  DONE: { type: final }
`;

/** A program that uses every library; it prints what it found out. */
const CONSUMER = `
import { createProgressScanner, parseProgress, type ProgressReport, statusOfProgress } from "telltale/progress";
import { createRecordStore, createScanner, encodeReport, type ProgramRecord } from "telltale/osc7501";
import { type AutomationRecord, parseRecord, recordRef, type RecordRefusal, type Result } from "telltale/record";
import { Engine, type Reply, type Status } from "telltale/workflow";
import { compileMachines } from "telltale/workflow/compile";
import { nodeFileStorage, nodeHost } from "telltale/workflow/node";

const encoded = encodeReport({ state: "blocked", kind: "question", id: "a", msg: "Which é?" });
if (!encoded.ok) throw new Error(encoded.reason);
const store = createRecordStore();
const { events } = createScanner().feed(new TextEncoder().encode("x" + encoded.value));
for (const event of events) store.apply(event);
const [record]: readonly ProgramRecord[] = store.list();
const parsed: Result<AutomationRecord, RecordRefusal> = parseRecord(
  "[V] seq=1 state=ready session=" + recordRef("s") + " turn=none request=none agents=0/0 background=0",
);
const [progress]: readonly ProgressReport[] = createProgressScanner().feed(new TextEncoder().encode("\\x1b]9;4;1;40\\x07"));
const coarse = createRecordStore();
if (progress !== undefined) coarse.coarse(statusOfProgress(progress));

const { set = {}, findings } = compileMachines([{ text: ${JSON.stringify(MACHINE)} }]);
if (findings.length > 0) throw new Error(findings[0]?.message);
const key = new Engine(set, {}, nodeFileStorage("records")).bind("app", "chat", "").session ?? "";
const engine = new Engine(JSON.stringify(set), nodeHost({ configDir: "." }), nodeFileStorage("records"));
engine.fire(key, "enter", { stateMachine: "note" });
const reply: Reply = engine.callTool({ session: key, event: "submit" });
const { machine, state, visit }: Status = new Engine(set, {}, nodeFileStorage("records")).status(key);
console.log(JSON.stringify([
  record, parsed.ok && parsed.value.state, coarse.list()[0], parseProgress("4;3"),
  [machine, state, visit], reply.text.split("\\n").filter((line: string) => line.startsWith("Guard")),
]));
`;
/** Whatever has the names of a browser, and no others, has these. */
const GLOBALS = `
declare const console: { log(text: string): void };
declare class TextEncoder { encode(text: string): Uint8Array }
`;

// covers: library-installed, smllm-embed-anywhere, smllm-embed-node-files
describe("the libraries in the installed package", () => {
  const consumer = () => join(project, "consumer");

  test("a program without types that imports all of them, in Node: runs", () => {
    mkdirSync(consumer(), { recursive: true });
    const plain = new Bun.Transpiler({ loader: "ts" }).transformSync(CONSUMER);
    writeFileSync(join(consumer(), "main.mjs"), plain);
    const { status, stdout, stderr } = run("node", ["main.mjs"], consumer());
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(JSON.parse(stdout)).toEqual([
      { id: "a", state: "blocked", kind: "question", msg: "Which é?" },
      "ready",
      { id: "", state: "working", progress: 40 },
      { state: "indeterminate" },
      ["note", "WRITE", 2],
      ["Guard: command `exit 3` → false (exited 3)"],
    ]);
  });

  test.each(["typescript", "typescript-7"])(
    "the same with types, %s strict and without a platform: accepted, and a mistake in it is not",
    (name) => {
      mkdirSync(consumer(), { recursive: true });
      writeFileSync(join(consumer(), "main.mts"), CONSUMER + GLOBALS);
      writeFileSync(
        join(consumer(), "wrong.mts"),
        `${CONSUMER}${GLOBALS}\nstore.apply({ event: "no" });`,
      );
      const check = (file: string, resolution: readonly string[]) =>
        run(
          process.execPath,
          [
            join(checkout, "node_modules", name, "bin/tsc"),
            ...["--ignoreConfig", "--noEmit", "--strict", "--exactOptionalPropertyTypes"],
            ...["--target", "ESNext", "--lib", "ESNext", ...resolution, file],
          ],
          consumer(),
        );
      for (const resolution of [
        ["--module", "nodenext"],
        ["--module", "ESNext", "--moduleResolution", "bundler"],
      ]) {
        expect(check("main.mts", resolution)).toEqual({ status: 0, stdout: "", stderr: "" });
        const wrong = check("wrong.mts", resolution);
        expect(wrong.status).not.toBe(0);
        expect(wrong.stdout).toContain("'\"no\"'");
      }
    },
    INSTALL_MS,
  );

  test(
    "the package alone, without the one of a platform: installs, and the libraries run",
    () => {
      const alone = join(folder, "alone");
      mkdirSync(alone);
      const tarball = join(folder, "tarballs", `telltale-${version}.tgz`);
      const install = ["install", "--offline", "--no-audit", "--no-fund", tarball];
      expect(run("npm", install, alone)).toMatchObject({ status: 0 });
      const plain = new Bun.Transpiler({ loader: "ts" }).transformSync(CONSUMER);
      writeFileSync(join(alone, "main.mjs"), plain);
      const { status, stdout, stderr } = run("node", ["main.mjs"], alone);
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
      expect(stdout).toContain('"ready"');
    },
    INSTALL_MS,
  );

  test("the files of a door: no word of Node or Bun, no import but in the one for Node", () => {
    const lib = join(project, "node_modules/telltale/lib");
    const all = readdirSync(lib, { recursive: true, encoding: "utf8" });
    const doors = ["osc7501.js", "progress.js", "record.js", "workflow.js", "workflow/compile.js"];
    const node = "workflow/node.js";
    expect(all.filter((file) => file.endsWith(".js")).sort()).toEqual([...doors, node]);
    expect(readFileSync(join(lib, node), "utf8")).not.toMatch(/\bBun\b[.(]|from "(?!node:)/);
    for (const file of doors) {
      const text = readFileSync(join(lib, file), "utf8");
      expect(text).not.toMatch(/\b(?:Bun|Buffer|process|require|setTimeout)\b[.(]|^import /m);
    }
  });
});
