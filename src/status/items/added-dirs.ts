import { span } from "../../text/span.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";
import { lastPart, shownPath } from "./shared/paths.ts";

export const addedDirs: Item = {
  id: "added-dirs",
  aliases: ["added-directories"],
  describe: "Further directories the agent may use",
  absent: "there are none",
  needs: [],
  options: [],
  sample: [
    {
      kind: "place-known",
      cwd: "/home/ana/src/shop-api",
      addedDirs: ["/home/ana/src/tokens", "/mnt/specs"],
    },
  ],
  shrink: 16,
  drop: 22,
  render({ place }, { homeDir }) {
    const dirs = place?.addedDirs ?? [];
    if (dirs.length === 0) return null;
    const names = dirs.map((dir) => lastPart(shownPath(dir, homeDir))).join(" ");
    return cell([`+ ${names}`, `+${dirs.length} dir`].map((form) => [span(form, "muted")]));
  },
};
