import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Invocation } from "../command.ts";
import { getKey } from "./get.ts";

const COMMAND = "show \u009b31m\u202ered";

let dir = "";
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "telltale-get-"));
  const escapes = "show \\u009b31m\\u202ered";
  const text = `tui: {customStatusLine: {command: "${escapes}"}, statusLine: ["model\\u009b"]}\n`;
  writeFileSync(join(dir, "config.yaml"), text);
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** What `config get` prints. */
function got(key: string, options: Invocation["options"], onTerminal: boolean): string {
  let out = "";
  const io = {
    env: { TELLTALE_HOME: dir },
    cwd: dir,
    platform: "linux",
    stdin: 0,
    outIsTerminal: () => onTerminal,
    program: ["/nonexistent/telltale"],
    nowMs: () => 0,
    out: (text: string) => {
      out += text;
    },
    err: () => {},
  } as const;
  expect(getKey({ operands: [key], options, io })).toBe(0);
  return out;
}

test("a text with control characters: as it is for a program, without them on a terminal", () => {
  const key = "tui.customStatusLine.command";
  expect(got(key, {}, false)).toBe(`${COMMAND}\n`);
  expect(got(key, {}, true)).toBe("show red\n");
});

test("JSON and lists: such characters as escapes, wherever they go", () => {
  const key = "tui.customStatusLine.command";
  expect(got(key, { json: true }, true)).toBe('"show \\u009b31m\\u202ered"\n');
  expect(got("tui.statusLine", {}, false)).toBe('["model\\u009b"]\n');
});
