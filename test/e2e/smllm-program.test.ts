/** The program smllm as it is called: by its names, with its options, wrongly, and for readers that are gone. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { version } from "../../package.json";
import { CASE_MS, Project } from "../workflow/project.ts";
import { callProgram, type Ended, programPath } from "./program.ts";

setDefaultTimeout(CASE_MS);

const checkout = resolve(import.meta.dir, "../..");
const SAYS_VERSION = { code: 0, out: `smllm ${version}\n`, err: "" };

let folder: string;
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "telltale smllm ")));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(argv: readonly string[], cwd = folder): Promise<Omit<Ended, "tookMs">> {
  const child = Bun.spawn([...argv], {
    cwd,
    env: { PATH: process.env.PATH ?? "", HOME: folder },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { code: await child.exited, out, err };
}

// covers: smllm-flow, smllm-names
describe("its names", () => {
  test("the executable over links: smllm by that name alone, from anywhere", async () => {
    const program = await programPath();
    const links = { smllm: SAYS_VERSION, other: { ...SAYS_VERSION, out: `${version}\n` } };
    for (const [name, says] of Object.entries(links)) {
      const link = join(folder, name);
      symlinkSync(program, link);
      expect(await run([link, "--version"], "/")).toEqual(says);
      expect(await run([`./${name}`, "--version"])).toEqual(says);
      const found = `PATH="$PWD:$PATH"; ${name} --version`;
      expect(await run(["sh", "-c", found])).toEqual(says);
    }
    expect(await run([program, "flow", "-V"])).toEqual(SAYS_VERSION);
  });

  test("the starters of a checkout, by path, by bare name and over links: the same", async () => {
    const bin = join(checkout, "bin");
    const [toOwn, toOther] = [join(folder, "machines"), join(folder, "deep-smllm", "smllm")];
    symlinkSync(join(bin, "smllm"), toOwn);
    mkdirSync(join(folder, "deep-smllm"));
    symlinkSync(join(bin, "telltale"), toOther);
    expect(await run([join(bin, "smllm"), "-V"])).toEqual(SAYS_VERSION);
    expect(await run([toOwn, "-V"])).toEqual(SAYS_VERSION);
    expect(await run([toOther, "-V"])).toEqual(SAYS_VERSION);
    expect(await run(["sh", "smllm", "-V"], bin)).toEqual(SAYS_VERSION);
    const telltale = await run([join(bin, "telltale"), "--version"]);
    expect(telltale.out).toBe(`${version}\n`);
  });
});

// covers: smllm-help, smllm-options-anywhere
describe("its options", () => {
  test("--config before and behind the command, in both forms: that config alone", async () => {
    using project = new Project("fix");
    project.write("other/config.toml", '[machines]\nfiles = ["../.smllm/fix.smllm.yaml"]\n');
    const asked = await project.smllm(["graph", "fix"]);
    const elsewhere = { cwd: project.root };
    const file = "project/other/config.toml";
    for (const args of [
      ["--config", file, "graph", "fix"],
      ["graph", `--config=${file}`, "fix"],
      ["graph", "fix", "--config", file],
    ])
      expect(await project.smllm(args, elsewhere)).toMatchObject({ code: 0, out: asked.out });
    const env = { SMLLM_CONFIG: file };
    expect((await project.smllm(["graph"], { ...elsewhere, env })).out).toBe(asked.out);
    const missing = await project.smllm(["graph", "--config", "none.toml"], elsewhere);
    expect(missing).toMatchObject({ code: 2, out: "" });
  });

  test("--help and -V anywhere, of commands, of half a command and of hidden ones", async () => {
    const flow = (...args: string[]) => callProgram(["flow", ...args], { cwd: folder });
    for (const args of [["-V"], ["graph", "-V"], ["session", "--version", "list"]])
      expect(await flow(...args)).toMatchObject(SAYS_VERSION);
    const graph = await flow("graph", "--help");
    expect(graph.out).toContain("Usage:\n  smllm graph [ID]");
    expect((await flow("--help", "graph")).out).toBe(graph.out);
    expect((await flow("help", "graph")).out).toBe(graph.out);
    const group = await flow("session", "--help");
    expect(group.out).toMatch(/^ {2}session list .*\n {2}session show /m);
    const hidden = await flow("harness", "hook", "--help");
    expect(hidden).toMatchObject({ code: 0, err: "" });
    expect((await flow("harness", "--help")).out).not.toContain("harness hook");
  });
});

// covers: smllm-completions
describe("its completions", () => {
  test("bash, sourced from the program: commands, harnesses, choices; hidden ones never", async () => {
    const program = await programPath();
    const script = `
      source <("$1" flow completions bash); shift
      for typed in "$@"; do
        COMP_WORDS=($typed); [ "\${typed% }" = "$typed" ] || COMP_WORDS+=('')
        COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _smllm; echo "\${COMPREPLY[*]}"
      done`;
    const typed = [
      "smllm se",
      "smllm harness ",
      "smllm harness status cl",
      "smllm statusline --color ",
    ];
    const { code, out, err } = await run([
      "bash",
      "-c",
      script,
      "bash",
      program,
      ...typed,
      "smllm m",
    ]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toBe("session\ninstall status\nclaude\nauto always never\n\n");
  });

  for (const shell of ["bash", "zsh", "fish"]) {
    const isMet = Bun.which(shell) !== null || process.env.CI === "true";
    const note = isMet ? "" : ` (skipped: needs ${shell})`;
    test.if(isMet)(`${shell} reads the script of the real commands${note}`, async () => {
      const script = `"$0" flow completions ${shell} > script && ${shell} -n script`;
      const read = await run(["sh", "-c", script, await programPath()]);
      expect(read).toEqual({ code: 0, out: "", err: "" });
    });
  }
});

const WRONG: readonly (readonly string[])[] = [
  ["nonsense"],
  ["session"],
  ["session", "nonsense"],
  ["--nonsense", "graph"],
  ["graph", "--nonsense"],
  ["graph", "fix", "ask"],
  ["graph", "--json", "--mermaid"],
  ["graph", "--json=yes"],
  ["graph", "nope"],
  ["validate", "missing.yaml"],
  ["validate", "missing.toml"],
  ["validate", ""],
  ["fire"],
  ["fire", "pause"],
  ["fire", "pause", "now"],
  ["fire", "pause", "--session"],
  ["fire", "pause", "--session", "sm-zzzzzz"],
  ["fire", "enter", "--param", "oops"],
  ["fire", "enter", "--param", "=x"],
  ["session", "list", "all"],
  ["session", "show"],
  ["session", "show", "sm-zzzzzz"],
  ["instance", "list", "all"],
  ["instance", "show"],
  ["instance", "show", "T-404"],
  ["info", "schema", "x"],
  ["compile"],
  ["compile", "missing.yaml"],
  ["compile", ".smllm/config.toml", "--out", ""],
  ["compile", ".smllm/config.toml", "--out", "."],
  ["completions"],
  ["completions", "tcsh"],
  ["completions", "bash", "zsh"],
  ["man", "x"],
  ["mcp", "x"],
  ["new", "bad id"],
  ["harness", "install", "vim"],
  ["\x1b]0;title\x07\n"],
];

// covers: smllm-usage-writes-nothing, smllm-exit-codes
describe("calls that are wrong", () => {
  test("each: exit 2, one line on stderr, nothing on stdout, every file as it was", async () => {
    using project = new Project("fix", "ask");
    await project.smllm(["fire", "enter", "--param", "stateMachine=ask"]);
    const before = project.prints();
    for (const args of WRONG) {
      const { code, out, err } = await project.smllm(args);
      expect([args, code, out]).toEqual([args, 2, ""]);
      expect(err).toMatch(/^error: [^\n\x1b\x07\u009b]+\n$/);
    }
    expect(project.prints()).toEqual(before);
    expect(project.exists("missing.yaml")).toBe(false);
  });

  test("the status line: a wrong call is told and ends with 0", async () => {
    using project = new Project("fix");
    for (const args of [["--nonsense"], ["--color", "pink"]]) {
      const { code, out, err } = await project.smllm(["statusline", ...args]);
      expect([args, code, out]).toEqual([args, 0, ""]);
      expect(err).not.toBe("");
    }
  });
});

// covers: smllm-hook-fault
test("a hook that is called wrongly, or cannot write its answer: exit 1, as 2 would hold up the agent", async () => {
  using project = new Project("fix");
  for (const args of [["--nonsense"], ["--config"], []]) {
    const { code, out, err } = await project.smllm(["harness", "hook", "claude", ...args]);
    expect([args, code, out]).toEqual([args, 1, ""]);
    expect(err).toMatch(/^error: .+\n$/);
  }
});

describe("its output", () => {
  // covers: smllm-closed-pipe
  test("a reader that is gone, of a command that prints much: a clean end", async () => {
    const program = await programPath();
    const script = 'set -o pipefail; "$0" flow completions zsh | head -c 1; "$0" flow man | true';
    expect(await run(["bash", "-c", script, program])).toEqual({ code: 0, out: "#", err: "" });
  });

  // covers: smllm-output-fault
  const FULL = "/dev/full";
  test.if(existsSync(FULL) || process.env.CI === "true")(
    "a disk that is full behind stdout: told, exit 2",
    async () => {
      const program = await programPath();
      const { code, err } = await run(["sh", "-c", `"$0" flow man > ${FULL}`, program]);
      expect(code).toBe(2);
      expect(err).toMatch(/^error: cannot write to standard output: .+\n$/);
    },
  );

  // covers: smllm-json-alone
  test("--json of every command that has it: one object on stdout, on one line", async () => {
    using project = new Project("fix");
    const entered = ["enter", "--param", "stateMachine=fix", "--param", "ticketId=T-1"];
    const fired = await project.smllm(["fire", ...entered, "--json"]);
    const { session } = JSON.parse(fired.out) as { readonly session: string };
    const calls = [
      ["session", "list"],
      ["session", "show", session],
      ["instance", "list"],
      ["instance", "show", "T-1"],
      ["graph"],
      ["validate"],
    ];
    const answers = [
      fired,
      ...(await Promise.all(calls.map((args) => project.smllm([...args, "--json"])))),
    ];
    for (const { code, out, err } of answers) {
      expect({ code, err }).toEqual({ code: 0, err: "" });
      expect(out).toMatch(/^\{.*\}\n$/);
      JSON.parse(out);
    }
  });
});
