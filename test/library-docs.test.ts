/**
 * The code that documents give others to copy, as it stands: strict compilers accept each block by
 * itself, and it does with real bytes what is said of it.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Engine, type Storage } from "telltale/workflow";
import { compileMachines } from "telltale/workflow/compile";
import { exports as doors, version } from "../package.json";
import { filesIn } from "./guides/guide.ts";

const checkout = resolve(import.meta.dir, "..");
const CHECK_MS = 60_000;
const DOCUMENTS = [
  "docs/osc7501.md",
  "src/wire/osc7501/README.md",
  "src/wire/progress/README.md",
  "src/workflow/api/README.md",
  "docs/workflow-embed.md",
];
/** What only programs in Node and Bun may take. */
const NEEDS_NODE = /from "(?:node:|telltale\/workflow\/node")/;

interface Block {
  readonly document: string;
  readonly code: string;
  readonly file: string;
}

const blocks = DOCUMENTS.flatMap((document) => {
  const text = readFileSync(join(checkout, document), "utf8");
  return [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(
    ([, code = ""], at): Block => ({
      document,
      code,
      file: `${NEEDS_NODE.test(code) ? "node" : "any"}/${document.replaceAll(/\W+/g, "-")}-${at}.ts`,
    }),
  );
});

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "telltale-blocks-"));
  for (const name of ["any", "node"]) mkdirSync(join(folder, name));
  for (const { file, code } of blocks) writeFileSync(join(folder, file), code);
  const paths = Object.entries(doors).map(([door, path]) => [
    door.replace(/^\./, "telltale"),
    [join(checkout, path)],
  ]);
  const config = (types: readonly string[]) => ({
    extends: join(checkout, "tsconfig.json"),
    compilerOptions: {
      lib: ["ESNext", "DOM"],
      types,
      typeRoots: [join(checkout, "node_modules/@types")],
      paths: Object.fromEntries(paths),
    },
    include: ["*.ts"],
  });
  writeFileSync(join(folder, "any/tsconfig.json"), JSON.stringify(config([])));
  writeFileSync(join(folder, "node/tsconfig.json"), JSON.stringify(config(["bun"])));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the block that defines `name` exports under it. */
async function exported<T>(document: string, name: string): Promise<T> {
  const block = blocks.find((one) => one.document === document && one.code.includes(` ${name}(`));
  if (block === undefined) throw new Error(`no block of ${document} defines ${name}`);
  return (await import(join(folder, block.file)))[name];
}

// covers: library-documents
describe("code in the documents of the library", () => {
  test.each(["any", "node"])(
    "every block, %s: types hold, with what browsers, Node and Bun share, or else those of Node",
    (name) => {
      expect([...new Set(blocks.map(({ document }) => document))]).toEqual(DOCUMENTS);
      const compiler = join(checkout, "node_modules/typescript-7/bin/tsc");
      const args = [compiler, "-p", join(folder, name)];
      const run = spawnSync(process.execPath, args, { encoding: "utf8" });
      expect({ status: run.status, stdout: run.stdout }).toEqual({ status: 0, stdout: "" });
    },
    CHECK_MS,
  );

  type Reader = (
    answer: (text: string) => void,
    show: (line: string) => void,
  ) => { onOutput(bytes: Uint8Array): void; onTyped(): void; onExit(): void };

  test.each(["docs/osc7501.md", "src/wire/osc7501/README.md"])(
    "%s, a terminal: shows, answers ten a second at most, forgets what was seen and what has ended",
    async (document) => {
      const createStatusReader = await exported<Reader>(document, "createStatusReader");
      const answers: string[] = [];
      let shown = "";
      const reader = createStatusReader(
        (text) => answers.push(text),
        (line) => {
          shown = line;
        },
      );
      const output = (text: string) => reader.onOutput(new TextEncoder().encode(text));
      output("text \x1b]7501;state=wor");
      expect(shown).toBe("");
      output("king:title=YnVpbGQ=\x1b\\");
      expect(shown).toContain("build");
      reader.onTyped();
      expect(shown).toContain("build");
      reader.onExit();
      expect(shown).toBe("");
      output("\x1b]7501;state=done:title=YnVpbGQ=\x1b\\");
      reader.onExit();
      expect(shown).toContain("build");
      reader.onTyped();
      expect(shown).toBe("");
      output("\x1b]7501;?\x07".repeat(50));
      // The second may have turned within them.
      expect(answers.length).toBeGreaterThanOrEqual(10);
      expect(answers.length).toBeLessThanOrEqual(20);
      expect(answers[0]).toBe("\x1b]7501;?\x07");
    },
  );

  type Sender = (
    write: (text: string) => void,
    onInput: (bytes: Uint8Array) => void,
  ) => {
    start(): void;
    feed(bytes: Uint8Array): void;
    report(input: { readonly state: string; readonly msg?: string }): void;
    leave(): void;
  };

  /** Talks to the sender of the document; `reply` is what the terminal says to its question. */
  async function talk(reply: string) {
    const createStatusSender = await exported<Sender>("docs/osc7501.md", "createStatusSender");
    const written: string[] = [];
    let input = "";
    const sender = createStatusSender(
      (text) => written.push(text),
      (bytes) => {
        input += new TextDecoder().decode(bytes);
      },
    );
    sender.start();
    sender.report({ state: "working" });
    expect(written).toEqual(["\x1b]7501;?\x1b\\\x1b[c"]);
    sender.feed(new TextEncoder().encode(`a${reply}\x1b[?62cb`));
    sender.report({ state: "done", msg: "m" });
    sender.leave();
    return { said: written.slice(1), input };
  }

  test("a program, a terminal that reads: what was kept, what is new, a clear; keys are left", async () => {
    const body = (text: string) => `\x1b]7501;${text}\x1b\\`;
    expect(await talk(body("?"))).toEqual({
      said: [body("state=working"), body("state=done:msg=bQ=="), body("state=clear")],
      input: "ab",
    });
  });

  test("a program, a terminal that does not: not one report; keys are left", async () => {
    expect(await talk("")).toEqual({ said: [], input: "ab" });
  });

  test("progress: becomes the root record", async () => {
    const use = await exported<
      (bytes: Uint8Array) => readonly { state: string; progress?: number }[]
    >("src/wire/progress/README.md", "onProgramOutput");
    const records = use(new TextEncoder().encode("\x1b]9;4;1;40\x07"));
    expect(records).toEqual([{ id: "", state: "working", progress: 40 } as never]);
  });

  const workflows = "src/workflow/api/README.md";
  const MACHINE = "{ id: a, initial: S, meta: { smllm: 1 }, states: { S: { on: { go: S } } } }";

  // covers: smllm-embed-tool
  test("workflows: machines of a program's own texts, and the answer to a call of the tool", async () => {
    const openEngine = await exported<(texts: readonly string[]) => Engine>(
      workflows,
      "openEngine",
    );
    const answerTool = await exported<
      (engine: Engine, given: unknown) => { content: { text: string }[]; isError: boolean }
    >(workflows, "answerTool");
    expect(() => openEngine(["id: ["])).toThrow();
    const engine = openEngine([MACHINE]);
    const entered = answerTool(engine, { event: "enter", params: { stateMachine: "a" } });
    expect(entered).toMatchObject({ isError: false, content: [{ type: "text" }] });
    expect(entered.content[0]?.text).toStartWith("<smllm>\nsession sm-");
    expect(answerTool(engine, { session: 7 })).toMatchObject({ isError: true });
  });

  // covers: smllm-embed-storage
  test("workflows: the storage of a page keeps all that an engine had", async () => {
    const webStorage = await exported<(area: object) => Storage>(workflows, "webStorage");
    const items = new Map<string, string>();
    const area = {
      get length() {
        return items.size;
      },
      key: (index: number) => [...items.keys()][index] ?? null,
      getItem: (name: string) => items.get(name) ?? null,
      setItem: (name: string, text: string) => void items.set(name, text),
    };
    const compiled = {
      machines: [{ id: "a", initial: "S", kind: "x", refParam: "r", states: [{ name: "S" }] }],
    };
    const engine = new Engine(compiled, {}, webStorage(area));
    const key = engine.bind("page", "tab").session ?? "";
    engine.fire(key, "enter", { stateMachine: "a" });
    engine.fire(key, "yield");
    const again = new Engine(compiled, {}, webStorage(area));
    expect(again.exportState()).toEqual(engine.exportState());
    expect(again.exportState().history).toHaveLength(2);
    expect(again.bind("page", "tab").session).toBe(key);
  });
});

const EMBED = "docs/workflow-embed.md";
type OpenPage = (compiled: string, checks: Readonly<Record<string, () => boolean>>) => Engine;
type Ask = (text: string) => Promise<{ readonly calls: readonly unknown[] }>;
type RunTurn = (engine: Engine, conversation: string, prompt: string, ask: Ask) => Promise<object>;

/** The machine that the guide gives, compiled. */
function guideMachines(): string {
  const text = filesIn(readFileSync(join(checkout, EMBED), "utf8"));
  const machine = text.get(".smllm/deploy.smllm.yaml") ?? "";
  const { set, findings } = compileMachines([{ text: machine }]);
  expect(findings).toEqual([]);
  return JSON.stringify(set);
}

// covers: workflow-guides-run
describe("the guide to embedding", () => {
  test("an agent in Node: held once, its guard is a command, its work is there after a restart", async () => {
    const openWork = await exported<(folder: string) => Engine>(EMBED, "openWork");
    const runTurn = await exported<RunTurn>(EMBED, "runTurn");
    const work = join(folder, "work");
    mkdirSync(work);
    writeFileSync(join(work, "machines.json"), guideMachines());
    const heard: string[] = [];
    const saying = (...answers: readonly (readonly unknown[])[]): Ask => {
      const left = [...answers];
      return async (text) => {
        heard.push(text);
        return { calls: left.shift() ?? [] };
      };
    };
    const session = () => /session (sm-\w+)/.exec(heard.at(-1) ?? "")?.[1];
    const enter = (at: string) => ({
      session: at,
      event: "enter",
      params: { stateMachine: "deploy" },
    });
    const first = openWork(work);
    const { session: key } = first.bind("my-agent", "c-1");
    const status = await runTurn(
      first,
      "c-1",
      "Deploy it.",
      saying([enter(key ?? "")], [], [{ session: key, event: "yield" }]),
    );
    expect(status).toMatchObject({ state: "TRY", yielded: true });
    expect(heard[0]).toEndWith("\nDeploy it.");
    expect(heard[2]).toContain("<events>");

    // Let go after it was held, though it does nothing.
    const tried = { session: key, event: "tried" };
    expect(await runTurn(openWork(work), "c-1", "Go on.", saying([tried]))).toMatchObject({
      state: "TRY",
      visit: 2,
    });
    writeFileSync(join(work, "tried.txt"), "");
    expect(await runTurn(openWork(work), "c-1", "Again.", saying([tried]))).toMatchObject({
      idle: true,
    });
    expect(session()).toBe(key ?? "");
  });

  test("a page: its own checks are the guards; what it cannot do, it says", async () => {
    const openPage = await exported<OpenPage>(EMBED, "openPage");
    let isTried = false;
    const engine = openPage(guideMachines(), { "test -e tried.txt": () => isTried });
    const key = engine.bind("page").session ?? "";
    engine.fire(key, "enter", { stateMachine: "deploy" });
    engine.fire(key, "tried");
    expect(engine.status(key)).toMatchObject({ state: "TRY", visit: 2 });
    isTried = true;
    engine.fire(key, "tried");
    expect(engine.status(key).idle).toBe(true);
  });

  test("work as data: goes on in another engine", async () => {
    const moveWork = await exported<(from: Engine, compiled: string) => Engine>(EMBED, "moveWork");
    const engine = new Engine(guideMachines());
    const key = engine.bind("page", "tab").session ?? "";
    engine.fire(key, "enter", { stateMachine: "deploy", version: "1.4.0" });
    const moved = moveWork(engine, guideMachines());
    expect(moved.status(key)).toMatchObject({ state: "TRY", instance: { ref: "1.4.0" } });
  });
});

// covers: library-documents
test("how to install it: the tarball of this version, by its name", () => {
  const text = readFileSync(join(checkout, "docs/osc7501.md"), "utf8");
  expect(text).toContain("npm run pack -- --only host");
  expect(text).toContain(`dist/npm/telltale-${version}.tgz`);
});
