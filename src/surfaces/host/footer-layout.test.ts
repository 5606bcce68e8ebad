import { expect, test } from "bun:test";
import { type FooterParts, layoutFooter } from "./footer-layout.ts";

function maker(name: string, natural: number) {
  return ({ heightRows }: { readonly heightRows: number }) =>
    Array.from({ length: Math.min(natural, heightRows) }, () => name);
}

function parts(main: number, isMainTall = false): FooterParts {
  return {
    main: maker("main", main),
    isMainTall,
    above: [maker("queue", 3), maker("activity", 1), maker("notice", 1)],
    status: maker("line", 7),
  };
}

// covers: host-resize
test("every height from one row up: no more rows than there are, input first, then the line", () => {
  for (let heightRows = 1; heightRows <= 60; heightRows++) {
    for (const tall of [false, true]) {
      const { rows, mainTop } = layoutFooter(parts(tall ? 50 : 3, tall), {
        widthCols: 80,
        heightRows,
      });
      expect(rows.length).toBeLessThanOrEqual(heightRows);
      expect(rows[mainTop]).toBe("main");
      if (heightRows > 1) expect(rows).toContain("line");
    }
  }
});

test("a tall part leaves rows of the transcript where there are any to spare", () => {
  const { rows } = layoutFooter(
    { ...parts(50, true), above: [], status: maker("line", 1) },
    { widthCols: 80, heightRows: 24 },
  );
  expect(rows.length).toBeLessThan(24);
  expect(rows.filter((row) => row === "main").length).toBe(19);
});
