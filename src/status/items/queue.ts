import { span } from "../../text/span.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";

export const queue: Item = {
  id: "queue",
  aliases: [],
  describe: "Prompts that wait for the running turn",
  absent: "nothing waits",
  needs: [],
  options: [],
  sample: [{ kind: "queue-counted", queued: 2 }],
  shrink: 30,
  drop: 42,
  hostOnly: true,
  render({ turn }) {
    const queued = turn?.queued ?? 0;
    return queued > 0 ? cell([[span(`queue ${queued}`, "warning")]]) : null;
  },
};
