/** Runs checks and tests, and closes with the line that counts: `N passed, N failed`. */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { root } from "./setup.mjs";

/** Generous: the slowest tests start real programs on a busy machine, and set their own anyway. */
const TEST_TIMEOUT_MS = 20_000;

/**
 * Runs the checks side by side, then the test files whose paths contain one of the given texts
 * (`""` means all), prints the totals as the last line and sets the exit code.
 */
export async function verify(bun, { checks, tests }) {
  const totals = { passed: 0, failed: 0, skipped: 0 };
  for (const outcome of await Promise.all(checks.map((check) => runCheck(bun, check)))) {
    process.stdout.write(outcome.text);
    totals[outcome.passed ? "passed" : "failed"] += 1;
  }
  if (tests.length > 0) add(totals, await runTests(bun, tests));
  // Not in the last line, which is read by programs.
  const skipped = totals.skipped === 0 ? "" : `${totals.skipped} skipped\n`;
  process.stdout.write(`\n${skipped}${totals.passed} passed, ${totals.failed} failed\n`);
  process.exitCode = totals.failed === 0 && totals.passed > 0 ? 0 : 1;
}

function add(totals, more) {
  totals.passed += more.passed;
  totals.failed += more.failed;
  totals.skipped += more.skipped;
}

async function runCheck(bun, check) {
  const startedAtMs = Date.now();
  const { status, output } = await capture(bun, check.command.slice(1));
  const seconds = ((Date.now() - startedAtMs) / 1000).toFixed(1);
  const count = Number(check.count.exec(output)?.[1] ?? 0);
  const passed = status === 0 && count > 0;
  const head = `check ${check.name.padEnd(11)}`;
  if (passed) return { passed, text: `${head} ok      ${count} ${check.unit}, ${seconds} s\n` };
  const why = status === 0 ? "it looked at nothing" : `exit ${status}`;
  return { passed, text: `${output.trimEnd()}\n${head} FAILED  ${why}, ${seconds} s\n` };
}

/** Runs Bun with the arguments and resolves to its exit status and all that it printed. */
function capture(bun, args) {
  return new Promise((resolve) => {
    const child = spawn(bun, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    const chunks = [];
    child.stdout.on("data", (chunk) => chunks.push(chunk));
    child.stderr.on("data", (chunk) => chunks.push(chunk));
    const done = (status) => resolve({ status, output: Buffer.concat(chunks).toString("utf8") });
    child.on("error", (error) => {
      chunks.push(Buffer.from(`${error.message}\n`));
      done(127);
    });
    child.on("close", (code, signal) => done(code ?? signal));
  });
}

async function runTests(bun, wanted) {
  const files = testFiles().filter((path) => wanted.some((text) => path.includes(text)));
  if (files.length === 0) {
    process.stdout.write(`no test file matches ${wanted.join(", ")}\n`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
  process.stdout.write(`tests: ${files.length} files\n`);
  const folder = mkdtempSync(join(tmpdir(), "telltale-junit-"));
  try {
    const report = join(folder, "junit.xml");
    const status = await bunTest(bun, files, report);
    return readTotals(existsSync(report) ? readFileSync(report, "utf8") : "", files, status);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function bunTest(bun, files, report) {
  const args = ["test", "--dots", `--timeout=${TEST_TIMEOUT_MS}`];
  args.push("--reporter=junit", `--reporter-outfile=${report}`);
  return new Promise((resolve) => {
    const child = spawn(bun, [...args, ...files.map((path) => `./${path}`)], {
      cwd: root,
      // One stream: the order of what a test prints and what the runner says of it is kept.
      stdio: ["ignore", 1, 1],
    });
    child.on("error", () => resolve(127));
    child.on("exit", (code, signal) => resolve(code ?? signal));
  });
}

/**
 * The totals of a JUnit report. Bun leaves a file that does not load out of the report, so each
 * file that is not in it counts as one failure, and so does a bad end without any.
 */
function readTotals(report, files, status) {
  const head = /<testsuites [^>]*>/.exec(report)?.[0] ?? "";
  const number = (name) => Number(new RegExp(` ${name}="(\\d+)"`).exec(head)?.[1] ?? 0);
  const reported = new Set(
    [...report.matchAll(/<testsuite [^>]*?file="([^"]*)"/g)].map((match) => match[1]),
  );
  const silent = report === "" ? [] : files.filter((path) => !reported.has(path));
  for (const path of silent) process.stdout.write(`no test ran in ${path}\n`);
  const skipped = number("skipped");
  let failed = number("failures") + silent.length;
  if (status !== 0 && failed === 0) {
    process.stdout.write(`the test runner ended badly: ${status}\n`);
    failed = 1;
  }
  const passed = number("tests") - number("failures") - skipped;
  return { passed, failed, skipped };
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
