import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { constants, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { constants as system, tmpdir } from "node:os";
import { join } from "node:path";
import { namedDescriptors } from "./descriptors.ts";
import { exitCodeOf } from "./ending.ts";
import { findCommand, startFailure } from "./find-command.ts";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "telltale-find-"));
  for (const name of ["a", "b", "folder", "folder/tool"]) mkdirSync(join(folder, name));
  writeFileSync(join(folder, "a/tool"), "", { mode: 0o644 });
  writeFileSync(join(folder, "b/tool"), "", { mode: constants.S_IRWXU });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("finding a command", () => {
  const find = (name: string, path?: string) => findCommand(name, { PATH: path }, folder);

  test("on the PATH, what may not be run comes before what may: the one that may", () => {
    expect(find("tool", `${folder}/a:${folder}/b`)).toEqual({
      ok: true,
      value: `${folder}/b/tool`,
    });
    expect(find("tool", "b")).toEqual({ ok: true, value: "b/tool" });
  });

  test("nowhere: 127; only what may not be run, or a folder: 126", () => {
    expect(find("tool", "/nowhere")).toMatchObject({ reason: { code: 127 } });
    expect(find("", folder)).toMatchObject({ reason: { code: 127 } });
    expect(find("tool", `${folder}/a`)).toMatchObject({
      reason: { code: 126, reason: "permission denied" },
    });
    expect(find("tool", `${folder}/folder`)).toMatchObject({
      reason: { code: 126, reason: "it is a folder" },
    });
  });

  test("with a slash: from the working folder, whatever the PATH", () => {
    expect(find("./b/tool", "/nowhere")).toEqual({ ok: true, value: "./b/tool" });
    expect(find("b/none")).toMatchObject({ reason: { code: 127, reason: "no such file" } });
  });

  test("no PATH: the system's own folders", () => {
    expect(find("sh")).toMatchObject({ ok: true });
  });
});

test("a found program that does not start: the system's reason in words", () => {
  expect(startFailure(system.errno.ENOENT)).toEqual({
    code: 127,
    reason: "its interpreter is missing",
  });
  expect(startFailure(system.errno.E2BIG)).toEqual({
    code: 126,
    reason: "the arguments are too long",
  });
  expect(startFailure(0)).toEqual({ code: 126, reason: "it could not be given a terminal" });
});

test("how a command ended as an exit code: its own, or 128 and the signal", () => {
  expect(exitCodeOf({ kind: "exited", code: 7 })).toBe(7);
  expect(exitCodeOf({ kind: "signaled", signal: "SIGKILL" })).toBe(137);
});

test("descriptors that arguments and make name, open ones: passed on, each once", () => {
  const argv = ["diff", "/dev/fd/0", "--a=/proc/self/fd/1", "/dev/fd/9999", "x/dev/fd/2x"];
  expect(namedDescriptors(argv, { MAKEFLAGS: " -j --jobserver-auth=9998,2" })).toEqual([]);
});
