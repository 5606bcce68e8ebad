import { span } from "../../text/span.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";
import { lastParts, shownPath } from "./shared/paths.ts";

export const currentDir: Item = {
  id: "current-dir",
  aliases: ["workspace", "cwd", "project-dir"],
  describe: "Current working directory",
  absent: "the directory is not known",
  needs: [],
  options: [],
  sample: [{ kind: "place-known", cwd: "/home/ana/src/acme/shop-api/packages/core" }],
  shrink: 10,
  drop: 30,
  render(snapshot, options) {
    const cwd = snapshot.place?.cwd;
    if (cwd === undefined) return null;
    const path = shownPath(cwd, options.homeDir);
    const forms = [
      path,
      ...[3, 2, 1].map((count) => lastParts(path, count, options.glyphs.ellipsis)),
    ];
    return cell(forms.map((form) => [span(form, "muted")]));
  },
};
