import { span } from "../../text/span.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";

export const sandbox: Item = {
  id: "sandbox",
  aliases: [],
  describe: "Commands run in the operating system's sandbox",
  absent: "the sandbox is off or unknown",
  needs: [],
  options: [],
  sample: [{ kind: "switches-set", sandbox: true }],
  shrink: 30,
  drop: 38,
  hostOnly: true,
  render({ host }) {
    return host?.sandbox === true ? cell([[span("sandbox", "dim")]]) : null;
  },
};
