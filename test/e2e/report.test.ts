/** `telltale report` as a process on real terminals: ones that answer, ones that do not, tmux, none. */
import { describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { startPty } from "../../src/testing/pty.ts";
import { tmuxVersion } from "../../src/testing/tmux.ts";
import { leavingTmux } from "./in-tmux.ts";

const ROOT = resolve(import.meta.dir, "../..");
const REPORT = [process.execPath, `${ROOT}/src/cli/main.ts`, "report"];
const ENV = { PATH: process.env.PATH ?? "", LANG: "C.UTF-8", TERM: "xterm-256color" };
const WAIT_MS = 10_000;

const ST = "\x1b\\";
const report = (body: string) => `\x1b]7501;${body}${ST}`;

interface Setting {
  /** Body of the answer to a query; absent: the terminal answers as one that knows nothing of it. */
  readonly reply?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs the command on a terminal: what it sent there, what the terminal was told, how it ended. */
async function run(args: readonly string[], { reply, env = {} }: Setting = {}) {
  const told: string[] = [];
  const pty = startPty([...REPORT, ...args], {
    env: { ...ENV, ...env },
    cols: 160,
    osc:
      reply === undefined
        ? {}
        : {
            7501: (body) => {
              told.push(body);
              return body === "?" ? report(reply) : undefined;
            },
          },
  });
  try {
    const code = await pty.exited;
    await pty.rest(50, WAIT_MS);
    return { code, told, raw: Buffer.from(pty.raw()).toString(), screen: pty.text().trim() };
  } finally {
    await pty.end();
  }
}

describe("a terminal that reads reports", () => {
  // covers: report-asks-first
  test("auto: asked, then told, with every member; nothing is seen of it on the screen", async () => {
    const args = ["blocked", "--id", "a/b", "--kind", "auth", "--progress", "40"];
    const { code, told, screen } = await run(
      [...args, "--app", "make", "--title", "T", "--msg", "m"],
      { reply: "?" },
    );
    expect({ code, screen }).toEqual({ code: 0, screen: "" });
    expect(told).toEqual([
      "?",
      "state=blocked:id=a/b:kind=auth:progress=40:app=make:title=VA==:msg=bQ==",
    ]);
  });

  // covers: report-speaks-for-the-caller
  test("no --app: no name of ours stands in for the one of the script", async () => {
    const { told } = await run(["done"], { reply: "?" });
    expect(told).toEqual(["?", "state=done"]);
    expect((await run(["clear", "--id", "x"], { reply: "?" })).told[1]).toBe("state=clear:id=x");
  });

  // covers: report-capabilities
  test("kinds are listed without ours: blocked without a kind, and --explain says so", async () => {
    const args = ["blocked", "--kind", "auth", "--explain"];
    const { code, told, screen } = await run(args, { reply: "?:kinds=permission" });
    expect(code).toBe(0);
    expect(told).toEqual(["?", "state=blocked"]);
    expect(screen).toContain("without the kind auth");
  });

  // covers: report-capabilities
  test("states are listed without ours: nothing; clear needs no listing", async () => {
    const restricted = { reply: "?:states=idle,done" };
    const { code, told, screen } = await run(["working", "--explain"], restricted);
    expect({ code, told }).toEqual({ code: 0, told: ["?"] });
    expect(screen).toBe(
      "telltale report: nothing sent: the terminal takes no reports of the state working",
    );
    expect((await run(["clear"], restricted)).told).toEqual(["?", "state=clear"]);
  });

  // covers: report-side-by-side
  test("six at once: each one is told, no answer is seen, the terminal is as it was", async () => {
    const home = mkdtempSync(join(tmpdir(), "telltale-report-"));
    const told: string[] = [];
    const command = REPORT.map((word) => `'${word}'`).join(" ");
    const all = Array.from({ length: 6 }, (_, at) => `${command} working --id p/${at} &`);
    const script = `before=$(stty -g); ${all.join(" ")} wait; [ "$before" = "$(stty -g)" ] && echo same`;
    const pty = startPty(["sh", "-c", script], {
      env: { ...ENV, TELLTALE_HOME: home },
      osc: {
        7501: (body) => {
          told.push(body);
          return body === "?" ? report("?") : undefined;
        },
      },
    });
    try {
      await pty.exited;
      await pty.rest(50, WAIT_MS);
      expect(pty.text().trim()).toBe("same");
      const ids = told.filter((body) => body !== "?").map((body) => body.replace(/.*=p\//, ""));
      expect(ids.map(Number).sort((a, b) => a - b)).toEqual(all.map((_, at) => at));
    } finally {
      await pty.end();
      rmSync(home, { recursive: true, force: true });
    }
  }, 30_000);

  test("on: told without being asked; off: neither", async () => {
    expect((await run(["idle", "--when", "on"], { reply: "?" })).told).toEqual(["state=idle"]);
    const off = await run(["idle", "--when", "off", "--explain"], { reply: "?" });
    expect(off.told).toEqual([]);
    expect(off.screen).toBe("telltale report: nothing sent: --when off");
  });
});

describe("a terminal that does not", () => {
  // covers: report-asks-first
  test("auto: the question alone, exit 0, quiet; --explain says why", async () => {
    const quiet = await run(["working"]);
    expect(quiet).toMatchObject({ code: 0, screen: "" });
    expect(quiet.raw).toBe(`${report("?")}\x1b[c`);
    const { screen } = await run(["working", "--explain"]);
    expect(screen).toContain("nothing sent: the terminal does not say that it reads reports");
  });

  test("one that answers nothing at all: given up after 300 ms", async () => {
    let out = "";
    const began = performance.now();
    const child = Bun.spawn([...REPORT, "working"], {
      env: ENV,
      terminal: {
        data(_pty, bytes) {
          out += Buffer.from(bytes).toString();
        },
      },
    });
    expect(await child.exited).toBe(0);
    const tookMs = performance.now() - began;
    child.terminal?.close();
    expect(out).toBe(`${report("?")}\x1b[c`);
    expect(tookMs).toBeGreaterThan(290);
    expect(tookMs).toBeLessThan(3_000);
  });

  test("Ctrl+C while it is asked: ends the command as it would have", async () => {
    const child = Bun.spawn([...REPORT, "working"], {
      env: ENV,
      terminal: {
        data(pty) {
          pty.write("\x03");
        },
      },
    });
    await child.exited;
    child.terminal?.close();
    expect(child.signalCode).toBe("SIGINT");
  });
});

describe("multiplexers by their variables", () => {
  const TMUX = { TMUX: "/nowhere,1,0" };
  const SCREEN = { STY: "1.pts-0.host" };

  // covers: report-quiet-in-multiplexers
  test.each([
    ["TMUX", TMUX],
    ["STY", SCREEN],
  ])("auto with %s: not one byte, though the terminal would answer", async (_name, env) => {
    expect(await run(["working"], { reply: "?", env })).toMatchObject({ code: 0, raw: "" });
  });

  test("auto with the name of tmux in TERM alone: asked, and sent to a terminal that reads reports", async () => {
    const { code, raw } = await run(["working"], { reply: "?", env: { TERM: "screen" } });
    expect({ code, sent: raw.endsWith(report("state=working")) }).toEqual({ code: 0, sent: true });
  });

  // covers: report-passthrough
  test("on: wrapped for tmux or GNU screen by the variables, or as it was asked for", async () => {
    const raw = async (env: Record<string, string>, ...args: string[]) =>
      (await run(["idle", "--when", "on", ...args], { env })).raw;
    const forTmux = `\x1bPtmux;\x1b\x1b]7501;state=idle\x1b\x1b\\${ST}`;
    const forScreen = `\x1bP\x1b]7501;state=idle\x07${ST}`;
    expect(await raw(TMUX)).toBe(forTmux);
    expect(await raw(SCREEN)).toBe(forScreen);
    expect(await raw({})).toBe(report("state=idle"));
    expect(await raw(TMUX, "--passthrough", "off")).toBe(report("state=idle"));
    expect(await raw({}, "--passthrough", "tmux")).toBe(forTmux);
    expect(await raw({}, "--passthrough", "screen")).toBe(forScreen);
  });
});

describe("no controlling terminal", () => {
  const without = (...args: string[]) => {
    const ran = Bun.spawnSync(["setsid", "--wait", ...REPORT, ...args], {
      env: ENV,
      stdin: "ignore",
    });
    return { code: ran.exitCode, out: ran.stdout.toString(), err: ran.stderr.toString() };
  };

  // covers: report-without-terminal
  test("auto: exit 0 and quiet, so that a script in CI goes on; on: exit 1 with the reason", () => {
    expect(without("working")).toEqual({ code: 0, out: "", err: "" });
    const line = "telltale report: nothing sent: there is no controlling terminal\n";
    expect(without("working", "--explain")).toEqual({ code: 0, out: "", err: line });
    expect(without("working", "--when", "on")).toEqual({ code: 1, out: "", err: line });
  });
});

// covers: report-refuses
test.each([
  ["no state", []],
  ["a state that is none", ["busy"]],
  ["a bad id", ["idle", "--id", "a b"]],
  ["kind without blocked", ["idle", "--kind", "auth"]],
  ["a kind that is none", ["blocked", "--kind", "money"]],
  ["half a percent", ["working", "--progress", "1.5"]],
  ["more than all", ["working", "--progress", "101"]],
  ["an app with blanks", ["idle", "--app", "my app"]],
  ["an unknown option", ["idle", "--state", "x"]],
  ["a wrong --when", ["idle", "--when", "now"]],
])("%s, even with --when on: exit 2, one line, nothing written", async (_name, args) => {
  const { code, raw } = await run(args.includes("--when") ? args : [...args, "--when", "on"]);
  expect(code).toBe(2);
  expect(raw).toMatch(/^telltale report: [^\x00-\x1f]+\r\n$/);
});

const mayMiss = tmuxVersion() === undefined && process.env.CI !== "true";
if (mayMiss) process.stderr.write("skipped: reports in tmux, which is not installed\n");

describe.skipIf(mayMiss)("tmux", () => {
  const inTmux = (passthrough: "on" | "off", args: string) =>
    leavingTmux(passthrough, `report ${args}`);

  // covers: report-passthrough
  test("allow-passthrough on, --when on: leaves tmux byte for byte", async () => {
    const args = "blocked --id build --kind question --msg 'Deploy?' --when on --explain";
    const { ended, outside, rows } = await inTmux("on", args);
    expect(ended).toBe(true);
    expect(outside).toContain(report("state=blocked:id=build:kind=question:msg=RGVwbG95Pw=="));
    expect(rows).toContain("wrapped for tmux");
    expect(rows).toContain("ended 0");
  }, 30_000);

  test("allow-passthrough off: it reaches tmux and nothing leaves", async () => {
    const { ended, outside, pane } = await inTmux("off", "working --when on");
    expect(ended).toBe(true);
    expect(pane).toContain("\x1bPtmux;\x1b\x1b]7501;state=working");
    expect(outside).not.toContain("7501");
  }, 30_000);

  // covers: report-quiet-in-multiplexers
  test("auto: neither a report nor the question reaches tmux", async () => {
    const { ended, outside, pane, rows } = await inTmux("on", "working --explain");
    expect(ended).toBe(true);
    expect(rows).toContain("nothing sent: TMUX is set: this is tmux");
    expect(pane + outside).not.toContain("7501");
    expect(pane).not.toContain("\x1b[c");
    expect(rows).toContain("ended 0");
  }, 30_000);
});
