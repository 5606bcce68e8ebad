import { cleanLine } from "../../text/clean.ts";
import { span } from "../../text/span.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";

export const outputStyle: Item = {
  id: "output-style",
  aliases: [],
  describe: "Output style",
  absent: "the style is the one called `default`, or not known",
  needs: [],
  options: [],
  sample: [{ kind: "output-style-set", name: "Explanatory" }],
  shrink: 30,
  drop: 24,
  render({ mode }) {
    const name = cleanLine(mode?.outputStyle ?? "").trim();
    return name === "" || name === "default" ? null : cell([[span(name, "muted")]]);
  },
};
