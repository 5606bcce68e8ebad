import { describe, expect, test } from "bun:test";
import { type PanelHostOptions, panelHost } from "../../../../test/host/panel-host.ts";
import {
  CUSTOM_DEFAULTS,
  type CustomStatusLineSetting,
  DEFAULT_SETTINGS,
  type Settings,
  type TuiSettings,
} from "../../../config/settings.ts";
import type { Fact } from "../../../status/facts/fact.ts";
import { parseRecord } from "../../../wire/record/parse.ts";
import { isMachineLine } from "./line-rows.ts";
import { type StatusLine, statusLine } from "./status-line.ts";

const FACTS: readonly Fact[] = [
  { kind: "session-started", sessionId: "s-1" },
  { kind: "session-titled", title: "Fix the 建設 build" },
  { kind: "place-known", cwd: "/home/ana/work/shop" },
  { kind: "model-selected", provider: "acme", id: "m2" },
  { kind: "permission-mode-set", mode: "default" },
  { kind: "context-window-known", windowTokens: 200_000 },
  { kind: "context-measured", usedTokens: 40_000 },
  { kind: "custom-printed", stdout: "one\n\n  two  \nthree\nfour\nfive\nsix" },
];

function settings(tui: Partial<TuiSettings>): Settings {
  return { ...DEFAULT_SETTINGS, tui: { ...DEFAULT_SETTINGS.tui, ...tui } };
}

function own(options: Partial<CustomStatusLineSetting> = {}): CustomStatusLineSetting {
  return { ...CUSTOM_DEFAULTS, command: "true", ...options };
}

function lineOf(options: PanelHostOptions): StatusLine {
  return statusLine(panelHost({ facts: FACTS, ...options }).context);
}

const WIDE = { widthCols: 200, heightRows: 20 };

describe("the frame around the line", () => {
  // covers: line-empty-row-before
  test("something to show: an empty row, then the line", () => {
    const rows = lineOf({ items: ["model", "context-remaining"] }).rows(WIDE);
    expect(rows).toEqual(["", "✦ m2 │ Context 80% left"]);
  });

  // covers: line-nothing-no-rows
  test("an empty list, only unknown names, no width: no row at all", () => {
    expect(lineOf({ items: [] }).rows(WIDE)).toEqual([]);
    expect(lineOf({ items: ["no-such-item"] }).rows(WIDE)).toEqual([]);
    for (const widthCols of [0, -3, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(lineOf({}).rows({ widthCols, heightRows: 5 })).toEqual([]);
    }
  });

  // covers: line-defaults
  test("no list: the defaults, with what is left of the context in place of its size", () => {
    const [, row] = lineOf({}).rows(WIDE);
    expect(row).toBe("~/work/shop │ ◇ Fix the 建設 build │ Ask │ ✦ m2 │ Context 80% left");
  });

  // covers: line-height-one
  test("one row of room: the line without the empty row", () => {
    expect(lineOf({ items: ["model"] }).rows({ widthCols: 40, heightRows: 1 })).toEqual(["✦ m2"]);
  });

  // covers: line-fits-every-width
  test("every layout at 1 to 200 columns and 1 to 60 rows: never wider, never higher", () => {
    for (const layout of ["items", "full", "compact"]) {
      const host = panelHost({ facts: FACTS, settings: settings({ customStatusLine: own() }) });
      host.context.ui.setStatusLayout(layout);
      host.context.ui.setStatusItems(["current-dir", "session-title", "custom-command"]);
      const line = statusLine(host.context);
      for (let widthCols = 1; widthCols <= 200; widthCols++) {
        for (const heightRows of [1, 2, 3, 5, 60]) {
          const rows = line.rows({ widthCols, heightRows });
          expect(rows.length).toBeLessThanOrEqual(heightRows);
          for (const row of rows) {
            expect(host.context.painter.measure(row)).toBeLessThanOrEqual(widthCols);
          }
        }
      }
    }
  });

  // covers: line-same-array
  test("nothing changed: the very same array; another width: another one", () => {
    const line = lineOf({ items: ["model", "custom-command"] });
    const first = line.rows(WIDE);
    expect(line.rows(WIDE)).toBe(first);
    expect(line.rows({ ...WIDE, widthCols: 40 })).not.toBe(first);
  });
});

describe("layouts", () => {
  // covers: line-layouts-live
  test("items, full, compact and back: the next drawing shows it", () => {
    const host = panelHost({ facts: FACTS, items: ["model"] });
    const line = statusLine(host.context);
    const seen = ["items", "full", "compact"].map((layout) => {
      host.context.ui.setStatusLayout(layout);
      return line.rows(WIDE).join("\n");
    });
    expect(seen[0]).toBe("\n✦ m2");
    expect(seen[1]).toContain(" | ");
    expect(seen[2]).toContain(" · ");
    expect(line.nextLayout()).toBe("items");
  });

  test("lines of one's own: part of the round only where there are some", () => {
    const host = panelHost({ settings: settings({ lines: [{ left: [], right: [] }] }) });
    host.context.ui.setStatusLayout("compact");
    expect(statusLine(host.context).nextLayout()).toBe("lines");
  });
});

describe("the record for machines", () => {
  const machine: PanelHostOptions = {
    items: ["model", "vela"],
    isMachineLine: true,
    isColored: true,
    settings: settings({ customStatusLine: own({ display: "block", colorMode: "ansi" }) }),
  };

  // covers: line-record-alone, runner-build-mode
  test("build-mode: the record alone, no block, no colour, whatever the layout", () => {
    const host = panelHost({ facts: FACTS, ...machine });
    host.context.ui.setStatusLayout("full");
    const rows = statusLine(host.context).rows(WIDE);
    expect(rows).toHaveLength(2);
    expect(rows[1]).toMatch(/^\[V\] seq=0 state=run session=[0-9a-z]{6} turn=none request=none/);
    expect(rows.join("")).not.toContain("\x1b");
    expect(statusLine(host.context).itemIds()).toEqual(["build-mode"]);
  });

  // covers: line-record-width
  test("102 columns hold the whole record; fewer give a row that no reader takes", () => {
    const line = lineOf(machine);
    expect(parseRecord(line.rows({ widthCols: 102, heightRows: 3 })[1] ?? "").ok).toBe(true);
    const [whole = ""] = line.rows({ widthCols: 102, heightRows: 1 });
    for (let widthCols = 1; widthCols < whole.length; widthCols++) {
      const [row = ""] = line.rows({ widthCols, heightRows: 1 });
      expect(row.length).toBeLessThanOrEqual(widthCols);
      expect(parseRecord(row).ok).toBe(false);
    }
  });

  // covers: line-record-at-start
  test("it owns the line from the start or not at all: a list that names it later shows none", () => {
    expect(isMachineLine({ ...DEFAULT_SETTINGS.tui, statusLine: ["model", " Build-Mode "] })).toBe(
      true,
    );
    expect(isMachineLine(DEFAULT_SETTINGS.tui)).toBe(false);
    const rows = lineOf({ items: ["model", "build-mode"] }).rows(WIDE);
    expect(rows).toEqual(["", "✦ m2"]);
  });
});

describe("the block of the person's own command", () => {
  const block = (options: Partial<CustomStatusLineSetting>, items = ["model", "custom-command"]) =>
    lineOf({
      items,
      settings: settings({ customStatusLine: own({ display: "block", ...options }) }),
    });

  // covers: runner-block-above, runner-block-lines
  test("above: an empty row, its lines without blank ones, the line without the item", () => {
    expect(block({}).rows(WIDE)).toEqual(["", "one", "two", "three", "✦ m2"]);
    expect(block({ maxLines: 1 }).rows(WIDE)).toEqual(["", "one", "✦ m2"]);
    expect(block({ maxLines: 2.9 }).rows(WIDE)).toEqual(["", "one", "two", "✦ m2"]);
    expect(block({ maxLines: 100 }).rows(WIDE)).toHaveLength(7);
    expect(block({ maxLines: 0 }).rows(WIDE)).toHaveLength(3);
  });

  // covers: runner-block-below
  test("below: an empty row, the line, its lines", () => {
    expect(block({ position: "below" }).rows(WIDE)).toEqual(["", "✦ m2", "one", "two", "three"]);
  });

  // covers: runner-block-height
  test("too few rows: its lines go first, then the empty row, and come back with the room", () => {
    const line = block({});
    const at = (heightRows: number) => line.rows({ widthCols: 80, heightRows });
    expect(at(1)).toEqual(["✦ m2"]);
    expect(at(2)).toEqual(["", "✦ m2"]);
    expect(at(3)).toEqual(["", "one", "✦ m2"]);
    expect(at(4)).toEqual(["", "one", "two", "✦ m2"]);
    expect(at(60)).toHaveLength(5);
  });

  // covers: runner-block-listed
  test("the item is not on the list: no block", () => {
    expect(block({}, ["model"]).rows(WIDE)).toEqual(["", "✦ m2"]);
    expect(block({}, []).rows(WIDE)).toEqual([]);
  });

  // covers: runner-inline-limits
  test("inline: the first line that is not blank, cut to 60, 24 and 12 columns", () => {
    const stdout = `\n\n${"0123456789".repeat(9)}\nmore`;
    const line = lineOf({
      facts: [...FACTS, { kind: "custom-printed", stdout }],
      items: ["custom-command"],
      settings: settings({ customStatusLine: own() }),
    });
    const cols = [200, 59, 23].map((widthCols) => {
      const [row = ""] = line.rows({ widthCols, heightRows: 1 });
      return [...row].length;
    });
    expect(cols).toEqual([60, 24, 12]);
  });

  // covers: runner-colour-modes
  test("colours of the command: kept with ansi, dropped with plain, dropped without colours", () => {
    const facts: readonly Fact[] = [
      ...FACTS,
      { kind: "custom-printed", stdout: "\x1b[32mgreen\x1b[5mblink\x1b]0;title\x07" },
    ];
    const row = (colorMode: "plain" | "ansi", isColored: boolean) =>
      lineOf({
        facts,
        isColored,
        items: ["custom-command"],
        settings: settings({ customStatusLine: own({ colorMode }) }),
      }).rows(WIDE)[1];
    expect(row("ansi", true)).toBe("\x1b[32mgreenblink\x1b[0m");
    expect(row("plain", true)).toMatch(/^\x1b\[[^m]*mgreenblink\x1b\[0m$/);
    expect(row("plain", true)).not.toContain("\x1b[32m");
    expect(row("ansi", false)).toBe("greenblink");
  });
});
