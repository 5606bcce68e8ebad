import type { Panel } from "./panel.ts";

/** Every panel; `findPanel` of `find-panel.ts` looks one up. */
export const PANELS: readonly Panel[] = [];
