/** The row of `smllm statusline`, in bytes that others compare and cut out of. */
import { workflowForms } from "../../status/items/shared/workflow-forms.ts";
import type { Span, Tone } from "../../text/span.ts";
import type { Status } from "../engine/reply.ts";
import { placeOf } from "./place.ts";

/** The glyphs of the format, whatever a terminal prefers. */
const GLYPHS = { chevron: "›", dot: "·" };

/** SGR parameters of the parts: dim, cyan, magenta, yellow, and bold for the state. */
const SGR: Readonly<Partial<Record<Tone, string>>> = {
  dim: "2",
  accent: "36",
  tool: "35",
  warning: "33",
};
const BOLD = "1";

/** The widest form of the item `workflow`, without a line end. Each coloured part ends with a reset. */
export function renderRow(status: Status, isColored: boolean): string {
  const [widest] = workflowForms(placeOf(status), GLYPHS);
  return widest.map((part) => paint(part, isColored)).join("");
}

function paint({ text, tone, bold }: Span, isColored: boolean): string {
  const code = bold === true ? BOLD : tone && SGR[tone];
  return isColored && code !== undefined ? `\x1b[${code}m${text}\x1b[0m` : text;
}

/** Whether to colour: `auto` does, unless `NO_COLOR` is set and not empty. Nobody asks for a terminal. */
export function isColored(
  choice: "auto" | "always" | "never",
  noColor: string | undefined,
): boolean {
  switch (choice) {
    case "always":
      return true;
    case "never":
      return false;
    case "auto":
      return (noColor ?? "") === "";
    default:
      return choice satisfies never;
  }
}
