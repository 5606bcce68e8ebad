import { span } from "../../text/span.ts";
import { rateFigure } from "../formats.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";

/** Widest usual shape, so that neighbours do not blink as the figure changes. */
const RESERVE_COLS = 14;

export const rate: Item = {
  id: "rate",
  aliases: ["tps"],
  describe: "Output tokens a second of the latest request",
  absent: "never: reads `tps: —` until a rate is known",
  needs: [],
  options: [],
  sample: [{ kind: "rate-measured", tokensPerSecond: 99.27 }],
  shrink: 30,
  drop: 45,
  hostOnly: true,
  render(snapshot, { glyphs }) {
    const label = span("tps: ", snapshot.rate?.streaming === true ? "accent" : "dim");
    const figure = snapshot.rate?.tokensPerSecond;
    if (figure === undefined) return cell([[label, span(glyphs.dash, "dim")]], RESERVE_COLS);
    return cell([[label, span(rateFigure(figure), "tool"), span(" tok/s", "dim")]], RESERVE_COLS);
  },
};
