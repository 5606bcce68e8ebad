import { afterEach, beforeEach, expect, test } from "bun:test";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compileMachines } from "./compile.ts";
import { Engine } from "./engine.ts";
import { type NodeHostOptions, nodeHost } from "./node-host.ts";

let folder: string;

beforeEach(() => {
  folder = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), "telltale-host-")));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

/** Machine files as they lie in the folder, with relative paths in what is compiled, as `compile` leaves them. */
function engineOf(go: string, prompt: string, options: NodeHostOptions = {}): Engine {
  const text = `
id: run
initial: START
meta: { smllm: 1, events: { go: { params: { type: object, properties: { why: { type: string } } } } } }
states:
  START:
    meta: { entryPoint: true }
    on: { go: ${go} }
  DONE: { entry: ${prompt}, on: { go: START } }
`;
  const { set } = compileMachines([{ text, file: "/away/run.smllm.yaml" }], {
    read: (file) => (file.endsWith("done.md") ? "FILE" : undefined),
  });
  const compiled = JSON.stringify(set)
    .replaceAll('"/away/', '"')
    .replace('{"text":"FILE"}', '{"file":"texts/done.md"}');
  return new Engine(compiled, nodeHost({ configDir: folder, ...options }));
}

function go(engine: Engine, why: string): string {
  const key = engine.bind("app").session ?? "";
  engine.fire(key, "enter", { stateMachine: "run" });
  return engine.fire(key, "go", { why }).text;
}

const TEXT = "{ type: prompt, params: { text: Done. } }";

// covers: smllm-embed-node-files
test("an action in the shell: runs beside the config, and a value is never a part of its text", () => {
  const action = `{ target: DONE, actions: { type: command, params: { run: 'printf %s "$SMLLM_PARAM_WHY" > out' } } }`;
  const engine = engineOf(action, TEXT);
  expect(engine.unsupported()).toEqual([]);
  expect(go(engine, "$(touch pwned)")).not.toContain("failed");
  expect(fs.readdirSync(folder)).toEqual(["out"]);
  expect(fs.readFileSync(join(folder, "out"), "utf8")).toBe("$(touch pwned)");
});

// covers: smllm-embed-node-files
test("a guard: the exit code decides, and its output is told; folders are those of the config", () => {
  fs.mkdirSync(join(folder, "sub"));
  fs.writeFileSync(join(folder, "sub/here"), "");
  const guarded = (run: string) =>
    `[{ target: DONE, guard: { type: command, params: { run: '${run}', cwd: sub } } }, { actions: { type: prompt, params: { text: Stayed. } } }]`;
  expect(go(engineOf(guarded("test -f here"), TEXT), "x")).toContain("→ true\n");
  expect(go(engineOf(guarded("echo no; exit 4"), TEXT), "x")).toContain("→ false (exited 4: no)");
});

test("a command that takes too long for the host: ended, and the seconds are told", () => {
  const action = "{ target: DONE, actions: { type: command, params: { run: sleep 30 } } }";
  const engine = engineOf(action, TEXT, { timeoutSecs: 1 });
  expect(go(engine, "x")).toContain("transition actions[0] command: timed out after 1s");
});

test("a prompt file: read beside the config; missing, a failure with its name", () => {
  const prompt = "{ type: prompt, params: { file: texts/done.md } }";
  expect(go(engineOf("DONE", prompt), "x")).toMatch(/^Prompt failed: texts\/done\.md: /m);
  fs.mkdirSync(join(folder, "texts"));
  fs.writeFileSync(join(folder, "texts/done.md"), "Well done.\n");
  expect(go(engineOf("DONE", prompt), "x")).toContain(
    "<instructions>\nWell done.\n</instructions>",
  );
});
