/** Machines of the workflow fixtures, and short ones for one question each. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Machine } from "../workflow/machine.ts";
import { machineText } from "./machine-findings.ts";
import { machineOf } from "./workflow-world.ts";

const FIXTURES = join(import.meta.dir, "../../test/workflow/fixtures");

/** `fix`, `ask`, `gate`, `dev`: the machine of `<id>.smllm.yaml`. */
export function fixtureMachine(id: string): Machine {
  return machineOf(readFileSync(join(FIXTURES, `${id}.smllm.yaml`), "utf8"));
}

/** A machine `m` that starts in `A`, of its states as YAML, one a line; `meta` as flow members. */
export function smallMachine(states: readonly string[], meta?: string): Machine {
  return machineOf(machineText(states, meta));
}
