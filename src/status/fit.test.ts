import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { plainText, span } from "../text/span.ts";
import { createMeasure } from "../text/width.ts";
import {
  fitLine,
  type Group,
  type Ink,
  ink,
  type Line,
  type Node,
  type Piece,
  piece,
  type Row,
  type Step,
} from "./fit.ts";

const measure = createMeasure({ ambiguousWide: false });
const drawn = (text: string): Ink => ink([span(text)], measure);
const NOTHING: Ink = { spans: [], text: "", cols: 0 };

/** A tree of pieces as plain data, from which a line is made anew for every width. */
interface PieceSketch {
  /** Columns of each form, widest first. */
  readonly forms: readonly number[];
  readonly reserve: number;
  /** Columns of a joiner of its own. */
  readonly join?: number;
}

interface GroupSketch {
  readonly nodes: readonly Sketch[];
  readonly glue: number;
  readonly bracket: boolean;
}

type Sketch = PieceSketch | GroupSketch;

interface LineSketch {
  readonly left: readonly Sketch[];
  readonly right: readonly Sketch[];
  /** Numbers that put pieces into an order, and decide which of them may be dropped. */
  readonly shrinkOrder: readonly number[];
  readonly dropOrder: readonly number[];
}

const SEPARATOR = " | ";

interface Built {
  readonly line: Line;
  readonly pieces: readonly Piece[];
  readonly kept: readonly string[];
}

function build({ left, right, shrinkOrder, dropOrder }: LineSketch): Built {
  const pieces: Piece[] = [];
  const nodeOf = (sketch: Sketch): Node => {
    if ("nodes" in sketch)
      return groupOf(sketch.nodes, drawn("·".repeat(sketch.glue)), sketch.bracket);
    const letter = String.fromCodePoint(97 + (pieces.length % 26));
    const forms = sketch.forms.map((cols) => [span(letter.repeat(cols))]);
    const join = sketch.join === undefined ? undefined : drawn("+".repeat(sketch.join));
    const cell = { forms, reserveCols: sketch.reserve };
    const made = piece(`p${pieces.length}`, cell, measure, join);
    pieces.push(made);
    return made;
  };
  const groupOf = (nodes: readonly Sketch[], glue: Ink, bracket: boolean): Group => ({
    kind: "group",
    nodes: nodes.map(nodeOf),
    glue,
    open: bracket ? drawn("(") : NOTHING,
    close: bracket ? drawn(")") : NOTHING,
  });
  const separator = drawn(SEPARATOR);
  const sides = { left: groupOf(left, separator, false), right: groupOf(right, separator, false) };
  const ranked = (order: readonly number[]) =>
    pieces
      .map((made, at) => ({ made, rank: order[at % order.length] ?? 0 }))
      .toSorted((a, b) => a.rank - b.rank);
  const steps: Step[] = ranked(shrinkOrder).flatMap(({ made }) =>
    made.forms.slice(1).map(() => ({ kind: "shrink", piece: made }) as const),
  );
  const kept: string[] = [];
  for (const { made, rank } of ranked(dropOrder)) {
    // Every fourth rank is never dropped.
    if (rank % 4 === 0) kept.push(made.id);
    else steps.push({ kind: "drop", pieces: [made] });
  }
  return { line: { ...sides, separator, steps: () => steps, ellipsis: span("…") }, pieces, kept };
}

/** Columns that a line asks for before anything gives way, counted on the sketch alone. */
function fullNeed({ left, right }: LineSketch): number {
  const colsOf = (sketch: Sketch): number => {
    if (!("nodes" in sketch)) return Math.max(sketch.forms[0] ?? 0, sketch.reserve);
    const inner = joinedCols(sketch.nodes, sketch.glue);
    return inner > 0 && sketch.bracket ? inner + 2 : inner;
  };
  const joinedCols = (nodes: readonly Sketch[], glue: number): number => {
    let cols = 0;
    for (const node of nodes) {
      const own = colsOf(node);
      if (own === 0) continue;
      if (cols > 0) cols += "nodes" in node ? glue : (node.join ?? glue);
      cols += own;
    }
    return cols;
  };
  const [atLeft, atRight] = [joinedCols(left, 3), joinedCols(right, 3)];
  return atLeft + atRight + (atLeft > 0 && atRight > 0 ? SEPARATOR.length : 0);
}

const pieceSketch: fc.Arbitrary<PieceSketch> = fc
  .record({
    widths: fc.array(fc.integer({ min: 1, max: 24 }), { minLength: 1, maxLength: 4 }),
    reserve: fc.constantFrom(0, 0, 0, 6, 14),
    join: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
  })
  .map(({ widths, reserve, join }) => ({
    forms: [...new Set(widths)].toSorted((a, b) => b - a),
    reserve,
    ...(join !== undefined && { join }),
  }));

const { sketch } = fc.letrec<{ sketch: Sketch; group: GroupSketch }>((tie) => ({
  sketch: fc.oneof({ maxDepth: 2, depthSize: "small" }, pieceSketch, tie("group")),
  group: fc.record({
    nodes: fc.array(tie("sketch"), { maxLength: 4 }),
    glue: fc.integer({ min: 0, max: 3 }),
    bracket: fc.boolean(),
  }),
}));

const order = fc.array(fc.nat(11), { minLength: 1, maxLength: 9 });
const lineSketch: fc.Arbitrary<LineSketch> = fc.record({
  left: fc.array(sketch, { maxLength: 5 }),
  right: fc.array(sketch, { maxLength: 5 }),
  shrinkOrder: order,
  dropOrder: order,
});
const width = fc.integer({ min: 1, max: 200 });

const fit = (made: LineSketch, widthCols: number | undefined): Row | null =>
  fitLine(build(made).line, widthCols, measure);
const idsOf = (row: Row | null): readonly string[] => row?.items.map((item) => item.id) ?? [];
const textOf = (row: Row | null): string => (row === null ? "" : plainText(row.spans));

describe("any tree of pieces", () => {
  test("at any width: a row that is never wider, and as wide as it says", () => {
    fc.assert(
      fc.property(lineSketch, width, (made, widthCols) => {
        const row = fit(made, widthCols);
        expect(measure(textOf(row))).toBe(row?.widthCols ?? 0);
        expect(row?.widthCols ?? 0).toBeLessThanOrEqual(widthCols);
      }),
      { numRuns: 300 },
    );
  });

  test("at any width: items in their order, those that are never dropped among them", () => {
    fc.assert(
      fc.property(lineSketch, width, (made, widthCols) => {
        const { pieces, kept } = build(made);
        const ids = idsOf(fit(made, widthCols));
        expect(pieces.map(({ id }) => id).filter((id) => ids.includes(id))).toEqual([...ids]);
        for (const id of kept) expect(ids).toContain(id);
      }),
      { numRuns: 300 },
    );
  });

  test("one column less: nothing comes back and nothing widens again", () => {
    fc.assert(
      fc.property(lineSketch, width, (made, widthCols) => {
        const wide = new Map(fit(made, widthCols + 1)?.items.map(({ id, text }) => [id, text]));
        for (const { id, text } of fit(made, widthCols)?.items ?? []) {
          expect(wide.has(id)).toBe(true);
          expect(text.length).toBeLessThanOrEqual(wide.get(id)?.length ?? 0);
        }
      }),
      { numRuns: 300 },
    );
  });

  test("with room for the reserves: all in their widest form; with a column less, something gives way", () => {
    fc.assert(
      fc.property(lineSketch, (made) => {
        const { pieces, line } = build(made);
        const need = fullNeed(made);
        fc.pre(need > 1 && line.steps().length > 0);
        const widest = pieces.map(({ id, forms }) => ({
          id,
          text: plainText(forms[0] ?? []),
        }));
        expect([...(fit(made, need)?.items ?? [])]).toEqual(widest);
        expect([...(fit(made, need - 1)?.items ?? [])]).not.toEqual(widest);
      }),
      { numRuns: 300 },
    );
  });

  test("at an unknown width: everything in its widest form, the sides joined, nothing filled", () => {
    fc.assert(
      fc.property(lineSketch, (made) => {
        const row = fit(made, undefined);
        expect(idsOf(row)).toEqual(build(made).pieces.map(({ id }) => id));
        expect(textOf(row)).not.toContain("  ");
        expect(textOf(fit({ ...made, right: [] }, undefined))).toBe(
          textOf(fit({ ...made, left: [], right: made.left }, undefined)),
        );
      }),
    );
  });

  test("a shorter text within its reserve leaves the same items at every width", () => {
    const reserved = pieceSketch.map((made) => ({ ...made, reserve: 24 }));
    const shortened = ({ forms, ...rest }: PieceSketch): PieceSketch => ({
      ...rest,
      forms: forms.map((cols) => Math.max(1, cols - 3)),
    });
    fc.assert(
      fc.property(
        fc.array(reserved, { minLength: 1, maxLength: 6 }),
        order,
        width,
        (right, dropOrder, widthCols) => {
          const made = { left: [], right, shrinkOrder: [0], dropOrder };
          const short = { ...made, right: right.map(shortened) };
          expect(idsOf(fit(made, widthCols))).toEqual(idsOf(fit(short, widthCols)));
        },
      ),
    );
  });
});

describe("the two sides", () => {
  const sketchOf = (left: number, right: number): LineSketch => ({
    left: left > 0 ? [{ forms: [left], reserve: 0 }] : [],
    right: right > 0 ? [{ forms: [right], reserve: 0 }] : [],
    shrinkOrder: [0],
    dropOrder: [0],
  });

  test.each([
    [9, "aaa | bbb"],
    [10, "aaa    bbb"],
    [11, "aaa     bbb"],
    [8, "aaa | b…"],
    [5, "aaa …"],
    [1, "…"],
  ])("three columns each in %p columns", (widthCols, text) => {
    expect(textOf(fit(sketchOf(3, 3), widthCols))).toBe(text);
  });

  test("only a left side begins the row, only a right side ends it", () => {
    expect(textOf(fit(sketchOf(3, 0), 6))).toBe("aaa");
    expect(textOf(fit(sketchOf(0, 3), 6))).toBe("   aaa");
    expect(textOf(fit(sketchOf(0, 3), 4))).toBe(" aaa");
    expect(textOf(fit(sketchOf(0, 3), 3))).toBe("aaa");
    expect(textOf(fit(sketchOf(0, 3), undefined))).toBe("aaa");
  });

  test("a reserve is asked for, but only what is drawn is drawn: the fill takes the rest", () => {
    const made: LineSketch = {
      ...sketchOf(3, 0),
      right: [{ forms: [3], reserve: 10 }],
    };
    expect(textOf(fit(made, 16))).toBe(`aaa${" ".repeat(10)}bbb`);
    expect(textOf(fit(made, 15))).toBe(`aaa${" ".repeat(9)}bbb`);
  });

  test("nothing to show, or a width below one column: no row", () => {
    expect(fit(sketchOf(0, 0), 80)).toBeNull();
    expect(fit(sketchOf(0, 0), undefined)).toBeNull();
    for (const widthCols of [0, -5, 0.9, Number.NaN])
      expect(fit(sketchOf(3, 3), widthCols)).toBeNull();
    expect(textOf(fit(sketchOf(3, 0), 3.9))).toBe("aaa");
  });
});

describe("groups", () => {
  const group = (nodes: readonly Sketch[], bracket = true): GroupSketch => ({
    nodes,
    glue: 1,
    bracket,
  });
  const one = (cols: number, join?: number): PieceSketch => ({
    forms: [cols],
    reserve: 0,
    ...(join !== undefined && { join }),
  });
  const line = (left: readonly Sketch[], dropOrder: readonly number[]): LineSketch => ({
    left,
    right: [],
    shrinkOrder: [0],
    dropOrder,
  });

  test("members are glued, brackets stand while any of them does", () => {
    const made = line([group([one(2), one(2)])], [1, 2]);
    expect(textOf(fit(made, 7))).toBe("(aa·bb)");
    expect(textOf(fit(made, 6))).toBe("(bb)");
    expect(textOf(fit(made, 4))).toBe("(bb)");
    expect(textOf(fit(made, 3))).toBe("");
  });

  test("a joiner of its own stands before a member that is not the first", () => {
    expect(textOf(fit(line([group([one(1), one(1, 3)], false)], [4]), 80))).toBe("a+++b");
    expect(textOf(fit(line([group([one(1, 3), one(1)], false)], [4]), 80))).toBe("a·b");
    expect(textOf(fit(line([group([one(1), one(1, 3)], false)], [1, 4]), 1))).toBe("b");
  });

  test("an empty group leaves no separator behind", () => {
    expect(textOf(fit(line([one(1), group([]), one(1)], [4]), 80))).toBe("a | b");
  });
});

test("a width in which not even the sign of a cut fits: no row rather than an empty one", () => {
  const { line } = build({
    left: [{ forms: [9], reserve: 0 }],
    right: [],
    shrinkOrder: [0],
    dropOrder: [0],
  });
  const dots = { ...line, ellipsis: span("...") };
  expect(fitLine(dots, 2, measure)).toBeNull();
  expect(textOf(fitLine(dots, 3, measure))).toBe("...");
});
