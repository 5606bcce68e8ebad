/** Every key of the host, by its name, for the app, the help panel and the hints. */
import type { KeyTexts } from "./texts/frame.ts";

export interface KeyRow {
  /** As in `Key.name`; several that do the same. */
  readonly keys: readonly string[];
  /** What it does, a member of `texts.frame.keys`. */
  readonly does: keyof KeyTexts;
  /** Where it counts; absent: everywhere outside panels and dialogs. */
  readonly in?: "fullscreen";
}

export const KEYS = [
  { keys: ["enter"], does: "send" },
  { keys: ["alt+enter", "shift+enter", "ctrl+enter", "ctrl+j"], does: "newline" },
  { keys: ["ctrl+s"], does: "steer" },
  { keys: ["escape"], does: "interrupt" },
  { keys: ["ctrl+c"], does: "clear" },
  { keys: ["ctrl+d"], does: "quit" },
  { keys: ["up"], does: "takeBack" },
  { keys: ["ctrl+o"], does: "details" },
  { keys: ["shift+tab"], does: "mode" },
  { keys: ["ctrl+g"], does: "layout" },
  { keys: ["ctrl+x"], does: "editor" },
  { keys: ["ctrl+t"], does: "screen" },
  { keys: ["ctrl+l"], does: "redraw" },
  { keys: ["ctrl+z"], does: "suspend" },
  { keys: ["pageup", "pagedown"], does: "scroll", in: "fullscreen" },
  { keys: ["ctrl+home"], does: "oldest", in: "fullscreen" },
  { keys: ["ctrl+end"], does: "newest", in: "fullscreen" },
] as const satisfies readonly KeyRow[];
