/** What random days reach, by name, so that a test can see whether all of it is. */
import type { Done } from "./play.ts";

/** Everything that a day should hold now and then. */
export const REACHABLE = [
  "arrived: event",
  "arrived: enter (new",
  "arrived: enter",
  "arrived: enter (jump",
  "arrived: enter (reopened",
  "arrived: enter (saved state gone",
  "arrived: resume in idle",
  "arrived: resume from the fallback",
  "arrived: unmatched",
  "via states that are left at once",
  "stopped after 32 hops",
  "completed",
  "yield",
  "pause",
  "unmatched to idle",
  "unmatched, an older one paused",
  "listPaused",
  "more paused than are listed",
  "took over",
  "let go of work without a machine",
  "guard passed",
  "guard failed",
  "visits guard",
  "command failed",
  "prompt file lost",
  "parameters told",
  "ref set by an event",
  "rejected in a machine",
  "rejected in idle",
  "rejected without a session",
  "entered without a session",
  "moved",
  "no machine",
  "slot cleared",
  "saved state gone",
  "stop: allow",
  "stop: block",
  "stop: runaway",
  "stop: block of moved work",
] as const;

export type Reached = (typeof REACHABLE)[number];

/** The names of what one deed was. */
export function reachedBy(done: Done): readonly Reached[] {
  const { deed, answer, decision, before } = done;
  if (decision !== undefined) {
    const moved = decision === "block" && before.claim === "moved";
    return [
      `stop: ${decision}` as Reached,
      ...(moved ? (["stop: block of moved work"] as const) : []),
    ];
  }
  if (answer === undefined) return [];
  const { told, ok } = answer;
  const { event } = done;
  const names: (Reached | false)[] = [
    ...arrivalsOf(done),
    told.arrival?.includes(" via ") === true && "via states that are left at once",
    told.failures.some((words) => words.includes("32")) && "stopped after 32 hops",
    told.closing !== undefined && told.idle !== undefined && "completed",
    ok && event === "yield" && "yield",
    ok && event === "pause" && before.claim === "live" && "pause",
    ok && event === "unmatched" && told.arrival === undefined && "unmatched to idle",
    ok && event === "unmatched" && told.notes.length > 1 && "unmatched, an older one paused",
    ok && event === "listPaused" && "listPaused",
    (told.idle?.more ?? 0) > 0 && "more paused than are listed",
    told.notes.some((words) => words.includes("UTC")) && "took over",
    ok && before.claim === "unconfigured" && "let go of work without a machine",
    told.guards.some((line) => line.includes("→ true")) && "guard passed",
    told.guards.some((line) => line.includes("→ false")) && "guard failed",
    told.guards.some((line) => line.includes("visits: ")) && "visits guard",
    told.failures.some(([first]) => first?.startsWith("Action failed") === true) &&
      "command failed",
    told.failures.some(([first]) => first?.startsWith("Prompt failed") === true) &&
      "prompt file lost",
    told.params !== undefined && "parameters told",
    ok && event !== "enter" && before.ref === null && done.ref !== null && "ref set by an event",
    !ok && before.claim === "live" && "rejected in a machine",
    !ok && before.claim === "none" && deed.do !== "keyless" && "rejected in idle",
    !ok && deed.do === "keyless" && "rejected without a session",
    ok && deed.do === "keyless" && "entered without a session",
    !ok && before.claim === "moved" && event !== "enter" && "moved",
    !ok && before.claim === "unconfigured" && "no machine",
    !ok && event === "resume" && before.aside !== null && done.aside === null && "slot cleared",
    before.stateGone && "saved state gone",
  ];
  return names.filter((name) => name !== false);
}

function arrivalsOf({ answer, before }: Done): readonly Reached[] {
  const arrival = answer?.told.arrival?.replace(/ via .*/, "");
  if (arrival === undefined) return [];
  if (arrival === "resume") {
    return [
      before.claim === "live" ? "arrived: resume from the fallback" : "arrived: resume in idle",
    ];
  }
  if (arrival === "enter") return ["arrived: enter"];
  if (arrival.startsWith("enter (saved state")) return ["arrived: enter (saved state gone"];
  for (const how of ["new", "jump", "reopened"] as const) {
    if (arrival.startsWith(`enter (${how}`)) return [`arrived: enter (${how}`];
  }
  return [arrival.startsWith("unmatched from ") ? "arrived: unmatched" : "arrived: event"];
}
