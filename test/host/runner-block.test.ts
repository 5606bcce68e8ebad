/** The command's output in rows of its own, in the real host in a real terminal, at every size, in both modes. */
import { afterEach, expect, test } from "bun:test";
import { type CommandWorld, type CommandWorldOptions, openCommandWorld } from "./command-world.ts";

const SLOW_MS = 180_000;
const worlds: CommandWorld[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.end();
});
async function open(options: CommandWorldOptions): Promise<CommandWorld> {
  const it = await openCommandWorld(options);
  worlds.push(it);
  return it;
}
const COLS = [20, 24, 40, 64, 80, 120, 160, 200];
const ROWS = [1, 2, 3, 5, 8, 9, 14, 15, 24, 40, 60];
/** Longer than between two pieces of one drawing. */
const SETTLED_MS = 45;

/** Rows of the screen without blanks at their ends. */
const rowsOf = ({ world }: CommandWorld) => world.screen().map((row) => row.trimEnd());
/** The rows that the command printed, where they stand. */
function blockOf(it: CommandWorld): { readonly at: number; readonly rows: readonly string[] } {
  const rows = rowsOf(it);
  const at = rows.findIndex((row) => /^[123]建/.test(row));
  return { at, rows: rows.filter((row) => /^[123]建/.test(row)) };
}
const colorOf = (it: CommandWorld, text: string) => {
  const row = it.world.screen().findLastIndex((each) => each.includes(text));
  const cell = row < 0 ? undefined : it.world.pty.cells(row)[0];
  const { foreground, background } = cell ?? {};
  const value = foreground && ("index" in foreground ? foreground.index : foreground.rgb);
  return { fg: value, hasBack: background !== undefined };
};

/** Tries every size, in both modes; gives the number of rows of the block by the height of the screen. */
async function sweep(it: CommandWorld, isBelow: boolean): Promise<ReadonlyMap<number, number>> {
  const { world } = it;
  const counts = new Map<number, number>();
  for (const mode of ["regular", "fullscreen"]) {
    for (const cols of COLS) {
      for (const rows of ROWS) {
        const before = world.written();
        world.pty.resize(cols, rows);
        await world.waitFor(() => world.written() > before);
        await world.rest(SETTLED_MS);
        await world.waitFor(() => {
          const shown = rowsOf(it);
          const block = blockOf(it);
          const line = shown.findLastIndex((row) => /^(?:~\/)?work\b/.test(row));
          const where = isBelow ? line + 1 : line - block.rows.length;
          return (
            shown.some((row) => row.startsWith("›")) &&
            (rows < 2 || line >= 0) &&
            (block.rows.length === 0 || block.at === where) &&
            block.rows.length <= 3 &&
            (rows > 3 || block.rows.length === 0) &&
            (rows < 15 || block.rows.length === 3) &&
            // Cut at the edge, never wrapped; a wide character has both its columns or none.
            block.rows.every((row, n) => row.startsWith(`${n + 1}建`) && isCut(row, cols))
          );
        });
        const count = blockOf(it).rows.length;
        expect(counts.get(rows) ?? count).toBe(count);
        counts.set(rows, count);
      }
    }
    world.pty.resize(100, 24);
    await it.switchMode();
    expect(mode).toBeString();
  }
  return counts;
}
function isCut(row: string, cols: number): boolean {
  const width = Bun.stringWidth(row);
  return row.endsWith("…") && (width === cols || width === cols - 1);
}

const LONG = `for n in 1 2 3 4 5; do printf '%s' "$n"; printf '建%.0s' $(seq 120); echo; done`;

// covers: runner-block-above, runner-block-height, runner-block-lines, runner-block-cut
// covers: runner-lines-inherit, runner-colour-reset, runner-block-blank, runner-line-ends
test(
  "above, in colours: every size in both modes; the rows go first and come back, one colour goes on",
  async () => {
    const it = await open({
      settings: ["display: block", "position: sideways", "maxLines: 3.9", "colorMode: ansi"],
      script: `printf '\\033[32m\\r\\n \\n'; ${LONG}`,
    });
    await it.world.waitFor(() => blockOf(it).rows.length === 3);
    expect(colorOf(it, "1建").fg).toBe(2);
    expect(colorOf(it, "3建").fg).toBe(2);
    expect(colorOf(it, "~/work").fg).not.toBe(2);
    // An empty row, the block, and the line without the item.
    const { at } = blockOf(it);
    expect(rowsOf(it).slice(at - 1)[0]).toBe("");
    expect(rowsOf(it)[at + 3]).toBe("~/work");
    const counts = await sweep(it, false);
    expect([counts.get(60), counts.get(3), counts.get(1)]).toEqual([3, 0, 0]);
    // It ran for its events alone, however often it was drawn.
    expect(
      it.events().filter((event) => event !== "startup" && event !== "session-change"),
    ).toEqual([]);
    // Blank or control-only output leaves the line as it was, a failure leaves the block.
    it.setScript("exit 1");
    await it.turn();
    await it.world.rest();
    expect(blockOf(it).rows).toHaveLength(3);
    it.setScript("printf ' \\n\\033[2J\\r\\n'");
    await it.turn();
    await it.world.waitFor(() => blockOf(it).rows.length === 0);
    expect(rowsOf(it).findLast((row) => row !== "")).toBe("~/work");
  },
  SLOW_MS,
);

// covers: runner-block-below, runner-block-height, runner-plain-by-default, runner-output-cap
test(
  "below, plain: every size in both modes; one grey, five rows at most, 8192 units at most",
  async () => {
    const it = await open({
      settings: ["display: block", "position: below", "colorMode: rainbow", "maxLines: 100"],
      script: `printf '\\033[32m'; ${LONG.replace("1 2 3 4 5", "1 2 3")}`,
    });
    const { world } = it;
    await world.waitFor(() => blockOf(it).rows.length === 3);
    const grey = colorOf(it, "1建");
    expect(grey.fg).not.toBe(2);
    await sweep(it, true);
    it.setScript("printf 'a\\nb\\nc\\nd\\ne\\nf\\n'");
    await it.turn();
    await world.waitFor(
      () => rowsOf(it).slice(-5).join("") === "abcde" || rowsOf(it).includes("e"),
    );
    expect(rowsOf(it)).not.toContain("f");
    it.setScript(`head -c 8187 /dev/zero | tr '\\0' x; printf '\\nABCDEFG\\nzq-more\\n'`);
    await it.turn();
    await world.waitFor(() => rowsOf(it).includes("ABCD"));
    expect(world.text()).not.toContain("zq-more");
    // A flood is read to its end, so that the command can end, and costs nothing.
    it.setScript("echo flood; head -c 20000000 /dev/zero | tr '\\0' y");
    await it.turn();
    await world.waitFor(() => rowsOf(it).includes("flood"));
  },
  SLOW_MS,
);

// covers: runner-block-one, runner-colour-modes
test(
  "one line at most, colours switched off: still a row of its own, in text alone",
  async () => {
    const it = await open({
      settings: ["display: block", "maxLines: 0", "colorMode: ansi"],
      script: "printf '\\033[32mone\\033[41mred\\nzq-two\\n'",
      env: { NO_COLOR: "1" },
    });
    await it.world.waitForText("onered");
    const rows = rowsOf(it);
    const at = rows.indexOf("onered");
    expect(rows.slice(at - 1, at + 2)).toEqual(["", "onered", "~/work"]);
    expect(colorOf(it, "onered")).toEqual({ fg: undefined, hasBack: false });
    expect(it.world.text()).not.toContain("zq-two");
    expect(new TextDecoder().decode(it.world.pty.raw())).not.toMatch(
      /\x1b\[[\d;]*(?:32|41)[\d;]*m/,
    );
  },
  SLOW_MS,
);
