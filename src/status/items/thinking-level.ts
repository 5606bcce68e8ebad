import { cleanLine } from "../../text/clean.ts";
import { span } from "../../text/span.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";

export const thinkingLevel: Item = {
  id: "thinking-level",
  aliases: ["effort", "thinking-effort"],
  describe: "Reasoning effort or thinking level",
  absent: "the level is not known, or off",
  needs: [],
  options: [],
  sample: [{ kind: "reasoning-set", effort: "high" }],
  shrink: 30,
  drop: 33,
  render({ model }) {
    const level = cleanLine(model?.effort ?? "").trim();
    return level === "" || level === "off" ? null : cell([[span(level, "user")]]);
  },
};
