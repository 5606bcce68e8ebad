import { cleanLine } from "../../text/clean.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";

/** Long and short label of each permission mode. In plan mode every change is asked for. */
const LABELS: ReadonlyMap<string, readonly [string, string]> = new Map([
  ["default", ["Ask", "ASK"]],
  ["plan", ["Ask", "ASK"]],
  ["acceptEdits", ["Accept edits", "EDITS"]],
  ["auto", ["Auto", "AUTO"]],
  ["dontAsk", ["Don't ask", "NOASK"]],
  ["bypassPermissions", ["Full access", "FULL"]],
  ["off", ["Off", "OFF"]],
]);

export const approvalMode: Item = {
  id: "approval-mode",
  aliases: ["permissions", "permission-mode"],
  describe: "Permission mode",
  absent: "never: reads `Permissions` until the mode is known",
  needs: ["session-state"],
  options: [],
  sample: [{ kind: "permission-mode-set", mode: "bypassPermissions" }],
  shrink: 60,
  drop: null,
  render({ mode }, { glyphs }) {
    const word = mode?.permission ?? "";
    const own = cleanLine(word).trim();
    if (own === "") return cell([[{ text: "Permissions", tone: "signal", bold: true }]]);
    const labels = LABELS.get(word) ?? [own, own.toUpperCase()];
    const saving = mode?.permissionSaving === true ? glyphs.ellipsis : "";
    const tone = word === "bypassPermissions" ? "error" : "signal";
    return cell(labels.map((label) => [{ text: label + saving, tone, bold: true }]));
  },
};
