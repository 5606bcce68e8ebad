import { span } from "../../text/span.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";
import { lastPart, shownPath } from "./shared/paths.ts";

export const directory: Item = {
  id: "directory",
  aliases: ["dir"],
  describe: "Name of the working directory alone, without its path",
  absent: "the directory is not known",
  needs: [],
  options: [],
  sample: [{ kind: "place-known", cwd: "/home/ana/src/payments-api" }],
  shrink: 30,
  drop: 29,
  render({ place }) {
    if (place?.cwd === undefined) return null;
    return cell([[span(lastPart(shownPath(place.cwd, undefined)), "success")]]);
  },
};
