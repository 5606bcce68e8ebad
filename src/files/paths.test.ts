import { describe, expect, test } from "bun:test";
import { filePaths } from "./paths.ts";

describe("filePaths", () => {
  test("a home only: the three places below it", () => {
    expect(filePaths({ HOME: "/home/x" }, "linux")).toEqual({
      configFile: "/home/x/.config/telltale/config.yaml",
      stateDir: "/home/x/.local/state/telltale",
      cacheDir: "/home/x/.cache/telltale",
    });
  });

  test("XDG folders: each wins over the home for its own place", () => {
    const env = { HOME: "/h", XDG_CONFIG_HOME: "/c", XDG_CACHE_HOME: "/k/" };
    expect(filePaths(env, "darwin")).toEqual({
      configFile: "/c/telltale/config.yaml",
      stateDir: "/h/.local/state/telltale",
      cacheDir: "/k/telltale",
    });
  });

  test("TELLTALE_HOME: holds all three and wins over everything", () => {
    const env = { TELLTALE_HOME: "/t", HOME: "/h", XDG_STATE_HOME: "/s" };
    expect(filePaths(env, "linux")).toEqual({
      configFile: "/t/config.yaml",
      stateDir: "/t/state",
      cacheDir: "/t/cache",
    });
  });

  test("empty, relative and NUL values: as if unset", () => {
    for (const bad of ["", "rel", "./rel", "~/x", "/a\0b"]) {
      expect(filePaths({ TELLTALE_HOME: bad, XDG_STATE_HOME: bad, HOME: bad }, "linux")).toEqual(
        {},
      );
      expect(filePaths({ XDG_CONFIG_HOME: bad, HOME: "/h" }, "linux").configFile).toBe(
        "/h/.config/telltale/config.yaml",
      );
    }
  });

  test("nothing set: nowhere", () => {
    expect(filePaths({}, "linux")).toEqual({});
    expect(filePaths({}, "win32")).toEqual({});
  });

  test("Windows: APPDATA for config, LOCALAPPDATA for state and cache", () => {
    const env = {
      USERPROFILE: "C:\\Users\\x",
      APPDATA: "C:\\Users\\x\\AppData\\Roaming",
      LOCALAPPDATA: "C:\\Users\\x\\AppData\\Local",
    };
    expect(filePaths(env, "win32")).toEqual({
      configFile: "C:\\Users\\x\\AppData\\Roaming\\telltale\\config.yaml",
      stateDir: "C:\\Users\\x\\AppData\\Local\\telltale\\state",
      cacheDir: "C:\\Users\\x\\AppData\\Local\\telltale\\cache",
    });
  });

  test("Windows with a Git Bash HOME or a profile only: the profile counts, HOME does not", () => {
    expect(filePaths({ HOME: "/c/Users/x" }, "win32")).toEqual({});
    expect(filePaths({ HOME: "/c/Users/x", USERPROFILE: "D:/p" }, "win32").cacheDir).toBe(
      "D:\\p\\.cache\\telltale",
    );
    expect(filePaths({ TELLTALE_HOME: "\\\\server\\share" }, "win32").stateDir).toBe(
      "\\\\server\\share\\state",
    );
  });
});
