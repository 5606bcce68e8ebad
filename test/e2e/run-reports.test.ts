/** `telltale run`: what it tells the terminal, and when it keeps quiet. */
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTmux, tmuxVersion } from "../../src/testing/tmux.ts";
import { type InTerminalOptions, startInside, telltale, WAIT_MS } from "./in-terminal.ts";
import { leavingTmux } from "./in-tmux.ts";

setDefaultTimeout(4 * WAIT_MS);

const folder = mkdtempSync(join(tmpdir(), "telltale-run-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Told extends InTerminalOptions {
  readonly options?: readonly string[];
}

/** What the terminal is told while a script of the shell runs, and what it shows at the end. */
async function told(script: string, { options = [], ...rest }: Told = {}) {
  const terminal = startInside(telltale("run", ...options, "--", "sh", "-c", script), rest);
  try {
    const code = await terminal.exited;
    await terminal.rest(100, WAIT_MS);
    const reports = terminal.reports.map((report) => report.replace(":app=telltale:title=sh", ""));
    return { code, reports, text: terminal.text().trim(), title: terminal.title() };
  } finally {
    await terminal.end();
  }
}

// covers: run-reports
describe("run, a terminal that reads reports", () => {
  test("success: asked once, working, done; the answers reach nobody", async () => {
    expect(await told("sleep 0.3; echo finished")).toEqual({
      code: 0,
      reports: ["?", "state=working", "state=done"],
      text: "finished",
      title: "",
    });
  });

  test("failure: the last line that is not blank, without its colours; none: the code", async () => {
    const failing = "echo ok; printf '\\033[31mno such thing\\033[0m\\r\\n\\n'; exit 4";
    expect((await told(failing)).reports.at(-1)).toBe("state=error:msg=no such thing");
    expect((await told("exit 4")).reports.at(-1)).toBe("state=error:msg=exit code 4");
    const killed = await told("echo working hard; kill -9 $$");
    expect(killed.reports.at(-1)).toBe("state=error:msg=ended by SIGKILL");
  });

  test("a command that ends before the terminal has answered: told all the same", async () => {
    expect((await told("exit 0")).reports).toEqual(["?", "state=working", "state=done"]);
  });

  test("options: id, title and app are on each report", async () => {
    const options = ["--id", "build/web", "--title", "Web: build", "--app", "make"];
    const { reports } = await told("exit 0", { options });
    expect(reports).toEqual([
      "?",
      "state=working:id=build/web:app=make:title=Web: build",
      "state=done:id=build/web:app=make:title=Web: build",
    ]);
  });
});

// covers: run-asks-first
describe("run, whether it reports", () => {
  test("a terminal that does not answer the query, or answers nothing: nothing but the question", async () => {
    const { reports, text } = await told("sleep 0.2; echo out", { reply: null });
    expect({ reports, text }).toEqual({ reports: ["?"], text: "out" });
  });

  test("--when on: without asking; --when off: nothing", async () => {
    const on = await told("exit 0", { options: ["--when", "on"], reply: null });
    expect(on.reports).toEqual(["state=working", "state=done"]);
    expect((await told("exit 0", { options: ["--when", "off"] })).reports).toEqual([]);
  });

  test("TMUX is set: auto sends nothing, not even the question", async () => {
    expect((await told("exit 0", { env: { TMUX: "/tmp/x,1,0" } })).reports).toEqual([]);
  });

  test("an answer that comes late is no input of the command", async () => {
    const script = "stty raw -echo; sleep 0.8; echo ready; head -c 1 | od -An -c; stty sane";
    const terminal = startInside(telltale("run", "--", "sh", "-c", script), { reply: null });
    try {
      await terminal.see("ready");
      terminal.type("\x1b]7501;?\x1b\\k");
      await terminal.see("k");
      expect(await terminal.exited).toBe(0);
      expect(terminal.text()).not.toContain("033");
    } finally {
      await terminal.end();
    }
  });
});

// covers: run-progress
describe("run, progress of the command", () => {
  const steps = (form: string) => `for i in 10 20 30; do printf '${form}' $i; sleep 0.6; done`;

  test("OSC 9;4: becomes progress, and passes on as it is", async () => {
    const terminal = startInside(telltale("run", "--", "sh", "-c", steps("\\033]9;4;1;%s\\007")));
    try {
      expect(await terminal.exited).toBe(0);
      await terminal.hear("state=done:app=telltale:title=sh");
      const working = (pct: number) => `state=working:progress=${pct}:app=telltale:title=sh`;
      expect(terminal.reports).toEqual(expect.arrayContaining([10, 20, 30].map(working)));
      expect(Buffer.from(terminal.raw()).toString()).toContain("\x1b]9;4;1;20\x07");
    } finally {
      await terminal.end();
    }
  });

  test("percentages in the text: with --progress alone", async () => {
    const { reports } = await told(steps("\\r%s.5%%"), { options: ["--progress"] });
    expect(reports).toContain("state=working:progress=20");
    const without = await told(steps("\\r%s%%"));
    expect(without.reports).toEqual(["?", "state=working", "state=done"]);
  });

  test("within a sequence or a character of the command: the report waits for its end", async () => {
    const script = [
      "printf '\\033]9;4;1;40\\007\\033]0;half a ti'; sleep 0.7; printf 'tle\\007'",
      "printf '\\033]9;4;1;50\\007\\303'; sleep 0.7; printf '\\251\\n'",
    ].join("; ");
    const { reports, text, title } = await told(script);
    expect({ text, title }).toEqual({ text: "é", title: "half a title" });
    expect(reports).toEqual(
      expect.arrayContaining(["state=working:progress=40", "state=working:progress=50"]),
    );
  });
});

// covers: run-gives-way
describe("run, a command that reports itself", () => {
  const says = (body: string) => `printf '\\033]7501;${body}\\033\\\\'`;

  test("on our record: ours waits for the end", async () => {
    // The progress before it is still waiting to be told.
    const progress = (pct: number) => `printf '\\033]9;4;1;${pct}\\007'`;
    const blocked = says("state=blocked:kind=question");
    const script = `${progress(10)}; sleep 0.1; ${blocked}; ${progress(40)}; sleep 0.7`;
    expect((await told(script)).reports).toEqual([
      "?",
      "state=working",
      "state=blocked:kind=question",
      "state=done",
    ]);
  });

  test("its own end: not said again; another one than its exit code: said by us", async () => {
    expect((await told(`sleep 0.2; ${says("state=done:msg=YWxs")}`)).reports).toEqual([
      "?",
      "state=working",
      "state=done:msg=all",
    ]);
    const failed = await told(`sleep 0.2; ${says("state=done")}; exit 3`);
    expect(failed.reports.at(-1)).toBe("state=error:msg=exit code 3");
  });

  test("on another record: both are told", async () => {
    const { reports } = await told(`sleep 0.2; ${says("state=working:id=part")}; sleep 0.2`);
    expect(reports).toEqual(["?", "state=working", "state=working:id=part", "state=done"]);
  });

  test("it clears everything, or a shell in it draws a prompt: ours is told again", async () => {
    const cleared = await told(`sleep 0.3; ${says("state=clear")}; sleep 0.3`);
    expect(cleared.reports).toEqual([
      "?",
      "state=working",
      "state=clear",
      "state=working",
      "state=done",
    ]);
    const prompted = await told("sleep 0.3; printf '\\033]133;A\\007'; sleep 0.3");
    expect(prompted.reports).toEqual(["?", "state=working", "state=working", "state=done"]);
  });

  test("its question: answered by the terminal, to the command", async () => {
    const script = `sleep 0.5; stty raw -echo; ${says("?")}; head -c 10 | od -An -c; stty sane`;
    const { reports, text } = await told(script);
    expect(reports).toEqual(["?", "state=working", "?", "state=done"]);
    expect(text.replaceAll(/\s+/g, " ")).toBe("033 ] 7 5 0 1 ; ? 033 \\");
  });

  test("run within run: one question each, the outer one gives way, the exit code comes through", async () => {
    const inner = `telltale run --title inner -- sh -c 'stty size; exit 6'`;
    const { code, reports, text } = await told(inner);
    expect(code).toBe(6);
    expect(text).toBe("30 100");
    expect(reports).toEqual([
      "?",
      "state=working",
      "?",
      "state=working:app=telltale:title=inner",
      "state=error:app=telltale:title=inner:msg=30 100",
    ]);
  });
});

// covers: run-resize
test("run, the terminal changes its size: the command hears of it and sees it", async () => {
  const script = 'trap "stty size" WINCH; echo ready; while :; do sleep 0.05; done';
  const terminal = startInside(telltale("run", "--", "sh", "-c", script));
  try {
    await terminal.see("ready");
    terminal.resize(61, 17);
    await terminal.see("17 61");
  } finally {
    await terminal.end();
  }
});

// covers: run-explains
describe("run --explain: one line before the command starts", () => {
  const lines = async (options: readonly string[], setting: InTerminalOptions = {}) => {
    const { code, text } = await told("echo out", {
      options: ["--explain", ...options],
      ...setting,
    });
    expect(code).toBe(0);
    return text.split("\n").map((line) => line.trimEnd());
  };

  test("on and off, and in tmux: what is sent, or why nothing is", async () => {
    expect(await lines(["--when", "on"])).toEqual([
      "telltale run: reports are sent, without a wrapping",
      "out",
    ]);
    expect(await lines(["--when", "off"])).toEqual([
      "telltale run: nothing sent: --when off",
      "out",
    ]);
    const [line, ...rest] = await lines([], { env: { TMUX: "/nowhere,1,0" }, cols: 160 });
    expect(line).toStartWith("telltale run: nothing sent: TMUX is set: this is tmux");
    expect(rest).toEqual(["out"]);
  });

  test("auto: that the terminal is asked; after the command, if it gave no answer, that as well", async () => {
    const asked =
      "telltale run: the terminal is asked, and gets reports if it says that it reads them";
    expect(await lines([])).toEqual([asked, "out"]);
    expect(await lines([], { reply: null })).toEqual([
      asked,
      "out",
      "telltale run: nothing sent: the terminal does not say that it reads reports",
    ]);
  });

  test("no controlling terminal, even with --when on: the reason; the command runs", () => {
    const call = telltale("run", "--explain", "--when", "on", "--", "sh", "-c", "echo out; exit 3");
    const ran = Bun.spawnSync(["setsid", "--wait", ...call], {
      env: { PATH: process.env.PATH ?? "" },
      stdin: "ignore",
    });
    expect([ran.exitCode, ran.stdout.toString(), ran.stderr.toString()]).toEqual([
      3,
      "out\n",
      "telltale run: nothing sent: there is no controlling terminal\n",
    ]);
  });

  test("stdout is a pipe: not asked, and how to send all the same", async () => {
    const call = telltale("run", "--explain", "--", "true")
      .map((word) => `'${word}'`)
      .join(" ");
    const terminal = startInside(
      ["sh", "-c", `${call} 2>explained | cat; cat explained; rm explained`],
      {
        cwd: folder,
        cols: 160,
      },
    );
    try {
      await terminal.see(
        "nothing sent: in a pipeline another program may read the keys; --when on",
      );
      expect(terminal.reports).toEqual([]);
    } finally {
      await terminal.end();
    }
  });
});

// covers: run-passthrough
test("run --when on --passthrough: each report in a wrapping of its own, the output as it is", async () => {
  const raw = async (...options: string[]) => {
    // Output that is there at once may come before the first report.
    const script = "sleep 0.3; echo out";
    const call = telltale("run", "--when", "on", ...options, "--", "sh", "-c", script);
    const terminal = startInside(call, { env: { STY: "1.pts-0.host" } });
    try {
      expect(await terminal.exited).toBe(0);
      await terminal.rest(100, WAIT_MS);
      return Buffer.from(terminal.raw()).toString();
    } finally {
      await terminal.end();
    }
  };
  const body = (state: string) => `\x1b]7501;state=${state}:app=telltale:title=c2g=`;
  const forTmux = (state: string) => `\x1bPtmux;\x1b${body(state)}\x1b\x1b\\\x1b\\`;
  const forScreen = (state: string) => `\x1bP${body(state)}\x07\x1b\\`;
  expect(await raw()).toBe(`${forScreen("working")}out\r\n${forScreen("done")}`);
  const tmux = await raw("--passthrough", "tmux");
  expect(tmux).toBe(`${forTmux("working")}out\r\n${forTmux("done")}`);
  const off = await raw("--passthrough", "off");
  expect(off).toBe(`${body("working")}\x1b\\out\r\n${body("done")}\x1b\\`);
});

const mayMiss = tmuxVersion() === undefined && process.env.CI !== "true";
if (mayMiss) process.stderr.write("skipped: run in tmux, which is not installed\n");

describe.skipIf(mayMiss)("run in a real tmux", () => {
  // covers: run-passthrough
  test("allow-passthrough on, --when on: its reports leave tmux byte for byte", async () => {
    const { ended, outside, rows } = await leavingTmux(
      "on",
      "run --id build --when on --explain -- sh -c 'echo out; exit 3'",
    );
    expect(ended).toBe(true);
    const body = (rest: string) => `\x1b]7501;state=${rest}\x1b\\`;
    expect(outside).toContain(body("working:id=build:app=telltale:title=c2g="));
    expect(outside).toContain(body("error:id=build:app=telltale:title=c2g=:msg=b3V0"));
    expect(rows).toContain("telltale run: reports are sent, wrapped for tmux");
    expect(rows).toContain("ended 3");
  });

  test("auto: neither a report nor the question reaches tmux", async () => {
    const { ended, outside, pane, rows } = await leavingTmux("on", "run --explain -- echo out");
    expect(ended).toBe(true);
    expect(rows).toContain("telltale run: nothing sent: TMUX is set: this is tmux");
    expect(pane + outside).not.toContain("7501");
    expect(pane).not.toContain("\x1b[c");
  });
});

test.skipIf(mayMiss)(
  "run in tmux: the command has the pane, keys reach it, and of a report nothing is seen",
  async () => {
    const script = 'echo ready; read line; stty size; echo "got $line"; sleep 60';
    const command = telltale("run", "--when", "on", "--", "sh", "-c", script);
    const tmux = startTmux(command, { cols: 80, rows: 10, env: { PATH: process.env.PATH ?? "" } });
    try {
      expect(await tmux.wait((rows) => rows[0] === "ready", WAIT_MS)).toBe(true);
      tmux.type("typed");
      tmux.sendKeys("Enter");
      expect(await tmux.wait((rows) => rows[3] === "got typed", WAIT_MS)).toBe(true);
      expect(tmux.capture().slice(0, 4)).toEqual(["ready", "typed", "10 80", "got typed"]);
    } finally {
      await tmux.end();
    }
  },
);
