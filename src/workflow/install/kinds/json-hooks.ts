/**
 * Hooks in a JSON file as Claude Code and Codex keep them: events, each a list of groups, each with a
 * list of commands. What is ours is a single command, known by its start, and never a group: other
 * commands and keys of a group stay.
 */
import { failed, ok, type Result } from "../../../base/result.ts";
import { asRecord } from "../../../base/shape.ts";
import {
  addElement,
  elementsOf,
  type JsonDocument,
  type JsonNode,
  memberOf,
  membersOf,
  removeChild,
  setMember,
} from "../../../files/splice/json.ts";
import type { PartFault, PartText } from "../part.ts";
import { changedBy, type JsonRecord, jsonOf, objectAt, onlyOurs } from "./json-file.ts";

const HOOKS = "hooks";

/** How every command of ours begins. */
const HOOK_PREFIX = "smllm harness hook ";

/** An event of the harness and the command that it calls. */
export interface HookCall {
  readonly event: string;
  readonly command: string;
}

/** The part for these calls. */
export function jsonHooks(calls: readonly HookCall[]): PartText {
  return {
    wanted: canonical(calls),
    read: (text) => {
      const found = readHooks(text);
      if (!found.ok) return found;
      const { ours } = found.value;
      return ok(ours.length === 0 ? undefined : canonical(ours));
    },
    put: (text) => {
      const found = readHooks(text);
      if (!found.ok) return found;
      const changed = changedBy(text, changesOf(found.value.ours, calls));
      return changed.ok ? onlyOurs(text, changed.value, withoutOurs) : changed;
    },
  };
}

/** Whatever the order in the file. */
function canonical(calls: readonly HookCall[]): string {
  return calls
    .map(({ event, command }) => `${event} ${command}`)
    .sort()
    .join("\n");
}

interface OwnHook extends HookCall {
  readonly list: JsonNode;
  readonly group: JsonNode;
  readonly inGroup: JsonNode;
  readonly hook: JsonNode;
}

function readHooks(text: string): Result<{ readonly ours: readonly OwnHook[] }, PartFault> {
  const document = jsonOf(text);
  if (!document.ok) return document;
  const hooks = objectAt(document.value, HOOKS);
  if (!hooks.ok) return hooks;
  const events = new Set<string>();
  for (const { key, value } of membersOf(hooks.value)) {
    // The name of an event is somebody else's text; it is named only where it is a plain word.
    const name = /^\w{1,40}$/.test(key) ? `"hooks.${key}"` : 'a member of "hooks"';
    if (value.type !== "array") return failed({ reason: `${name} is no list; correct it first` });
    if (events.has(key)) {
      return failed({ reason: `${name} stands in it twice; remove one first` });
    }
    events.add(key);
  }
  return ok({ ours: ownHooks(hooks.value) });
}

/** In the order of the text. */
function ownHooks(hooks: JsonNode | undefined): readonly OwnHook[] {
  return membersOf(hooks).flatMap(({ key: event, value: list }) =>
    elementsOf(list).flatMap((group) => {
      const inGroup = memberOf(group, HOOKS);
      return elementsOf(inGroup).flatMap((hook) => {
        const command: unknown = memberOf(hook, "command")?.value;
        return isOurs(command) && inGroup !== undefined
          ? [{ event, command, list, group, inGroup, hook }]
          : [];
      });
    }),
  );
}

function isOurs(command: unknown): command is string {
  return typeof command === "string" && command.startsWith(HOOK_PREFIX);
}

type Change = (document: JsonDocument) => string | undefined;

/** First a wrong command is put right where it stands, then what is left over goes and what is missing comes. */
function changesOf(ours: readonly OwnHook[], calls: readonly HookCall[]): readonly Change[] {
  const repairs = calls.map(
    (call): Change =>
      (document) => {
        const now = ownHooks(memberOf(document.root, HOOKS));
        if (now.some((hook) => sameCall(hook, call))) return undefined;
        const wrong = now.find((hook) => hook.event === call.event && !isWanted(hook, calls));
        if (wrong === undefined) return undefined;
        return setMember(document, wrong.hook, { key: "command", value: call.command });
      },
  );
  const removals = ours.map(
    (): Change => (document) => {
      const now = ownHooks(memberOf(document.root, HOOKS));
      const surplus = now.find((hook, at) => !isWanted(hook, calls) || isRepeated(now, hook, at));
      return surplus === undefined ? undefined : withoutHook(document, surplus);
    },
  );
  const additions = calls.map(
    (call): Change =>
      (document) => {
        const now = ownHooks(memberOf(document.root, HOOKS));
        return now.some((hook) => sameCall(hook, call)) ? undefined : withHook(document, call);
      },
  );
  return [...repairs, ...removals, ...additions];
}

function isWanted(hook: HookCall, calls: readonly HookCall[]): boolean {
  return calls.some((call) => sameCall(hook, call));
}

function isRepeated(all: readonly HookCall[], hook: HookCall, at: number): boolean {
  return all.findIndex((other) => sameCall(hook, other)) < at;
}

function sameCall(left: HookCall, right: HookCall): boolean {
  return left.event === right.event && left.command === right.command;
}

function withHook(document: JsonDocument, { event, command }: HookCall): string {
  const entry = hookEntry(command);
  const hooks = memberOf(document.root, HOOKS);
  if (hooks === undefined) {
    const value = { [event]: [entry] };
    return setMember(document, document.root, { key: HOOKS, value, spread: true });
  }
  const list = memberOf(hooks, event);
  return list === undefined
    ? setMember(document, hooks, { key: event, value: [entry], spread: true })
    : addElement(document, list, entry);
}

/** A group with nothing but a command of ours. */
function hookEntry(command: string): object {
  return { hooks: [{ type: "command", command }] };
}

/** A group that would hold nothing goes as well, and so does the list of an event. */
function withoutHook(document: JsonDocument, own: OwnHook): string {
  const { list, group, inGroup, hook } = own;
  const isAlone = inGroup.children?.length === 1;
  const hasKeys = membersOf(group).some(({ key }) => key !== HOOKS && key !== "matcher");
  if (!isAlone || hasKeys) return removeChild(document, inGroup, hook);
  if ((list.children?.length ?? 0) > 1) return removeChild(document, list, group);
  const hooks = memberOf(document.root, HOOKS);
  const property = membersOf(hooks).find(({ value }) => value === list)?.property;
  return hooks === undefined || property === undefined
    ? document.text
    : removeChild(document, hooks, property);
}

/** The values without what is ours, and without every container that would hold nothing then. */
function withoutOurs(values: JsonRecord): unknown {
  const { [HOOKS]: hooks, ...rest } = values;
  const events = Object.entries(asRecord(hooks) ?? {}).flatMap(([event, list]) => {
    const groups = Array.isArray(list) ? list.flatMap(withoutOurCommands) : [];
    return groups.length === 0 ? [] : [[event, groups] as const];
  });
  return { ...rest, [HOOKS]: events };
}

function withoutOurCommands(group: unknown): readonly unknown[] {
  const record = asRecord(group);
  const hooks = record?.[HOOKS];
  if (record === undefined || !Array.isArray(hooks)) return [group];
  const kept = hooks.filter((hook) => !isOurs(asRecord(hook)?.command));
  if (kept.length === hooks.length) return [group];
  const isOnlyOurs = Object.keys(record).every((key) => key === HOOKS || key === "matcher");
  return kept.length === 0 && isOnlyOurs ? [] : [{ ...record, [HOOKS]: kept }];
}
