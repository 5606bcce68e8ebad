import { cleanLine } from "../../../../text/clean.ts";
import type { HostContext } from "../../context.ts";

export const THEMES = ["dark", "light", "auto"] as const;

export type ThemeChoice = (typeof THEMES)[number];

/** Shows the colours at once and writes the choice; a failed write is said, and the colours stay. */
export async function saveTheme(context: HostContext, theme: ThemeChoice): Promise<void> {
  context.ui.setTheme(theme);
  const saved = await context.ports.config.save(["tui", "theme"], theme);
  if (!saved.ok) {
    context.ui.notify(context.texts.commands.failed(cleanLine(saved.reason)), "error");
  }
}
