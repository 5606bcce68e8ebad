import { span } from "../../text/span.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";

export const codemode: Item = {
  id: "codemode",
  aliases: [],
  describe: "Code mode, and whether its commands reach the network",
  absent: "code mode is off or unknown",
  needs: [],
  options: [],
  sample: [{ kind: "switches-set", codemode: "only", networkOpen: true }],
  shrink: 30,
  drop: 40,
  hostOnly: true,
  render({ host }) {
    if (host?.codemode === undefined) return null;
    const head = span(`codemode ${host.codemode}`, "dim");
    return cell([host.networkOpen === true ? [head, span(" net!", "error")] : [head]]);
  },
};
