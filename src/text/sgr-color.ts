/** The colours of SGR that take several parameters: 256 colours (`5;n`) and 24 bits (`2;r;g;b`). */
import type { RawColor } from "./span.ts";

/**
 * The colour whose kind stands at `at` (after 38, 48 or 58), and how many parameters it took: none
 * when it is damaged or out of range.
 */
export function parseExtendedColor(
  parameters: readonly number[],
  at: number,
): { readonly color?: RawColor; readonly used: number } {
  const [kind, first = -1, second = -1, third = -1] = parameters.slice(at, at + 4);
  if (kind === 5 && isComponent(first)) return { color: first, used: 2 };
  if (kind === 2 && [first, second, third].every(isComponent))
    return { color: [first, second, third], used: 4 };
  return { used: 0 };
}

function isComponent(value: number): boolean {
  return value >= 0 && value <= 255;
}
