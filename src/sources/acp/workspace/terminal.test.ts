import { expect, test } from "bun:test";
import { tmpdir } from "node:os";
import { startTerminal } from "./terminal.ts";

async function run(command: string, args: readonly string[] = []) {
  const started = startTerminal({
    ...{ command, args, cwd: tmpdir(), env: { PATH: process.env.PATH }, limitBytes: 1000 },
    platform: process.platform,
    onChange: () => {},
  });
  if (!started.ok) return started.reason.code;
  const { exitCode } = await started.value.exited;
  await started.value.end();
  return { exitCode, output: started.value.output() };
}

test("a whole line in the place of a program: the shell reads it", async () => {
  expect(await run("echo a; echo b >&2; exit 3")).toEqual({ exitCode: 3, output: "a\nb\n" });
});

test("a line beside arguments, and a word that names no program: not found", async () => {
  expect(await run("echo a; echo", ["b"])).toBe(-32002);
  expect(await run("no-such-program")).toBe(-32002);
});

test("a program with arguments: no shell reads them", async () => {
  expect(await run("echo", ["$HOME; exit 3"])).toEqual({ exitCode: 0, output: "$HOME; exit 3\n" });
});
