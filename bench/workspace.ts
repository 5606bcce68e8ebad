/**
 * What the programs of the benchmark find on the machine: a home, a config, repositories, transcripts
 * and the JSON of a harness. All of it in one temporary folder, all of it made up.
 */
import { spawnSync } from "node:child_process";
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkout } from "../scripts/compile.ts";

/** A repository that `git status` takes a while to look through. */
const MANY_FILES = 20_000;
const FILES_A_FOLDER = 100;
/** A long session with its tool results. */
const TRANSCRIPT_BYTES = 20 * 1024 * 1024;
/** What a line of an answer or a tool result has on average. */
const TRANSCRIPT_LINE_BYTES = 5_000;
const CONFIG_BYTES = 100 * 1024;
/** The refresher's own limit is two seconds. */
const REFRESH_WAIT_MS = 5_000;

/** A payload as Claude Code sent it, whose paths are replaced. */
const PAYLOAD = join(
  checkout,
  "test/fixtures/payloads/claude-code/02-mid-session-1m-rate-limits-prompt-cache_2.1.332.json",
);

/** Folders and texts; every home has its own config and cache. */
export interface Workspace {
  readonly folder: string;
  readonly smallRepo: string;
  readonly largeRepo: string;
  /** The environment that Claude Code gives a status line, with the home of that name. */
  readonly env: (home: string) => Readonly<Record<string, string>>;
  /** The JSON on stdin, for a repository and the transcript of that name. */
  readonly payload: (repo: string, transcript: string) => string;
  readonly hookPayload: string;
  /** Waits until nothing is refreshed in the background, then forgets what a home knows of Git. */
  readonly forgetGit: (home: string) => Promise<void>;
  readonly forgetTranscripts: (home: string) => void;
  /** Waits until the background refresh of Git's numbers has left them. */
  readonly refreshed: (home: string) => Promise<void>;
  readonly remove: () => void;
}

/** Makes all of it; takes some seconds. */
export function makeWorkspace(): Workspace {
  const folder = mkdtempSync(join(tmpdir(), "telltale-bench-"));
  const smallRepo = makeRepo(join(folder, "small"), 20);
  const largeRepo = makeRepo(join(folder, "large"), MANY_FILES);
  writeTranscript(join(folder, "short.jsonl"), TRANSCRIPT_LINE_BYTES * 20);
  writeTranscript(join(folder, "long.jsonl"), TRANSCRIPT_BYTES);
  const raw = JSON.parse(readFileSync(PAYLOAD, "utf8"));
  const payload = (repo: string, transcript: string): string =>
    JSON.stringify({
      ...raw,
      cwd: repo,
      workspace: { current_dir: repo, project_dir: repo, added_dirs: [] },
      transcript_path: join(folder, `${transcript}.jsonl`),
    });
  const home = (name: string): string => {
    const path = join(folder, "homes", name);
    mkdirSync(join(path, ".claude"), { recursive: true });
    return path;
  };
  const cache = (name: string): string => join(home(name), ".cache/telltale");
  mkdirSync(join(home("big-config"), ".config/telltale"), { recursive: true });
  writeFileSync(join(home("big-config"), ".config/telltale/config.yaml"), bigConfig());
  mkdirSync(join(home("widgets"), ".config/ccstatusline"), { recursive: true });
  writeFileSync(join(home("widgets"), ".config/ccstatusline/settings.json"), widgetSettings());
  return {
    folder,
    smallRepo,
    largeRepo,
    env: (name) => ({
      HOME: home(name),
      PATH: process.env.PATH ?? "/usr/bin:/bin",
      COLUMNS: "160",
      LANG: "C.UTF-8",
      TERM: "xterm-256color",
      CLAUDECODE: "1",
    }),
    payload,
    hookPayload: JSON.stringify({
      session_id: raw.session_id,
      transcript_path: join(folder, "short.jsonl"),
      cwd: smallRepo,
      permission_mode: "default",
      hook_event_name: "PreToolUse",
      tool_name: "Bash",
      tool_input: { command: "ls" },
      tool_use_id: "toolu_01",
    }),
    forgetGit: async (name) => {
      await untilRefreshed(join(cache(name), "git"));
      rmSync(join(cache(name), "git"), { recursive: true, force: true });
    },
    forgetTranscripts: (name) =>
      rmSync(join(cache(name), "transcripts"), { recursive: true, force: true }),
    refreshed: (name) => untilRefreshed(join(cache(name), "git")),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The refresher takes its note away when it ends, after the numbers are written. */
async function untilRefreshed(folder: string): Promise<void> {
  const untilMs = performance.now() + REFRESH_WAIT_MS;
  while (performance.now() < untilMs) {
    if (!existsSync(folder) || !readdirSync(folder).some((name) => name.endsWith(".start"))) return;
    await Bun.sleep(20);
  }
}

function makeRepo(path: string, files: number): string {
  for (let at = 0; at < files; at++) {
    const folder = join(path, `part-${Math.floor(at / FILES_A_FOLDER)}`);
    if (at % FILES_A_FOLDER === 0) mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `file-${at}.txt`), "text\n");
  }
  const author = ["-c", "user.name=Ana", "-c", "user.email=ana@example.com"];
  git(path, ["init", "-q", "-b", "main"]);
  git(path, ["add", "."]);
  git(path, [...author, "commit", "-q", "-m", "Begin"]);
  writeFileSync(join(path, "part-0/file-0.txt"), "another text\n");
  return path;
}

function git(cwd: string, args: readonly string[]): void {
  const env = { PATH: process.env.PATH ?? "", HOME: cwd, GIT_CONFIG_NOSYSTEM: "1" };
  const run = spawnSync("git", args, { cwd, env, encoding: "utf8" });
  if (run.status !== 0) throw new Error(`git ${args.join(" ")}: ${run.stderr}`);
}

/** Answers with a usage and tool results by turns, as a transcript has them. */
function writeTranscript(path: string, bytes: number): void {
  const text = "lorem ipsum ".repeat(Math.floor(TRANSCRIPT_LINE_BYTES / 12));
  const file = openSync(path, "w");
  for (let written = 0, at = 0; written < bytes; at++) {
    const timestamp = new Date(at * 1000).toISOString();
    const usage = { input_tokens: 10, output_tokens: 20 + at, cache_read_input_tokens: 1_000 };
    const content = [{ type: "text", text }];
    const answer = { id: `msg_${at}`, role: "assistant", content, stop_reason: null, usage };
    const line =
      at % 2 === 0
        ? { type: "assistant", message: answer, timestamp }
        : { type: "user", message: { role: "user", content }, timestamp };
    written += writeSync(file, `${JSON.stringify(line)}\n`);
  }
  closeSync(file);
}

/** What other status lines show most, in the words of `ccstatusline`. */
const WIDGETS =
  "model git-branch git-changes git-worktree context-length context-percentage session-cost " +
  "session-clock tokens-input tokens-output tokens-cached tokens-total version output-style";

function widgetSettings(): string {
  const line = WIDGETS.split(" ").map((type, at) => ({ id: String(at), type }));
  return JSON.stringify({ version: 3, lines: [line, [], []] });
}

/** As large as nobody writes one by hand: options for every item, many times over. */
function bigConfig(): string {
  let text = "tui:\n  theme: dark\n  items:\n";
  for (let at = 0; text.length < CONFIG_BYTES; at++) {
    text += `    item-${at}:\n      style: short # how it is written\n      show: [a, b]\n`;
  }
  return text;
}
