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
  options: [
    {
      name: "style",
      type: "string",
      values: ["full", "short"],
      default: "full",
      describe: "`short` joins the notes with a blank, for lines that are split at ` · `",
    },
  ],
  sample: [
    { kind: "host-status-set", key: "canvas", text: "canvas ok" },
    { kind: "host-status-set", key: "sync", text: "synced" },
  ],
  shrink: 20,
  drop: 20,
  render({ host }, { glyphs, itemOptions }) {
    const short = itemOptions?.style === "short";
    const notes = (host?.statuses ?? [])
      .map(({ text }) => cleanLine(text).trim())
      .filter((text) => text !== "")
      .map((text) => (short ? text.replaceAll(` ${glyphs.dot} `, " ") : text));
    if (notes.length === 0) return null;
    return cell([[span(`[${notes.join(short ? " " : ` ${glyphs.dot} `)}]`, "dim")]]);
  },
};
