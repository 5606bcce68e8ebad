import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import { join } from "node:path";
import type { Answer } from "../../../wire/runtime/entities.ts";
import type { InteractionRequest } from "../agent-link.ts";
import { readProcessTable } from "../process/process-table.ts";
import { type TerminalView, type WorkspaceGuard, workspaceGuard } from "./workspace-guard.ts";

const signal = new AbortController().signal;
const sessionId = "s-1";

let world: string;
let inside: string;
let outside: string;
let asked: InteractionRequest[];
let answer: Answer;
let views: TerminalView[];
let guard: WorkspaceGuard;

beforeEach(() => {
  world = fs.realpathSync(fs.mkdtempSync(join(os.tmpdir(), "workspace-")));
  inside = join(world, "project");
  outside = join(world, "elsewhere");
  fs.mkdirSync(inside);
  fs.mkdirSync(outside);
  fs.writeFileSync(join(inside, "a.txt"), "one\ntwo\nthree\n");
  fs.writeFileSync(join(outside, "secret"), "secret");
  asked = [];
  views = [];
  answer = { kind: "declined" };
  guard = workspaceGuard({
    roots: (id) => (id === sessionId ? [inside] : []),
    ask: async (_id, request) => {
      asked.push(request);
      return answer;
    },
    platform: process.platform,
    env: { PATH: process.env.PATH },
    onTerminal: (_id, view) => views.push(view),
  });
});

afterEach(async () => {
  await guard.dispose();
  fs.rmSync(world, { recursive: true, force: true });
});

const read = (path: string, more: object = {}) =>
  guard.readTextFile({ sessionId, path, ...more }, signal);
const write = (path: string, content: string) =>
  guard.writeTextFile({ sessionId, path, content }, signal);
const allow = (optionId: string): Answer => ({ kind: "option", optionId });

describe("reading", () => {
  // covers: workspace-inside-served
  test("a file inside: its text, without a question", async () => {
    expect(await read(join(inside, "a.txt"))).toEqual({
      ok: true,
      value: { content: "one\ntwo\nthree\n" },
    });
    expect(asked).toEqual([]);
  });

  test.each([
    [{ line: 2 }, "two\nthree\n"],
    [{ line: 2, limit: 1 }, "two\n"],
    [{ limit: 2 }, "one\ntwo\n"],
    [{ line: 9 }, ""],
    [{ line: 0, limit: 1 }, "one\n"],
    [{ line: null, limit: null }, "one\ntwo\nthree\n"],
  ])("lines %j: these", async (lines, content) => {
    expect(await read(join(inside, "a.txt"), lines)).toEqual({ ok: true, value: { content } });
  });

  // covers: workspace-outside-asks
  test.each([
    ["an absolute path", () => join(outside, "secret")],
    ["dots", () => `${inside}/../elsewhere/secret`],
    ["a relative path with dots", () => "../elsewhere/secret"],
    ["a link to the file", () => linked(join(outside, "secret"), "link")],
    ["a link to its folder", () => join(linked(outside, "folder"), "secret")],
    ["a link to a link", () => linked(linked(join(outside, "secret"), "one"), "two")],
    ["a hard link", () => hardLinked()],
    ["a folder whose name only begins alike", () => sibling()],
  ])("outside by %s: a question with the real path, and nothing after a no", async (_, path) => {
    const result = await read(path());
    expect(result).toMatchObject({ ok: false, reason: { code: -32010 } });
    expect(asked).toHaveLength(1);
    expect(asked[0]?.options.map(({ optionId }) => optionId)).toEqual([
      "allow-once",
      "allow-session",
      "reject",
    ]);
  });

  test("outside, allowed once: the text, and a question the next time", async () => {
    answer = allow("allow-once");
    const secret = join(outside, "secret");
    expect(await read(secret)).toEqual({ ok: true, value: { content: "secret" } });
    await read(secret);
    expect(asked.map(({ title }) => title)).toEqual([`Read ${secret}`, `Read ${secret}`]);
  });

  test("outside, allowed for the session: one question for that file, none for reading it again", async () => {
    answer = allow("allow-session");
    await read(join(outside, "secret"));
    expect(await read(linked(join(outside, "secret"), "link"))).toMatchObject({ ok: true });
    expect(asked).toHaveLength(1);
    expect(await write(join(outside, "secret"), "x")).toMatchObject({ ok: true });
    expect(asked).toHaveLength(2);
    await guard.closeSession(sessionId);
    await read(join(outside, "secret"));
    expect(asked).toHaveLength(3);
  });

  test("a swap while the person reads the question: what was asked for is read", async () => {
    const link = linked(join(outside, "secret"), "link");
    fs.writeFileSync(join(outside, "other"), "other");
    const swapping = workspaceGuard({
      roots: () => [inside],
      ask: async () => {
        fs.unlinkSync(link);
        fs.symlinkSync(join(outside, "other"), link);
        return allow("allow-once");
      },
      platform: process.platform,
      env: {},
    });
    const result = await swapping.readTextFile({ sessionId, path: link }, signal);
    expect(result).toEqual({ ok: true, value: { content: "secret" } });
  });

  // covers: workspace-regular-files-only
  test("a pipe, a device, a folder, a binary, no UTF-8, a large file: refused without a question", async () => {
    spawnSync("mkfifo", [join(inside, "pipe")]);
    fs.writeFileSync(join(inside, "binary"), new Uint8Array([1, 0, 2]));
    fs.writeFileSync(join(inside, "latin"), new Uint8Array([0xe4, 0x20]));
    fs.writeFileSync(join(inside, "large"), "");
    fs.truncateSync(join(inside, "large"), 11 * 1024 * 1024);
    linked("/dev/zero", "device");
    for (const name of ["pipe", "binary", "latin", "large", "device", "."]) {
      expect(await read(join(inside, name))).toMatchObject({ ok: false, reason: { code: -32011 } });
    }
    expect(asked).toEqual([]);
  });

  test("a missing file, an empty path, a NUL, another session: a fault of its kind", async () => {
    expect(await read(join(inside, "no"))).toMatchObject({ ok: false, reason: { code: -32002 } });
    expect(await read("")).toMatchObject({ ok: false, reason: { code: -32602 } });
    expect(await read("a\0b")).toMatchObject({ ok: false, reason: { code: -32602 } });
    const other = await guard.readTextFile({ sessionId: "s-2", path: "a.txt" }, signal);
    expect(other).toMatchObject({ ok: false, reason: { code: -32602 } });
  });

  test("a name with escape sequences: clean in the question and in the fault", async () => {
    const path = join(outside, "\u001b[2Jx");
    fs.writeFileSync(path, "");
    const result = await read(path);
    expect(JSON.stringify([result, asked])).not.toMatch(/\\u001b/);
  });
});

describe("writing", () => {
  // covers: workspace-inside-served
  test("a new file in new folders, and one that is there: written, its mode kept, nothing left", async () => {
    expect(await write(join(inside, "deep/er/b.txt"), "b")).toEqual({ ok: true, value: {} });
    fs.chmodSync(join(inside, "a.txt"), 0o755);
    await write(join(inside, "a.txt"), "new");
    expect(fs.readFileSync(join(inside, "a.txt"), "utf8")).toBe("new");
    expect(fs.statSync(join(inside, "a.txt")).mode & 0o777).toBe(0o755);
    expect(fs.readdirSync(inside).sort()).toEqual(["a.txt", "deep"]);
    expect(asked).toEqual([]);
  });

  // covers: workspace-outside-asks
  test.each([
    ["an absolute path", () => join(outside, "new")],
    ["dots", () => "../elsewhere/new"],
    ["a link to a file", () => linked(join(outside, "secret"), "link")],
    ["a link to nothing yet", () => linked(join(outside, "new"), "link")],
    ["a link to a folder", () => join(linked(outside, "folder"), "new")],
    ["new folders", () => join(outside, "x/y/new")],
  ])("outside by %s: a question, and no byte after a no", async (_, path) => {
    expect(await write(path(), "evil")).toMatchObject({ ok: false, reason: { code: -32010 } });
    expect(asked).toHaveLength(1);
    expect(fs.readdirSync(outside)).toEqual(["secret"]);
    expect(fs.readFileSync(join(outside, "secret"), "utf8")).toBe("secret");
  });

  test("a link inside to a file inside: the file is written and the link stays", async () => {
    const link = linked(join(inside, "a.txt"), "link");
    await write(link, "new");
    expect(fs.readFileSync(join(inside, "a.txt"), "utf8")).toBe("new");
    expect(fs.lstatSync(link).isSymbolicLink()).toBe(true);
  });

  test("a hard link: the other name keeps its content", async () => {
    const path = hardLinked();
    expect(await write(path, "new")).toMatchObject({ ok: true });
    expect(fs.readFileSync(join(outside, "secret"), "utf8")).toBe("secret");
  });

  // covers: workspace-regular-files-only
  test("a pipe, a folder, a read-only file, a text with NUL, a large text: refused", async () => {
    spawnSync("mkfifo", [join(inside, "pipe")]);
    fs.writeFileSync(join(inside, "locked"), "", { mode: 0o400 });
    const wrong: readonly (readonly [string, string])[] = [
      ["pipe", "x"],
      [".", "x"],
      ["locked", "x"],
      ["b", "a\0b"],
      ["b", "x".repeat(11 * 1024 * 1024)],
    ];
    for (const [name, text] of wrong) {
      expect(await write(join(inside, name), text)).toMatchObject({
        ok: false,
        reason: { code: -32011 },
      });
    }
    expect(fs.readdirSync(inside).sort()).toEqual(["a.txt", "locked", "pipe"]);
  });
});

describe("a race", () => {
  // covers: workspace-race-safe
  test.skipIf(process.platform !== "linux")(
    "a folder and a file swapped with links outside, thousands of times: no byte out, none in",
    async () => {
      fs.mkdirSync(join(inside, "d"));
      for (const folder of [join(inside, "d"), outside]) {
        fs.writeFileSync(join(folder, "f"), folder === outside ? "outside" : "inside");
      }
      const swapper = startSwapper();
      let served = 0;
      const endMs = performance.now() + 4000;
      for (let round = 0; performance.now() < endMs && round < 10_000; round += 1) {
        const result = await read(join(inside, "d/f"));
        if (result.ok) {
          served += 1;
          expect(result.value.content).not.toBe("outside");
        }
        await write(join(inside, "d/f"), "inside");
        await write(join(inside, "link"), "inside");
      }
      await swapper.stop();
      expect(served).toBeGreaterThan(0);
      expect(fs.readFileSync(join(outside, "f"), "utf8")).toBe("outside");
      expect(fs.readFileSync(join(outside, "secret"), "utf8")).toBe("secret");
      expect(fs.readdirSync(outside).sort()).toEqual(["f", "secret"]);
    },
    30_000,
  );
});

/** A process that swaps `d` and `link` with links to the outside as fast as it can. */
function startSwapper() {
  const source = `
const fs = require("node:fs");
const [inside, outside] = process.argv.slice(-2);
const quietly = (step) => { try { step(); } catch {} };
for (;;) {
  quietly(() => fs.renameSync(inside + "/d", inside + "/kept"));
  quietly(() => fs.symlinkSync(outside, inside + "/d"));
  quietly(() => fs.unlinkSync(inside + "/link"));
  quietly(() => fs.symlinkSync(outside + "/secret", inside + "/link"));
  quietly(() => fs.unlinkSync(inside + "/d"));
  quietly(() => fs.renameSync(inside + "/kept", inside + "/d"));
  quietly(() => fs.unlinkSync(inside + "/link"));
}`;
  const child = Bun.spawn([process.execPath, "-e", source, inside, outside], { stderr: "ignore" });
  return {
    async stop() {
      child.kill("SIGKILL");
      await child.exited;
    },
  };
}

describe("terminals", () => {
  const create = (command: string, args: readonly string[] = [], more: object = {}) =>
    guard.createTerminal({ sessionId, command, args: [...args], ...more }, signal);
  const started = async (...call: Parameters<typeof create>): Promise<string> => {
    const result = await create(...call);
    if (!result.ok) throw new Error(result.reason.message);
    return result.value.terminalId;
  };
  const output = async (terminalId: string) => {
    const result = await guard.terminalOutput({ sessionId, terminalId });
    return result.ok ? result.value : undefined;
  };
  const wait = (terminalId: string) => guard.waitForTerminalExit({ sessionId, terminalId }, signal);
  const lives = (pid: number) => readProcessTable(process.platform).some((one) => one.pid === pid);

  // covers: workspace-terminal-served
  test("a program with arguments: runs in the workspace, both streams in order, its exit code", async () => {
    const script = "pwd; echo err >&2; printf '%s|' \"$@\"; exit 3";
    const id = await started("sh", ["-c", script, "sh", "a b", "$HOME"]);
    expect(await wait(id)).toEqual({ ok: true, value: { exitCode: 3 } });
    expect(await output(id)).toEqual({
      output: `${inside}\nerr\na b|$HOME|`,
      truncated: false,
      exitStatus: { exitCode: 3 },
    });
    expect(asked).toEqual([]);
    expect(guard.terminalView(id)).toMatchObject({ exitCode: 3, command: expect.any(String) });
    await Bun.sleep(150);
    expect(views.at(-1)).toMatchObject({ terminalId: id, exitCode: 3 });
  });

  test("variables of the request: added to the environment; an impossible name is refused", async () => {
    const env = [{ name: "WORD", value: "là" }];
    const id = await started("sh", ["-c", 'echo "$WORD"'], { env });
    await wait(id);
    expect((await output(id))?.output).toBe("là\n");
    const wrong = await create("sh", [], { env: [{ name: "A=B", value: "" }] });
    expect(wrong).toMatchObject({ ok: false, reason: { code: -32602 } });
  });

  test("a limit of output: the end of it, beginning with a whole character", async () => {
    const id = await started("sh", ["-c", "printf 'aäöü'"], { outputByteLimit: 5 });
    await wait(id);
    expect(await output(id)).toMatchObject({ output: "öü", truncated: true });
  });

  test("no such program: not found", async () => {
    expect(await create("no-such-program")).toMatchObject({ ok: false, reason: { code: -32002 } });
  });

  // covers: workspace-outside-asks
  test("a folder outside: a question; allowed, it runs there", async () => {
    expect(await create("pwd", [], { cwd: outside })).toMatchObject({
      ok: false,
      reason: { code: -32010 },
    });
    answer = allow("allow-once");
    const id = await started("pwd", [], { cwd: linked(outside, "folder") });
    await wait(id);
    expect((await output(id))?.output).toBe(`${outside}\n`);
    expect(asked).toHaveLength(2);
  });

  // covers: workspace-terminal-ended
  test.each([
    ["kill", (terminalId: string) => guard.killTerminal({ sessionId, terminalId })],
    ["release", (terminalId: string) => guard.releaseTerminal({ sessionId, terminalId })],
    ["end of the session", () => guard.closeSession(sessionId)],
    ["end of the link", () => guard.dispose()],
  ])(
    "%s: the command has ended with its children",
    async (how, end) => {
      const id = await started("sh", ["-c", "trap '' TERM; setsid sleep 300 & echo $!; sleep 300"]);
      while ((await output(id))?.output === "") await Bun.sleep(10);
      const child = Number((await output(id))?.output);
      await end(id);
      expect(lives(child)).toBe(false);
      expect(await guard.terminalOutput({ sessionId, terminalId: id })).toMatchObject({
        ok: how === "kill",
      });
      expect(guard.terminalView(id)?.output).toBe(`${child}\n`);
    },
    20_000,
  );

  test("a terminal of another session: not found", async () => {
    const id = await started("true");
    const result = await guard.terminalOutput({ sessionId: "s-2", terminalId: id });
    expect(result).toMatchObject({ ok: false, reason: { code: -32002 } });
  });

  test("more than 64 at once: refused", async () => {
    for (let count = 0; count < 64; count += 1) await started("sleep", ["300"]);
    expect(await create("true")).toMatchObject({ ok: false, reason: { code: -32011 } });
    await guard.closeSession(sessionId);
    expect(await create("true")).toMatchObject({ ok: true });
  }, 60_000);

  test("waiting for an exit, given up: taken back, and the command runs on", async () => {
    const id = await started("sleep", ["300"]);
    const stop = new AbortController();
    const waiting = guard.waitForTerminalExit({ sessionId, terminalId: id }, stop.signal);
    stop.abort();
    expect(await waiting).toMatchObject({ ok: false, reason: { code: -32800 } });
    expect((await output(id))?.exitStatus).toBeUndefined();
  });
});

function linked(target: string, name: string): string {
  const link = join(inside, name);
  fs.symlinkSync(target, link);
  return link;
}

function hardLinked(): string {
  fs.linkSync(join(outside, "secret"), join(inside, "second"));
  return join(inside, "second");
}

function sibling(): string {
  fs.mkdirSync(`${inside}-2`);
  fs.writeFileSync(join(`${inside}-2`, "f"), "f");
  return join(`${inside}-2`, "f");
}
