/** The life of the real program: what it leaves behind, alone and among others, and where it may write. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import fs from "node:fs";
import { join } from "node:path";
import { gitTestEnv, makeRepo, tempFolder } from "../../src/testing/temp-git.ts";
import { callProgram, commandLines, filesBelow, programPath, waitUntilGone } from "./program.ts";

/** Renders of one session, in lots of as many as the machine can run at once. */
const RENDERS = 200;
const LOT = 10;

/** The background refresher's own limit is two seconds; the rest is a busy machine. */
const REFRESHER_MS = 10_000;

let root: string;
let folder: string;
let home: string;
let env: Record<string, string>;
let payload: string;

beforeAll(async () => {
  root = tempFolder("e2e-process");
  await programPath();
}, 60_000);
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

let cases = 0;
beforeEach(() => {
  folder = join(root, `case-${cases++}`);
  fs.mkdirSync(folder);
  home = join(folder, "home");
  env = { ...gitTestEnv(), HOME: home, NO_COLOR: "1" };
  fs.mkdirSync(home);
  payload = JSON.stringify({
    session_id: "c0ffee00-0000-4000-8000-00000000e2e0",
    session_name: "e2e",
    model: { id: "claude-opus-5-5", display_name: "Opus 5.5" },
    workspace: { current_dir: folder },
    rate_limits: { five_hour: { used_percentage: 88, resets_at: 4_000_000_000 } },
  });
});

function writeConfig(text: string): string {
  const file = join(home, ".config/telltale/config.yaml");
  fs.mkdirSync(join(file, ".."), { recursive: true });
  fs.writeFileSync(file, text);
  return file;
}

/** Temporary files of a whole write, and journals of a lock that is held. */
function leftovers(): readonly string[] {
  return filesBelow(folder).filter((name) => /tmp|\.new|-journal$|-wal$|\.part/.test(name));
}

describe("where it may write", () => {
  // covers: no-home
  test.each([
    ["no environment at all", {}],
    ["an empty HOME", { HOME: "" }],
    ["a relative HOME", { HOME: "home" }],
  ])("%s: a row, and nothing written into the working directory", async (_title, bare) => {
    const cwd = join(folder, "work");
    fs.mkdirSync(cwd);
    const args = ["statusline", "--format", "plain"];
    const { code, out } = await callProgram(args, { stdin: payload, env: bare, cwd });
    expect(code).toBe(0);
    expect(out).toContain("◇ e2e");
    expect(filesBelow(folder)).toEqual([]);
  });

  // covers: no-home
  test("a HOME that cannot be written: a row, no error, nothing written", async () => {
    const file = join(folder, "plain-file");
    fs.writeFileSync(file, "");
    for (const HOME of [file, "/dev/null", "/proc"]) {
      const own = { ...env, HOME };
      const ran = await callProgram(["statusline"], { stdin: payload, env: own, cwd: folder });
      expect([ran.code, ran.err]).toEqual([0, ""]);
      expect(ran.out).toContain("◇ e2e");
    }
    expect(filesBelow(folder)).toEqual(["plain-file"]);
  });

  // covers: no-process-by-default
  test("a read-only HOME, in a Git repository, with Git's numbers on the line: the branch all the same", async () => {
    const repo = makeRepo(folder);
    const stdin = payload.replace(folder, repo);
    const readOnly = { ...env, HOME: "/proc" };
    const args = ["statusline", "--items", "git-branch,git-counts"];
    const ran = await callProgram(args, { stdin, env: readOnly });
    expect([ran.code, ran.out, ran.err]).toEqual([0, "⎇ main\n", ""]);
  });
});

describe("many calls", () => {
  // covers: no-orphan
  test(`${RENDERS} renders with Git's numbers: no child process outlives them`, async () => {
    const repo = makeRepo(folder);
    fs.writeFileSync(join(repo, "new.txt"), "x");
    const stdin = payload.replace(folder, repo);
    const args = ["statusline", "--items", "git-branch,git-counts,ahead-behind,line-changes"];
    const outputs = new Set<string>();
    for (let done = 0; done < RENDERS; done += LOT) {
      const lot = Array.from({ length: LOT }, () => callProgram(args, { stdin, env }));
      for (const { code, out, err } of await Promise.all(lot)) {
        expect([code, err]).toEqual([0, ""]);
        outputs.add(out);
      }
    }
    expect([...outputs].every((out) => out.startsWith("⎇ main"))).toBe(true);
    expect([...outputs].some((out) => out.includes("?1"))).toBe(true);
    expect(await waitUntilGone(await programPath(), REFRESHER_MS)).toEqual([]);
    expect(commandLines(repo)).toEqual([]);
    expect(leftovers()).toEqual([]);
  }, 60_000);

  // covers: concurrent-starts, custom-one-run
  test("five at once in one session: one run of the command, each prints a row, all is whole", async () => {
    const log = join(folder, "log");
    const script = join(folder, "slow.sh");
    fs.writeFileSync(script, `#!/bin/sh\necho "$$" >> "${log}"\nsleep 0.5\necho from-script\n`);
    fs.chmodSync(script, 0o755);
    writeConfig(
      `tui:\n  statusLine: [session-title, custom-command]\n  customStatusLine:\n    command: "${script}"\n`,
    );
    const calls = Array.from({ length: 5 }, () =>
      callProgram(["statusline"], { stdin: payload, env }),
    );
    const rows = (await Promise.all(calls)).map(({ out }) => out);
    expect(fs.readFileSync(log, "utf8").trim().split("\n")).toHaveLength(1);
    expect(rows.filter((row) => row === "◇ e2e │ from-script\n")).toHaveLength(1);
    expect(rows.filter((row) => row === "◇ e2e\n")).toHaveLength(4);
    const later = await callProgram(["statusline"], { stdin: payload, env });
    expect(later.out).toBe("◇ e2e │ from-script\n");
    expect(leftovers()).toEqual([]);
    expect(await waitUntilGone(script, 2_000)).toEqual([]);
  }, 20_000);

  // covers: sigterm-clean
  test("SIGTERM during a render: its command ends, no file is half written, the next call is not held up", async () => {
    const script = join(folder, "endless.sh");
    fs.writeFileSync(script, `#!/bin/sh\n[ -e "${folder}/quick" ] && exec echo quick\nsleep 30\n`);
    fs.chmodSync(script, 0o755);
    writeConfig(
      `tui:\n  statusLine: [session-title, custom-command]\n  customStatusLine:\n    command: "${script}"\n`,
    );
    const child = Bun.spawn([await programPath(), "statusline"], {
      stdin: new Blob([payload]),
      stdout: "pipe",
      env,
      detached: true,
    });
    while (commandLines(script).length === 0) await Bun.sleep(20);
    child.kill("SIGTERM");
    const out = await child.stdout.text();
    await child.exited;
    expect(child.signalCode).toBe("SIGTERM");
    expect(out).toBe("");
    expect(await waitUntilGone(script, 2_000)).toEqual([]);
    expect(leftovers()).toEqual([]);
    fs.writeFileSync(join(folder, "quick"), "");
    const next = await callProgram(["statusline"], { stdin: payload, env });
    expect(next.out).toBe("◇ e2e │ quick\n");
    expect(next.tookMs).toBeLessThan(3_000);
  }, 20_000);
});

// covers: exit-0
test("a reader that goes away at once: no complaint and no process that stays", async () => {
  const script = '"$1" statusline < "$2" | true; echo done';
  const file = join(folder, "payload.json");
  fs.writeFileSync(file, payload);
  const child = Bun.spawn(["sh", "-c", script, "sh", await programPath(), file], {
    stdout: "pipe",
    stderr: "pipe",
    env,
  });
  expect(await child.stdout.text()).toBe("done\n");
  expect(await child.stderr.text()).toBe("");
});
