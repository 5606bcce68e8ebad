import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fs from "node:fs";
import os from "node:os";
import { dirname, join } from "node:path";
import { installInto } from "../../sources/harnesses/claude-code/install.ts";
import { programText } from "../../sources/harnesses/claude-code/own-commands.ts";
import type { Io } from "../io.ts";
import { type Examination, examine } from "./examine.ts";

let folder = "";
let home = "";
let program = "";
let project = "";

beforeEach(async () => {
  folder = fs.realpathSync(fs.mkdtempSync(join(os.tmpdir(), "telltale-doctor-")));
  home = join(folder, "home");
  project = join(folder, "shop");
  program = join(folder, "bin of $me", "telltale");
  fs.mkdirSync(project);
  writeFile(
    join(home, ".claude.json"),
    JSON.stringify({ projects: { [folder]: { hasTrustDialogAccepted: true } } }),
  );
  writeProgram('case $1 in statusline) cat >/dev/null; echo "  Opus  in $COLUMNS";; esac');
  await install();
});
afterEach(() => {
  fs.chmodSync(folder, 0o700);
  fs.rmSync(folder, { recursive: true, force: true });
});

function writeFile(file: string, text: string): void {
  fs.mkdirSync(dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
}

/** A stand-in for the program: what is examined here is what comes out of it. */
function writeProgram(script: string): void {
  writeFile(program, `#!/bin/sh\n${script}\n`);
  fs.chmodSync(program, 0o755);
}

function settingsFile(): string {
  return join(home, ".claude", "settings.json");
}

async function install(): Promise<void> {
  const stateDir = join(home, ".local", "state", "telltale");
  const wanted = {
    program: programText([program], "linux"),
    hooks: true,
    foreign: "refuse",
  } as const;
  const done = await installInto({ file: settingsFile(), scope: "user", stateDir }, wanted);
  expect(done.ok).toBe(true);
}

function changeSettings(change: (settings: Record<string, unknown>) => void): void {
  const settings = JSON.parse(fs.readFileSync(settingsFile(), "utf8"));
  change(settings);
  fs.writeFileSync(settingsFile(), JSON.stringify(settings));
}

function look(env: Record<string, string> = {}, cols?: number): Promise<Examination> {
  const io: Io = {
    env: { HOME: home, PATH: process.env.PATH, ...env },
    cwd: project,
    platform: "linux",
    stdin: 0,
    outIsTerminal: () => false,
    program: ["/opt/telltale"],
    nowMs: Date.now,
    out: () => {},
    err: () => {},
  };
  return examine(io, join(folder, "managed.json"), cols);
}

function linesOf({ checks }: Examination, title: string): readonly string[] {
  return checks
    .filter((check) => check.title === title)
    .map(({ level, text, fix }) => `${level}: ${text}${fix === undefined ? "" : ` -> ${fix}`}`);
}

// covers: doctor-runs-line
describe("a good installation", () => {
  test("works: rows, exit code, median, hooks, state and Git are told", async () => {
    const found = await look({ TOKEN: "very secret" });
    expect(found.works).toBe(true);
    expect(found.rows).toEqual(["Opus  in 120"]);
    expect(linesOf(found, "run")[0]).toMatch(
      /^ok: 1 row, exit code 0, \d+ ms \(median of 5 runs\)$/,
    );
    expect(linesOf(found, "status line")[0]).toBe(`ok: ours: ${program} (user)`);
    expect(linesOf(found, "hooks")).toEqual(["ok: all 18 are installed"]);
    expect(linesOf(found, "hook run")[0]).toMatch(/^ok: quiet/);
    expect(linesOf(found, "trust")).toEqual(["ok: this folder is trusted"]);
    expect(linesOf(found, "state")[0]).toEndWith("can be written");
    expect(found.checks.filter(({ level }) => level === "fail")).toEqual([]);
    expect(JSON.stringify(found)).not.toContain("secret");
  });

  // covers: doctor-record-refresh
  test("a record that is drawn at events only: no event tells of an interrupt", async () => {
    const record =
      "[V] seq=0 state=run session=none turn=none request=none agents=0/0 background=0";
    writeProgram(`case $1 in statusline) cat >/dev/null; echo "${record}";; esac`);
    expect(linesOf(await look(), "refresh")).toEqual([
      "warn: the record may stay at run after an interrupt, which is no event -> telltale install claude-code --refresh 1",
    ]);
    changeSettings((settings) => {
      Object.assign(settings.statusLine as object, { refreshInterval: 1 });
    });
    const found = await look();
    expect(linesOf(found, "refresh")).toEqual(["ok: every 1 s, and at events"]);
    expect(found.works).toBe(true);
  });

  test("the columns of the terminal here: told to the command, and its rows cut to what is left", async () => {
    writeProgram(`[ $1 = statusline ] || exit 0; echo "in $COLUMNS"; printf '%0200d\\n' 7`);
    const found = await look({}, 80);
    expect(found.rows.map((row) => row.length)).toEqual([5, 76]);
    expect([found.rows[0], found.widthCols]).toEqual(["in 80", 80]);
    expect(linesOf(found, "width")).toEqual(["ok: 80 columns here, 76 of them for the row"]);
    expect((await look()).widthCols).toBe(120);
  });

  test("the payload comes through a pipe, with what the client sets, in the session's folder", async () => {
    writeProgram(`[ $1 = statusline ] || exit 0
      test -p /dev/stdin || test -S /dev/stdin || exit 9
      cat > seen.json
      echo "$CLAUDECODE $LINES $PWD <$CLAUDE_PID>"`);
    const found = await look({ CLAUDE_PID: "1" });
    expect(found.rows).toEqual([`1 40 ${project} <>`]);
    const seen = JSON.parse(fs.readFileSync(join(project, "seen.json"), "utf8"));
    expect(seen.workspace.project_dir).toBe(project);
    expect(seen.rate_limits).toBeUndefined();
  });

  test("rows are shown as the client shows them: trimmed, no blank ones, cut to the width, without controls", async () => {
    writeProgram(`printf '\\n   a\\033[2J\\007b   \\n\\n%0200d\\n' 7`);
    const { rows } = await look();
    expect(rows).toHaveLength(2);
    expect(rows[0]).toBe("ab");
    expect(rows[1]).toHaveLength(116);
  });
});

// covers: doctor-blank-row
describe("a blank row", () => {
  test.each([
    ["exits with a code", "echo row; echo 'went wrong' >&2; exit 3", /exit code 3, went wrong/],
    ["prints nothing", "cat >/dev/null", /prints nothing/],
    ["prints blanks", "printf ' \\n \\n'", /prints nothing/],
    ["is ended by a signal", "kill -9 $$", /ended by SIGKILL|exit code 137/],
  ])("the program %s: fail, and why", async (_, script, why) => {
    writeProgram(script);
    const found = await look();
    expect(found.works).toBe(false);
    expect(linesOf(found, "run")[0]).toMatch(why);
    expect(linesOf(found, "run")[0]).toStartWith("fail: the row is blank");
  });

  test("a configuration that puts nothing on the line is named", async () => {
    writeProgram("cat >/dev/null");
    writeFile(join(home, ".config", "telltale", "config.yaml"), "tui:\n  statusLine: []\n");
    expect(linesOf(await look(), "run")).toEqual([
      "fail: the row is blank: no item stands on the line: the list of items names none -> see: telltale config get",
    ]);
  });

  test("the program is missing, or not executable: said with the path and the way out", async () => {
    fs.chmodSync(program, 0o644);
    expect(linesOf(await look(), "run")[0]).toContain(`${program} is not executable -> chmod +x`);
    fs.rmSync(program);
    const found = await look();
    expect(found.works).toBe(false);
    expect(linesOf(found, "run")[0]).toContain(`${program} is missing -> telltale install`);
    expect(linesOf(found, "hook run")[0]).toStartWith("warn: ");
  });

  test("a command that PATH does not know", async () => {
    changeSettings((settings) => {
      settings.statusLine = { type: "command", command: "telltale statusline" };
    });
    const found = await look({ PATH: join(folder, "nowhere") });
    expect(linesOf(found, "run")[0]).toContain("exit code 127, the command is not found");
    expect(linesOf(found, "git")[0]).toStartWith("warn: is not found");
  });

  test("disableAllHooks turns it off, in whatever file it stands", async () => {
    writeFile(join(project, ".claude", "settings.local.json"), '{"disableAllHooks": true}');
    const found = await look();
    expect(found.works).toBe(false);
    expect(linesOf(found, "switched off")[0]).toContain("settings.local.json");
  });

  test("another scope wins: whose it is, with its command but for what may be secret", async () => {
    const line = { statusLine: { type: "command", command: "/a/other.sh --key=secret" } };
    writeFile(join(project, ".claude", "settings.json"), JSON.stringify(line));
    const found = await look();
    expect(found.works).toBe(false);
    expect(linesOf(found, "status line")[0]).toMatch(
      /: \/a\/other\.sh --key=… in .*\(project\), and wins over ours/,
    );
    expect(JSON.stringify(found)).not.toContain("secret");
    writeFile(join(folder, "managed.json"), JSON.stringify(line));
    expect(linesOf(await look(), "status line")[0]).toContain("ask who manages this machine");
  });

  test("nothing is installed, or nothing at all is there", async () => {
    fs.writeFileSync(settingsFile(), "{}");
    const bare = await look();
    expect(linesOf(bare, "status line")).toEqual([
      "fail: none is set -> telltale install claude-code",
    ]);
    expect(linesOf(bare, "hooks")[0]).toStartWith("warn: none are installed");
    fs.rmSync(home, { recursive: true });
    const empty = await look();
    expect(empty.works).toBe(false);
    expect(linesOf(empty, "settings")[0]).toStartWith("fail: there is no settings file");
  });

  test("settings that cannot be read: the line and column of the fault", async () => {
    fs.writeFileSync(settingsFile(), '{\n  "a": 1,\n}');
    const found = await look();
    expect(found.works).toBe(false);
    expect(linesOf(found, "settings")[0]).toEndWith(
      "skips this file because it has a comma too many at line 3, column 1 -> take it out",
    );
    fs.writeFileSync(settingsFile(), '{"a": b}');
    expect(linesOf(await look(), "settings")[0]).toEndWith("(invalid symbol) -> correct it");
  });
});

describe("warnings", () => {
  test("missing hooks are named, and a hook that prints", async () => {
    changeSettings(({ hooks }) => {
      delete (hooks as Record<string, unknown>).Stop;
    });
    writeProgram("echo row");
    const found = await look();
    expect(found.works).toBe(true);
    expect(linesOf(found, "hooks")).toEqual([
      "warn: missing: Stop -> telltale install claude-code",
    ]);
    expect(linesOf(found, "hook run")[0]).toContain("prints something");
  });

  test("an untrusted folder, NO_COLOR, a broken config, a state folder that cannot be", async () => {
    fs.writeFileSync(join(home, ".claude.json"), '{"projects":{}}');
    writeFile(join(home, ".config", "telltale", "config.yaml"), "tui:\n  layuot: full\n");
    fs.rmSync(join(home, ".local"), { recursive: true });
    fs.writeFileSync(join(home, ".local"), "");
    const found = await look({ NO_COLOR: "1" });
    expect(found.works).toBe(true);
    expect(linesOf(found, "trust")[0]).toContain("not trusted");
    expect(linesOf(found, "colours")[0]).toContain("NO_COLOR");
    expect(linesOf(found, "config")[0]).toContain("layuot");
    expect(linesOf(found, "state")[0]).toContain("cannot be written");
  });

  test("the age of the last thing that a hook told, in any session", async () => {
    const sessions = join(home, ".local", "state", "telltale", "sessions");
    writeFile(join(sessions, "a.json"), "{}");
    const before = new Date(Date.now() - 125_000);
    fs.utimesSync(join(sessions, "a.json"), before, before);
    expect(linesOf(await look(), "last hook")).toEqual(["ok: 2 min ago"]);
  });

  test("CLAUDE_CONFIG_DIR is in force: its settings count, not those of the home", async () => {
    const found = await look({ CLAUDE_CONFIG_DIR: join(folder, "elsewhere") });
    expect(linesOf(found, "config folder")[0]).toContain(join(folder, "elsewhere"));
    expect(found.works).toBe(false);
  });

  test("no home at all: nothing throws", async () => {
    const found = await look({ HOME: "" });
    expect(found.works).toBe(false);
    expect(linesOf(found, "state")[0]).toContain("set HOME");
  });
});

describe("the configuration", () => {
  const checked = async (yaml: string): Promise<readonly string[]> => {
    writeFile(join(home, ".config", "telltale", "config.yaml"), yaml);
    return linesOf(await look(), "config");
  };

  test("names, options and numbers that come to nothing: each with the way out", async () => {
    const found = await checked(`tui:
  statusLine: [model, git-brnch, custom-command]
  customStatusLine: {command: sh, maxLines: 9, timeoutMs: 1, intervalSeconds: 3}
  items:
    clock: {hours: 13}
    line-changes: {stile: short}
    modle: {a: 1}
`);
    const path = "warn: tui.customStatusLine";
    const range = "the number is outside of its range, so the nearest in it is used";
    expect(found).toEqual([
      `${path}.maxLines: ${range} -> use a number from 1 to 5`,
      `${path}.timeoutMs: ${range} -> use a number from 500 to 30000`,
      `${path}.intervalSeconds: ${range} -> use a number from 10, or 0 for none`,
      'warn: tui.statusLine: there is no item "git-brnch" (did you mean git-branch?) -> see: telltale config items',
      "warn: tui.items.clock.hours: the value does not fit -> use one of 24, 12",
      'warn: tui.items.line-changes: line-changes has no option "stile" (did you mean style?) -> it has style',
      'warn: tui.items.modle: there is no item "modle" (did you mean model?) -> see: telltale config items',
    ]);
  });

  test.each([
    ["nowhere-at-all --x", "there is no program nowhere-at-all", "PATH"],
    ["./status.sh", "there is no program ./status.sh", "can be executed"],
    ["~/status.sh", "there is no program ~/status.sh", "~ stays as it is"],
    ["TOKEN=hunter2 status.sh", "there is no program TOKEN=…", "write env before"],
    ["'status.sh", "a ' that is never closed", "correct it"],
  ])("a command that cannot be started, %p: %s", async (command, why, way) => {
    const found = await checked(
      `tui:\n  statusLine: [custom-command]\n  customStatusLine: {command: ${JSON.stringify(command)}}\n`,
    );
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(why);
    expect(found[0]).toContain(way);
    expect(found[0]).not.toContain("hunter2");
  });

  test("a command that is there, by name and by path: nothing is said", async () => {
    for (const command of ["sh -c true", "/bin/sh"]) {
      const yaml = `tui: {statusLine: [custom-command], customStatusLine: {command: ${command}}}\n`;
      expect((await checked(yaml))[0]).toStartWith("ok: ");
    }
  });

  test("what has no effect while another setting is as it is", async () => {
    expect(
      await checked("tui: {layout: full, statusLine: [model], lines: [{left: [model]}]}\n"),
    ).toEqual([
      "warn: tui.statusLine: without effect while tui.layout is full -> telltale config set tui.layout items",
      "warn: tui.lines: without effect while tui.layout is full -> telltale config set tui.layout lines",
    ]);
    const [missing] = await checked("tui: {customStatusLine: {maxLines: 2}}\n");
    expect(missing).toContain("it counts only beside a text `command`, which is missing");
    const [idle] = await checked("tui: {customStatusLine: {command: sh}}\n");
    expect(idle).toContain("the item custom-command is on no line, so the command never runs");
  });
});
