import { cleanLine } from "../../text/clean.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";

export const vimMode: Item = {
  id: "vim-mode",
  aliases: ["vim"],
  describe: "Mode of the vim keys in the prompt",
  absent: "vim keys are off",
  needs: [],
  options: [],
  sample: [{ kind: "vim-mode-set", mode: "VISUAL LINE" }],
  shrink: 24,
  drop: 52,
  render({ mode }) {
    const word = cleanLine(mode?.vim ?? "").trim();
    const initials = word.replace(/(\S)\S*\s*/gu, "$1");
    return cell([word, initials].map((text) => [{ text, tone: "accent", bold: true }]));
  },
};
