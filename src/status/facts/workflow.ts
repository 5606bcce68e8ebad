/** Where the work stands in its state machine (the `smllm` row). Names are outside text. */
export type Workflow =
  | {
      readonly at: "machine";
      readonly machine: string;
      readonly state: string;
      /** Number of this visit to the state; shown from the second one. */
      readonly visit?: number;
      readonly instanceKind: string;
      readonly label: string;
      readonly yielded?: boolean;
    }
  | { readonly at: "idle"; readonly interrupted?: number; readonly paused?: number };

/** Where the work stands now; without a place there is nothing to show. */
export interface WorkflowSeen {
  readonly kind: "workflow-seen";
  readonly workflow?: Workflow;
}

export type WorkflowFact = WorkflowSeen;

/** The place that was seen last; absent where there is none. */
export function foldWorkflow(
  _state: Workflow | undefined,
  fact: WorkflowFact,
): Workflow | undefined {
  return fact.workflow;
}
