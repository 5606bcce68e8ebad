/** Where the work of a conversation is in its state machine, as `smllm` keeps it on this machine. */
import type { WorkflowFact } from "../../status/facts/workflow.ts";
import type { CallPlace } from "../../workflow/open.ts";
import { placeOf } from "../../workflow/statusline/place.ts";
import { readStatus } from "../../workflow/statusline/read-status.ts";

/** A conversation, by the name under which its harness is bound. */
export interface BoundConversation {
  readonly harness: string;
  readonly hostSession: string;
}

export interface WorkflowReading {
  /** None where no session is bound to the conversation. */
  readonly facts: readonly WorkflowFact[];
  /** One line each, uncleaned. */
  readonly notes: readonly string[];
}

/** The place that `smllm statusline` shows for the same conversation. Writes nothing, runs nothing. */
export async function readWorkflowFacts(
  conversation: BoundConversation,
  place: CallPlace,
): Promise<WorkflowReading> {
  const status = await readStatus(conversation, place);
  if (!status.ok) return { facts: [], notes: [`workflow: ${status.reason}`] };
  if (status.value === undefined) {
    return { facts: [], notes: ["workflow: nothing is bound to this session"] };
  }
  const { session } = status.value;
  const fact: WorkflowFact = { kind: "workflow-seen", workflow: placeOf(status.value) };
  return { facts: [fact], notes: [`workflow: session ${session}`] };
}
