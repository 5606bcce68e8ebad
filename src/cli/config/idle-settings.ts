/** Settings that stand in the file and change nothing, because another one is as it is. */
import type { Settings } from "../../config/settings.ts";
import { plannedItems } from "../../status/plan.ts";
import { choiceOf } from "../statusline/call.ts";

/** One of them: its key, why nothing comes of it, and the call that changes that. */
export interface IdleSetting {
  readonly path: string;
  readonly message: string;
  readonly fix: string;
}

/** A value of `tui.lines` as a person types it. */
export const EXAMPLE_LINES = "'[{left: [model, git-branch], right: [context-meter]}]'";

/** Every setting that has no effect now. */
export function idleSettings(settings: Settings): readonly IdleSetting[] {
  const { statusLine, layout, lines, customStatusLine } = settings.tui;
  const idle: IdleSetting[] = [];
  const set = (key: string, value: string): string => `telltale config set ${key} ${value}`;
  const otherwise = `without effect while tui.layout is ${layout}`;
  if (statusLine !== undefined && layout !== "items") {
    idle.push({ path: "tui.statusLine", message: otherwise, fix: set("tui.layout", "items") });
  }
  if (lines.length > 0 && layout !== "lines") {
    idle.push({ path: "tui.lines", message: otherwise, fix: set("tui.layout", "lines") });
  }
  if (lines.length === 0 && layout === "lines") {
    const message = "tui.lines is empty, so no row is shown";
    idle.push({ path: "tui.layout", message, fix: set("tui.lines", EXAMPLE_LINES) });
  }
  if (customStatusLine !== undefined && !standsOnALine(settings, "custom-command")) {
    const message = "the item custom-command is on no line, so the command never runs";
    idle.push({ path: "tui.customStatusLine", message, fix: placing(settings) });
  }
  return idle;
}

function standsOnALine(settings: Settings, id: string): boolean {
  return plannedItems(choiceOf({}, settings)).includes(id);
}

/** The call that puts the item on the line that there is. */
function placing(settings: Settings): string {
  const { layout } = settings.tui;
  if (layout === "lines") return "add custom-command to tui.lines";
  const shown = layout === "items" ? plannedItems(choiceOf({}, settings)) : [];
  const list = [...shown, "custom-command"].join(", ");
  const first = `telltale config set tui.statusLine '[${list}]'`;
  return layout === "items" ? first : `${first}, and tui.layout to items`;
}
