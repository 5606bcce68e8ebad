import type { Fact } from "../../facts/fact.ts";

/** A context of which a quarter is used, for samples and previews. */
export const CONTEXT_SAMPLE: readonly Fact[] = [
  {
    kind: "context-window-known",
    windowTokens: 200_000,
    autoCompactAt: 183_616,
    pruneAt: 128_531,
  },
  { kind: "context-measured", usedTokens: 46_000, source: "usage" },
];
