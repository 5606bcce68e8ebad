/** What the OSC 7501 library promises. */
import type { RequirementRow } from "./row.ts";

export const OSC7501: readonly RequirementRow[] = [];
