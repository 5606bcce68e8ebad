/** Runs checks and tests, and closes with the line that counts: `N passed, N failed`. */
import { spawn } from "node:child_process";
import { runTests } from "./run-tests.mjs";
import { root } from "./setup.mjs";

/** Longer lists are read above, where each failure stands with its reason. */
const MAX_LISTED = 30;

/**
 * Runs the checks side by side, then the test files whose paths contain one of the given texts
 * (`""` means all), names again what failed and what was skipped, prints the totals as the last line
 * and sets the exit code.
 */
export async function verify(bun, { checks, tests }) {
  const outcomes = await Promise.all(checks.map((check) => runCheck(bun, check)));
  for (const { text } of outcomes) process.stdout.write(text);
  const ran =
    tests.length > 0 ? await runTests(bun, tests) : { passed: 0, failed: [], skipped: [] };
  const failedChecks = outcomes.filter((outcome) => !outcome.passed);
  const failed = [...failedChecks.map(({ name }) => `check ${name}`), ...ran.failed];
  const passed = outcomes.length - failedChecks.length + ran.passed;
  // Not in the last line, which is read by programs.
  process.stdout.write(`${list("skipped", ran.skipped)}${list("failed", failed)}\n`);
  process.stdout.write(`${passed} passed, ${failed.length} failed\n`);
  process.exitCode = failed.length === 0 && passed > 0 ? 0 : 1;
}

function list(title, names) {
  if (names.length === 0) return "";
  const shown = names.slice(0, MAX_LISTED).map((name) => `  ${name}\n`);
  const rest = names.length - shown.length;
  const more = rest > 0 ? `  and ${rest} more, see above\n` : "";
  return `\n${names.length} ${title}:\n${shown.join("")}${more}`;
}

async function runCheck(bun, check) {
  const { name } = check;
  const startedAtMs = Date.now();
  const { status, output } = await capture(bun, check.command.slice(1));
  const seconds = ((Date.now() - startedAtMs) / 1000).toFixed(1);
  const count = Number(check.count.exec(output)?.[1] ?? 0);
  const passed = status === 0 && count > 0;
  const head = `check ${name.padEnd(11)}`;
  if (passed)
    return { name, passed, text: `${head} ok      ${count} ${check.unit}, ${seconds} s\n` };
  const why = status === 0 ? "it looked at nothing" : `exit ${status}`;
  const lines = output.trimEnd().split("\n");
  const said = lines.filter((line) => check.statistics?.test(line) !== true).join("\n");
  return { name, passed, text: `${said}\n${head} FAILED  ${why}, ${seconds} s\n` };
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
