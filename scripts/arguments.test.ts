import { expect, test } from "bun:test";
import { fittedUsage } from "./arguments.ts";

const USAGE = `usage: npm run pack [-- --out FOLDER]

Packs the whole program for all the platforms, and says
where the tarballs are.

  --out FOLDER   where to put them, if it is not the folder
                 that they are usually in
  --help         this`;

test("no terminal: paragraphs are lines of a page, options have theirs beneath", () => {
  expect(fittedUsage(USAGE)).toBe(`usage: npm run pack [-- --out FOLDER]

Packs the whole program for all the platforms, and says where the tarballs are.

  --out FOLDER   where to put them, if it is not the folder that they are usually in
  --help         this`);
});

test.each([40, 60, 80])(
  "a terminal of %d columns: no line is wider, and no word is lost",
  (cols) => {
    const fitted = fittedUsage(USAGE, cols);
    for (const line of fitted.split("\n")) expect(line.length).toBeLessThanOrEqual(cols);
    expect(fitted.split(/\s+/)).toEqual(USAGE.split(/\s+/));
    expect(fitted).toContain("\n  --help         this");
  },
);

test("a terminal that is narrower than any text can be: as for 40", () => {
  expect(fittedUsage(USAGE, 12)).toBe(fittedUsage(USAGE, 40));
});
