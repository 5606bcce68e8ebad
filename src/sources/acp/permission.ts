/** `session/request_permission` as a question to the person, and the answer back. */
import type { RequestPermissionResponse } from "@agentclientprotocol/sdk";
import { asRecord, known } from "../../base/shape.ts";
import type { Answer, AnswerOption, OptionRole, ToolCall } from "../../wire/runtime/entities.ts";
import type { InteractionRequest } from "./agent-link.ts";
import type { AgentQuirks } from "./agent-spec.ts";
import { readEach, readId, readLabel } from "./outside.ts";

const ROLES: Readonly<Record<string, OptionRole>> = {
  allow_once: "allow-once",
  allow_always: "allow-always",
  reject_once: "reject-once",
  reject_always: "reject-always",
};

/** Nobody answered, or the turn was cancelled. */
export const CANCELLED: RequestPermissionResponse = { outcome: { outcome: "cancelled" } };

/** The options that can be chosen; those with an odd id or without a name are left out. */
export function readAnswerOptions(value: unknown): readonly AnswerOption[] {
  return readEach(value, (member) => {
    const raw = asRecord(member);
    const optionId = readId(raw?.optionId);
    if (raw === undefined || optionId === undefined) return undefined;
    const label = readLabel(raw.name) ?? optionId;
    const role =
      typeof raw.kind === "string" && Object.hasOwn(ROLES, raw.kind) ? ROLES[raw.kind] : undefined;
    return known({ optionId, label, role });
  });
}

/**
 * What the person is asked. `call` is merged with what is known of it. It is a plan to approve if its kind
 * says that it leaves a mode, or its title is one of the agent's for that.
 */
export function permissionRequest(
  options: readonly AnswerOption[],
  call: ToolCall,
  quirks: AgentQuirks,
  memberId: string | undefined,
): InteractionRequest {
  const isPlan =
    call.kind === "switch-mode" ||
    quirks.planTitles?.some((title) => call.title === title) === true;
  const body = isPlan ? textOf(call) : undefined;
  return known({
    asks: isPlan ? ("plan" as const) : ("permission" as const),
    title: call.title,
    body,
    call,
    options,
    memberId,
  });
}

function textOf(call: ToolCall): string | undefined {
  const texts = call.content.flatMap((part) => (part.kind === "text" ? [part.text] : []));
  return texts.length === 0 ? undefined : texts.join("\n\n");
}

/**
 * The answer as ACP has it. Declined takes the option that rejects once, else the one that rejects always; an
 * option that was not offered is none.
 */
export function permissionOutcome(
  answer: Answer,
  options: readonly AnswerOption[],
): RequestPermissionResponse {
  const rejects = (role: OptionRole) => options.find((option) => option.role === role);
  const chosen =
    answer.kind === "option"
      ? options.find(({ optionId }) => optionId === answer.optionId)
      : answer.kind === "declined"
        ? (rejects("reject-once") ?? rejects("reject-always"))
        : undefined;
  if (chosen === undefined) return CANCELLED;
  return { outcome: { outcome: "selected", optionId: chosen.optionId } };
}
