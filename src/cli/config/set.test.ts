import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fs from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { commandIo } from "../../testing/command-io.ts";
import { setKey } from "./set.ts";

let dir = "";
beforeEach(() => {
  dir = fs.mkdtempSync(join(os.tmpdir(), "telltale-set-"));
});
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function set(key: string, value?: string): Promise<Ran> {
  const { io, said } = commandIo(dir);
  const operands = value === undefined ? [key] : [key, value];
  const code = await setKey({
    repeated: {},
    operands,
    options: { unset: value === undefined },
    io,
  });
  return { code, ...said };
}

const SHOWS = "; it shows the next time the line is drawn\n";
const NOTE = "telltale config set: note: ";

describe("a value that counts", () => {
  test("said when it shows; the same again and --unset: no word too much", async () => {
    const file = join(dir, "config.yaml");
    expect(await set("tui.layout", "full")).toEqual({
      code: 0,
      out: `changed ${file}${SHOWS}`,
      err: "",
    });
    expect((await set("tui.layout", "full")).out).toBe(`already so in ${file}\n`);
    expect(await set("tui.layout")).toEqual({ code: 0, out: `changed ${file}${SHOWS}`, err: "" });
  });
});

describe("a value that changes nothing yet: set, with a note of what would change that", () => {
  test("items while another layout is set", async () => {
    await set("tui.layout", "full");
    const { code, out, err } = await set("tui.statusLine", "[model]");
    expect({ code, out }).toEqual({ code: 0, out: `changed ${join(dir, "config.yaml")}\n` });
    expect(err).toBe(
      `${NOTE}tui.statusLine: without effect while tui.layout is full; to change that: telltale config set tui.layout items\n`,
    );
  });

  test("lines while another layout is set; the layout without lines; then both", async () => {
    expect((await set("tui.lines", "[{left: [model]}]")).err).toBe(
      `${NOTE}tui.lines: without effect while tui.layout is items; to change that: telltale config set tui.layout lines\n`,
    );
    await set("tui.lines");
    expect((await set("tui.layout", "lines")).err).toMatch(
      /tui\.lines is empty, so no row is shown; to change that: telltale config set tui\.lines '\[.+\]'\n$/,
    );
    expect(await set("tui.lines", "[{left: [model]}]")).toMatchObject({ code: 0, err: "" });
  });

  test("a command without its item, with the call that adds it; a member without a command", async () => {
    expect((await set("tui.customStatusLine.maxLines", "2")).err).toContain(
      "tui.customStatusLine: it counts only beside a text `command`, which is missing",
    );
    await set("tui.statusLine", "[model]");
    expect((await set("tui.customStatusLine.command", "date")).err).toBe(
      `${NOTE}tui.customStatusLine: the item custom-command is on no line, so the command never runs; to change that: telltale config set tui.statusLine '[model, custom-command]'\n`,
    );
    expect((await set("tui.statusLine", "[model, custom-command]")).err).toBe("");
    expect((await set("tui.customStatusLine.maxLines", "3")).err).toBe("");
  });
});

test("a value that is refused: exit 2, and no file is made", async () => {
  const { code, err } = await set("tui.customStatusLine.maxLines", "9");
  expect({ code, err }).toEqual({
    code: 2,
    err: 'telltale config set: "9" is not a number from 1 to 5; nothing was changed\n',
  });
  expect(fs.readdirSync(dir)).toEqual([]);
});
