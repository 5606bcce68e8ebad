/** How many terminal columns a text takes. See `width.ts` for the rules and the one implementation. */
export type Measure = (text: string) => number;
