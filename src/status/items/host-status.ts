import { cleanLine } from "../../text/clean.ts";
import { span } from "../../text/span.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";

export const hostStatus: Item = {
  id: "host-status",
  aliases: [],
  describe: "Notes that the host program sets",
  absent: "no host set a note",
  needs: [],
  options: [],
  sample: [
    { kind: "host-status-set", key: "canvas", text: "canvas ok" },
    { kind: "host-status-set", key: "sync", text: "synced" },
  ],
  shrink: 20,
  drop: 20,
  hostOnly: true,
  render({ host }, { glyphs }) {
    const notes = (host?.statuses ?? [])
      .map(({ text }) => cleanLine(text).trim())
      .filter((text) => text !== "");
    return notes.length === 0 ? null : cell([[span(`[${notes.join(` ${glyphs.dot} `)}]`, "dim")]]);
  },
};
