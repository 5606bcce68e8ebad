import type { Panel } from "./panel.ts";
import { statusline } from "./statusline.ts";

/** Every panel; `findPanel` of `find-panel.ts` looks one up. */
export const PANELS: readonly Panel[] = [statusline];
