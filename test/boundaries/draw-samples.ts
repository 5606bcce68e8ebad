/** Draws the sample of every item with the pure rooms alone. */
import { ITEMS } from "../../src/status/items/registry.ts";
import { drawFacts } from "../../src/testing/draw.ts";

/** The rows of each item's sample, alone on a line. */
export function drawSamples(): readonly (readonly string[])[] {
  return ITEMS.map(({ id, sample }) => {
    const line = {
      left: [id],
      right: [],
      separator: "",
      shrinks: false,
      drop: [],
      dropsRest: false,
    };
    return drawFacts(sample, [line], { widthCols: 80 });
  });
}
