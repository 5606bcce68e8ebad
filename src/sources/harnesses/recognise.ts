/** Finds the harness of a payload, or by its id. */
import type { Env, Harness, Payload } from "./harness.ts";
import { HARNESSES } from "./registry.ts";

/** The harness that sent a payload; undefined when none claims it. */
export function recogniseHarness(payload: Payload, env: Env): Harness | undefined {
  return HARNESSES.find((harness) => harness.recognises(payload, env));
}

/** The harness with that id, as `--harness` takes it. */
export function harnessById(id: string): Harness | undefined {
  return HARNESSES.find((harness) => harness.id === id);
}
