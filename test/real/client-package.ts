/**
 * Gets the real clients from npm, each at one exact version, into a folder outside the project. They
 * are large, so they are kept and used again. An interrupted install leaves nothing that could be
 * taken for a whole one: the folder gets its name only at the end.
 */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { failed, ok, type Result } from "../../src/base/result.ts";
import { asRecord, asText } from "../../src/base/shape.ts";

export interface ClientPackage {
  /** Name on npm. */
  readonly name: string;
  /** The version whose behaviour the scenarios describe. */
  readonly version: string;
  /** For the person who waits for the first install. */
  readonly size: string;
  /** It cannot be asked for its version, which is then read from its package. */
  readonly isMute?: true;
  /** The command that starts it, as installed in a folder; absent when it is not there. */
  commandIn(folder: string): readonly string[] | undefined;
}

export const CLAUDE_CODE: ClientPackage = {
  name: "@anthropic-ai/claude-code",
  version: "2.1.332",
  size: "400 MB",
  // One executable a platform; npm leaves only the one that fits.
  commandIn(folder) {
    const scope = path.join(folder, "node_modules", "@anthropic-ai");
    if (!fs.existsSync(scope)) return undefined;
    const executable = fs
      .readdirSync(scope)
      .filter((name) => name.startsWith("claude-code-"))
      .map((name) => path.join(scope, name, "claude"))
      .find((file) => fs.existsSync(file));
    return executable === undefined ? undefined : [executable];
  },
};

export const PI: ClientPackage = {
  name: "@earendil-works/pi-coding-agent",
  version: "1.6.0",
  size: "170 MB",
  // Its entry for Bun, which its publisher compiles: Node would have to be newer than ours.
  commandIn(folder) {
    const entry = path.join(folder, "node_modules", PI.name, "dist", "bun", "cli.js");
    return fs.existsSync(entry) ? [process.execPath, entry] : undefined;
  },
};

const INSTALL_TIMEOUT_MS = 10 * 60_000;
const VERSION_TIMEOUT_MS = 30_000;
const PROGRESS_MS = 5000;

/** Where clients are kept: `$TELLTALE_REAL_DIR`, else `~/.cache/telltale-real`. */
export function clientsFolder(env: Readonly<Record<string, string | undefined>>): string {
  return env.TELLTALE_REAL_DIR ?? path.join(env.HOME ?? os.homedir(), ".cache", "telltale-real");
}

/** What the program itself says; asked in an empty home, which it may write to. */
function versionOf(command: readonly string[]): string | undefined {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), "tt-real-version-"));
  try {
    const run = Bun.spawnSync([...command, "--version"], {
      cwd: home,
      env: {
        PATH: process.env.PATH ?? "",
        HOME: home,
        CLAUDE_CONFIG_DIR: home,
        PI_OFFLINE: "1",
      },
      timeout: VERSION_TIMEOUT_MS,
    });
    return /\d+\.\d+\.\d+/.exec(`${run.stdout} ${run.stderr}`)?.[0];
  } finally {
    fs.rmSync(home, { recursive: true, force: true });
  }
}

/** What the installed package says of itself. */
function packageVersion(home: string, name: string): string | undefined {
  const file = path.join(home, "node_modules", name, "package.json");
  return asText(asRecord(JSON.parse(fs.readFileSync(file, "utf8")))?.version);
}

async function npmInstall(
  client: ClientPackage,
  folder: string,
  say: (line: string) => void,
): Promise<Result<void>> {
  const npm = Bun.which("npm");
  if (npm === null) return failed("npm is not installed");
  fs.mkdirSync(folder, { recursive: true });
  // Without a package.json of its own npm would climb to one of a folder above.
  fs.writeFileSync(path.join(folder, "package.json"), '{"private":true}\n');
  const startedAtMs = performance.now();
  const child = Bun.spawn(
    [
      npm,
      "install",
      "--no-audit",
      "--no-fund",
      "--ignore-scripts",
      "--loglevel=error",
      `${client.name}@${client.version}`,
    ],
    { cwd: folder, stdin: "ignore", stdout: "ignore", stderr: "pipe", timeout: INSTALL_TIMEOUT_MS },
  );
  const ticker = setInterval(() => {
    say(`  still installing, ${Math.round((performance.now() - startedAtMs) / 1000)} s`);
  }, PROGRESS_MS);
  const [code, errors] = await Promise.all([child.exited, new Response(child.stderr).text()]);
  clearInterval(ticker);
  if (code === 0) return ok(undefined);
  const lastLine = errors.trim().split("\n").at(-1) ?? "";
  return failed(`npm install ended with ${code}: ${lastLine}`);
}

/** The command that starts the client, installed now if need be; or why it cannot be had. */
export async function getClient(
  client: ClientPackage,
  folder: string,
  say: (line: string) => void,
): Promise<Result<readonly string[]>> {
  const home = path.join(folder, `${client.name.split("/").at(-1)}-${client.version}`);
  if (client.commandIn(home) === undefined) {
    say(`installing ${client.name}@${client.version} into ${home} (about ${client.size})`);
    const unfinished = `${home}.${process.pid}.unfinished`;
    try {
      const installed = await npmInstall(client, unfinished, say);
      if (!installed.ok) return installed;
      fs.rmSync(home, { recursive: true, force: true });
      fs.renameSync(unfinished, home);
    } catch (error) {
      return failed(error instanceof Error ? error.message : String(error));
    } finally {
      fs.rmSync(unfinished, { recursive: true, force: true });
    }
  }
  const command = client.commandIn(home);
  if (command === undefined) return failed("the package has no executable for this platform");
  const version = client.isMute === true ? packageVersion(home, client.name) : versionOf(command);
  return version === client.version
    ? ok(command)
    : failed(`${command.at(-1)} says it is ${version ?? "nothing"}, not ${client.version}`);
}
