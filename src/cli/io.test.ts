import { afterAll, describe, expect, test } from "bun:test";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempFolder } from "../testing/temp-git.ts";

const MAIN = join(import.meta.dir, "main.ts");
const PROGRAM = [process.execPath, MAIN];
const ENV = { PATH: process.env.PATH ?? "", HOME: "/nonexistent" };

const folder = tempFolder("io");
const stream = join(folder, "stream");
const REPORTS = 20_000;
writeFileSync(stream, "\x1b]7501;state=working:id=a\x1b\\".repeat(REPORTS));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function start(command: readonly string[]): Promise<Ended> {
  const child = Bun.spawn([...command], {
    env: ENV,
    stdin: new Blob(['{"model":{"display_name":"Opus"}}']),
    stdout: "pipe",
    stderr: "pipe",
    timeout: 20_000,
  });
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, stdout, stderr };
}

/** Runs the program with a stdout that a shell redirects. */
function redirected(args: readonly string[], to: string): Promise<Ended> {
  return start(["sh", "-c", `"$@" ${to}`, "sh", ...PROGRAM, ...args]);
}

/** Python can make pipes that do not block, and terminals that go; shells cannot. */
function inPython(lines: readonly string[], args: readonly string[]): Promise<Ended> {
  return start(["python3", "-c", lines.join("\n"), ...PROGRAM, ...args]);
}

const mayMiss = Bun.which("python3") === null && process.env.CI !== "true";
const NEEDS = "(skipped: needs python3)";

/** A pipe that is full and does not block. */
const FULL_PIPE = [
  "import os, subprocess, sys, time",
  "reading, writing = os.pipe()",
  "os.set_blocking(writing, False)",
  "filled = 0",
  "try:",
  "    while True: filled += os.write(writing, b'x' * 4096)",
  "except BlockingIOError: pass",
];

// covers: output-faults
describe("a stdout that takes nothing", () => {
  const words = "cannot write to standard output: no space left on device";
  const isLinux = process.platform === "linux";

  test.skipIf(!isLinux).each([
    [["decode", stream], "telltale decode"],
    [["decode", "--records", stream], "telltale decode"],
    [["config", "schema"], "telltale config"],
    [["--help"], "telltale"],
    [["--version"], "telltale"],
    [["help", "decode"], "telltale help"],
  ] as const)(
    "a full disk under %p: one line on stderr, exit 1 (skipped: needs /dev/full)",
    async (args, who) => {
      expect(await redirected(args, ">/dev/full")).toEqual({
        code: 1,
        stdout: "",
        stderr: `${who}: ${words}\n`,
      });
    },
  );

  test.skipIf(!isLinux)(
    "a full disk under the status line: exit 0 (skipped: needs /dev/full)",
    async () => {
      expect(await redirected(["statusline"], ">/dev/full")).toMatchObject({ code: 0 });
    },
  );

  test("a call that failed already: its own exit code stays", async () => {
    expect(await redirected(["decode", join(folder, "none")], ">/dev/full")).toMatchObject({
      code: 1,
    });
    expect(await redirected(["decode", "--nothing"], ">/dev/full")).toMatchObject({ code: 2 });
  });

  test("a reader that is gone: quiet, exit 0", async () => {
    const script = '{ "$@"; echo "exit $?" >&2; } | head -c 1';
    const { stdout, stderr } = await start([
      "sh",
      "-c",
      script,
      "sh",
      ...PROGRAM,
      "decode",
      stream,
    ]);
    expect(stdout).toBe("{");
    expect(stderr).toBe("exit 0\n");
  });

  test.skipIf(mayMiss)(`a terminal that has hung up: quiet, exit 0 ${NEEDS}`, async () => {
    const script = [
      "import os, pty, subprocess, sys",
      "master, slave = pty.openpty()",
      "os.close(master)",
      "sys.exit(subprocess.call(sys.argv[1:], stdin=subprocess.DEVNULL, stdout=slave))",
    ];
    expect(await inPython(script, ["config", "schema"])).toEqual({
      code: 0,
      stdout: "",
      stderr: "",
    });
  });
});

// covers: output-faults
describe("a pipe that does not block", () => {
  test.skipIf(mayMiss)(
    `its reader pauses for four seconds: every line comes ${NEEDS}`,
    async () => {
      const script = [
        ...FULL_PIPE,
        "child = subprocess.Popen(sys.argv[1:], stdin=subprocess.DEVNULL, stdout=writing)",
        "os.close(writing)",
        "time.sleep(4)",
        "text = open(reading, 'rb').read()[filled:]",
        "print(len(text.splitlines()), text[-1:] == b'\\n', child.wait())",
      ];
      const { stdout } = await inPython(script, ["decode", stream]);
      expect(stdout).toBe(`${REPORTS} True 0\n`);
    },
    25_000,
  );

  test.skipIf(mayMiss)(
    `nobody reads: the status line gives it up and ends with 0 ${NEEDS}`,
    async () => {
      const script = [...FULL_PIPE, "sys.exit(subprocess.call(sys.argv[1:], stdout=writing))"];
      const startMs = performance.now();
      expect(await inPython(script, ["statusline"])).toMatchObject({ code: 0 });
      expect(performance.now() - startMs).toBeLessThan(9_000);
    },
    25_000,
  );
});
