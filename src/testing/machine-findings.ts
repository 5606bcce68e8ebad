/** What is said of a machine text, short enough for a table. */
import type { Finding } from "../workflow/finding.ts";
import { parseMachine } from "../workflow/format/parse-machine.ts";

/** The first lines of a machine that starts in `A`; `meta` as flow members. `states:` is line 4. */
export function machineText(states: readonly string[], meta = "smllm: 1"): string {
  const head = ["id: m", "initial: A", `meta: { ${meta} }`, "states:"];
  return `${[...head, ...states.map((state) => `  ${state}`)].join("\n")}\n`;
}

/** The findings as `LINE LEVEL PATH RULE`, a dash for an empty path. */
export function findingsOf(text: string): readonly string[] {
  return parseMachine(text, "/m/m.smllm.yaml").findings.map(placeOf);
}

/** One finding in the same form. */
export function placeOf({ line, level, path, rule }: Finding): string {
  return `${line ?? "-"} ${level} ${path === "" ? "-" : path} ${rule}`;
}

/** A row of a table: what it is about, states below `states:`, members of meta, what is found. */
export type FindingRow = readonly [
  about: string,
  states: readonly string[],
  meta: string,
  found: readonly string[],
];
