/** Runs test files with Bun, shows how far it is, and says by name what failed and what was skipped. */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { createInterface } from "node:readline";
import { root } from "./setup.mjs";

/** Generous: the slowest tests start real programs on a busy machine, and set their own anyway. */
const TEST_TIMEOUT_MS = 20_000;

/** Into a log a line of progress for each so many files: enough to see that it goes on. */
const LOGGED_FILES = 50;

/**
 * @typedef {object} Outcome
 * @property {number} passed
 * @property {readonly string[]} failed Names of what failed.
 * @property {readonly string[]} skipped Names of what was skipped.
 */

/**
 * Runs the test files whose paths contain one of the texts (`""` means all).
 *
 * @returns {Promise<Outcome>}
 */
export async function runTests(bun, wanted) {
  const files = testFiles().filter((path) => wanted.some((text) => path.includes(text)));
  if (files.length === 0) {
    const failed = [`no test file matches ${wanted.join(", ")}`];
    return { passed: 0, failed, skipped: [] };
  }
  process.stdout.write(`tests: ${files.length} files\n`);
  const folder = mkdtempSync(join(tmpdir(), "telltale-junit-"));
  try {
    const report = join(folder, "junit.xml");
    const status = await bunTest(bun, files, report);
    return readReport(existsSync(report) ? readFileSync(report, "utf8") : "", files, status);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function bunTest(bun, files, report) {
  const args = ["test", `--timeout=${TEST_TIMEOUT_MS}`];
  args.push("--reporter=junit", `--reporter-outfile=${report}`);
  args.push(...files.map((path) => `./${path}`));
  // One stream: the order of what a test prints and what the runner says of it is kept.
  const [command, ...before] =
    process.platform === "win32" ? [bun] : ["sh", "-c", 'exec "$0" "$@" 2>&1', bun];
  const child = spawn(command, [...before, ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => {
    child.on("error", () => resolve(127));
    child.on("close", (code, signal) => resolve(code ?? signal));
  });
  const progress = createProgress(files.length);
  for await (const line of createInterface({ input: child.stdout })) progress.take(line);
  progress.end();
  return ended;
}

/** Shows what the runner prints, but for what passed: of that only how many files are done. */
function createProgress(total) {
  const isTerminal = process.stdout.isTTY === true;
  let begun = 0;
  let isShown = false;
  let file = "";
  let isInTitle = false;
  const clear = () => {
    if (isShown) process.stdout.write("\r\x1b[K");
    isShown = false;
  };
  return {
    take(line) {
      const [, path] = /^(\S+\.test\.ts):$/.exec(line) ?? [];
      if (path !== undefined) {
        file = path;
        if (isTerminal) {
          clear();
          process.stdout.write(`  ${begun} of ${total} files done`);
          isShown = true;
        } else if (begun > 0 && begun % LOGGED_FILES === 0) {
          process.stdout.write(`  ${begun} of ${total} files done\n`);
        }
        begun += 1;
      } else if (isInTitle || isRoutine(line)) {
        // Titles with an object in them go over several lines, up to its bracket.
        const closes = isInTitle && /^[}\]]/.test(line);
        isInTitle = /[{[]$/.test(line) || (isInTitle && !closes);
      } else if (line !== "") {
        clear();
        if (file !== "") process.stdout.write(`${file}:\n`);
        file = "";
        process.stdout.write(`${line}\n`);
      }
    },
    end: clear,
  };
}

/** What says only that all went well, and the runner's own totals, which ours stand for. */
function isRoutine(line) {
  return /^(?:\((?:pass|skip|todo)\) |bun test v|Ran \d+ tests? | *\d+ (?:pass|fail|skip|todo|errors?|expect\(\) calls)$)/.test(
    line,
  );
}

/**
 * What a JUnit report says. Bun leaves a file that does not load out of the report, so each file that
 * is not in it counts as one failure, and so does a bad end without any.
 */
function readReport(report, files, status) {
  const failed = [];
  const skipped = [];
  const reported = new Set();
  let passed = 0;
  for (const [, head, body] of report.matchAll(
    /<testcase ([^>]*[^/>])(?:\/>|>([\s\S]*?)<\/testcase>)/g,
  )) {
    const { name, classname, file, line } = attributesOf(head);
    reported.add(file);
    const title = `${file}:${line} ${classname ? `${classname} > ` : ""}${name}`;
    if (body?.includes("<failure") || body?.includes("<error")) failed.push(title);
    else if (body?.includes("<skipped")) skipped.push(title);
    else passed += 1;
  }
  if (report !== "") {
    const silent = files.filter((path) => !reported.has(path));
    failed.push(...silent.map((path) => `${path}: no test ran`));
  }
  if (status !== 0 && failed.length === 0) failed.push(`the test runner ended badly: ${status}`);
  return { passed, failed, skipped };
}

const ENTITIES = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };

function attributesOf(head) {
  const pairs = [...head.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [
    name,
    value.replace(/&(lt|gt|quot|apos|amp);/g, (_, entity) => ENTITIES[entity]),
  ]);
  return Object.fromEntries(pairs);
}

function testFiles() {
  const found = [];
  for (const top of ["src", "test", "bench", "scripts"]) {
    const folder = join(root, top);
    if (!existsSync(folder)) continue;
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !entry.name.endsWith(".test.ts")) continue;
      found.push(relative(root, join(entry.parentPath ?? entry.path, entry.name)));
    }
  }
  return found.map((path) => path.split(sep).join("/")).sort();
}
