import { describe, expect, test } from "bun:test";
import { type ColorChoice, type ColorDepth, colorDepth, type Environment } from "./color-depth.ts";

const XTERM: Environment = { TERM: "xterm-256color" };
const TRUE: Environment = { TERM: "xterm-256color", COLORTERM: "truecolor" };

function depthOf(env: Environment, choice: ColorChoice = "auto", takesColor = true): ColorDepth {
  return colorDepth({ env, choice, takesColor });
}

describe("colorDepth: by the terminal's name", () => {
  test.each<[Environment, ColorDepth]>([
    [{ COLORTERM: "truecolor" }, "truecolor"],
    [{ COLORTERM: "24bit", TERM: "xterm" }, "truecolor"],
    [{ COLORTERM: "yes", TERM: "xterm" }, "16"],
    [{ TERM: "xterm-256color" }, "256"],
    [{ TERM: "tmux" }, "256"],
    [{ TERM: "screen.xterm" }, "256"],
    [{ TERM: "xterm" }, "16"],
    [{ TERM: "linux" }, "16"],
    [{ TERM: "dumb" }, "none"],
    [{ TERM: "dumb", COLORTERM: "truecolor" }, "none"],
    [{ TERM: "" }, "16"],
    [{}, "16"],
  ])("%j: %s", (env, depth) => {
    expect(depthOf(env)).toBe(depth);
    expect(depthOf(env, "auto", false)).toBe("none");
  });
});

describe("colorDepth: precedence", () => {
  test.each<[string, Environment, ColorChoice, boolean, ColorDepth]>([
    ["never beats everything", { ...TRUE, FORCE_COLOR: "3" }, "never", true, "none"],
    ["always beats NO_COLOR", { ...XTERM, NO_COLOR: "1" }, "always", false, "256"],
    ["always beats a dumb terminal", { TERM: "dumb" }, "always", false, "16"],
    ["always beats FORCE_COLOR=0", { ...TRUE, FORCE_COLOR: "0" }, "always", false, "truecolor"],
    ["always with FORCE_COLOR=2", { ...TRUE, FORCE_COLOR: "2" }, "always", false, "256"],
    ["NO_COLOR", { ...TRUE, NO_COLOR: "1" }, "auto", true, "none"],
    ["NO_COLOR=0 is not empty", { ...TRUE, NO_COLOR: "0" }, "auto", true, "none"],
    ["empty NO_COLOR", { ...TRUE, NO_COLOR: "" }, "auto", true, "truecolor"],
    ["NO_COLOR beats FORCE_COLOR", { NO_COLOR: "1", FORCE_COLOR: "3" }, "auto", true, "none"],
    ["FORCE_COLOR=0", { ...TRUE, FORCE_COLOR: "0" }, "auto", true, "none"],
    ["FORCE_COLOR=false", { ...TRUE, FORCE_COLOR: "False" }, "auto", true, "none"],
    ["FORCE_COLOR=1 in a pipe", { TERM: "xterm", FORCE_COLOR: "1" }, "auto", false, "16"],
    ["FORCE_COLOR=true keeps more", { ...TRUE, FORCE_COLOR: "true" }, "auto", false, "truecolor"],
    ["empty FORCE_COLOR", { ...XTERM, FORCE_COLOR: "" }, "auto", false, "256"],
    ["FORCE_COLOR=2", { ...TRUE, FORCE_COLOR: "2" }, "auto", false, "256"],
    ["FORCE_COLOR=3", { FORCE_COLOR: "3" }, "auto", false, "truecolor"],
    ["FORCE_COLOR beats a dumb terminal", { TERM: "dumb", FORCE_COLOR: "1" }, "auto", true, "16"],
    ["FORCE_COLOR with a property's name", { FORCE_COLOR: "constructor" }, "auto", false, "16"],
  ])("%s", (_name, env, choice, takesColor, depth) => {
    expect(depthOf(env, choice, takesColor)).toBe(depth);
  });
});
