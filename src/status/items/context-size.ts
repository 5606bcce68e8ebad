import { span } from "../../text/span.ts";
import { barTokens } from "../formats.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";
import { CONTEXT_SAMPLE } from "./shared/context-sample.ts";

const RESERVE_COLS = 4;

export const contextSize: Item = {
  id: "context-size",
  aliases: [],
  describe: "Size of the context window, beside what is used of it",
  absent: "the size or the use of the context is not known",
  needs: ["context"],
  options: [],
  sample: CONTEXT_SAMPLE,
  shrink: 30,
  drop: 34,
  render({ context }) {
    const tokens = context?.windowTokens;
    if (tokens === undefined || !Number.isFinite(tokens) || tokens <= 0) return null;
    if (context?.usedTokens === undefined) return null;
    return cell([[span(barTokens(tokens), "dim")]], RESERVE_COLS);
  },
};
