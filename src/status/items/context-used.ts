import { span } from "../../text/span.ts";
import { barTokens } from "../formats.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";
import { CONTEXT_SAMPLE } from "./shared/context-sample.ts";

const RESERVE_COLS = 4;

export const contextUsed: Item = {
  id: "context-used",
  aliases: [],
  describe: "Tokens in the context",
  absent: "the use of the context is not known",
  needs: ["context"],
  options: [],
  sample: CONTEXT_SAMPLE,
  shrink: 30,
  drop: 50,
  render({ context }) {
    const tokens = context?.usedTokens;
    return tokens === undefined ? null : cell([[span(barTokens(tokens), "dim")]], RESERVE_COLS);
  },
};
