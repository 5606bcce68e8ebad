/** `/context`: how much of the window is used, and who says so. */
import type { Panel } from "./panel.ts";
import { factPanel } from "./shared/fact-panel.ts";
import { contextRows } from "./shared/session-facts.ts";

export const context: Panel = {
  id: "context",
  open(host) {
    const words = host.texts.panels.rows;
    return factPanel(host, {
      title: words.contextTitle,
      empty: words.contextEmpty,
      rows: () => contextRows(host, host.ports.status.snapshot().context),
    });
  },
};
