import { cleanLine } from "../../text/clean.ts";
import { span, type Tone } from "../../text/span.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";

const TONES = [
  "plain",
  "text",
  "muted",
  "dim",
  "accent",
  "signal",
  "success",
  "warning",
  "error",
  "user",
  "tool",
  "code",
] as const satisfies readonly Tone[];

export const text: Item = {
  id: "text",
  aliases: [],
  describe: "A text of your own",
  absent: "no text is given",
  needs: [],
  options: [
    { name: "text", type: "string", describe: "What to show" },
    { name: "tone", type: "string", values: TONES, default: "muted", describe: "Its colour" },
  ],
  sample: [],
  shrink: 30,
  drop: 6,
  render(_snapshot, { itemOptions }) {
    const own = itemOptions?.text;
    if (typeof own !== "string") return null;
    const tone = TONES.find((name) => name === itemOptions?.tone) ?? "muted";
    return cell([[span(cleanLine(own), tone)]]);
  },
};
