/**
 * Events and records as plain objects for JSON: members in a fixed order, and only those that are
 * there. Texts in them are outside texts: write them with `jsonText`, never raw to a terminal.
 */
import { givenObject } from "../../base/given.ts";
import type { ProgramEvent, ProgramRecord, RejectReason } from "./message.ts";

/** An event as a line of JSON shows it: how a query ended is the terminal's business alone. */
export type EventJson =
  | { readonly event: "report"; readonly record: ProgramRecord }
  | { readonly event: "clear"; readonly id: string }
  | { readonly event: "query" | "prompt-start" | "reset" }
  | { readonly event: "reject"; readonly reason: RejectReason };

/** The event as a plain object; what is no event is a refused one. */
export function eventJson(event: ProgramEvent): EventJson {
  switch (event?.event) {
    case "report":
      return { event: "report", record: recordJson(event.record) };
    case "clear":
      return { event: "clear", id: event.id };
    case "query":
    case "prompt-start":
    case "reset":
      return { event: event.event };
    case "reject":
      return { event: "reject", reason: event.reason };
    default:
      event satisfies never;
      return { event: "reject", reason: "no-state" };
  }
}

/** The record as a plain object: `id`, `state`, then what is stored of the rest. */
export function recordJson(record: ProgramRecord): ProgramRecord {
  const { id = "", state = "idle", kind, progress, app, title, msg } = givenObject(record);
  return {
    id,
    state,
    ...(kind !== undefined && { kind }),
    ...(progress !== undefined && { progress }),
    ...(app !== undefined && { app }),
    ...(title !== undefined && { title }),
    ...(msg !== undefined && { msg }),
  };
}
