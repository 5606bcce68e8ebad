import { cleanLine } from "../../text/clean.ts";
import { span, type Tone } from "../../text/span.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";
import { MODE_LABELS } from "./shared/mode-labels.ts";

const TONES: ReadonlyMap<string, Tone> = new Map([
  ["plan", "accent"],
  ["bypassPermissions", "warning"],
]);

export const mode: Item = {
  id: "mode",
  aliases: [],
  describe: "Permission mode in the words of the layouts full and compact",
  absent: "the permission mode is not known",
  needs: ["session-state"],
  options: [],
  sample: [{ kind: "permission-mode-set", mode: "acceptEdits" }],
  shrink: 60,
  drop: null,
  render(snapshot) {
    const word = snapshot.mode?.permission;
    if (word === undefined) return null;
    return cell([[span(MODE_LABELS.get(word) ?? cleanLine(word), TONES.get(word) ?? "text")]]);
  },
};
