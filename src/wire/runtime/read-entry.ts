/** Reader of one thing in the transcript. */
import type { BadOutcome, Entry, NoticeLevel } from "./entities.ts";
import { MAX_PARTS } from "./limits.ts";
import { id, long, readCall, readPlanItem } from "./read-entities.ts";
import { byKind, exactly, list, number, object, optional, word, yes } from "./reader.ts";

type Of<Kind extends Entry["kind"]> = Extract<Entry, { readonly kind: Kind }>;

const BASE = {
  entryId: id,
  atMs: number,
  turnId: optional(id),
  memberId: optional(id),
} as const;

const outcome = word<BadOutcome>("failed", "blocked", "cancelled");
const level = word<NoticeLevel>("info", "warning", "error");

export const readEntry = byKind<Entry>({
  user: object<Of<"user">>({ ...BASE, kind: exactly("user"), text: long }),
  agent: object<Of<"agent">>({ ...BASE, kind: exactly("agent"), text: long }),
  thought: object<Of<"thought">>({ ...BASE, kind: exactly("thought"), text: long }),
  tool: object<Of<"tool">>({ ...BASE, kind: exactly("tool"), call: readCall }),
  plan: object<Of<"plan">>({
    ...BASE,
    kind: exactly("plan"),
    items: list(readPlanItem, MAX_PARTS),
  }),
  compaction: object<Of<"compaction">>({
    ...BASE,
    kind: exactly("compaction"),
    text: long,
    done: optional(yes),
  }),
  notice: object<Of<"notice">>({
    ...BASE,
    kind: exactly("notice"),
    level,
    text: long,
    outcome: optional(outcome),
  }),
});
