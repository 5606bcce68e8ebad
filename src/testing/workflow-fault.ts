/** The fault that a step of a workflow ends with. */
import { WorkflowError } from "../workflow/engine/ports.ts";

/** Throws what is none, and where there was none. */
export function faultOf(step: () => unknown): WorkflowError {
  try {
    step();
  } catch (error) {
    if (error instanceof WorkflowError) return error;
    throw error;
  }
  throw new Error("it ended without a fault");
}
