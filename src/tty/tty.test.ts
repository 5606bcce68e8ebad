/** The controlling terminal, seen by a program of its own in a real PTY. */
import { expect, test } from "bun:test";
import { startPty } from "../testing/pty.ts";

const PREAMBLE = `
import { openTty } from ${JSON.stringify(`${import.meta.dir}/tty.ts`)};
import { askTerminal } from ${JSON.stringify(`${import.meta.dir}/ask.ts`)};
const opened = openTty({ patienceMs: 300 });
if (!opened.ok) { console.log(opened.reason); process.exit(9); }
const tty = opened.value;
const say = (text) => tty.write(text + "\\r\\n");
`;
const ENV = { PATH: process.env.PATH ?? "", NO_COLOR: "1" };
const WAIT_MS = 5_000;

/** `stty` before and after a program that ends in `body`, in a shell of the same terminal. */
function startBetween(body: string) {
  return startPty(
    ["sh", "-c", 'stty -g; "$@" 2>&1; echo "code $?"; stty -g', "sh", ...program(body)],
    { env: ENV, cols: 90, rows: 20 },
  );
}

function program(body: string): readonly string[] {
  return [process.execPath, "-e", PREAMBLE + body];
}

test.each([
  ["process.exit", "process.exit(3)", "code 3"],
  ["an exception", "setTimeout(() => { throw new Error('x'); }, 5)", "code 1"],
  ["SIGTERM", "process.kill(process.pid, 'SIGTERM'); setTimeout(() => {}, 2000)", "code 143"],
  ["SIGHUP", "process.kill(process.pid, 'SIGHUP'); setTimeout(() => {}, 2000)", "code 129"],
  ["close", "tty.close(); tty.close()", "code 0"],
])("raw mode, ended by %s: the old modes are back", async (_name, ending, code) => {
  const pty = startBetween(`tty.setRaw(true); ${ending}`);
  try {
    expect(await pty.wait((rows) => rows.some((row) => row.trim() === code), WAIT_MS)).toBe(true);
    await pty.exited;
    await pty.rest(50, WAIT_MS);
    const modes = pty.screen().filter((row) => /^\s*[0-9a-f]+(:[0-9a-f]+)+$/.test(row));
    expect(modes).toHaveLength(2);
    expect(modes[1]?.trim()).toBe(modes[0]?.trim() as string);
  } finally {
    await pty.end();
  }
});

test("raw mode, keys: they come as bytes, and after stop the next reader has the rest", async () => {
  const pty = startPty(
    program(`
      tty.setRaw(true);
      const { promise, resolve } = Promise.withResolvers();
      const stop = tty.onBytes((bytes) => { say("first " + bytes); resolve(); });
      say("size " + JSON.stringify(tty.size()));
      await promise;
      stop();
      say("stopped");
      while (!tty.hasInput()) await Bun.sleep(5);
      tty.onBytes((bytes) => { say("second " + bytes); process.exit(0); });
    `),
    { env: ENV, cols: 61, rows: 17 },
  );
  try {
    expect(await pty.wait((rows) => rows.includes('size {"cols":61,"rows":17}'), WAIT_MS)).toBe(
      true,
    );
    pty.press("ctrlC");
    expect(await pty.wait((rows) => rows.includes("stopped"), WAIT_MS)).toBe(true);
    pty.type("\x1a");
    expect(await pty.exited).toBe(0);
    expect(await pty.wait((rows) => rows.includes("second 26"), WAIT_MS)).toBe(true);
    expect(pty.screen()).toContain("first 3");
  } finally {
    await pty.end();
  }
});

test("a job in the background: no raw mode, no question, and it is not stopped", async () => {
  const job = program(`
    const asked = await askTerminal(tty, { nowMs: Date.now });
    say([tty.isForeground(), tty.setRaw(true), asked.verdict, asked.reason].join(" "));
  `);
  const pty = startPty(["bash", "-mc", '"$@" & wait; echo "code $?"', "bash", ...job], {
    env: ENV,
  });
  try {
    expect(await pty.wait((rows) => rows.includes("code 0"), WAIT_MS)).toBe(true);
    expect(pty.screen()).toContain("false false unsupported background");
  } finally {
    await pty.end();
  }
});

test("no controlling terminal: a reason", async () => {
  const child = Bun.spawn([...program("")], { env: ENV, stdin: "ignore", detached: true });
  expect(await child.stdout.text()).toBe("there is no controlling terminal\n");
  expect(await child.exited).toBe(9);
});

test.each([
  ["SIGHUP", "trap '' HUP; exec \"$@\"", "ignored"],
  ["nothing", 'exec "$@"', "heard"],
])(
  "a shell that wants %s ignored: our listeners do not undo it",
  async (_name, script, outcome) => {
    const body = `
    tty.setRaw(true);
    process.kill(process.pid, "SIGHUP");
    setTimeout(() => { say("ignored"); process.exit(0); }, 100);
  `;
    const pty = startPty(["sh", "-c", script, "sh", ...program(body)], { env: ENV });
    try {
      expect(await pty.exited).toBe(outcome === "ignored" ? 0 : 129);
    } finally {
      await pty.end();
    }
  },
);

const ASK = `
  const asked = await askTerminal(tty, { nowMs: Date.now });
  say(JSON.stringify({ ...asked, typed: String.fromCharCode(...asked.typed) }));
`;

test("asking a terminal that reads reports: supported, and the answers are not input", async () => {
  const osc = { 7501: (body: string) => (body === "?" ? "k\x1b]7501;?\x1b\\" : undefined) };
  const pty = startPty(program(ASK), { env: ENV, cols: 200, osc });
  try {
    expect(await pty.wait((rows) => rows.some((row) => row.startsWith("{")), WAIT_MS)).toBe(true);
    const said = JSON.parse(pty.screen().find((row) => row.startsWith("{")) ?? "");
    expect(said).toMatchObject({ verdict: "supported", typed: "k" });
    await pty.exited;
    expect(await pty.rest(100, WAIT_MS)).toBe(true);
    expect(pty.text()).not.toContain("7501");
  } finally {
    await pty.end();
  }
});

test("asking one that does not: no reply, at the second answer and not after the time", async () => {
  const body = `const began = performance.now();${ASK}say(performance.now() - began < 250 ? "soon" : "late")`;
  const pty = startPty(program(body), { env: ENV, cols: 120 });
  try {
    expect(await pty.wait((rows) => rows.includes("soon"), WAIT_MS)).toBe(true);
    expect(pty.text()).toContain('"verdict":"unsupported","reason":"no-reply"');
  } finally {
    await pty.end();
  }
});

test("a half typed line: not asked, and the line reaches the next program", async () => {
  const script = 'read gate; "$@"; read line; echo "got $line"';
  const pty = startPty(["sh", "-c", script, "sh", ...program(ASK)], { env: ENV, cols: 120 });
  try {
    pty.type("go\rhal");
    expect(await pty.wait((rows) => rows.some((row) => row.includes("typed-ahead")), WAIT_MS)).toBe(
      true,
    );
    pty.type("f\r");
    expect(await pty.wait((rows) => rows.includes("got half"), WAIT_MS)).toBe(true);
  } finally {
    await pty.end();
  }
});
