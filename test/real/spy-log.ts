/** The log of `telltale spy`, read while it grows: one event a line, with its time. */
import fs from "node:fs";
import { asRecord } from "../../src/base/shape.ts";
import type { EventJson } from "../../src/wire/osc7501/event-json.ts";
import type { Trail } from "./trail.ts";

/** A line that is not whole yet is left for the next look. */
function linesOf(file: string): readonly string[] {
  if (!fs.existsSync(file)) return [];
  return fs.readFileSync(file, "utf8").split("\n").slice(0, -1);
}

/** The log's events without its starts, as scenarios compare them; throws at a line that is no event. */
export function createSpyLog(file: string): Trail {
  return {
    events: () =>
      linesOf(file).flatMap((line): readonly EventJson[] => {
        const entry = asRecord(JSON.parse(line));
        if (typeof entry?.event !== "string" || typeof entry.atMs !== "number")
          throw new Error(`a line of the log is no event: ${line}`);
        const { atMs: _, ...event } = entry;
        return event.event === "start" ? [] : [event as unknown as EventJson];
      }),
  };
}
