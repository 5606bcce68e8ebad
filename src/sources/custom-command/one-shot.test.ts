import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fs from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { processTree } from "../../testing/process-tree.ts";
import { type CustomOutputInput, customOutput } from "./one-shot.ts";

let dir = "";
let cacheDir = "";

beforeEach(() => {
  dir = fs.realpathSync(fs.mkdtempSync(join(os.tmpdir(), "one-shot-")));
  cacheDir = join(dir, "cache");
  for (const name of ["a", "b"]) fs.mkdirSync(join(dir, name));
  // Notes its stdin, then does what the file `act` says.
  fs.writeFileSync(join(dir, "probe"), `#!/bin/sh\ncat >> "${dir}/stdin"\n. "${dir}/act"\n`, {
    mode: 0o755,
  });
});
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

function act(script: string): void {
  fs.writeFileSync(join(dir, "act"), script);
}

function input(more: Partial<CustomOutputInput> = {}): CustomOutputInput {
  return {
    settings: { command: join(dir, "probe"), timeoutMs: 5_000 },
    sessionId: "s1",
    cwd: join(dir, "a"),
    version: "0.1.0",
    cacheDir,
    env: { PATH: process.env.PATH },
    platform: process.platform,
    ...more,
  };
}

async function stdoutOf(more: Partial<CustomOutputInput> = {}): Promise<string | undefined> {
  return (await customOutput(input(more))).stdout;
}

function events(): readonly string[] {
  const lines = fs.readFileSync(join(dir, "stdin"), "utf8").trim().split("\n");
  return lines.map((line) => (JSON.parse(line) as { event: string }).event);
}

function files(): readonly string[] {
  return fs.readdirSync(join(cacheDir, "custom-command"));
}

describe("customOutput, what is shown", () => {
  test("a good run: its output, raw, and one run", async () => {
    act("printf 'one\\ntwo\\n'");
    expect(await customOutput(input())).toEqual({ stdout: "one\ntwo\n", notes: [] });
    expect(events()).toEqual(["startup"]);
  });

  const FAILURES: readonly (readonly [what: string, script: string, note: string])[] = [
    ["another exit code", "echo bad; exit 1", "ended with code 1"],
    ["a signal", "echo bad; kill -9 $$", "SIGKILL"],
    ["a timeout", "echo bad; sleep 20", "longer than 500 ms"],
  ];
  for (const [what, script, note] of FAILURES) {
    test(`${what} after a good run: the good output and a note`, async () => {
      act("echo good");
      await customOutput(input());
      act(script);
      const settings = { command: join(dir, "probe"), timeoutMs: 1 };
      const { stdout, notes } = await customOutput(input({ settings }));
      expect(stdout).toBe("good\n");
      expect(notes.join()).toContain(note);
    });
  }

  test("a program that has vanished after a good run: the good output", async () => {
    act("echo good");
    await customOutput(input());
    fs.rmSync(join(dir, "probe"));
    expect(await stdoutOf()).toBe("good\n");
  });

  test("empty output after a good run: hidden, and hidden when a later run fails", async () => {
    act("echo good");
    await customOutput(input());
    act("true");
    expect(await stdoutOf()).toBe("");
    act("exit 1");
    expect(await stdoutOf()).toBe("");
  });

  test("failure with no good run before: nothing", async () => {
    act("exit 1");
    expect(await stdoutOf()).toBeUndefined();
  });

  // covers: custom-changes-clear
  test("another session, directory or command, failing: nothing of the old one", async () => {
    act("echo good");
    await customOutput(input());
    act("exit 1");
    expect(await stdoutOf({ sessionId: "s2" })).toBeUndefined();
    expect(await stdoutOf({ settings: { command: `${join(dir, "probe")} x` } })).toBeUndefined();
    act("echo good");
    await customOutput(input());
    act("exit 1");
    expect(await stdoutOf({ cwd: join(dir, "b") })).toBeUndefined();
    // On the way back, too, the output of before stays forgotten.
    expect(await stdoutOf()).toBeUndefined();
  });

  test("no session: a directory of its own each", async () => {
    act("pwd");
    const { sessionId: _, ...none } = input();
    await customOutput(none);
    await customOutput({ ...none, cwd: join(dir, "b") });
    act("exit 1");
    expect((await customOutput(none)).stdout).toBe(`${join(dir, "a")}\n`);
    expect((await customOutput({ ...none, cwd: join(dir, "b") })).stdout).toBe(
      `${join(dir, "b")}\n`,
    );
  });

  test("no command, an open quote: no output, no process, a note", async () => {
    for (const settings of [{}, { command: " " }, { command: "don't" }]) {
      const { stdout, notes } = await customOutput(input({ settings }));
      expect([stdout, notes.length]).toEqual([undefined, 1]);
    }
    expect(fs.existsSync(cacheDir)).toBe(false);
  });
});

describe("customOutput, what the command is told", () => {
  test("the context: one line with what is known", async () => {
    act("true");
    await customOutput(input({ model: "Opus 4.8", title: "Fix\nit", event: "turn-end" }));
    expect(fs.readFileSync(join(dir, "stdin"), "utf8")).toBe(
      `{"protocol":1,"event":"turn-end","session_id":"s1","workspace_dir":${JSON.stringify(join(dir, "a"))},` +
        `"model":"Opus 4.8","session_title":"Fix\\nit","tui_version":"0.1.0"}\n`,
    );
  });

  test("events: startup, interval, workspace-change, and startup for what is new", async () => {
    act("exit 1");
    await customOutput(input());
    await customOutput(input());
    act("echo x");
    await customOutput(input({ cwd: join(dir, "b") }));
    await customOutput(input({ cwd: join(dir, "b") }));
    await customOutput(input({ cwd: join(dir, "b"), sessionId: "s2" }));
    const settings = { command: `${join(dir, "probe")} other` };
    await customOutput(input({ cwd: join(dir, "b"), settings }));
    expect(events()).toEqual([
      "startup",
      "interval",
      "workspace-change",
      "interval",
      "startup",
      "startup",
    ]);
  });
});

describe("customOutput, what is kept", () => {
  test("files: private, the output never under the session's name", async () => {
    act("echo good");
    const settings = { command: `${join(dir, "probe")} --token secret` };
    await customOutput(input({ sessionId: "../../escape", settings }));
    expect(files().map((name) => name.replace(/^[0-9a-z]+/, ""))).toEqual(
      expect.arrayContaining([".json", ".lock"]),
    );
    for (const name of files()) {
      const path = join(cacheDir, "custom-command", name);
      expect(fs.statSync(path).mode & 0o777).toBe(0o600);
      expect(fs.readFileSync(path, "utf8")).not.toContain("secret");
    }
    expect(fs.statSync(join(cacheDir, "custom-command")).mode & 0o777).toBe(0o700);
  });

  test("damaged, foreign and oversized entries: as if there were none", async () => {
    act("echo good");
    await customOutput(input());
    const name = files().find((each) => each.endsWith(".json")) ?? "";
    const path = join(cacheDir, "custom-command", name);
    const good = JSON.parse(fs.readFileSync(path, "utf8")) as object;
    act("exit 1");
    const damaged = [
      "",
      "{",
      "null",
      JSON.stringify({ ...good, format: 2 }),
      JSON.stringify({ ...good, sessionId: "other" }),
      JSON.stringify({ ...good, stdout: 7 }),
      JSON.stringify({ ...good, stdout: "x".repeat(8_193) }),
      JSON.stringify({ ...good, padding: "x".repeat(300_000) }),
    ];
    for (const text of damaged) {
      fs.writeFileSync(path, text);
      expect(await stdoutOf()).toBeUndefined();
    }
    fs.writeFileSync(path, JSON.stringify(good));
    expect(await stdoutOf()).toBe("good\n");
  });

  test("a folder or a named pipe in place of the record of the run: the output all the same", async () => {
    act("echo good");
    await customOutput(input());
    const [lock = ""] = files().filter((each) => each.endsWith(".lock"));
    const record = join(cacheDir, "custom-command", lock.replace(/lock$/, "run"));
    fs.mkdirSync(join(record, "below"), { recursive: true });
    act("echo beside a folder");
    expect(await stdoutOf()).toBe("beside a folder\n");
    fs.rmSync(record, { recursive: true });
    Bun.spawnSync(["mkfifo", record]);
    act("echo beside a pipe");
    expect(await stdoutOf()).toBe("beside a pipe\n");
  });

  test("many sessions: files of the 64 used last", async () => {
    act("echo good");
    const folder = join(cacheDir, "custom-command");
    fs.mkdirSync(folder, { recursive: true });
    for (let index = 0; index < 80; index++) {
      for (const ending of ["json", "lock"]) {
        const path = join(folder, `old${index}.${ending}`);
        fs.writeFileSync(path, "");
        fs.utimesSync(path, 1_000_000 + index, 1_000_000 + index);
      }
    }
    await customOutput(input());
    const stems = new Set(files().map((name) => name.replace(/\..*$/, "")));
    expect(stems.size).toBe(64);
    expect([stems.has("old79"), stems.has("old16")]).toEqual([true, false]);
  });

  test("no cache folder, or one that cannot be made: the output all the same", async () => {
    act("echo good");
    const { cacheDir: _, ...none } = input();
    expect((await customOutput(none)).stdout).toBe("good\n");
    fs.writeFileSync(join(dir, "file"), "");
    const { stdout, notes } = await customOutput(input({ cacheDir: join(dir, "file", "cache") }));
    expect([stdout, notes.length]).toEqual(["good\n", 1]);
  });
});

/** A program of its own that makes one call and prints what it would show. */
function call(): Bun.Subprocess<"ignore", "pipe", "inherit"> {
  const program = `
    import { customOutput } from ${JSON.stringify(join(import.meta.dir, "one-shot.ts"))};
    console.log(JSON.stringify(await customOutput(${JSON.stringify(input())})));`;
  return Bun.spawn([process.execPath, "-e", program], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "inherit",
  });
}

async function until(happened: () => boolean): Promise<void> {
  for (let round = 0; round < 200 && !happened(); round++) await Bun.sleep(20);
  if (!happened()) throw new Error("it did not happen within 4 s");
}

describe("customOutput, several programs at once", () => {
  test("20 calls: never two runs at once, the others show the last output", async () => {
    act("echo before");
    await customOutput(input());
    act(`echo in >> "${dir}/log"; sleep 0.2; echo out >> "${dir}/log"; echo after`);
    const calls = Array.from({ length: 20 }, call);
    const outputs = await Promise.all(calls.map((child) => child.stdout.text()));
    const shown = outputs.map((text) => (JSON.parse(text) as { stdout?: string }).stdout);
    expect(shown.every((text) => text === "before\n" || text === "after\n")).toBe(true);
    const log = fs.readFileSync(join(dir, "log"), "utf8");
    expect(log).toMatch(/^(?:in\nout\n)+$/);
    expect(shown.filter((text) => text === "after\n").length).toBeGreaterThan(0);
    expect(log.split("out").length - 1).toBeLessThan(20);
  }, 30_000);

  test("20 calls in one program: one run", async () => {
    act(`echo in >> "${dir}/log"; sleep 0.3; echo after`);
    const outputs = await Promise.all(Array.from({ length: 20 }, () => customOutput(input())));
    expect(outputs.filter(({ stdout }) => stdout === "after\n").length).toBe(1);
    expect(fs.readFileSync(join(dir, "log"), "utf8")).toBe("in\n");
  });

  test("a call while another session runs: not held up", async () => {
    act("sleep 0.2; echo x");
    const [one, two] = await Promise.all([stdoutOf(), stdoutOf({ sessionId: "s2" })]);
    expect([one, two]).toEqual(["x\n", "x\n"]);
  });

  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    test(`a call ended by ${signal}: its command is gone at the next call at the latest`, async () => {
      if (signal === "SIGKILL" && process.platform !== "linux") return;
      act(`echo $$ > "${dir}/pid"; sleep 41 & sleep 42; true`);
      const child = call();
      await until(() => fs.existsSync(join(dir, "pid")) && files().some((f) => f.endsWith("run")));
      const groupId = Number(fs.readFileSync(join(dir, "pid"), "utf8"));
      await until(() => processTree(groupId).length > 1);
      child.kill(signal);
      await child.exited;
      if (signal === "SIGKILL") {
        act("echo next");
        expect(await stdoutOf()).toBe("next\n");
      }
      await until(() => processTree(groupId).length === 0);
      act("echo next");
      expect(await stdoutOf()).toBe("next\n");
      expect(files().filter((name) => /run$|tmp/.test(name))).toEqual([]);
    });
  }

  test("a record of a process that is another one now: nobody is ended", async () => {
    if (process.platform !== "linux") return;
    const bystander = Bun.spawn(["sleep", "43"], { detached: true });
    act("echo x");
    await customOutput(input());
    const lock = files().find((name) => name.endsWith(".lock")) ?? "";
    const record = join(cacheDir, "custom-command", lock.replace("lock", "run"));
    for (const startTicks of [1, "x", null]) {
      fs.writeFileSync(record, JSON.stringify({ pid: bystander.pid, startTicks }));
      expect(await stdoutOf()).toBe("x\n");
    }
    expect(processTree(bystander.pid)).toEqual([bystander.pid]);
    bystander.kill("SIGKILL");
    await bystander.exited;
  });
});
