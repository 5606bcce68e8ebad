/** A numbered judgement as the message that is written: ids become refs. */
import { recordRef } from "../../../wire/record/encode.ts";
import type { AutomationRecord } from "../../../wire/record/message.ts";
import type { NumberedAutomation } from "../../automation-record.ts";

/** The record of a judgement; an id that is not known, or blank, is none. */
export function recordOf(numbered: NumberedAutomation): AutomationRecord {
  const { sessionId, turnId, requestId, ...said } = numbered;
  const session = recordRef(sessionId);
  const turn = recordRef(turnId);
  const request = recordRef(requestId);
  return {
    ...said,
    ...(session !== undefined && { session }),
    ...(turn !== undefined && { turn }),
    ...(request !== undefined && { request }),
  };
}
