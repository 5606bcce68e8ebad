/** What the benchmark says: figures with their budgets, and the arithmetic of repeated measurements. */

/** A budget: the figure must not be above, or not below. */
export type Budget = { readonly atMost: number } | { readonly atLeast: number };

/** One line of the table. A figure without a budget is there to explain the others. */
export interface Figure {
  readonly what: string;
  readonly value: number;
  /** `ms`, `us`, `x` for a ratio, `MB`, `MB/s`, or empty for a count. */
  readonly unit: string;
  readonly budget?: Budget;
}

/** Whether the budget, if any, is kept. */
export function isKept({ value, budget }: Figure): boolean {
  if (budget === undefined) return true;
  return "atMost" in budget ? value <= budget.atMost : value >= budget.atLeast;
}

/** The middle one of an odd number of values; NaN for none. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/**
 * The median over the rounds of one series divided by another. Both ran in each round right after one
 * another, so what slows the machine down for a while slows both.
 */
export function medianRatio(values: readonly number[], base: readonly number[]): number {
  return median(values.map((value, round) => value / (base[round] ?? Number.NaN)));
}

/** The table as Markdown, which is also what is printed. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [
    figure.what,
    numberText(figure.value, figure.unit),
    budgetText(figure),
    figure.budget === undefined ? "" : isKept(figure) ? "ok" : "MISSED",
  ]);
  const head = ["what", "measured", "budget", "ok"];
  const widths = head.map((title, column) =>
    Math.max(...[head, ...rows].map((row) => Bun.stringWidth(row[column] ?? title))),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - Bun.stringWidth(cell))).join(" | ")} |`;
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  return [line(head), rule, ...rows.map(line)].join("\n");
}

function budgetText({ budget, unit }: Figure): string {
  if (budget === undefined) return "";
  return "atMost" in budget
    ? `at most ${numberText(budget.atMost, unit)}`
    : `at least ${numberText(budget.atLeast, unit)}`;
}

function numberText(value: number, unit: string): string {
  if (unit === "") return String(value);
  const digits = unit === "x" || value < 10 ? 2 : 1;
  return `${Number(value.toFixed(digits))}${unit === "x" ? " x" : ` ${unit}`}`;
}
