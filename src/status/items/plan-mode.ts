import { cell } from "./cell.ts";
import type { Item } from "./item.ts";

const SUFFIX = { "next-message": " next", submitting: " submitting" } as const;

export const planMode: Item = {
  id: "plan-mode",
  aliases: [],
  describe: "Plan mode, and a change of it that is under way",
  absent: "plan mode is off or unknown, and no change is under way",
  needs: ["session-state"],
  options: [],
  sample: [{ kind: "plan-mode-set", on: false, transition: "next-message" }],
  shrink: 55,
  drop: 55,
  render({ mode }, { glyphs }) {
    const transition = mode?.planTransition;
    if (mode?.plan !== true && transition === undefined) return null;
    // While a change is under way the label names the mode that is coming.
    const label = mode?.plan === true && transition !== undefined ? "DEFAULT" : "PLAN";
    const full = transition === undefined ? label : label + SUFFIX[transition];
    const short = transition === undefined ? label : label + glyphs.ellipsis;
    return cell([full, short].map((text) => [{ text, tone: "accent", bold: true }]));
  },
};
