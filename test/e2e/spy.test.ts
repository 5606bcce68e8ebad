/** `telltale spy`: plays a terminal that reads reports, and is otherwise not there. */
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  setDefaultTimeout,
  test,
} from "bun:test";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asRecord, asText } from "../../src/base/shape.ts";
import { startTmux, tmuxVersion } from "../../src/testing/tmux.ts";
import { startInside, startShell, TELLTALE, telltale, WAIT_MS } from "./in-terminal.ts";

setDefaultTimeout(4 * WAIT_MS);

let folder: string;
let log: string;
let count = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "telltale-spy-"));
});
beforeEach(() => {
  count += 1;
  log = join(folder, `log-${count}.jsonl`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Line = { readonly event: string; readonly atMs: number } & Record<string, unknown>;

function lines(): readonly Line[] {
  const text = readFileSync(log, "utf8");
  expect(text.endsWith("\n")).toBe(true);
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** Events without their time, and without the start that each call writes first. */
const events = () =>
  lines().flatMap(({ atMs: _, ...event }) => (event.event === "start" ? [] : [event]));

/** Runs a shell's script below spy in a terminal. */
async function spied(script: string, options: readonly string[] = ["--log", log]) {
  const terminal = startInside(telltale("spy", ...options, "--", "sh", "-c", script));
  try {
    const code = await terminal.exited;
    await terminal.rest(100, WAIT_MS);
    const raw = Buffer.from(terminal.raw()).toString("latin1");
    return { code, text: terminal.text().trim(), reports: terminal.reports, raw };
  } finally {
    await terminal.end();
  }
}

const say = (body: string, end = "\\033\\\\") => `printf '\\033]7501;${body}${end}'`;

// covers: spy-log
describe("spy, a command that reports", () => {
  test("each event is a line as decode prints it, with its time; the end is the last", async () => {
    const script = [
      say("state=working:title=YQ==:progress=40"),
      say("state=blocked:kind=question:id=part"),
      say("state=clear:id=part"),
      say("state=nonsense"),
      "printf '\\033]133;A\\007\\033c'",
      "exit 5",
    ].join(";");
    expect((await spied(script)).code).toBe(5);
    expect(events()).toEqual([
      { event: "report", record: { id: "", state: "working", progress: 40, title: "a" } },
      { event: "report", record: { id: "part", state: "blocked", kind: "question" } },
      { event: "clear", id: "part" },
      { event: "reject", reason: "unknown-state" },
      { event: "prompt-start" },
      { event: "reset" },
      { event: "exit", code: 5 },
    ]);
    const times = lines().map(({ atMs }) => atMs);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times.every((atMs) => Number.isInteger(atMs) && atMs >= 0)).toBe(true);
  });

  test("death by a signal: its name is in the last line, and spy dies of it", async () => {
    expect((await spied("kill -9 $$")).code).toBe(137);
    expect(events()).toEqual([{ event: "exit", code: 137, signal: "SIGKILL" }]);
  });

  test("each call begins with the start, and one that cannot start its command ends with its code", async () => {
    await spied("exit 5");
    const missing = startInside(telltale("spy", "--log", log, "--", "no-such-command"));
    expect(await missing.exited).toBe(127);
    await missing.end();
    const start = { event: "start", atMs: 0 };
    const isExit = (code: number) => ({ event: "exit", code, atMs: expect.any(Number) });
    expect(lines()).toEqual([start, isExit(5), start, isExit(127)]);
  });

  test("the file: appended to, private, a line for each event at once", async () => {
    writeFileSync(log, '{"event":"before"}\n', { mode: 0o600 });
    const terminal = startInside(
      telltale("spy", "--log", log, "--", "sh", "-c", `${say("state=working")}; read line`),
    );
    try {
      const isThere = () => readFileSync(log, "utf8").includes('"working"');
      expect(await terminal.wait(isThere, WAIT_MS)).toBe(true);
      terminal.enter("");
      expect(await terminal.exited).toBe(0);
    } finally {
      await terminal.end();
    }
    expect(events()[0]).toEqual({ event: "before" });
    rmSync(log);
    await spied("true");
    expect(statSync(log).mode & 0o777).toBe(0o600);
  });

  test("a file that ends in the middle of a line: the first event stands on one of its own", async () => {
    writeFileSync(log, '{"event":"re');
    await spied(say("state=done"));
    const [torn, ...whole] = readFileSync(log, "utf8").trimEnd().split("\n");
    expect(torn).toBe('{"event":"re');
    expect(whole.map((line) => JSON.parse(line).event)).toEqual(["start", "report", "exit"]);
  });

  test("texts that steer a terminal: escaped in the file", async () => {
    const title = Buffer.from("a\u202eb").toString("base64");
    await spied(say(`state=done:title=${title}`));
    expect(readFileSync(log, "utf8")).toContain("a\\u202eb");
  });
});

// covers: spy-untouched-screen
describe("spy, the screen", () => {
  test("OSC 7501 is taken out, all else passes: colours, titles, progress, half a sequence at the end", async () => {
    const script = `printf '\\033[31mred\\033]0;t\\007\\033]9;4;1;5\\007'; ${say("state=done")}; printf '\\303\\251\\033]750'`;
    const { raw, reports } = await spied(script);
    expect(raw).toBe("\x1b[31mred\x1b]0;t\x07\x1b]9;4;1;5\x07\xc3\xa9\x1b]750");
    expect(reports).toEqual([]);
  });

  test("redirected streams, exit code, resize: as with run", async () => {
    const terminal = startInside(
      telltale(
        "spy",
        "--log",
        log,
        "--",
        "sh",
        "-c",
        'trap "stty size; exit 4" WINCH; echo ready; while :; do sleep 0.05; done',
      ),
    );
    try {
      await terminal.see("ready");
      terminal.resize(50, 9);
      await terminal.see("9 50");
      expect(await terminal.exited).toBe(4);
    } finally {
      await terminal.end();
    }
  });

  test("Ctrl+Z and fg: as with run", async () => {
    const shell = await startShell();
    try {
      shell.enter(
        `$TELLTALE spy --log ${log} -- sh -c 'echo re""ady; read line; echo "got $line"'`,
      );
      await shell.seeRow("ready");
      shell.type("\x1a");
      await shell.see("Stopped");
      shell.enter("fg");
      await shell.see("got");
      shell.enter("typed");
      await shell.seeRow("got typed");
    } finally {
      await shell.end();
    }
  });
});

test("spy and run, a command without the two dashes before it: its options are its own", async () => {
  for (const name of ["spy", "run"]) {
    const terminal = startInside(telltale(name, "sh", "-c", "exit 4"));
    expect(await terminal.exited).toBe(4);
    await terminal.end();
  }
});

// covers: spy-always-terminal
test("spy in a script, without any terminal: the command has one all the same", async () => {
  const script = `test -t 1 && printf screen; stty size; stty raw -echo; ${say("?")}; head -c 10 | od -An -c`;
  const command = [...TELLTALE, "spy", "--log", log, "--", "sh", "-c", `exec </dev/tty; ${script}`];
  const child = Bun.spawn(["setsid", "-w", ...command], {
    env: { PATH: process.env.PATH ?? "" },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  expect({ code: await child.exited, err }).toEqual({ code: 0, err: "" });
  expect(out.replaceAll(/\s+/g, " ").trim()).toBe("screen24 80 033 ] 7 5 0 1 ; ? 033 \\");
  expect(events()).toEqual([{ event: "query" }, { event: "exit", code: 0 }]);
});

test("spy, a reader of its output that ends first: the command is hung up on", async () => {
  const script = 'set -o pipefail; "$@" | head -n 1; echo "code $?"';
  const terminal = startInside(["bash", "-c", script, "bash", ...telltale("spy", "--", "yes")]);
  try {
    await terminal.seeRow("code 129");
  } finally {
    await terminal.end();
  }
});

// covers: spy-in-tmux
test.if(tmuxVersion() !== undefined || process.env.CI === "true")(
  "spy in a tmux: what runs below it is in the terminal that spy plays, and reports",
  async () => {
    const tmux = startTmux(telltale("spy", "--log", log, "--", ...telltale("run", "--", "true")), {
      cwd: folder,
    });
    try {
      const hasEnded = () => existsSync(log) && readFileSync(log, "utf8").includes('"exit"');
      expect(await tmux.wait(hasEnded, WAIT_MS).catch(hasEnded)).toBe(true);
    } finally {
      await tmux.end();
    }
    const states = lines().flatMap(({ record }) => asText(asRecord(record)?.state) ?? []);
    expect(states).toEqual(["working", "done"]);
  },
);

test("spy in tmux or GNU screen: their variables are not the command's, TERM stays", async () => {
  const script = 'echo "[$TMUX$TMUX_PANE$STY][$TERM]"';
  const env = { TMUX: "/x,1,0", TMUX_PANE: "%1", STY: "1.pts-0.host", TERM: "screen" };
  const terminal = startInside(telltale("spy", "--log", log, "--", "sh", "-c", script), { env });
  try {
    await terminal.seeRow("[][screen]");
  } finally {
    await terminal.end();
  }
});

// covers: spy-answers
describe("spy, a command that asks", () => {
  const ask = (end: string, bytes: number) =>
    `stty raw -echo; printf '\\033]7501;?${end}\\033[c'; head -c ${bytes} | od -An -c; stty sane`;

  test("the answer is input of the command, ended as the query, before the terminal's own", async () => {
    for (const [end, bytes, shown] of [
      ["\\033\\\\", 11, "033 ] 7 5 0 1 ; ? 033 \\ 033"],
      ["\\007", 10, "033 ] 7 5 0 1 ; ? \\a 033"],
    ] as const) {
      const { text, reports } = await spied(ask(end, bytes));
      expect(text.replaceAll(/\s+/g, " ")).toBe(shown);
      expect(reports).toEqual([]);
    }
    expect(events().filter(({ event }) => event === "query")).toHaveLength(2);
  });

  test("a command whose terminal echoes: it does not go on for ever", async () => {
    const { code } = await spied(
      `stty raw echo -echoctl; ${say("?")}; sleep 1.5; stty sane; exit 3`,
    );
    expect(code).toBe(3);
    // The first ten of each second are answered, and each answer is echoed as the next query.
    expect(lines().length).toBeGreaterThan(8);
    expect(lines().length).toBeLessThan(60);
  });
});

// covers: spy-summary
test("spy without --log: a summary below the output, on stderr", async () => {
  const script = `printf x; ${say("state=working")}; ${say("state=blocked:kind=auth")}; ${say("oops")}`;
  const { text } = await spied(script, []);
  expect(text.split("\n").map((row) => row.trimEnd())).toEqual([
    "x",
    "telltale spy: 2 reports, 0 queries, 1 refused; at the end: blocked (auth)",
  ]);
});

// covers: spy-bad-log
test("spy, a log that cannot be written: exit 1, the reason, and the command does not start", async () => {
  const marker = join(folder, "started");
  const locked = join(folder, "locked");
  mkdirSync(locked);
  const missing = join(folder, "none/log");
  for (const [path, words] of [
    [missing, "it is missing"],
    [locked, "it is a folder"],
  ] as const) {
    const { code, text } = await spied(`touch ${marker}`, ["--log", path]);
    expect({ code, isStarted: existsSync(marker) }).toEqual({ code: 1, isStarted: false });
    expect(text.replaceAll("\n", "")).toContain(words);
  }
});
