import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  checkChain,
  hookCommand,
  mentionsUs,
  programText,
  readHookCommand,
  readStatusCommand,
  shellWord,
  statusCommand,
  withChained,
  withoutChained,
  withProgram,
} from "./own-commands.ts";

/** What a real shell makes of a command's words, after the program. */
function wordsOfShell(command: string): readonly string[] {
  const script = `set -- ${command}\nprintf '%s\\0' "$@"`;
  const run = Bun.spawnSync(["/bin/sh", "-c", script]);
  expect(run.exitCode).toBe(0);
  return run.stdout.toString().split("\0").slice(0, -1);
}

const HOSTILE_PATHS = [
  "/opt/a b/telltale",
  "/opt/$HOME/telltale",
  "/opt/it's/telltale",
  '/opt/"q"/telltale',
  "/opt/back\\slash/telltale",
  "/opt/müller ß/telltale",
  "/opt/数据/telltale",
  "/opt/`id`/;rm -rf x/&|<>()/telltale",
  "/opt/tab\there/telltale",
];

describe("commands", () => {
  test.each(HOSTILE_PATHS)("%j: a real shell sees the path, and it is found again", (path) => {
    const program = programText([path], "linux");
    const line = statusCommand(program);
    expect(wordsOfShell(line)).toEqual([path, "statusline", "--harness", "claude-code"]);
    expect(readStatusCommand(line)?.program).toEqual([path]);
    expect(wordsOfShell(hookCommand(program))).toEqual([path, "hook", "claude-code"]);
    expect(readHookCommand(hookCommand(program))?.program).toEqual([path]);
  });

  test("any chained text: one word for a real shell, and read back as it is", () => {
    const text = fc
      .string({ unit: fc.constantFrom(..."ab '\"\\$`!\n\t;|&-#*?~=äß数😀"), minLength: 1 })
      .filter((candidate) => candidate.trim() !== "");
    fc.assert(
      fc.property(text, (then) => {
        const command = statusCommand("/x/telltale", then);
        expect(readStatusCommand(command)?.chained?.text).toBe(then);
        const last = wordsOfShell(command).at(-1);
        expect(last === then || last === `--then=${then}`).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  test("plain words stay without quotes; empty ones get them", () => {
    expect(shellWord("/usr/local/bin/telltale")).toBe("/usr/local/bin/telltale");
    expect(shellWord("")).toBe("''");
  });

  // covers: install-windows-path
  test("Windows: forward slashes, and double quotes only where they are needed", () => {
    expect(programText(["C:\\Users\\me\\telltale.exe"], "win32")).toBe("C:/Users/me/telltale.exe");
    const spaced = programText(["C:\\Program Files\\ü $x\\telltale.exe"], "win32");
    expect(spaced).toBe('"C:/Program Files/ü \\$x/telltale.exe"');
    expect(wordsOfShell(spaced)).toEqual(["C:/Program Files/ü $x/telltale.exe"]);
    expect(readStatusCommand(statusCommand(spaced))?.program).toEqual([
      "C:/Program Files/ü $x/telltale.exe",
    ]);
  });
});

describe("recognition", () => {
  test.each([
    "telltale statusline",
    "/old/place/telltale statusline --layout full",
    "TELLTALE_ASCII=1 /x/telltale statusline 2>/dev/null",
    "env A=b exec '/x y/telltale' statusline",
    "~/bin/telltale-linux-x64 statusline",
    "C:/x/telltale.exe statusline --harness claude-code",
    "/x/bun --no-env-file --config=/dev/null /x/src/cli/main.ts statusline",
  ])("%j is ours", (command) => {
    expect(readStatusCommand(command)).toBeDefined();
  });

  test.each([
    "",
    "telltale",
    "telltale hook claude-code",
    "npx ccstatusline@latest",
    "my-telltale statusline",
    "echo telltale statusline",
    "bun x.ts statusline",
    "cd /x && telltale statusline",
    "'telltale statusline'",
  ])("%j is not", (command) => {
    expect(readStatusCommand(command)).toBeUndefined();
  });

  test("another path is put in; options, prefixes and the chained command stay", () => {
    const command = "A=1 '/old x/telltale' statusline --layout full --then 'npx cc' 2>/dev/null";
    const own = readStatusCommand(command)!;
    expect(withProgram(command, own, "/new/telltale")).toBe(
      "A=1 /new/telltale statusline --layout full --then 'npx cc' 2>/dev/null",
    );
    expect(own.chained?.text).toBe("npx cc");
  });

  test.each([
    [
      "/x/telltale statusline --then 'npx cc' --wide 2>/dev/null",
      "/x/telltale statusline --wide 2>/dev/null",
    ],
    ["/x/telltale statusline --then='-a b'", "/x/telltale statusline"],
    [
      "A=1 telltale statusline --harness claude-code  --then x",
      "A=1 telltale statusline --harness claude-code",
    ],
  ])(
    "%j: the chained command can be taken out, and put in again behind our words",
    (command, bare) => {
      expect(withoutChained(command, readStatusCommand(command)!)).toBe(bare);
      const again = withChained(bare, readStatusCommand(bare)!, "it's x");
      expect(readStatusCommand(again)?.chained?.text).toBe("it's x");
      expect(withoutChained(again, readStatusCommand(again)!)).toBe(bare);
      expect(withoutChained(bare, readStatusCommand(bare)!)).toBe(bare);
    },
  );

  test("a command that runs us inside is not chained, nor is one without text or too long", () => {
    expect(mentionsUs("cd /x && /a/telltale statusline")).toBe(true);
    expect(checkChain("sh -c 'telltale statusline'").ok).toBe(false);
    expect(checkChain("/x/telltale statusline").ok).toBe(false);
    expect(checkChain("  ").ok).toBe(false);
    expect(checkChain("x".repeat(9000)).ok).toBe(false);
    expect(checkChain("npx -y ccstatusline@latest").ok).toBe(true);
  });
});
