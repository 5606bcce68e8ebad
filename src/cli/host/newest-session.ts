/** Which session `--resume` without an id goes on with. */
import type { SessionSummary } from "../../wire/runtime/state.ts";

/** The one of the folder that was changed last; a side session belongs to another one and is none. */
export function newestSession(
  sessions: readonly SessionSummary[],
  cwd: string,
): SessionSummary | undefined {
  return sessions
    .filter((each) => each.cwd === cwd && each.sideOf === undefined)
    .toSorted((a, b) => b.updatedAtMs - a.updatedAtMs)[0];
}
