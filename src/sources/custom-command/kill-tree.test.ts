import { describe, expect, test } from "bun:test";
import { type KillPorts, killTree } from "./kill-tree.ts";

function recorder(platform: NodeJS.Platform, fault?: "group" | "start" | "exit-code") {
  const calls: string[] = [];
  const ports: KillPorts = {
    platform,
    killGroup: (groupId) => {
      calls.push(`group ${groupId}`);
      if (fault === "group") throw new Error("ESRCH");
    },
    start: (argv, ended) => {
      calls.push(argv.join(" "));
      if (fault === "start") throw new Error("ENOENT");
      ended(fault !== "exit-code");
    },
  };
  const root = { pid: 42, kill: () => void calls.push("root") };
  return { calls, kill: (env = {}) => killTree(root, env, ports) };
}

describe("killTree", () => {
  test("POSIX: the group of the root", () => {
    const { calls, kill } = recorder("darwin");
    kill();
    expect(calls).toEqual(["group 42"]);
  });

  test("POSIX without such a group: the root", () => {
    const { calls, kill } = recorder("linux", "group");
    kill();
    expect(calls).toEqual(["group 42", "root"]);
  });

  test("Windows: taskkill of the system folder", () => {
    const { calls, kill } = recorder("win32");
    kill({ systemroot: "C:\\Windows" });
    expect(calls).toEqual(["C:\\Windows\\System32\\taskkill.exe /PID 42 /T /F"]);
  });

  test("Windows with only WINDIR, and with neither: that folder, the bare name", () => {
    const { calls, kill } = recorder("win32");
    kill({ WINDIR: "D:\\Win" });
    kill();
    expect(calls).toEqual([
      "D:\\Win\\System32\\taskkill.exe /PID 42 /T /F",
      "taskkill /PID 42 /T /F",
    ]);
  });

  test("Windows, taskkill missing or failing: the root", () => {
    for (const fault of ["start", "exit-code"] as const) {
      const { calls, kill } = recorder("win32", fault);
      kill();
      expect(calls).toEqual(["taskkill /PID 42 /T /F", "root"]);
    }
  });
});
