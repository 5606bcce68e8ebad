/**
 * What a scenario is, how one says that something is not as it should be (by throwing), and how the
 * outcomes are counted and printed.
 */

export interface Scenario<Stage> {
  readonly id: string;
  /** Subject, input, outcome. */
  readonly title: string;
  /** Ids of scenarios that must have passed for this one to mean anything. */
  readonly needs?: readonly string[];
  run(stage: Stage): Promise<void>;
  /** What was to be seen when it had passed, for the person who reads along. */
  shows?(stage: Stage): readonly string[];
}

/** Throws unless `condition` holds. `details` is asked for only then. */
export function check(
  condition: unknown,
  what: string,
  details?: () => unknown,
): asserts condition {
  if (condition) return;
  const seen = details === undefined ? "" : `; seen: ${describe(details())}`;
  throw new Error(`${what}${seen}`);
}

function describe(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

export type Outcome =
  | { readonly kind: "ok" }
  | { readonly kind: "failed"; readonly reason: string }
  | { readonly kind: "skipped"; readonly reason: string }
  | { readonly kind: "missing"; readonly reason: string };

export interface Report {
  /** Runs the scenarios in order and prints a line for each. */
  run<Stage>(
    group: string,
    scenarios: readonly Scenario<Stage>[],
    stage: Stage,
    onFailure: () => string,
  ): Promise<void>;
  /** Notes that a whole group could not be had. */
  missing(group: string, scenarios: readonly Scenario<never>[], reason: string): void;
  counts(): Readonly<Record<Outcome["kind"], number>>;
}

async function outcomeOf<Stage>(
  scenario: Scenario<Stage>,
  stage: Stage,
  outcomes: ReadonlyMap<string, Outcome>,
): Promise<Outcome> {
  const lacking = scenario.needs?.find((id) => outcomes.get(id)?.kind !== "ok");
  if (lacking !== undefined) return { kind: "skipped", reason: `needs ${lacking}` };
  try {
    await scenario.run(stage);
    return { kind: "ok" };
  } catch (error) {
    return { kind: "failed", reason: error instanceof Error ? error.message : String(error) };
  }
}

function lineOf(
  group: string,
  id: string,
  title: string,
  outcome: Outcome,
  tookMs: number,
): string {
  const word = outcome.kind.padEnd(7);
  const why = outcome.kind === "ok" || outcome.kind === "missing" ? "" : ` -- ${outcome.reason}`;
  const seconds = outcome.kind === "ok" ? ` (${(tookMs / 1000).toFixed(1)} s)` : "";
  return `${word} ${group}/${id}: ${title}${seconds}${why}`;
}

export function createReport(print: (line: string) => void): Report {
  const counts = { ok: 0, failed: 0, skipped: 0, missing: 0 };
  return {
    async run(group, scenarios, stage, onFailure) {
      const outcomes = new Map<string, Outcome>();
      for (const scenario of scenarios) {
        const startedAtMs = performance.now();
        const outcome = await outcomeOf(scenario, stage, outcomes);
        outcomes.set(scenario.id, outcome);
        counts[outcome.kind] += 1;
        const tookMs = performance.now() - startedAtMs;
        print(lineOf(group, scenario.id, scenario.title, outcome, tookMs));
        if (outcome.kind === "failed") print(onFailure());
        if (outcome.kind === "ok")
          for (const text of scenario.shows?.(stage) ?? []) print(`    |${text}`);
      }
    },
    missing(group, scenarios, reason) {
      print(`missing ${group}: ${reason}`);
      for (const { id, title } of scenarios) {
        counts.missing += 1;
        print(lineOf(group, id, title, { kind: "missing", reason }, 0));
      }
    },
    counts: () => counts,
  };
}
