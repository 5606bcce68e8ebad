/** Line to message, for commands written in TypeScript and for tests. Protocol 1. */
import { failed, ok, type Result } from "../../base/result.ts";
import { asRecord } from "../../base/shape.ts";
import {
  EXTENSION_EVENTS,
  EXTENSION_PROTOCOL,
  type ExtensionEvent,
  type ExtensionMessage,
  LINE_MAX_UNITS,
} from "./message.ts";

const OPTIONAL = ["session_id", "model", "session_title"] as const;

/**
 * Reads one line, with or without its line end. Unknown members are ignored, so that the protocol can
 * grow; an empty optional member counts as absent. A wrong type or an unknown event is a reason: a
 * command that acted on half a message would show something untrue.
 */
export function parseExtension(line: string): Result<ExtensionMessage> {
  if (line.length > LINE_MAX_UNITS) {
    return failed(`the line is longer than ${LINE_MAX_UNITS} UTF-16 units`);
  }
  const body = line.replace(/\r?\n$/, "");
  if (body.includes("\n")) return failed("there is more than one line; protocol 1 sends one");

  const members = readObject(body);
  if (members === undefined) return failed("the line is not one JSON object");
  if (members.protocol !== EXTENSION_PROTOCOL) {
    return failed(`protocol is ${show(members.protocol)}, but only 1 is known`);
  }
  const event = EXTENSION_EVENTS.find((known) => known === members.event);
  if (event === undefined) return failed(`event is ${show(members.event)}, which is unknown`);
  return readMembers(event, members);
}

function readMembers(
  event: ExtensionEvent,
  members: Readonly<Record<string, unknown>>,
): Result<ExtensionMessage> {
  const { workspace_dir: dir, tui_version: version } = members;
  if (typeof dir !== "string") return failed("workspace_dir is missing or not a string");
  if (typeof version !== "string") return failed("tui_version is missing or not a string");

  const optional: Partial<Record<(typeof OPTIONAL)[number], string>> = {};
  for (const name of OPTIONAL) {
    const value = members[name];
    if (value === undefined || value === "") continue;
    if (typeof value !== "string") return failed(`${name} is not a string`);
    optional[name] = value;
  }
  return ok({
    protocol: EXTENSION_PROTOCOL,
    event,
    workspace_dir: dir,
    tui_version: version,
    ...optional,
  });
}

function readObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return asRecord(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** A value for a reason: short, on one line. */
function show(value: unknown): string {
  const text = JSON.stringify(value) ?? "missing";
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
