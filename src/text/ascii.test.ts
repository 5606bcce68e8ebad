import { describe, expect, test } from "bun:test";
import { asciiMode, glyphs } from "./ascii.ts";
import type { Environment } from "./color-depth.ts";
import { createMeasure } from "./width.ts";

function on(env: Environment, setting?: boolean, platform = "linux"): boolean {
  return asciiMode({ env, setting, platform });
}

describe("asciiMode", () => {
  test.each<[Environment, boolean]>([
    [{}, false],
    [{ LANG: "de_DE.UTF-8" }, false],
    [{ LANG: "C.utf8" }, false],
    [{ LANG: "C" }, true],
    [{ LC_ALL: "POSIX", LANG: "de_DE.UTF-8" }, true],
    [{ LC_ALL: "", LC_CTYPE: "en_US.UTF-8", LANG: "C" }, false],
    [{ LC_CTYPE: "de_DE.ISO-8859-1" }, true],
    [{ TERM: "linux", LANG: "de_DE.UTF-8" }, true],
    [{ TERM: "xterm" }, false],
  ])("environment %j: %p", (env, ascii) => {
    expect(on(env)).toBe(ascii);
  });

  test("Windows: on without a terminal that is known to draw Unicode", () => {
    expect(on({}, undefined, "win32")).toBe(true);
    expect(on({ WT_SESSION: "1" }, undefined, "win32")).toBe(false);
    expect(on({ TERM_PROGRAM: "vscode" }, undefined, "win32")).toBe(false);
  });

  test("the setting beats what is detected", () => {
    expect(on({ LANG: "C" }, false)).toBe(false);
    expect(on({ LANG: "C.UTF-8" }, true)).toBe(true);
    expect(on({}, false, "win32")).toBe(false);
  });

  test.each(["1", "true", "yes", "ON"])("TELLTALE_ASCII=%s: on, whatever the setting", (wish) => {
    expect(on({ TELLTALE_ASCII: wish }, false)).toBe(true);
  });

  test.each(["0", "false", "No", "off"])("TELLTALE_ASCII=%s: off, whatever the rest", (wish) => {
    expect(on({ TELLTALE_ASCII: wish, LANG: "C", TERM: "linux" }, true)).toBe(false);
  });

  test.each(["", "maybe"])("TELLTALE_ASCII=%j: as if it were not there", (wish) => {
    expect(on({ TELLTALE_ASCII: wish }, true)).toBe(true);
    expect(on({ TELLTALE_ASCII: wish })).toBe(false);
  });
});

describe("glyphs", () => {
  test("ASCII mode: every glyph is ASCII but the dot and the dash, which stay", () => {
    for (const [name, glyph] of Object.entries(glyphs(true))) {
      if (name === "dot" || name === "dash") expect(glyph).toBe(glyphs(false)[name]);
      else expect(glyph).toMatch(/^[ -~]+$/);
    }
    expect(glyphs(true).branch).toBe("git");
    expect(glyphs(true).total).toBe("sum ");
    expect(glyphs(false).branch).toBe("⎇");
  });

  test("both tables: the same names, frozen, and each Unicode glyph one column", () => {
    const measure = createMeasure({ ambiguousWide: false });
    expect(Object.keys(glyphs(true))).toEqual(Object.keys(glyphs(false)));
    expect(Object.isFrozen(glyphs(true)) && Object.isFrozen(glyphs(false))).toBe(true);
    for (const glyph of Object.values(glyphs(false))) expect(measure(glyph)).toBe(1);
  });
});
