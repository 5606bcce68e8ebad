/**
 * The streams of the page without a server: written by hand in the words of programs that report, not
 * taken from any. Each shows another thing that a tab can say.
 */
import { encodeClear, encodeQuery, encodeReport, type ReportInput } from "telltale/osc7501";
import type { Program } from "./program.ts";
import { recordedProgram, type Step } from "./recorded-program.ts";

const PROMPT = "\x1b]133;A\x1b\\\x1b[1;32m~/shop\x1b[0m \x1b[1m$\x1b[0m ";

const print = (text: string): Step => ({ kind: "print", text: text.replaceAll("\n", "\r\n") });
const wait = (ms: number): Step => ({ kind: "wait", ms });
const command = (text: string): Step => print(`${PROMPT}${text}\n`);

function report(input: ReportInput): Step {
  const encoded = encodeReport(input);
  if (!encoded.ok) throw new Error(encoded.reason);
  return { kind: "print", text: encoded.value };
}

function clear(id: string): Step {
  const encoded = encodeClear(id);
  if (!encoded.ok) throw new Error(encoded.reason);
  return { kind: "print", text: encoded.value };
}

const dim = (text: string) => `\x1b[90m${text}\x1b[0m`;
const good = (text: string) => `\x1b[32m${text}\x1b[0m`;
const bad = (text: string) => `\x1b[31m${text}\x1b[0m`;

const agentSays = (input: ReportInput) => report({ app: "agent", ...input });

/** Works, asks for a permission, and is done when it was given. */
const AGENT: readonly Step[] = [
  command("agent"),
  { kind: "print", text: encodeQuery() },
  agentSays({ state: "idle" }),
  wait(500),
  print(`\n\x1b[1m>\x1b[0m Make the login test stable\n\n`),
  agentSays({ state: "working", title: "Login test", msg: "Reading test/login.test.ts" }),
  wait(700),
  print(`${good("●")} Read ${dim("test/login.test.ts, 84 lines")}\n`),
  wait(600),
  print(`${good("●")} Read ${dim("src/session.ts, 132 lines")}\n`),
  agentSays({ id: "task/callers", state: "working", title: "Callers", progress: 35 }),
  agentSays({ id: "task/history", state: "working", title: "History" }),
  print(`${good("●")} Two tasks ${dim("callers of write(), history of the test")}\n\n`),
  print("The test waits for a fixed 200 ms while the session is written.\n"),
  print("On a slow disk that is too short. It should wait for the write.\n\n"),
  agentSays({ state: "working", title: "Login test", msg: "Editing src/session.ts" }),
  wait(900),
  print(`${good("●")} Edit ${dim("src/session.ts")}\n`),
  print(`    ${bad("- await sleep(200);")}\n    ${good("+ await session.written;")}\n\n`),
  wait(700),
  print(`\x1b[33m◆\x1b[0m Run \x1b[1mnpm test -- login\x1b[0m ?   [y] yes   [n] no `),
  agentSays({
    state: "blocked",
    kind: "permission",
    title: "Login test",
    msg: "Run `npm test -- login`?",
  }),
  { kind: "ask" },
  print("y\n\n"),
  agentSays({ state: "working", title: "Login test", msg: "Running npm test -- login" }),
  wait(2500),
  clear("task"),
  print(`${good("●")} npm test ${dim("20 runs, 20 passed")}\n\nThe login test is stable now.\n`),
  agentSays({ state: "done", title: "Login test", msg: "Stable: 20 of 20 runs passed" }),
];

const testsSay = (progress: number, file: string): readonly Step[] => [
  report({
    state: "working",
    app: "telltale",
    title: "Unit tests",
    progress,
    msg: `${file}.test.ts`,
  }),
  print(`${good("✓")} ${file}.test.ts ${dim(`${(file.length * 37) % 90} ms`)}\n`),
  wait(700),
];

const FILES =
  "cart catalog checkout currency discount email export import invoice login mailer orders payment price returns search session shipping stock tax users vouchers".split(
    " ",
  );

/** A long job that knows how far it is. */
const TESTS: readonly Step[] = [
  command(`telltale run --title "Unit tests" -- npm test`),
  wait(300),
  ...FILES.flatMap((file, at) => testsSay(Math.floor((100 * at) / FILES.length), file)),
  print(`\n${good("212 passed")}, 0 failed\n`),
  report({ state: "done", app: "telltale", title: "Unit tests", msg: "212 passed" }),
  print(PROMPT),
];

/** One program of several parts, each with a record of its own. */
const REVIEW: readonly Step[] = [
  command("agent review --deep"),
  agentSays({ state: "working", title: "Review", msg: "3 reviewers read 41 files" }),
  print("\nThree reviewers read the change.\n\n"),
  wait(400),
  agentSays({ id: "reviewer/security", state: "working", title: "Security", progress: 20 }),
  print(`  security    ${dim("src/payment.ts")}\n`),
  wait(500),
  agentSays({ id: "reviewer/speed", state: "working", title: "Speed" }),
  print(`  speed       ${dim("bench/checkout.ts")}\n`),
  wait(500),
  agentSays({ id: "reviewer/words", state: "working", title: "Words" }),
  print(`  words       ${dim("docs/*.md")}\n`),
  wait(1500),
  agentSays({ id: "reviewer/words", state: "idle", title: "Words" }),
  agentSays({ id: "reviewer/security", state: "working", title: "Security", progress: 60 }),
  agentSays({ state: "working", title: "Review", msg: "2 of 3 reviewers still read" }),
  wait(20_000),
  clear("reviewer"),
  print("\nNothing that must be changed; 2 remarks.\n"),
  agentSays({ state: "done", title: "Review", msg: "2 remarks, nothing that must be changed" }),
];

/** Has ended well, and nobody has looked yet: typing here takes the mark away. */
const DOCS: readonly Step[] = [
  command("make docs"),
  report({ state: "working", app: "make", title: "Docs" }),
  wait(1200),
  print("14 pages written to site/\n"),
  report({ state: "done", app: "make", title: "Docs", msg: "14 pages written" }),
  print(PROMPT),
];

/** A failure with its reason, and the end of the program. */
const DEPLOY: readonly Step[] = [
  command("deploy staging"),
  report({ state: "working", app: "deploy", title: "Staging", progress: 10, msg: "Uploading" }),
  print("uploading 38 files\n"),
  wait(900),
  report({ state: "working", app: "deploy", title: "Staging", progress: 70, msg: "Smoke test" }),
  print("smoke test\n"),
  wait(900),
  print(`${bad("error")}: GET /health answered 502\n`),
  report({ state: "error", app: "deploy", title: "Staging", msg: "/health answered 502" }),
  { kind: "exit", code: 1 },
];

/** A shell in which nothing reports. */
const SHELL: readonly Step[] = [print(PROMPT)];

export const RECORDINGS: readonly Program[] = [
  recordedProgram("agent", AGENT),
  recordedProgram("tests", TESTS),
  recordedProgram("review", REVIEW),
  recordedProgram("docs", DOCS),
  recordedProgram("deploy", DEPLOY),
  recordedProgram("shell", SHELL),
];
