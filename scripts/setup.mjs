/**
 * Makes a checkout runnable with nothing but Node and npm: node_modules is what package-lock.json
 * says, and a Bun that runs is found. Free of dependencies, since it runs before there are any.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the checkout. */
export const root = fileURLToPath(new URL("..", import.meta.url));

const modules = join(root, "node_modules");
const lockPath = join(root, "package-lock.json");
/** npm writes it last, so an interrupted install leaves none. */
const installedLockPath = join(modules, ".package-lock.json");
/** Ours: three lines, see `stampLines`. `npm ci` empties the folder and takes it along. */
const stampPath = join(modules, ".telltale-setup");
/** A Bun that answers at all does so in milliseconds; a cold disk takes some hundred. */
const BUN_ANSWER_MS = 20_000;

/**
 * Sets up what is missing and returns the path of the Bun to run. Silent and quick when all is
 * there. Says what it does on stderr; ends the process with a message when it cannot.
 */
export function setUp() {
  const lockHash = createHash("sha256").update(readFileSync(lockPath)).digest("hex");
  const stamp = readText(stampPath);
  const stamped = join(root, stamp?.split("\n")[0] ?? "");
  if (stamp === stampLines(stamped, lockHash) && existsSync(stamped)) return stamped;
  let bun = isInstalled() ? findBun() : undefined;
  if (bun === undefined) {
    install();
    bun = findBun();
  }
  if (bun === undefined) {
    fail("no Bun in node_modules runs on this machine", "see the output of npm above");
  }
  writeFileSync(stampPath, stampLines(bun, lockHash));
  return bun;
}

/** The Bun to run, from the root, which `bin/telltale` reads too; the lockfile; the install. */
function stampLines(bun, lockHash) {
  const installed = statSync(installedLockPath, { throwIfNoEntry: false });
  return `${relative(root, bun)}\n${lockHash}\n${installed?.mtimeMs ?? "none"}\n`;
}

/** Whether npm's record of what it installed says the same as the lockfile. */
function isInstalled() {
  const wanted = readJson(lockPath)?.packages;
  const installed = readJson(installedLockPath)?.packages;
  if (wanted === undefined || installed === undefined) return false;
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === "") continue;
    const found = installed[path];
    if (found === undefined) {
      // Left out on purpose: made for another platform.
      if (entry.optional !== true) return false;
    } else if (found.version !== entry.version || found.integrity !== entry.integrity) {
      return false;
    }
  }
  return Object.keys(installed).every((path) => path in wanted);
}

function install() {
  const startedAtMs = Date.now();
  say("installing the development tools with `npm ci`, about a minute ...");
  const args = ["ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund"];
  // Under `npm --silent` the nested npm would keep its errors to itself.
  args.push("--loglevel=error");
  const cli = process.env.npm_execpath;
  const [command, ...before] =
    cli !== undefined && /npm-cli\.[cm]?js$/.test(cli) ? [process.execPath, cli] : ["npm"];
  const run = spawnSync(command, [...before, ...args], {
    cwd: root,
    // npm's chatter goes to stderr with ours: stdout belongs to the program that is started.
    stdio: ["ignore", 2, 2],
    shell: command === "npm" && process.platform === "win32",
  });
  if (run.error !== undefined) fail("npm does not start", run.error.message);
  if (run.status !== 0) {
    const how = run.signal === null ? `exit ${run.status}` : run.signal;
    fail(`\`npm ci\` failed (${how})`, "see its output above, then try again");
  }
  say(`ready after ${((Date.now() - startedAtMs) / 1000).toFixed(1)} s`);
}

/**
 * The Bun of the lockfile that runs here. Its own package links the executable in a postinstall
 * script; where npm does not run those, the platform's package still holds it.
 */
function findBun() {
  const version = readJson(lockPath)?.packages?.["node_modules/bun"]?.version;
  const platforms = join(modules, "@oven");
  const names = existsSync(platforms) ? readdirSync(platforms) : [];
  const candidates = [
    join(modules, "bun", "bin", "bun.exe"),
    ...names.flatMap((name) => [
      join(platforms, name, "bin", "bun"),
      join(platforms, name, "bin", "bun.exe"),
    ]),
  ];
  return candidates.find((path) => {
    if (!existsSync(path)) return false;
    const asked = spawnSync(path, ["--version"], { encoding: "utf8", timeout: BUN_ANSWER_MS });
    return asked.status === 0 && asked.stdout.trim() === version;
  });
}

function readText(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function readJson(path) {
  try {
    return JSON.parse(readText(path) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

function say(text) {
  process.stderr.write(`telltale: ${text}\n`);
}

function fail(what, hint) {
  say(`cannot set up: ${what}; ${hint}.`);
  process.exit(1);
}
