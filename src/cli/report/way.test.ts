import { describe, expect, test } from "bun:test";
import { reportWay, type WayInput } from "./way.ts";

const way = (options: Partial<WayInput>) =>
  reportWay({ when: "auto", passthrough: "auto", env: {}, ...options });

/** What a terminal says of itself survives into tmux, and into whatever is started elsewhere. */
const INHERITED = { KITTY_WINDOW_ID: "1", TERM_PROGRAM: "ghostty", WT_SESSION: "5" };
const TMUX = { TMUX: "/tmp/tmux-1000/default,1,0", TERM: "screen-256color", ...INHERITED };
const SCREEN = { STY: "42.pts-1.host", TERM: "screen" };

describe("auto", () => {
  test("a terminal of its own: asked", () => {
    expect(way({ env: { TERM: "xterm-256color" } })).toEqual({ kind: "ask" });
    expect(way({ env: { TERM: "xterm", TMUX: "", STY: "" } })).toEqual({ kind: "ask" });
    expect(way({ env: {}, passthrough: "off" })).toEqual({ kind: "ask" });
    // A terminal's name survives ssh and `tmux -f`, and asking tmux itself does no harm.
    for (const TERM of ["screen", "screen.xterm-256color", "tmux-256color"]) {
      expect(way({ env: { TERM } })).toEqual({ kind: "ask" });
    }
    expect(way({ env: { TERM: "xterm-kitty", ...INHERITED } })).toEqual({ kind: "ask" });
  });

  test.each<[string, Partial<WayInput>, string]>([
    ["TMUX", { env: TMUX }, "TMUX is set"],
    ["TMUX, passthrough off", { env: TMUX, passthrough: "off" }, "TMUX is set"],
    ["STY", { env: SCREEN }, "STY is set"],
    ["asked for tmux", { passthrough: "tmux" }, "--passthrough tmux"],
    ["asked for screen", { passthrough: "screen" }, "--passthrough screen"],
  ])("%s: nothing, not even the question, and the reason says how to send", (_name, input, why) => {
    const found = way(input);
    expect(found.kind).toBe("nothing");
    const text = found.kind === "nothing" ? found.why : "";
    expect(text).toContain(why);
    expect(text).toEndWith("--when on sends without asking");
  });
});

describe("on", () => {
  const wrapping = (options: Partial<WayInput>) => {
    const found = way({ when: "on", ...options });
    return found.kind === "send" ? found.wrapping : found.kind;
  };

  test("passthrough auto: tmux with TMUX, screen with STY, else as it is", () => {
    expect(wrapping({ env: TMUX })).toBe("tmux");
    expect(wrapping({ env: SCREEN })).toBe("screen");
    expect(wrapping({ env: { ...TMUX, ...SCREEN } })).toBe("tmux");
    expect(wrapping({ env: { TERM: "screen-256color" } })).toBe("plain");
    expect(wrapping({ env: { TERM: "xterm", TMUX: "" } })).toBe("plain");
  });

  test("passthrough said: that one, whatever the environment says", () => {
    expect(wrapping({ env: TMUX, passthrough: "off" })).toBe("plain");
    expect(wrapping({ env: TMUX, passthrough: "screen" })).toBe("screen");
    expect(wrapping({ passthrough: "tmux" })).toBe("tmux");
  });
});

test("off: nothing, in every environment", () => {
  for (const env of [{}, TMUX, SCREEN]) {
    expect(way({ when: "off", passthrough: "tmux", env })).toEqual({
      kind: "nothing",
      why: "--when off",
    });
  }
});
