/** Why a request to an agent failed, in one line and in a word. */

import { failed } from "../../base/result.ts";
import { asRecord, asText } from "../../base/shape.ts";
import type { LinkFault, LinkResult } from "./agent-link.ts";
import { readLabel } from "./outside.ts";

/** Codes of JSON-RPC and ACP that say which fault it is. */
const FAULTS: Readonly<Record<number, LinkFault>> = {
  [-32000]: "auth-required",
  [-32601]: "unsupported",
};

/** A failure with its word. */
export function linkFailed(fault: LinkFault, reason: string): LinkResult<never> {
  return { ...failed(reason), fault };
}

/** What an agent answered in place of a result, or what the connection threw. */
export function readFault(error: unknown): LinkResult<never> {
  const raw = asRecord(error);
  const code = typeof raw?.code === "number" ? raw.code : undefined;
  const fault = code === undefined ? "refused" : (FAULTS[code] ?? "refused");
  const message = error instanceof Error ? error.message : asText(raw?.message);
  const details = detailsOf(raw?.data);
  const text = [message, details].filter((part) => part !== undefined && part !== "").join(": ");
  return linkFailed(fault, readLabel(text) ?? "the agent refused without a reason");
}

/** What stands in `data` of an error, where agents put the reason behind a general message. */
function detailsOf(data: unknown): string | undefined {
  if (typeof data === "string") return data;
  const raw = asRecord(data);
  return asText(raw?.details) ?? asText(raw?.message) ?? asText(raw?.error);
}
