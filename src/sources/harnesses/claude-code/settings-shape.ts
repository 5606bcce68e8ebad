/** What a `settings.json` must look like before we touch it, and what in it is ours. */
import { asRecord } from "../../../base/shape.ts";
import { elementsOf, type JsonNode, memberOf, membersOf } from "../../../files/splice/json.ts";
import { readHookCommand } from "./own-commands.ts";

/**
 * Why the two members that we change cannot be changed safely; undefined if they can. A name that
 * stands there twice is refused: readers differ on which one counts.
 */
export function unusableShape(root: JsonNode): string | undefined {
  const statusLine = memberOf(root, "statusLine");
  const hooks = memberOf(root, "hooks");
  for (const key of ["statusLine", "hooks"]) {
    if (countOf(root, key) > 1) return `"${key}" stands in it twice; remove one of them first`;
  }
  if (statusLine !== undefined && statusLine.type !== "object") {
    return `"statusLine" is no object (it is ${kindOf(statusLine)}); correct it first`;
  }
  if (hooks !== undefined && hooks.type !== "object") {
    return `"hooks" is no object (it is ${kindOf(hooks)}); correct it first`;
  }
  for (const key of ["type", "command", "refreshInterval"]) {
    if (countOf(statusLine, key) > 1) return `"statusLine.${key}" stands in it twice`;
  }
  for (const { key, value } of membersOf(hooks)) {
    // The name of an event is somebody else's text; it is named only where it is a plain word.
    const name = /^\w{1,40}$/.test(key) ? `hooks.${key}` : "a member of hooks";
    if (countOf(hooks, key) > 1) return `"${name}" stands in it twice; remove one of them first`;
    if (value.type !== "array") {
      return `"${name}" is no list (it is ${kindOf(value)}); correct it first`;
    }
  }
  return undefined;
}

function countOf(object: JsonNode | undefined, key: string): number {
  return membersOf(object).filter((member) => member.key === key).length;
}

function kindOf(node: JsonNode): string {
  return node.type === "array" ? "a list" : node.type === "object" ? "an object" : node.type;
}

/** One hook of ours: a command in a group in the list of an event. */
export interface OwnHook {
  readonly event: string;
  readonly list: JsonNode;
  readonly group: JsonNode;
  readonly hook: JsonNode;
  readonly command: string;
  /** Nothing else stands in the group: it is ours as a whole. */
  readonly alone: boolean;
  /** What the group is limited to; empty for everything. */
  readonly matcher: string;
}

/** All hooks of ours, in the order of the text. */
export function ownHooks(hooks: JsonNode | undefined): readonly OwnHook[] {
  return membersOf(hooks).flatMap(({ key: event, value: list }) =>
    elementsOf(list).flatMap((group) => {
      const inGroup = elementsOf(memberOf(group, "hooks"));
      return inGroup.flatMap((hook) => {
        const command = memberOf(hook, "command")?.value;
        if (typeof command !== "string" || readHookCommand(command) === undefined) return [];
        const matcher = matcherOf(memberOf(group, "matcher")?.value);
        const alone = inGroup.length === 1 && membersOf(group).every(isOfGroup);
        return [{ event, list, group, hook, command, alone, matcher }];
      });
    }),
  );
}

function isOfGroup({ key }: { readonly key: string }): boolean {
  return key === "hooks" || key === "matcher";
}

function matcherOf(value: unknown): string {
  return typeof value === "string" && value !== "*" ? value : "";
}

/**
 * The settings without what is ours, for comparing: the status line is left out (it is looked at by
 * itself), so are our hooks and every container that holds nothing.
 */
export function withoutOurEntries(settings: unknown): unknown {
  const { statusLine: _, hooks, ...rest } = asRecord(settings) ?? {};
  const events = Object.entries(asRecord(hooks) ?? {}).flatMap(([event, list]) => {
    const groups = Array.isArray(list) ? list.flatMap(withoutOurHooks) : [];
    return groups.length === 0 ? [] : [[event, groups] as const];
  });
  return { ...rest, hooks: events };
}

function withoutOurHooks(group: unknown): readonly unknown[] {
  const record = asRecord(group);
  const hooks = record?.hooks;
  if (record === undefined || !Array.isArray(hooks)) return [group];
  const kept = hooks.filter((hook) => !isOurs(asRecord(hook)?.command));
  if (kept.length === hooks.length) return [group];
  const empty = kept.length === 0 && Object.keys(record).every((key) => isOfGroup({ key }));
  return empty ? [] : [{ ...record, hooks: kept }];
}

function isOurs(command: unknown): boolean {
  return typeof command === "string" && readHookCommand(command) !== undefined;
}
