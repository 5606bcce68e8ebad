/** The commands that harnesses start, called in this process with files of the test. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commandIo } from "../../../testing/command-io.ts";
import { runSmllm } from "../../smllm.ts";

let root = "";
beforeEach(() => {
  root = fs.mkdtempSync(join(tmpdir(), "telltale-hot-commands-"));
  fs.mkdirSync(join(root, ".smllm"));
  fs.writeFileSync(join(root, ".smllm/config.toml"), '[machines]\nfiles = ["fix.smllm.yaml"]\n');
  fs.writeFileSync(
    join(root, ".smllm/fix.smllm.yaml"),
    "id: fix\ninitial: CODE\nmeta: { smllm: 1 }\nstates:\n  CODE: { on: { done: DONE } }\n  DONE: { type: final }\n",
  );
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

/** One call, with a file as its standard input. */
async function run(args: readonly string[], input: unknown = "", env: object = { HOME: root }) {
  const file = join(root, "stdin");
  fs.writeFileSync(file, typeof input === "string" ? input : JSON.stringify(input));
  const stdin = fs.openSync(file, "r");
  try {
    const { io, said } = commandIo(root);
    const code = await runSmllm(args, { ...io, env: env as Record<string, string>, stdin });
    return { code, ...said };
  } finally {
    fs.closeSync(stdin);
  }
}

const hook = (harness: string, name: string, input: unknown = { session_id: "x" }) =>
  run(["harness", "hook", harness, name], input);
const stateBelow = () => fs.existsSync(join(root, ".local/state/smllm"));

// covers: smllm-hook-output
test("Codex: the answers of Claude Code, and bindings of its own", async () => {
  const started = await hook("codex", "session-start");
  expect(started).toMatchObject({ code: 0, err: "" });
  const { hookSpecificOutput } = JSON.parse(started.out);
  expect(hookSpecificOutput).toMatchObject({
    hookEventName: "SessionStart",
    additionalContext: expect.stringContaining("State machines:"),
  });
  const bound = fs.readdirSync(join(root, ".local/state/smllm/bindings"));
  expect(bound).toEqual(["codex"]);
  const key = fs.readFileSync(join(root, ".local/state/smllm/bindings/codex/x"), "utf8").trim();
  await run(["fire", "enter", "--session", key, "--param", "stateMachine=fix"]);
  const stopped = await hook("codex", "stop");
  expect(stopped.out).toMatch(/^\{"decision":"block","reason":"<smllm>.*\}\n$/);
  // The status line knows the conversations of Claude Code alone.
  expect(await run(["statusline"], { session_id: "x" })).toEqual({ code: 0, out: "", err: "" });
  const row = await run(["statusline", "--session", key, "--color", "never"]);
  expect(row.out).toMatch(/^smllm fix › CODE · instance i-\w{6}$/);
});

// covers: smllm-hook-output
test("Copilot, whose agents see no answer of a hook: {} from each, and nothing is written", async () => {
  for (const name of ["session-start", "user-prompt-submit", "stop"]) {
    expect(await hook("copilot", name)).toEqual({ code: 0, out: "{}\n", err: "" });
  }
  expect(stateBelow()).toBe(false);
});

// covers: smllm-hook-output
test("a hook that is none, one too many words, no place for sessions, a config that is not there: exit 1, never 2", async () => {
  const calls = [
    hook("claude", "pre-tool-use"),
    hook("Claude", "stop"),
    hook("", ""),
    run(["harness", "hook", "claude", "stop", "now"]),
    run(["harness", "hook", "claude", "session-start"], {}, {}),
    run(["harness", "hook", "claude", "session-start", "--config", "nope.toml"], {}),
  ];
  for (const call of calls) {
    const { code, out, err } = await call;
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toMatch(/^error: .+\n$/);
  }
});

// covers: smllm-row-exit
test("the status line called wrongly, or without a place for sessions: exit 0, the reason on stderr", async () => {
  for (const args of [["--nope"], ["--color", "pink"], ["--session"], ["surplus"]]) {
    const { code, out, err } = await run(["statusline", ...args]);
    expect({ args, code, out }).toEqual({ args, code: 0, out: "" });
    expect(err).not.toBe("");
  }
  const homeless = await run(["statusline", "--json"], { session_id: "x" }, {});
  expect(homeless).toMatchObject({ code: 0, out: "{}\n" });
  expect(homeless.err).toMatch(/^smllm statusline: .*HOME/);
  expect(stateBelow()).toBe(false);
});

// covers: smllm-row-session
test("--session: stdin is not read", async () => {
  await hook("claude", "session-start");
  const stdin = { session_id: "x" };
  expect((await run(["statusline", "--color", "never"], stdin)).out).toBe("smllm idle");
  const other = await run(["statusline", "--session", "sm-zzzzzz", "--json"], stdin);
  expect(other).toEqual({ code: 0, out: "{}\n", err: "" });
});
