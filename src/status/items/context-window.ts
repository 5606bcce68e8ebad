import { span } from "../../text/span.ts";
import { capacity } from "../formats.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";

export const contextWindow: Item = {
  id: "context-window",
  aliases: [],
  describe: "Capacity of the context window; by default until its use is known",
  absent: "the capacity is not known",
  needs: [],
  options: [],
  sample: [{ kind: "context-window-known", windowTokens: 512_000 }],
  shrink: 35,
  drop: 64,
  render({ context }) {
    const tokens = context?.windowTokens;
    if (tokens === undefined || !Number.isFinite(tokens) || tokens <= 0) return null;
    return cell(["Context", "Ctx"].map((label) => [span(`${label} ${capacity(tokens)}`, "muted")]));
  },
};
