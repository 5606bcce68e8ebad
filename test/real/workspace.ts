/**
 * A home of its own for one run of a client: a real Git repository as the project, and an environment
 * built from nothing, so that neither the person's settings nor their keys are in it. The key in it
 * is a dummy; all traffic that is not loopback goes to the refusing proxy.
 */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

export interface Workspace {
  readonly root: string;
  readonly home: string;
  readonly project: string;
  readonly branch: string;
  /** Environment of the client, of Telltale, and of everything that they start. */
  readonly env: Readonly<Record<string, string>>;
  /** Removes the folder with everything in it. */
  remove(): void;
}

export interface ClaudeWorkspace extends Workspace {
  readonly configDir: string;
  readonly settingsFile: string;
}

export interface WorkspaceOptions {
  readonly apiUrl: string;
  readonly proxyUrl: string;
}

export interface ClaudeWorkspaceOptions extends WorkspaceOptions {
  /** The first content of `settings.json`; absent means that there is no such file. */
  readonly settingsText?: string;
  /** Variables beside those that every client gets. */
  readonly env?: Readonly<Record<string, string>>;
}

const BRANCH = "trunk";
export const DUMMY_KEY = `dummy-${"0".repeat(40)}-telltale-test-only`;
/** The client remembers an approved key by this many of its last characters. */
const KEY_SUFFIX_CHARS = 20;

/** The client's own switches against traffic that is not the conversation. */
const OFFLINE_ENV = {
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  DISABLE_AUTOUPDATER: "1",
  DISABLE_BUG_COMMAND: "1",
  DISABLE_ERROR_REPORTING: "1",
  DISABLE_TELEMETRY: "1",
} as const;

function createRepository(folder: string, env: Readonly<Record<string, string>>): void {
  fs.mkdirSync(folder);
  fs.writeFileSync(path.join(folder, "README.md"), "# A project\n");
  const author = ["-c", "user.name=Ana", "-c", "user.email=ana@example.org"];
  for (const words of [
    ["init", "-q", "-b", BRANCH],
    ["add", "README.md"],
    [...author, "commit", "-q", "-m", "Begin"],
  ]) {
    const run = Bun.spawnSync(["git", ...words], { cwd: folder, env });
    if (run.exitCode !== 0) throw new Error(`git ${words[0]}: ${run.stderr.toString().trim()}`);
  }
}

/** What the client would ask on its first start, answered: onboarding, the key, trust. */
function clientState(project: string): string {
  return JSON.stringify({
    hasCompletedOnboarding: true,
    theme: "dark",
    customApiKeyResponses: { approved: [DUMMY_KEY.slice(-KEY_SUFFIX_CHARS)], rejected: [] },
    projects: { [project]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
  });
}

/** The folders, and an environment that knows no client. */
export function createWorkspace(proxyUrl: string): Workspace {
  // The real path: a client compares it with the trusted project's.
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "tt-real-")));
  const home = path.join(root, "home");
  const project = path.join(root, "shop");
  const temp = path.join(root, "tmp");
  fs.mkdirSync(home);
  fs.mkdirSync(temp);
  const env = {
    HOME: home,
    PATH: process.env.PATH ?? "/usr/local/bin:/usr/bin:/bin",
    TMPDIR: temp,
    LANG: "C.UTF-8",
    TERM: "xterm-256color",
    COLORTERM: "truecolor",
    SHELL: "/bin/sh",
    HTTPS_PROXY: proxyUrl,
    HTTP_PROXY: proxyUrl,
    NO_PROXY: "127.0.0.1,localhost",
  };
  createRepository(project, env);
  return {
    root,
    home,
    project,
    branch: BRANCH,
    env,
    remove: () => fs.rmSync(root, { recursive: true, force: true }),
  };
}

/** A workspace with Claude Code's folder of configuration and its switches. */
export function createClaudeWorkspace(options: ClaudeWorkspaceOptions): ClaudeWorkspace {
  const workspace = createWorkspace(options.proxyUrl);
  const configDir = path.join(workspace.home, ".claude");
  fs.mkdirSync(configDir);
  fs.writeFileSync(path.join(configDir, ".claude.json"), clientState(workspace.project));
  const settingsFile = path.join(configDir, "settings.json");
  if (options.settingsText !== undefined) fs.writeFileSync(settingsFile, options.settingsText);
  const env = {
    ...workspace.env,
    CLAUDE_CONFIG_DIR: configDir,
    ANTHROPIC_BASE_URL: options.apiUrl,
    ANTHROPIC_API_KEY: DUMMY_KEY,
    ...OFFLINE_ENV,
    ...options.env,
  };
  return { ...workspace, configDir, settingsFile, env };
}
