/** How often states were entered. State names are free, `__proto__` among them, so only own members count. */

/** Entries of that state so far. */
export function visitsOf(visits: Readonly<Record<string, number>>, state: string): number {
  return Object.hasOwn(visits, state) ? (visits[state] ?? 0) : 0;
}

/** The same visits with one more of that state. */
export function withVisit(
  visits: Readonly<Record<string, number>>,
  state: string,
): Readonly<Record<string, number>> {
  const counts = new Map(Object.entries(visits));
  counts.set(state, visitsOf(visits, state) + 1);
  return Object.fromEntries(counts);
}
