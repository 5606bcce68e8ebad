import { span } from "../../text/span.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";
import { namedWindows } from "./shared/quota-windows.ts";

/** Only what runs short is worth a place: windows with at most this much left. */
const SHOWN_UP_TO_PCT = 30;
const ERROR_UP_TO_PCT = 10;

/** Names in the long and in the short forms. */
const NAMES: Readonly<Record<string, readonly [string, string]>> = {
  "5h": ["5h", "5h"],
  wk: ["Week", "W"],
};

export const tokenQuota: Item = {
  id: "token-quota",
  aliases: ["quota", "token-plan"],
  describe: "What is left of the plan's windows, once one of them runs short",
  absent: "no plan is known, or more than 30 % is left of every window",
  needs: [],
  options: [],
  sample: [
    {
      kind: "quota-reported",
      windows: [
        { slot: "primary", usedPct: 80, windowMinutes: 300 },
        { slot: "secondary", usedPct: 85, windowMinutes: 10_080 },
      ],
    },
  ],
  shrink: 45,
  drop: 70,
  time: { stepMs: 60_000 },
  render({ quota }, { nowMs, glyphs }) {
    // Mostly nothing runs short, and then no window needs a name.
    if (quota?.windows?.some(runsShort) !== true) return null;
    const low = namedWindows(quota, nowMs)
      .filter(runsShort)
      .map(({ short, usedPct }) => ({
        name: NAMES[short] ?? ([short, short] as const),
        left: leftPct(usedPct),
      }));
    const lowest = low.toSorted((a, b) => a.left - b.left)[0];
    if (lowest === undefined) return null;
    const tone = lowest.left <= ERROR_UP_TO_PCT ? "error" : "warning";
    const tight = low.map(({ name, left }) => `${name[1]}${left}%`);
    const forms = [
      low.map(({ name, left }) => `${name[0]} ${left}%`).join(` ${glyphs.dot} `),
      tight.join("/"),
      `${lowest.name[1]}${lowest.left}%`,
    ];
    return cell(forms.map((form) => [span(form, tone)]));
  },
};

function runsShort({ usedPct }: { readonly usedPct: number }): boolean {
  return leftPct(usedPct) <= SHOWN_UP_TO_PCT;
}

function leftPct(usedPct: number): number {
  return Math.round(100 - Math.min(100, Math.max(0, usedPct)));
}
