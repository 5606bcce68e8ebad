import { cleanLine } from "../../text/clean.ts";
import { span } from "../../text/span.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";

export const version: Item = {
  id: "version",
  aliases: [],
  describe: "Name and version of the agent program",
  absent: "the version is not known",
  needs: [],
  options: [],
  sample: [{ kind: "harness-known", name: "Claude Code", version: "2.1.332" }],
  shrink: 12,
  drop: 8,
  render({ harness }) {
    const number = cleanLine(harness?.version ?? "").trim();
    if (harness === undefined || number === "") return null;
    return cell([
      [span(`${cleanLine(harness.name)} ${number}`, "dim")],
      [span(`v${number}`, "dim")],
    ]);
  },
};
