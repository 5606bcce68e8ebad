/** `/usage`: tokens of the session, its cost, and the windows of the plan, as far as they are known. */
import type { Panel } from "./panel.ts";
import { factPanel } from "./shared/fact-panel.ts";
import { costText, fact, quotaRows, tokenRows } from "./shared/session-facts.ts";

export const usage: Panel = {
  id: "usage",
  open(context) {
    const words = context.texts.panels.rows;
    return factPanel(context, {
      title: words.usageTitle,
      empty: words.usageEmpty,
      rows() {
        const session = context.ports.runtime.session();
        return [
          ...tokenRows(context, session?.usage.totals),
          ...fact(words.cost, costText(session?.usage.cost)),
          ...quotaRows(context, session?.quota),
        ];
      },
    });
  },
};
