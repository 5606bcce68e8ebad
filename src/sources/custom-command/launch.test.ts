import { describe, expect, test } from "bun:test";
import { commandLaunch, shellLaunch } from "./launch.ts";

describe("commandLaunch", () => {
  test("POSIX: the program itself, no shell", () => {
    expect(commandLaunch(["p", "a b", "|"], "linux", {})).toEqual({ argv: ["p", "a b", "|"] });
  });

  test("Windows: one line for cmd, tokens with spaces quoted, operators untouched", () => {
    const launch = commandLaunch(["node", "C:\\My Tools\\s.mjs", "", "|", "sort"], "win32", {
      COMSPEC: "C:\\Windows\\System32\\cmd.exe",
    });
    expect(launch).toEqual({
      argv: [
        "C:\\Windows\\System32\\cmd.exe",
        "/d",
        "/s",
        "/c",
        '"node "C:\\My Tools\\s.mjs" "" | sort"',
      ],
      verbatim: true,
    });
  });

  test("Windows, quotes and backslashes at the end of a quoted token: doubled", () => {
    const launch = commandLaunch(["p", 'a "b\\" c\\'], "win32", {});
    expect(launch.argv).toEqual(["cmd.exe", "/d", "/s", "/c", '"p "a \\"b\\\\\\" c\\\\""']);
  });
});

describe("shellLaunch", () => {
  const env = {
    PROGRAMFILES: "C:\\Program Files",
    localappdata: "C:\\Users\\me\\AppData\\Local",
    CLAUDE_CODE_GIT_BASH_PATH: "D:\\git\\bash.exe",
  };

  test("POSIX: sh with the text as it is", () => {
    expect(shellLaunch("a | b > c", "darwin", {}).argv).toEqual(["/bin/sh", "-c", "a | b > c"]);
  });

  test("Windows with Git: bash, the configured one first", () => {
    const found = (present: string): string =>
      shellLaunch("x", "win32", env, (path) => path.includes(present)).argv[0];
    expect(found("")).toBe("D:\\git\\bash.exe");
    expect(found("Program Files")).toBe("C:\\Program Files\\Git\\bin\\bash.exe");
    expect(found("Local")).toBe("C:\\Users\\me\\AppData\\Local\\Programs\\Git\\bin\\bash.exe");
  });

  test("Windows without Git: PowerShell", () => {
    const { argv } = shellLaunch("echo hi", "win32", env, () => false);
    expect(argv).toEqual([
      "powershell.exe",
      "-NoProfile",
      "-NonInteractive",
      "-Command",
      "echo hi",
    ]);
  });
});
