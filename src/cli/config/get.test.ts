import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commandIo } from "../../testing/command-io.ts";
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

interface Got {
  readonly out: string;
  readonly err: string;
}

/** What `config get` prints. */
async function get(
  key: string | undefined,
  options: Invocation["options"] = {},
  onTerminal = false,
): Promise<Got> {
  const { io: pipe, said } = commandIo(dir);
  const io = { ...pipe, outIsTerminal: () => onTerminal };
  expect(
    await getKey({ repeated: {}, operands: key === undefined ? [] : [key], options, io }),
  ).toBe(0);
  return said;
}

/** A file of its own, for `--config`. */
function file(text: string): { readonly config: string } {
  const config = join(dir, "other.yaml");
  writeFileSync(config, text);
  return { config };
}

test("a text with control characters: as it is for a program, without them on a terminal", async () => {
  const key = "tui.customStatusLine.command";
  expect((await get(key)).out).toBe(`${COMMAND}\n`);
  expect((await get(key, {}, true)).out).toBe("show red\n");
});

test("JSON and lists: such characters as escapes, wherever they go", async () => {
  const key = "tui.customStatusLine.command";
  expect((await get(key, { json: true }, true)).out).toBe('"show \\u009b31m\\u202ered"\n');
  expect((await get("tui.statusLine")).out).toBe('["model\\u009b"]\n');
});

test("a broken file: the place of the error, and the defaults", async () => {
  const options = file("tui:\n  statusLine: [model,\n  layout: full\n");
  const { out, err } = await get("tui.layout", options);
  expect(out).toBe("items\n");
  expect(err).toBe(
    `telltale: ${options.config}: a list or mapping that begins at line 2 is not closed, so the defaults are used; correct that line\n`,
  );
});

test("a member of a group without its command: what the file says, and that it does not count", async () => {
  const options = file("tui: {customStatusLine: {maxLines: 2}}\n");
  const member = await get("tui.customStatusLine.maxLines", options);
  const group = await get("tui.customStatusLine", options);
  expect([member.out, group.out]).toEqual(["2\n", "maxLines: 2\n"]);
  expect(member.err).toContain("counts only beside a text `command`, which is missing");
  expect(group.err).toBe(member.err);
  expect((await get("tui.customStatusLine.maxLines", file("tui: {}\n"))).out).toBe("");
});
