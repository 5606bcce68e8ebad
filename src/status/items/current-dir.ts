import { span } from "../../text/span.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";
import { lastParts, shownPath } from "./shared/paths.ts";

export const currentDir: Item = {
  id: "current-dir",
  aliases: ["workspace", "cwd", "project-dir"],
  describe: "Path of the working directory, with fewer of its parts on narrow rows",
  absent: "the directory is not known",
  needs: [],
  options: [],
  sample: [{ kind: "place-known", cwd: "/home/ana/src/acme/shop-api/packages/core" }],
  shrink: 10,
  drop: 30,
  render({ place }, { homeDir, glyphs, measure }) {
    if (place?.cwd === undefined) return null;
    const path = shownPath(place.cwd, homeDir);
    const forms = [path];
    let cols = measure(path);
    for (const count of [3, 2, 1]) {
      const form = lastParts(path, count, glyphs.ellipsis);
      const formCols = measure(form);
      // An ellipsis of three dots can be wider than the part that it stands for.
      if (formCols > cols) continue;
      forms.push(form);
      cols = formCols;
    }
    return cell(forms.map((form) => [span(form, "muted")]));
  },
};
