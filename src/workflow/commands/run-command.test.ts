import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fs from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { processTree } from "../../testing/process-tree.ts";
import type { CommandSpec } from "../machine.ts";
import { createMachineHost } from "./machine-host.ts";
import { commandEnvironment, runCommand } from "./run-command.ts";

let folder = "";
beforeEach(() => {
  folder = fs.realpathSync(fs.mkdtempSync(join(os.tmpdir(), "smllm-run-")));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const PATH = process.env.PATH;
const world = () => ({ env: { PATH }, platform: process.platform, tempDir: folder });

function run(command: CommandSpec, values: Record<string, string> = {}) {
  return runCommand(command, values, folder, world());
}

/** The detail of a failure; "" for a pass. */
function detail(command: CommandSpec, values: Record<string, string> = {}): string {
  const outcome = run(command, values);
  return outcome.kind === "passed" ? "" : outcome.detail;
}

const written = (name: string): string => fs.readFileSync(join(folder, name), "utf8");

/** Process groups with somebody alive in them; who ended and was not waited for is not. */
function livingGroups(): readonly string[] {
  const lines = Bun.spawnSync(["ps", "-eo", "pgid=,stat="]).stdout.toString().split("\n");
  const words = lines.map((line) => line.trim().split(/\s+/));
  return words.flatMap(([group, state]) => (state?.startsWith("Z") ? [] : (group ?? [])));
}

async function until<T>(ask: () => T): Promise<T> {
  for (let round = 0; round < 400; round++) {
    const answer = ask();
    if (answer) return answer;
    await Bun.sleep(10);
  }
  throw new Error("it did not happen within 4 s");
}

describe("runCommand", () => {
  // covers: smllm-run-forms
  test("a text and a list: one through the shell, one without", () => {
    expect(run({ run: "echo one > a && test -s a" })).toEqual({ kind: "passed" });
    expect(written("a")).toBe("one\n");
    expect(run({ run: ["touch", "$X && b"] })).toEqual({ kind: "passed" });
    expect(fs.readdirSync(folder).sort()).toEqual(["$X && b", "a"]);
  });

  // covers: smllm-run-env
  test("values with shell syntax, line ends and quotes: the very text in the variable", () => {
    const value = "$(touch pwned)`touch pwned`\n'\"; touch pwned #";
    expect(
      run({ run: `printf '%s' "$SMLLM_PARAM_WHY" > out` }, { SMLLM_PARAM_WHY: value }),
    ).toEqual({
      kind: "passed",
    });
    expect(written("out")).toBe(value);
    expect(fs.existsSync(join(folder, "pwned"))).toBe(false);
  });

  test("a value with NUL, and one larger than a system takes: could not start, nothing thrown", () => {
    expect(detail({ run: "true" }, { SMLLM_REF: "a\0b" })).toStartWith("could not start");
    expect(detail({ run: "true" }, { SMLLM_REF: "x".repeat(4_000_000) })).toStartWith(
      "could not start: its arguments and variables are too large",
    );
  });

  // covers: smllm-run-clean-env
  test("variables of an outer call: gone, but for the place of the config", () => {
    const env = { PATH, SMLLM_REF: "old", SMLLM_PARAM_X: "old", SMLLM_CONFIG: "/c", OTHER: "o" };
    const seen = { PATH, SMLLM_CONFIG: "/c", OTHER: "o", SMLLM_STATE: "S" };
    expect({ ...commandEnvironment(env, { SMLLM_STATE: "S" }, "linux") }).toEqual(seen as never);
  });

  test("Windows, a variable in other letter case: the value of the call alone", () => {
    const env = { Path: "p", smllm_x: "old", Foo: "old" };
    expect({ ...commandEnvironment(env, { FOO: "new" }, "win32") }).toEqual({
      Path: "p",
      FOO: "new",
    });
  });

  // covers: smllm-run-cwd
  test("a directory of its own, and none: there, and in that of the session", () => {
    fs.mkdirSync(join(folder, "deep"));
    expect(run({ run: "pwd > where", cwd: join(folder, "deep") }).kind).toBe("passed");
    expect(run({ run: "pwd > where" }).kind).toBe("passed");
    expect(written("deep/where")).toBe(`${join(folder, "deep")}\n`);
    expect(written("where")).toBe(`${folder}\n`);
    expect(detail({ run: "true", cwd: join(folder, "none") })).toStartWith("could not start");
  });

  // covers: smllm-run-empty-input
  test("a command that reads its input: it is empty", () => {
    expect(run({ run: 'test -z "$(cat)"' })).toEqual({ kind: "passed" });
  });

  // covers: smllm-run-details
  test("how it failed: code, signal, missing program, empty command, with the end of its output", () => {
    expect(detail({ run: "exit 3" })).toBe("exited 3");
    expect(detail({ run: "echo out; echo '  err  or' >&2; exit 1" })).toBe("exited 1: out err or");
    expect(detail({ run: "kill -9 $$" })).toBe("killed by SIGKILL");
    expect(detail({ run: "echo last; kill -TERM $$" })).toBe("killed by SIGTERM: last");
    expect(detail({ run: ["no-such-program-here"] })).toStartWith("could not start: ");
    expect(detail({ run: " " })).toBe("the command is empty");
    expect(detail({ run: [] })).toBe("the command is empty");
  });

  test("megabytes of output and then a fault: its last 400 characters on one line", () => {
    const text = detail({
      run: "yes 'line of text' | head -c 5000013; printf '\\n\\nthe end 😀'; exit 4",
    });
    expect(text).toStartWith("exited 4: ");
    expect(text).toEndWith("line of text line the end 😀");
    expect([...text.slice("exited 4: ".length)].length).toBeLessThanOrEqual(400);
    expect([...text].length).toBeGreaterThan(400);
  });

  // covers: smllm-run-timeout
  test("too slow, with children that ignore signals: all ended, told with the seconds", async () => {
    const script = `trap '' TERM INT HUP; (trap '' TERM; echo $$ > pid; sleep 60) & sleep 60`;
    const startMs = performance.now();
    expect(detail({ run: script, timeoutSecs: 1 })).toBe("timed out after 1s");
    expect(performance.now() - startMs).toBeLessThan(5000);
    const pid = Number(written("pid"));
    await until(() => processTree(pid).length === 0);
    expect(livingGroups()).not.toContain(String(pid));
  });

  // covers: smllm-run-no-wait
  test("a passing command that leaves a writer behind: not waited for, and left alone", async () => {
    const startMs = performance.now();
    expect(run({ run: "(sleep 1; echo late; touch done) & echo now" }).kind).toBe("passed");
    expect(performance.now() - startMs).toBeLessThan(900);
    await until(() => fs.existsSync(join(folder, "done")));
  });

  test("somebody left running that prints a lot later: it can, and nothing of it is kept", async () => {
    const script = "(sleep 0.3; head -c 100000000 /dev/zero; touch done) & echo now";
    expect(run({ run: script }).kind).toBe("passed");
    expect(fs.readdirSync(folder)).toEqual([]);
    await until(() => fs.existsSync(join(folder, "done")));
    expect(fs.readdirSync(folder)).toEqual(["done"]);
  });

  // covers: smllm-run-bounded
  test("150 MB of output: no more than 64 MiB of it lie about, and it ends as it ended", () => {
    const printed = "head -c 150000000 /dev/zero | tr '\\0' x; echo; echo the end";
    const measured =
      "du -sk . | cut -f1 > size; exec 9>&2; stat -Lc %s /proc/$$/fd/9 2> /dev/null >> size";
    const text = detail({ run: `${printed}; ${measured}; exit 5` });
    const [folderKib = "", nameless = "0"] = written("size").trim().split("\n");
    expect(Number(folderKib) + Number(nameless) / 1024).toBeLessThan(70_000);
    expect(text).toBe(`exited 5: ${"x".repeat(392)} the end`);
  });

  // covers: smllm-run-bounded
  test("output over the end of one file, in large pieces and in small ones: its very end", () => {
    const lines = Array.from({ length: 5_300_000 }, (_, index) => index + 1).slice(-200);
    expect(detail({ run: "seq 1 5300000; exit 1" })).toBe(
      `exited 1: ${lines.join(" ").slice(-400).trim()}`,
    );
    const small = "i=0; while [ $i -lt 8300 ]; do printf $((i % 10)); i=$((i + 1)); done; exit 1";
    expect(detail({ run: small })).toBe(`exited 1: ${"0123456789".repeat(40)}`);
  });

  test("a fault while somebody left running holds the output open: told at once", () => {
    const startMs = performance.now();
    expect(detail({ run: "sleep 5 & echo last; exit 1" })).toBe("exited 1: last");
    expect(performance.now() - startMs).toBeLessThan(2500);
  });

  test("a command that kills its group: told, with the end of its output", () => {
    expect(detail({ run: "echo last; kill -9 0" })).toBe("killed by SIGKILL: last");
  });

  test("a list: codes that shells use are its own, and what cannot be started is told as such", () => {
    expect(detail({ run: ["sh", "-c", "echo x; exit 127"] })).toBe("exited 127: x");
    expect(detail({ run: ["sh", "-c", "exit 126"] })).toBe("exited 126");
    expect(detail({ run: ["sh", "-c", "exit 137"] })).toBe("exited 137");
    expect(detail({ run: ["sh", "-c", "kill -9 $$"] })).toBe("killed by SIGKILL");
    fs.writeFileSync(join(folder, "plain"), "x");
    const missing = "could not start: no such program, or no such directory to run it in";
    expect(detail({ run: ["./none", "x"] })).toBe(missing);
    expect(detail({ run: ["-c", "touch pwned"] })).toBe(missing);
    expect(detail({ run: ["./plain"] })).toBe("could not start: no permission (EACCES)");
    expect(fs.readdirSync(folder)).toEqual(["plain"]);
  });

  test.skipIf(process.platform !== "linux")(
    "a list, variables with names that shells do not have: the program sees them and no more (skipped: needs /proc)",
    () => {
      const odd = {
        PATH,
        PWD: "x",
        SHLVL: "1",
        "npm_config_//host/:x": "a b",
        "A-B": "$(c)",
        N: "1\n2",
      };
      const outcome = runCommand(
        { run: ["sh", "-c", 'tr "\\0" "\\n" < /proc/$$/environ | sort > seen'] },
        { SMLLM_REF: "r" },
        folder,
        { ...world(), env: odd },
      );
      expect(outcome).toEqual({ kind: "passed" });
      const names = written("seen")
        .split("\n")
        .map((line) => line.split("=")[0]);
      expect(names.filter((name) => name !== "" && name !== "_").sort()).toEqual(
        ["2", "A-B", "N", "PATH", "PWD", "SHLVL", "SMLLM_REF", "npm_config_//host/:x"].sort(),
      );
    },
  );

  test.skipIf(process.platform !== "linux")(
    "a text and a list: the first three descriptors and no more (skipped: needs /proc)",
    () => {
      const bunFds = fs.openSync(join(folder, "held"), "w");
      for (const run of ["ls /proc/self/fd > seen", ["sh", "-c", "ls /proc/self/fd > seen"]]) {
        expect(runCommand({ run }, {}, folder, world())).toEqual({ kind: "passed" });
        // The last is that of the listing itself.
        expect(written("seen").trim().split("\n")).toEqual(["0", "1", "2", "3"]);
      }
      fs.closeSync(bunFds);
    },
  );

  test("where processes have no groups: codes, output and empty input as elsewhere", () => {
    const alone = { ...world(), platform: "win32" as const };
    const list = (script: string) => runCommand({ run: ["sh", "-c", script] }, {}, folder, alone);
    expect(list('test -z "$(cat)"')).toEqual({ kind: "passed" });
    expect(list("echo out; exit 3")).toEqual({ kind: "failed", detail: "exited 3: out" });
    expect(fs.readdirSync(folder)).toEqual([]);
  });

  // covers: smllm-run-ends-with-us
  test("after passes and faults: no keeper is left", async () => {
    run({ run: "true" });
    run({ run: "echo x; exit 1" });
    run({ run: "sleep 9", timeoutSecs: 1 });
    const kept = () => Bun.spawnSync(["ps", "-eo", "args="]).stdout.toString().includes(folder);
    await until(() => !kept());
  });

  test("after passes, faults and timeouts: no file of output is left", () => {
    run({ run: "echo x" });
    run({ run: "echo x; exit 1" });
    run({ run: "echo x; sleep 9", timeoutSecs: 1 });
    expect(fs.readdirSync(folder)).toEqual([]);
  });

  test("no folder for the output: a reason", () => {
    const lost = { ...world(), tempDir: join(folder, "none") };
    expect(runCommand({ run: "true" }, {}, folder, lost)).toEqual({
      kind: "failed",
      detail: "could not start: no place for its output: it is missing (ENOENT)",
    });
  });

  test("seconds of the host for commands that do not say: kept to", () => {
    const quick = { ...world(), timeoutSecs: 1 };
    expect(runCommand({ run: "sleep 9" }, {}, folder, quick)).toEqual({
      kind: "failed",
      detail: "timed out after 1s",
    });
  });
});

describe("createMachineHost", () => {
  test("a guard and an action: passed or why not, empty or why not", () => {
    const host = createMachineHost(world());
    expect(host.supports?.("command")).toBe(true);
    expect(host.supports?.("other")).toBe(false);
    expect(host.check?.("command", { run: "true" }, {}, folder)).toEqual({ passed: true });
    expect(host.check?.("command", { run: "exit 2" }, {}, folder)).toEqual({
      passed: false,
      detail: "exited 2",
    });
    expect(host.run?.("command", { run: "true" }, {}, folder)).toBe("");
    expect(host.run?.("command", { run: "exit 2" }, {}, folder)).toBe("exited 2");
  });

  test("prompt files: the text without its mark, nothing for a missing one, a throw for a folder", () => {
    const host = createMachineHost(world());
    fs.writeFileSync(join(folder, "p.md"), "\uFEFFDo it.\n");
    expect(host.read?.(join(folder, "p.md"))).toBe("Do it.\n");
    expect(host.read?.(join(folder, "none.md"))).toBeUndefined();
    expect(() => host.read?.(folder)).toThrow("not a regular file");
  });

  test.skipIf(Bun.which("node") === null)(
    "under Node: the same outcomes, groups and details (skipped: needs node)",
    async () => {
      const built = await Bun.build({
        entrypoints: [join(import.meta.dir, "run-command.ts")],
        target: "node",
        outdir: folder,
      });
      expect(built.success).toBe(true);
      fs.writeFileSync(
        join(folder, "try.mjs"),
        `import { runCommand } from "./run-command.js";
         const world = { env: { PATH: process.env.PATH }, platform: process.platform, tempDir: ${JSON.stringify(folder)} };
         const run = (command) => runCommand(command, { SMLLM_REF: "$(x)" }, ${JSON.stringify(folder)}, world);
         const startMs = performance.now();
         const outcomes = [
           run({ run: "echo $SMLLM_REF; (sleep 3; echo late) & exit 0" }),
           run({ run: 'echo "$SMLLM_REF"; exit 3' }),
           run({ run: "sleep 61 & echo $$ > pid; sleep 62", timeoutSecs: 1 }),
           run({ run: ["no-such-program-here"] }),
         ];
         console.log(JSON.stringify({ outcomes, quick: performance.now() - startMs < 2900 }));`,
      );
      const child = Bun.spawnSync(["node", join(folder, "try.mjs")]);
      const { outcomes, quick } = JSON.parse(child.stdout.toString());
      expect(quick).toBe(true);
      expect(outcomes).toEqual([
        { kind: "passed" },
        { kind: "failed", detail: "exited 3: $(x)" },
        { kind: "failed", detail: "timed out after 1s" },
        { kind: "failed", detail: expect.stringContaining("could not start: ") },
      ]);
      const group = fs.readFileSync(join(folder, "pid"), "utf8").trim();
      expect(livingGroups()).not.toContain(group);
      fs.writeFileSync(
        join(folder, "slow.mjs"),
        `import { runCommand } from "./run-command.js";
         const world = { env: { PATH: process.env.PATH }, platform: process.platform, tempDir: ${JSON.stringify(folder)} };
         runCommand({ run: "trap '' TERM; echo $$ > led; sleep 60" }, {}, ${JSON.stringify(folder)}, world);`,
      );
      const killed = Bun.spawn(["node", join(folder, "slow.mjs")]);
      await until(() => fs.existsSync(join(folder, "led")) && written("led") !== "");
      killed.kill("SIGKILL");
      await until(() => !livingGroups().includes(written("led").trim()));
    },
    20_000,
  );
});
