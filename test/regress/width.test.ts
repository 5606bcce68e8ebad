/** Rows that were too wide, cut in the wrong place or moved by their reader. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { xtermColumns } from "../../src/testing/cursor-columns.ts";
import { cutText } from "../../src/text/cut.ts";
import { createMeasure } from "../../src/text/width.ts";
import { openSession, payloadOf, type Session } from "./line.ts";

let session: Session;
beforeEach(() => {
  session = openSession();
});
afterEach(() => session.end());

const measure = createMeasure({ ambiguousWide: false });

// covers: row-fits
describe("width-by-characters", () => {
  const cwd = "/srv/漢字ディレクトリ/👩‍💻-e\u0301te\u0301/수정중인파일이름";

  test("wide, joined and combining characters: no row is wider than its width in a terminal", async () => {
    const payload = payloadOf({ workspace: { current_dir: cwd }, session_name: "修复登录 🇯🇵 é" });
    for (const layout of ["items", "compact", "full"]) {
      for (let columns = 5; columns <= 90; columns++) {
        const out = await session.render(payload, {
          options: { layout },
          env: { COLUMNS: String(columns) },
        });
        for (const cols of await xtermColumns(out.split("\n"), true)) {
          expect(cols).toBeLessThanOrEqual(columns - 4);
        }
      }
    }
  });

  test("a terminal one column wider than the row takes: the row whole", async () => {
    const payload = payloadOf({ workspace: { current_dir: cwd } });
    const items = { items: "current-dir" };
    const whole = await session.render(payload, { options: items });
    const cols = measure(whole);
    const at = (columns: number) =>
      session.render(payload, { options: items, env: { COLUMNS: String(columns) } });
    expect(await at(cols + 4)).toBe(whole);
    expect(measure(await at(cols + 3))).toBeLessThan(cols);
  });
});

// covers: fit-last-cut
test("cut-by-utf16-index: cuts fall between characters and leave no half of one", () => {
  expect(cutText("수정중인파일이름", 9, measure)).toBe("수정중인…");
  expect(cutText("😀😀", 3, measure)).toBe("😀…");
  expect(cutText("😀😀", 2, measure)).toBe("…");
  for (let cols = 0; cols < 12; cols++) {
    const cut = cutText("수정😀중e\u0301인", cols, measure);
    expect(measure(cut)).toBeLessThanOrEqual(cols);
    expect(cut.isWellFormed()).toBe(true);
  }
});

// covers: links-zero-width
describe("link-counted-as-text", () => {
  const address = `https://x.example/${"p".repeat(60)}`;

  test("our own link at ten columns: the address takes none, and is whole or not there", async () => {
    const payload = payloadOf({ pr: { number: 88, url: `${address}/pull/88` } });
    const draw = (width: string) =>
      session.render(payload, { options: { format: "ansi", items: "review-link", width } });
    const open = `\x1b]8;;${address}/pull/88\x1b\\`;
    expect(await draw("10")).toBe(`${open}\x1b[94mPR \x1b[37m#88\x1b]8;;\x1b\\\x1b[0m`);
    expect(await draw("3")).toBe(`${open}\x1b[37m#88\x1b]8;;\x1b\\\x1b[0m`);
    expect(await draw("2")).toBe("");
  });

  test.each([
    ["ST", "\x1b\\"],
    ["BEL", "\x07"],
  ])("a link of another status line, ended by %s: never cut inside", async (_name, end) => {
    const text = `\x1b]8;;${address}${end}main-branch-name\x1b]8;;${end}`;
    const then = `printf '%s\\n' '${text}'`;
    const payload = payloadOf({ workspace: { current_dir: session.folder } });
    const out = await session.render(payload, {
      options: { format: "ansi", items: "no-item", width: "10", then },
      env: { PATH: process.env.PATH ?? "" },
    });
    expect(await xtermColumns([out], true)).toEqual([10]);
    expect(out.replaceAll(/\x1b\]8;;[^\x07\x1b]*(?:\x07|\x1b\\)|\x1b\[[\d;]*m/g, "")).toBe(
      "main-bran…",
    );
    const links = [...out.matchAll(/\x1b\]8;;([^\x07\x1b]*)(?:\x07|\x1b\\)/g)].map(
      ([, url]) => url,
    );
    expect([[], [address, ""]]).toContainEqual(links as string[]);
  });
});

// covers: row-fits
test("one-long-row-damages-its-neighbours: of three rows none is over COLUMNS less four", async () => {
  const then = "printf '%s\\n' one \"$(printf 'x%.0s' $(seq 1 85))\" three";
  const payload = payloadOf({ workspace: { current_dir: session.folder }, session_name: "n" });
  const out = await session.render(payload, {
    options: { layout: "full", then },
    env: { COLUMNS: "80", PATH: process.env.PATH ?? "" },
  });
  const rows = out.split("\n");
  expect(rows).toHaveLength(5);
  for (const row of rows) expect(measure(row)).toBeLessThanOrEqual(76);
  expect(rows.slice(2)).toEqual(["one", `${"x".repeat(75)}…`, "three"]);
});

// covers: trim-survives
test("leading-blanks-vanish: a row moved to the right begins with a cell that no trimmer takes", async () => {
  const payload = payloadOf({});
  const draw = (env: Record<string, string>) =>
    session.render(payload, { options: { layout: "full", width: "60" }, env });
  const rows = (await draw({})).split("\n");
  for (const row of rows) expect(row.trim()).toBe(row);
  for (const row of rows) expect(measure(row)).toBe(60);
  const ascii = (await draw({ TELLTALE_ASCII: "1" })).split("\n");
  for (const row of ascii) expect(row.trim()).toBe(row);
});
