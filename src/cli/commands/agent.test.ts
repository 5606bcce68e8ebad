import { expect, test } from "bun:test";
import fs from "node:fs";
import os from "node:os";
import { join, resolve } from "node:path";
import { startSource } from "../../testing/source-program.ts";

const MAIN = resolve(import.meta.dir, "../main.ts");
const PATIENCE_MS = 30_000;

// covers: agent-by-hand
test(
  "agent with a terminal on stdin: says what it is and ends",
  async () => {
    let screen = "";
    const terminal = new Bun.Terminal({
      cols: 100,
      rows: 24,
      data: (_terminal, bytes) => {
        screen += new TextDecoder().decode(bytes);
      },
    });
    const child = Bun.spawn([process.execPath, MAIN, "agent"], {
      terminal,
      env: { PATH: process.env.PATH },
    });
    expect(await Promise.race([child.exited, Bun.sleep(PATIENCE_MS)])).toBe(2);
    terminal.close();
    expect(screen).toContain("It is a simulator");
    expect(screen).toContain("run: telltale");
  },
  PATIENCE_MS,
);

test(
  "agent, stdin at its end: ends with 0 and says nothing",
  async () => {
    const { answer } = startSource(["agent"], { cwd: os.tmpdir() });
    expect(await answer).toEqual({ code: 0, out: "", err: "" });
  },
  PATIENCE_MS,
);

// covers: agent-script-checked
test.each([
  [["agent", "--script", "no.yaml"], 1, "no.yaml is missing"],
  [
    ["agent", "--script", "bad.yaml"],
    1,
    "bad.yaml: line 2, turns[0].stps: there is no such key here; did you mean steps?",
  ],
  [["agent", "more"], 2, "there is no place for"],
])(
  "%j: exit %i, %s",
  async (args, code, text) => {
    const cwd = fs.mkdtempSync(join(os.tmpdir(), "agent-command-"));
    fs.writeFileSync(join(cwd, "bad.yaml"), "turns:\n  - stps: []\n");
    const answer = await startSource(args, { cwd }).answer;
    expect(answer.code).toBe(code);
    expect(answer.err).toContain(text);
    fs.rmSync(cwd, { recursive: true });
  },
  PATIENCE_MS,
);

test(
  "agent --help: says that it is a simulator, with an example",
  async () => {
    const { out } = await startSource(["agent", "--help"], { cwd: os.tmpdir() }).answer;
    expect(out).toContain("simulated agent");
    expect(out).toContain("telltale agent --script demo.yaml");
  },
  PATIENCE_MS,
);
