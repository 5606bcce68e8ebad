/** What the `[V]` record, its library and its judge promise. */
import type { RequirementRow } from "./row.ts";

export const RECORD: readonly RequirementRow[] = [];
