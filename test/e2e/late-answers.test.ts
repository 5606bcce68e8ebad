/** A terminal that answers too late: what it says must not be typed into the shell. */
import { expect, test } from "bun:test";
import { startInSlowTerminal } from "../../src/testing/slow-terminal.ts";
import { TELLTALE, WAIT_MS } from "./in-terminal.ts";

/** After the 300 ms in which an answer counts. */
const DELAY_MS = 550;
/** What the next program reads, as characters. */
const THEN = '"$@"; stty raw -echo; sleep 0.7; echo next; head -c 1 | od -An -c';

// covers: late-answers
test.each([
  ["report", ["report", "idle"]],
  ["run, a short command", ["run", "--", "true"]],
])(
  "%s, an answer after half a second: nothing is reported, and the next program gets the next key",
  async (_name, args) => {
    const terminal = startInSlowTerminal(["sh", "-c", THEN, "sh", ...TELLTALE, ...args], {
      delayMs: DELAY_MS,
      env: { PATH: process.env.PATH ?? "", BUN_RUNTIME_TRANSPILER_CACHE_PATH: "0" },
    });
    try {
      expect(await terminal.sees("next", WAIT_MS)).toBe(true);
      terminal.type("k");
      expect(await terminal.sees("   k", WAIT_MS)).toBe(true);
      expect(terminal.text()).not.toContain("033");
      expect(terminal.text()).not.toContain("state=");
    } finally {
      await terminal.end();
    }
  },
  2 * WAIT_MS,
);
