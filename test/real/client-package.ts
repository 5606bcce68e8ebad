/**
 * Gets the real client from npm, at one exact version, into a folder outside the project. It is
 * large (about 400 MB), so it is kept and used again. An interrupted install leaves nothing that
 * could be taken for a whole one: the folder gets its name only at the end.
 */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { failed, ok, type Result } from "../../src/base/result.ts";

export const CLIENT_PACKAGE = "@anthropic-ai/claude-code";
/** The version whose behaviour the scenarios describe. */
export const CLIENT_VERSION = "2.1.332";

const INSTALL_TIMEOUT_MS = 10 * 60_000;
const VERSION_TIMEOUT_MS = 30_000;
const PROGRESS_MS = 5000;

/** Where clients are kept: `$TELLTALE_REAL_DIR`, else `~/.cache/telltale-real`. */
export function clientsFolder(env: Readonly<Record<string, string | undefined>>): string {
  return env.TELLTALE_REAL_DIR ?? path.join(env.HOME ?? os.homedir(), ".cache", "telltale-real");
}

/** The platform's executable in an installed folder; npm leaves only the one that fits. */
function executableIn(folder: string): string | undefined {
  const scope = path.join(folder, "node_modules", "@anthropic-ai");
  if (!fs.existsSync(scope)) return undefined;
  return fs
    .readdirSync(scope)
    .filter((name) => name.startsWith("claude-code-"))
    .map((name) => path.join(scope, name, "claude"))
    .find((file) => fs.existsSync(file));
}

function versionOf(executable: string): string | undefined {
  const run = Bun.spawnSync([executable, "--version"], {
    env: { PATH: process.env.PATH ?? "", HOME: os.tmpdir(), CLAUDE_CONFIG_DIR: os.tmpdir() },
    timeout: VERSION_TIMEOUT_MS,
  });
  return /\d+\.\d+\.\d+/.exec(run.stdout.toString())?.[0];
}

async function npmInstall(folder: string, say: (line: string) => void): Promise<Result<void>> {
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
      `${CLIENT_PACKAGE}@${CLIENT_VERSION}`,
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

/** The path of the client's executable, installed now if need be; or why it cannot be had. */
export async function getClient(
  folder: string,
  say: (line: string) => void,
): Promise<Result<string>> {
  const home = path.join(folder, `claude-code-${CLIENT_VERSION}`);
  if (executableIn(home) === undefined) {
    say(`installing ${CLIENT_PACKAGE}@${CLIENT_VERSION} into ${home} (about 400 MB)`);
    const unfinished = `${home}.${process.pid}.unfinished`;
    try {
      const installed = await npmInstall(unfinished, say);
      if (!installed.ok) return installed;
      fs.rmSync(home, { recursive: true, force: true });
      fs.renameSync(unfinished, home);
    } catch (error) {
      return failed(error instanceof Error ? error.message : String(error));
    } finally {
      fs.rmSync(unfinished, { recursive: true, force: true });
    }
  }
  const executable = executableIn(home);
  if (executable === undefined) return failed("the package has no executable for this platform");
  const version = versionOf(executable);
  return version === CLIENT_VERSION
    ? ok(executable)
    : failed(`${executable} says it is ${version ?? "nothing"}, not ${CLIENT_VERSION}`);
}
