/** What the commands `report`, `run`, `spy`, `decode` and `wait` promise. */
import type { RequirementRow } from "./row.ts";

export const MACHINE_COMMANDS: readonly RequirementRow[] = [];
