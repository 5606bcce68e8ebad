/** `/theme`: colours for a dark or a light background. */
import { span } from "../../../text/span.ts";
import type { Panel } from "./panel.ts";
import { type ListRow, listPanel } from "./shared/list-panel.ts";
import { saveTheme, THEMES } from "./shared/save-theme.ts";

export const theme: Panel = {
  id: "theme",
  open(context) {
    const texts = context.texts.panels.choice;
    const current = () => context.ports.config.settings().tui.theme;
    return listPanel(context, {
      title: texts.themeTitle,
      isSearched: false,
      selectedKey: current(),
      rows: () =>
        THEMES.map(
          (name): ListRow => ({
            key: name,
            label: [span(name, "text"), span(` · ${texts.themes[name]}`, "muted")],
            ...(name === current() && { detail: [span(texts.current, "accent")] }),
          }),
        ),
      empty: () => "",
      hints: () => [context.texts.panels.list.choose],
      choose({ key }) {
        const chosen = THEMES.find((name) => name === key);
        if (chosen !== undefined) void saveTheme(context, chosen);
        return "close";
      },
    });
  },
};
