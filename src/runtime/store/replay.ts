/** Reads a journal back: the state that its events lead to, and where its good part ends. */

import { failed, ok, type Result } from "../../base/result.ts";
import { asCount, asRecord, asText } from "../../base/shape.ts";
import { readBoundedBytes } from "../../files/read-bounded.ts";
import type { SessionEvent } from "../../wire/runtime/event.ts";
import { applyEvent, EMPTY_STATE, type SessionState } from "../../wire/runtime/state.ts";
import { foldFate, type PromptFate, type PromptFates } from "./prompt-fates.ts";
import type { SessionFolder } from "./session-folder.ts";

/** Several times what a journal of ours grows to. */
const MAX_READ_BYTES = 256 * 1024 * 1024;
const LINE_END = 0x0a;

export interface Replay {
  readonly state: SessionState;
  readonly fates: PromptFates;
  /** How many bytes of the file were taken. */
  readonly endBytes: number;
  /** The bytes after a line in the middle that cannot be understood. */
  readonly damaged?: Uint8Array;
}

/** A last line that was not written to its end is no damage: nobody has heard of its event. */
export function replayJournal(folder: SessionFolder): Result<Replay> {
  const read = readBoundedBytes(folder.journal, MAX_READ_BYTES);
  if (!read.ok) return failed(read.reason);
  const bytes = read.value;
  const decoder = new TextDecoder();
  const fates: PromptFates = new Map();
  let state = EMPTY_STATE;
  let at = 0;
  while (at < bytes.length) {
    const end = bytes.indexOf(LINE_END, at);
    if (end < 0) return ok({ state, fates, endBytes: at });
    const next = takeLine(state, fates, decoder.decode(bytes.subarray(at, end)));
    if (next === undefined) return ok({ state, fates, endBytes: at, damaged: bytes.slice(at) });
    state = next;
    at = end + 1;
  }
  return ok({ state, fates, endBytes: at });
}

function takeLine(state: SessionState, fates: PromptFates, line: string): SessionState | undefined {
  try {
    const value = asRecord(JSON.parse(line));
    const snapshot = asRecord(value?.["snapshot"]);
    if (snapshot !== undefined) return takeSnapshot(fates, snapshot, value?.["prompts"]);
    if (value?.["id"] !== state.lastEventId + 1 || asText(value["kind"]) === undefined)
      return undefined;
    if (asCount(value["atMs"]) === undefined) return undefined;
    const event = value as unknown as SessionEvent;
    const next = applyEvent(state, event);
    foldFate(fates, event);
    if (Array.isArray(next.entries)) return next;
    // A kind that this version does not know changes nothing but the number.
    return { ...state, lastEventId: event.id, updatedAtMs: event.atMs };
  } catch {
    return undefined;
  }
}

function takeSnapshot(
  fates: PromptFates,
  snapshot: Readonly<Record<string, unknown>>,
  prompts: unknown,
): SessionState | undefined {
  if (asText(snapshot["sessionId"]) === undefined) return undefined;
  if (asCount(snapshot["lastEventId"]) === undefined) return undefined;
  fates.clear();
  for (const pair of Array.isArray(prompts) ? prompts : []) {
    const [promptId, fate] = Array.isArray(pair) ? pair : [];
    if (asText(promptId) !== undefined && isFate(fate)) fates.set(promptId, fate);
  }
  // Written by ourselves: members that a later version added are absent and filled from the empty one.
  return { ...EMPTY_STATE, ...(snapshot as unknown as SessionState) };
}

function isFate(value: unknown): value is PromptFate {
  return value === "queued" || value === "dropped" || value === "ran";
}
