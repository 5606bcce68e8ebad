/** Who can tell what an item shows: the groups in which lists show the items. */
import type { Item, Need } from "../../status/items/item.ts";

export type Origin = "agent" | "git" | "own" | "host" | "script";

/** The groups in the order of lists. */
export const ORIGINS: readonly { readonly origin: Origin; readonly title: string }[] = [
  { origin: "agent", title: "Told by the agent: Claude Code, and in parts Qwen Code and Codex" },
  { origin: "git", title: "Read from Git" },
  { origin: "own", title: "Your own, and the terminal's" },
  { origin: "host", title: "Told by a host program only, so absent below Claude Code" },
  { origin: "script", title: "For scripts" },
];

/** What neither an agent tells nor Git: a command of the person, and the work in its state machine. */
const OWN_NEEDS: ReadonlySet<Need> = new Set<Need>(["custom-command", "workflow"]);

/** Who tells what the item shows. */
export function originOf({ exclusive, hostOnly, needs, sample }: Item): Origin {
  if (exclusive === true) return "script";
  if (hostOnly === true) return "host";
  if (needs.some((need) => need.startsWith("git-"))) return "git";
  // Without facts there is nothing that anybody would have to tell.
  return sample.length === 0 || needs.some((need) => OWN_NEEDS.has(need)) ? "own" : "agent";
}
