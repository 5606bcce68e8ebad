/** Our hooks in the text of a `settings.json`: one change at a time, until all is as it should be. */
import { failed, ok, type Result } from "../../../base/result.ts";
import {
  addElement,
  type JsonDocument,
  type JsonNode,
  lineText,
  memberOf,
  membersOf,
  removeChild,
  reparse,
  replaceNode,
  setMember,
} from "../../../files/splice/json.ts";
import { HOOK_EVENTS } from "./hook-events.ts";
import { hookCommand, readHookCommand, withProgram } from "./own-commands.ts";
import { type OwnHook, ownHooks } from "./settings-shape.ts";

/** Ours takes a few milliseconds; a client must not wait a minute for one that hangs on a dead disk. */
const TIMEOUT_SECONDS = 5;

/** A few changes for each event are enough; more means that it does not come to an end. */
const MAX_CHANGES = 2000;

export interface HooksWanted {
  /** Start of the command, as shell text; absent: no hook of ours shall stay. */
  readonly program?: string;
  /** Containers that stay although they are empty: `hooks`, or `hooks.Stop` for an event. */
  readonly kept: ReadonlySet<string>;
}

/** The text with the hooks that are wanted, and how many changes that took. */
export function editHooks(
  text: string,
  wanted: HooksWanted,
): Result<{ readonly text: string; readonly changes: number }> {
  let current = text;
  for (let changes = 0; changes <= MAX_CHANGES; changes += 1) {
    const document = reparse(current);
    if (!document.ok) return document;
    const next = nextEdit(document.value, wanted);
    if (next === undefined) return ok({ text: current, changes });
    current = next;
  }
  return failed("it holds too many hooks of ours to be changed; remove some by hand first");
}

function nextEdit(document: JsonDocument, wanted: HooksWanted): string | undefined {
  const hooks = memberOf(document.root, "hooks");
  const seen = new Set<string>();
  for (const own of ownHooks(hooks)) {
    const next = correct(document, own, wanted, seen);
    if (next !== undefined) return next;
    seen.add(own.event);
  }
  const { program } = wanted;
  const missing = HOOK_EVENTS.find(({ event }) => !seen.has(event));
  if (program === undefined || missing === undefined) return undefined;
  if (hooks === undefined) {
    return setMember(document, document.root, { key: "hooks", value: {} });
  }
  const entry = entryOf(program, missing.matcher);
  const list = memberOf(hooks, missing.event);
  return list === undefined
    ? setMember(document, hooks, { key: missing.event, value: [entry] })
    : addElement(document, list, entry);
}

/** The change that one hook of ours needs; undefined if it is right. */
function correct(
  document: JsonDocument,
  own: OwnHook,
  wanted: HooksWanted,
  seen: ReadonlySet<string>,
): string | undefined {
  const event = HOOK_EVENTS.find((candidate) => candidate.event === own.event);
  if (wanted.program === undefined || event === undefined || seen.has(own.event)) {
    return remove(document, own, wanted.kept);
  }
  if (own.matcher !== (event.matcher ?? "")) {
    if (!own.alone) return remove(document, own, wanted.kept);
    return replaceNode(document, own.group, lineText(entryOf(wanted.program, event.matcher)));
  }
  const parts = readHookCommand(own.command);
  if (parts === undefined) return undefined;
  const command = withProgram(own.command, parts, wanted.program);
  return command === own.command
    ? undefined
    : setMember(document, own.hook, { key: "command", value: command });
}

/** Takes away the hook and what would be left empty around it. */
function remove(document: JsonDocument, own: OwnHook, kept: ReadonlySet<string>): string {
  const inGroup = memberOf(own.group, "hooks");
  if (!own.alone && inGroup !== undefined) return removeChild(document, inGroup, own.hook);
  const isLastGroup = own.list.children?.length === 1 && !kept.has(`hooks.${own.event}`);
  if (!isLastGroup) return removeChild(document, own.list, own.group);
  const hooks = memberOf(document.root, "hooks");
  if (hooks === undefined) return document.text;
  const isLastEvent = hooks.children?.length === 1 && !kept.has("hooks");
  return isLastEvent
    ? removeChild(document, document.root, propertyOf(document.root, hooks))
    : removeChild(document, hooks, propertyOf(hooks, own.list));
}

/** The property node that holds a value. */
function propertyOf(object: JsonNode, value: JsonNode): JsonNode {
  return membersOf(object).find((member) => member.value === value)?.property ?? value;
}

function entryOf(program: string, matcher: string | undefined): object {
  const command = hookCommand(program);
  const hooks = [{ type: "command", command, timeout: TIMEOUT_SECONDS }];
  return matcher === undefined ? { hooks } : { matcher, hooks };
}

/** The containers that stood in a document before we came. */
export function hookContainers(root: JsonNode | undefined): ReadonlySet<string> {
  const hooks = memberOf(root, "hooks");
  if (hooks === undefined) return new Set();
  return new Set(["hooks", ...membersOf(hooks).map(({ key }) => `hooks.${key}`)]);
}
