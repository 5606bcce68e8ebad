/** A session as one JSON object for programs. Members that are not known are absent. */
import { type Automation, automationOf } from "../../status/automation.ts";
import { remainingPct, usedPct } from "../../status/context.ts";
import type { Snapshot, Topic } from "../../status/snapshot.ts";
import { jsonText } from "../../text/json-text.ts";

/** The version of the object: raised when a member changes its meaning or goes. */
const STATUS_JSON_VERSION = 1;

/** The topics of a session that programs are told, in this order, each with what it holds. */
export const JSON_TOPICS = [
  { topic: "session", holds: "`id`, `title`, times and role of the session" },
  { topic: "harness", holds: "`name` and `version` of the agent program" },
  { topic: "place", holds: "`cwd` and the other directories" },
  { topic: "model", holds: "the model, and how it reasons" },
  { topic: "mode", holds: "how the agent may act" },
  { topic: "turn", holds: "`phase` of the turn, its `outcome`, `message`, prompts that wait" },
  { topic: "interactions", holds: "what waits for the person, oldest first" },
  { topic: "agents", holds: "`members`, each with `agentId` and `status`; background tasks" },
  { topic: "context", holds: "use and size of the context; `usedPct` and `remainingPct`" },
  { topic: "tokens", holds: "billed tokens" },
  { topic: "cost", holds: "money and edited lines" },
  { topic: "quota", holds: "windows of the plan, spending limit" },
  { topic: "git", holds: "branch, commit, counts of files" },
  { topic: "review", holds: "the pull or merge request of the branch" },
  { topic: "workflow", holds: "where the work is" },
] as const satisfies readonly { readonly topic: Topic; readonly holds: string }[];

/** The object: the judgement of `automation.ts`, then the topics as they are known. */
export type StatusJson = Pick<Snapshot, (typeof JSON_TOPICS)[number]["topic"]> & {
  readonly version: typeof STATUS_JSON_VERSION;
  /** As in the `[V]` record, with whole ids. `run` also where nothing is known. */
  readonly automation: Automation;
};

/** The session as a plain object, in the order of `JSON_TOPICS`. */
export function statusJson(snapshot: Snapshot): StatusJson {
  const out: Record<string, unknown> = {
    version: STATUS_JSON_VERSION,
    automation: automationOf(snapshot),
  };
  for (const { topic } of JSON_TOPICS) {
    if (snapshot[topic] !== undefined) out[topic] = snapshot[topic];
  }
  if (snapshot.context !== undefined) out.context = withShares(snapshot.context);
  return out as unknown as StatusJson;
}

/** The object on one line without a line end, safe to be looked at in a terminal. */
export function encodeStatusJson(snapshot: Snapshot): string {
  return jsonText(statusJson(snapshot));
}

/** The same rounding as on every line of ours. */
function withShares(context: NonNullable<Snapshot["context"]>) {
  const used = usedPct(context);
  const remaining = remainingPct(context);
  return {
    ...context,
    ...(used !== undefined && { usedPct: used }),
    ...(remaining !== undefined && { remainingPct: remaining }),
  };
}
