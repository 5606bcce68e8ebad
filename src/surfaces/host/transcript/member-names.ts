/** What members are called in the transcript. */
import { cleanLine } from "../../../text/clean.ts";
import type { Member } from "../../../wire/runtime/entities.ts";

export interface KnownMembers {
  readonly members: readonly Member[];
  /** By id; the very same map while nobody is called otherwise. */
  readonly names: ReadonlyMap<string, string>;
}

/** The names of members; what was known is kept where it is still true. */
export function knownMembers(members: readonly Member[], known: KnownMembers): KnownMembers {
  if (known.members === members) return known;
  const names = new Map<string, string>();
  for (const { memberId, name, title } of members) {
    const clean = cleanLine(name ?? title ?? "").trim();
    if (clean !== "") names.set(memberId, clean);
  }
  return { members, names: isSame(known.names, names) ? known.names : names };
}

function isSame(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean {
  if (a.size !== b.size) return false;
  for (const [id, name] of a) if (b.get(id) !== name) return false;
  return true;
}
