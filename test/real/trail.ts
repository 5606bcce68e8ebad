/**
 * The events of one client in their order, and how a scenario says what should have come: the steps
 * of the root record, and those of the records beneath it. Both come at their own pace, so their
 * order among each other is not asked for.
 */
import type { EventJson } from "../../src/wire/osc7501/event-json.ts";
import type { ProgramRecord } from "../../src/wire/osc7501/message.ts";
import { check } from "./scenario.ts";

export interface Trail {
  events(): readonly EventJson[];
}

const WAIT_MS = 20_000;
const POLL_MS = 20;
/** Long enough for a report that should not come. */
const QUIET_MS = 600;

function stateOf({ state, kind }: ProgramRecord): string {
  return kind === undefined ? state : `${state} ${kind}`;
}

function stepOf(event: EventJson): string | undefined {
  if (event.event === "report" && event.record.id === "") return stateOf(event.record);
  if (event.event === "clear" && event.id === "") return "clear";
  return undefined;
}

/** What the root record went through, equal neighbours as one: `working`, `blocked permission`, `clear`. */
function rootSteps(events: readonly EventJson[]): readonly string[] {
  return events
    .map(stepOf)
    .filter((step) => step !== undefined)
    .filter((step, i, all) => step !== all[i - 1]);
}

/** Reports of the root record. */
export function rootRecords(events: readonly EventJson[]): readonly ProgramRecord[] {
  return events.flatMap((event) =>
    event.event === "report" && event.record.id === "" ? [event.record] : [],
  );
}

/** Reports of the records beneath the root. */
export function childRecords(events: readonly EventJson[]): readonly ProgramRecord[] {
  return events.flatMap((event) =>
    event.event === "report" && event.record.id !== "" ? [event.record] : [],
  );
}

/** Ids that were cleared one by one. */
export function clearedIds(events: readonly EventJson[]): readonly string[] {
  return events.flatMap((event) => (event.event === "clear" && event.id !== "" ? [event.id] : []));
}

async function poll(condition: () => boolean, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    if (condition()) return true;
    await Bun.sleep(POLL_MS);
  }
  return condition();
}

/** What came since it was made. */
export interface Walk {
  events(): readonly EventJson[];
  /** Waits until the root record went through exactly these steps, and no further. */
  expectRoot(steps: readonly string[]): Promise<void>;
  /** Waits for what the events should show. */
  expect(what: string, condition: (events: readonly EventJson[]) => unknown): Promise<void>;
}

export function walk(trail: Trail): Walk {
  const start = trail.events().length;
  const events = (): readonly EventJson[] => trail.events().slice(start);
  return {
    events,
    async expectRoot(steps) {
      const wanted = steps.join(", ");
      const arrived = (): boolean => rootSteps(events()).join(", ").startsWith(wanted);
      check(await poll(arrived, WAIT_MS), `the root record: ${wanted}`, () => rootSteps(events()));
      await Bun.sleep(QUIET_MS);
      const after = rootSteps(events()).join(", ");
      check(after === wanted, `the root record stays with: ${wanted}`, () => after);
    },
    async expect(what, condition) {
      check(await poll(() => Boolean(condition(events())), WAIT_MS), what, events);
    },
  };
}

/** The events as a person reads them, one a line. */
export function describeEvents(events: readonly EventJson[]): readonly string[] {
  return events.map((event) => {
    if (event.event === "clear") return `clear ${event.id}`.trimEnd();
    if (event.event !== "report") return event.event;
    const { id, app, title, msg } = event.record;
    const rest = [app && `app ${app}`, title && `title "${title}"`, msg && `msg "${msg}"`];
    return [id, stateOf(event.record), ...rest.filter((word) => word !== undefined)]
      .filter((word) => word !== "")
      .join("  ");
  });
}
