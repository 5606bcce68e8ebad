/** A hostile agent, folder, history and command in the real host: what reaches the terminal, byte by byte. */
import { afterEach, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hashName } from "../../src/sources/sessions/session-file-name.ts";
import { scriptedAgent } from "../../src/testing/scripted-acp.ts";
import { ATTACK, bad, HOSTILE_STEPS } from "./hostile-agent-steps.ts";
import { readTerminalBytes } from "./terminal-bytes.ts";
import { FROM_SOURCES, type HostWorld, openHostWorld } from "./world.ts";

const SLOW_MS = 90_000;
let world: HostWorld | undefined;
const folders: string[] = [];
afterEach(async () => {
  await world?.end();
  world = undefined;
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

type Folders = Pick<HostWorld, "folder" | "cwd" | "home">;

/** A folder with a hostile branch, hostile files and a hostile history; a command that prints the same. */
function prepare({ folder, home, cwd }: Folders): void {
  Bun.spawnSync(["git", "init", "-q", cwd]);
  // What a name of a reference may hold: no control of seven bits.
  const branch = ATTACK.replaceAll("PWN", "").replaceAll(/[\x00-\x20\x7f?*[\\^~:]/g, "");
  writeFileSync(join(cwd, ".git/HEAD"), `ref: refs/heads/Branchq${branch}z\n`);
  const name = ATTACK.replaceAll(/[\x00/]/g, "");
  for (const file of [`attack${name}z`, "turned\u202e\u2066z", "hidden\u200bz", "plainfilez"]) {
    writeFileSync(join(cwd, file), "");
  }
  const history = join(home, "state", "history");
  mkdirSync(history, { recursive: true });
  const prompt = JSON.stringify(`Historyq${ATTACK.replaceAll("PWN", "")}z`);
  writeFileSync(join(history, `${hashName(cwd)}.jsonl`), `${prompt}\n`, { mode: 0o600 });
  writeFileSync(join(folder, "command-out"), `${bad("Custom")}\n${bad("SecondRow")}\n`);
  const agent = scriptedAgent(folder, HOSTILE_STEPS);
  const config = {
    agent: "hostile",
    agents: {
      hostile: { command: agent.map((word) => `"${word}"`).join(" "), title: bad("ConfTitle") },
    },
    tui: {
      terminalTitle: true,
      statusLine: ["session-title", "git-branch", "model", "current-dir", "custom-command"],
      customStatusLine: { command: `/bin/cat ${join(folder, "command-out")}` },
    },
  };
  writeFileSync(join(home, "config.yaml"), JSON.stringify(config), { mode: 0o600 });
}

const ENV = { TERM_PROGRAM: bad("term").replaceAll("\x00", "") };

/** What is typed, and the word that it brings to the screen. */
const STEPS: readonly (readonly [keys: readonly string[], word: string])[] = [
  [[], "Branch"],
  // Thoughts and outputs whole.
  [["\x0f"], "Branch"],
  [["/zc"], "CmdText"],
  [["\x1b", "\x15", "@plain"], "plainfilez"],
  [["\x1b", "\x15", "\x1b[A"], "History"],
  [["\x15", "\x0b", "go\r"], "PermYes"],
  [["\r"], "FieldThree"],
  [["\x1b"], "PageText"],
  [["\x1b"], "ModeOneq"],
];

/** Panels with one word of each. */
const PANELS: readonly (readonly [command: string, word: string])[] = [
  ["/tasks", "TaskTitle"],
  ["/agents", "MemDoes"],
  ["/usage", "CUR"],
  ["/session", "SesTitle"],
  ["/model", "ModelTwo"],
  ["/mode", "ModeTwo"],
  ["/sessions", "SesTitle"],
  ["/statusline", "Preview"],
  ["/help", "zcmd"],
];

/** Every word of the agent that a person must find, cleaned, somewhere. */
const SHOWN =
  "AgTitle AuthName AuthText Branch ChoiceOne CmdHint CmdText Custom DiffNew DiffOld DiffPath FieldMany " +
  "FieldOne FieldText FieldTwo FormText FormTitle History LoginText MdCell MdCode MdCol MdHead MdHtml MdItem " +
  "MdQuote MdTick MemDoes MemTitle ModeOne ModeTwo ModelOne ModelTwo NoticeText NoticeTitle OwnNotice " +
  "PageText PermBody PermCommand PermNo PermTitle PermYes PlainText PlanItem SesTitle TaskTitle TermOut " +
  "TermTitle Thought ToolOutput ToolTitle zcmd";

async function playThrough(host: HostWorld, look: () => void): Promise<void> {
  const step = async (keys: readonly string[], word: string): Promise<void> => {
    for (const key of keys) {
      host.type(key);
      // Together with what follows an escape would be another key.
      await Bun.sleep(60);
    }
    await host.waitForText(word);
    await host.rest(100);
    look();
  };
  for (const [keys, word] of STEPS) {
    await step(keys, word);
    // A dialog takes no key of somebody who still types.
    if (/^(?:Perm|Field|Page)/.test(word)) await Bun.sleep(400);
  }
  for (const [command, word] of PANELS) {
    await host.waitForText("/ commands");
    await step([`${command}\r`], word);
    await step(["\x1b"], "/ commands");
  }
  for (let page = 0; page < 3; page += 1) await step(["\x1b[5~"], "/ commands");
  await step(["\x1b[1;5F"], "/ commands");
  await step(["second\r"], "second");
  await host.waitForText("/ commands");
  await step(["third\r"], "LoginText");
  await Bun.sleep(400);
  await step(["\x1b"], "/ commands");
  await step(["fourth\r"], "fourth");
  await host.waitForText("/ commands");
  look();
}

// covers: security-clean-screen
describe.each(["regular", "fullscreen"] as const)("%s", (mode) => {
  test(
    "every text of a hostile agent, folder, history and command: shown clean, and no byte of it raw",
    async () => {
      const chunks: Uint8Array[] = [];
      const host = await openHostWorld({
        ...{ cols: 110, rows: 60, mode, prepare, env: ENV, until: "AgTitle" },
        onBytes: (bytes) => void chunks.push(bytes.slice()),
      });
      world = host;
      const seen = new Set<string>();
      await playThrough(host, () => {
        for (const row of host.pty.history()) seen.add(row);
      });
      host.press("ctrl+d");
      expect(await host.pty.exited).toBe(0);
      await host.rest();
      const { faults } = readTerminalBytes(Buffer.concat(chunks));
      expect(faults).toEqual([]);
      const all = [...seen].join("\n");
      expect(SHOWN.split(" ").filter((word) => !all.includes(`${word}q`))).toEqual([]);
      expect(all).not.toContain("PWN");
      expect(host.pty.title()).not.toContain("PWN");
    },
    SLOW_MS,
  );
});

/** Keys of an environment, as agents need them. */
const SECRETS = {
  ANTHROPIC_API_KEY: "sk-ant-canary-4711",
  OPENAI_API_KEY: "sk-canary-4712",
  GITHUB_TOKEN: "ghp_canary4713",
};

/** Runs the program without a terminal; gives its bytes, both streams. What it keeps holds no secret. */
async function runPlain(args: readonly string[], input: string): Promise<readonly Buffer[]> {
  const folder = mkdtempSync(join(tmpdir(), "hostile-"));
  folders.push(folder);
  const [home, cwd] = [join(folder, "home"), join(folder, "work")];
  mkdirSync(home, { mode: 0o700 });
  mkdirSync(cwd);
  prepare({ folder, home, cwd });
  const child = Bun.spawn([...FROM_SOURCES, ...args], {
    cwd,
    env: {
      PATH: process.env.PATH ?? "",
      ...{ HOME: folder, TMPDIR: folder, TELLTALE_HOME: home, ...ENV, ...SECRETS },
    },
    stdin: new Blob([input]),
    stdout: "pipe",
    stderr: "pipe",
    timeout: 60_000,
  });
  const streams = [child.stdout, child.stderr].map((stream) => new Response(stream).bytes());
  const bytes = await Promise.all(streams);
  await child.exited;
  const kept = [...new Bun.Glob("**/*").scanSync({ cwd: home, dot: true })];
  expect(kept.some((file) => file.endsWith("/journal.jsonl"))).toBe(true);
  const open = kept.filter((file) => (statSync(join(home, file)).mode & 0o077) !== 0);
  expect(open.filter((file) => /journal|summary|history\/.*jsonl$/.test(file))).toEqual([]);
  for (const text of [...bytes, ...kept.map((file) => readFileSync(join(home, file)))]) {
    expect(Buffer.from(text).toString()).not.toContain("canary");
  }
  return bytes.map((each) => Buffer.from(each));
}

/** Nothing but text and line ends. */
function expectPlain(streams: readonly Buffer[]): string {
  for (const bytes of streams) {
    const text = bytes.toString();
    expect(readTerminalBytes(bytes).faults.filter((one) => !one.startsWith("U+0009"))).toEqual([]);
    expect(text).not.toContain("\x1b");
    expect(text).not.toContain("PWN");
  }
  return streams.map(String).join("\n");
}

// covers: security-clean-text, security-secrets-kept
describe("without a terminal", () => {
  test(
    "line mode: answers, questions, panels and reasons are plain text",
    async () => {
      const input = "go\n/session\n/tasks\n/agents\n/help\nsecond\nthird\nfourth\n";
      const all = expectPlain(await runPlain(["host", "--line"], input));
      for (const word of ["MdHead", "Split", "PermTitle", "FormTitle", "ErrorText", "TaskTitle"]) {
        expect(all).toContain(word);
      }
    },
    SLOW_MS,
  );

  test(
    "exec: the text, and the object",
    async () => {
      const text = expectPlain(await runPlain(["exec", "--permission", "allow", "go"], ""));
      expect(text).toContain("MdHead");
      const [out = Buffer.of()] = await runPlain(["exec", "--json", "go"], "");
      expect(out.toString()).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u202e]/);
      expect(JSON.parse(out.toString())).toMatchObject({ status: "blocked" });
    },
    SLOW_MS,
  );
});
