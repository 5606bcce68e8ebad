import { cleanLine } from "../../text/clean.ts";
import { span } from "../../text/span.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";

export const preset: Item = {
  id: "preset",
  aliases: [],
  describe: "Preset of the host",
  absent: "no preset, or the one called `default`",
  needs: [],
  options: [],
  sample: [{ kind: "switches-set", preset: "minimal" }],
  shrink: 30,
  drop: 34,
  hostOnly: true,
  render({ host }) {
    const name = cleanLine(host?.preset ?? "").trim();
    return name === "" || name === "default" ? null : cell([[span(`preset ${name}`, "dim")]]);
  },
};
