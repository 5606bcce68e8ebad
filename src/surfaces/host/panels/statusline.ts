/** `/statusline`: which items stand on the line and in which order. Draft first, saved with Enter. */

import { cleanLine } from "../../../text/clean.ts";
import { span } from "../../../text/span.ts";
import { wrapText } from "../../../text/wrap.ts";
import type { HostContext } from "../context.ts";
import {
  draftItems,
  failDraft,
  openDraft,
  pressDraft,
  type StatuslineState,
} from "../line-draft/line-draft.ts";
import { viewDraft } from "../line-draft/line-draft-view.ts";
import type { Key } from "../screen/key.ts";
import type { Size } from "../screen/screen.ts";
import { previewRows, showsAlone } from "../status/line-rows.ts";
import { describeItem } from "../texts/items.ts";
import type { Panel, PanelPress, PanelView } from "./panel.ts";
import { drawFrame } from "./shared/frame.ts";
import type { Line } from "./shared/line.ts";

const KEY_PATH = ["tui", "statusLine"] as const;

export const statusline: Panel = {
  id: "statusline",
  refuses({ ports, texts }) {
    const session = ports.runtime.session();
    if (session === undefined) return undefined;
    if (session.sideOf !== undefined) return texts.panels.statusline.refusedSide;
    return session.interactions.length > 0 ? texts.panels.statusline.refusedPending : undefined;
  },
  open: (context) => statuslineView(context, false),
};

/** The panel on its own; `isExample`: its data is of the example session, and the preview says so. */
export function statuslineView(context: HostContext, isExample: boolean): PanelView {
  return context.ui.isMachineLine() ? explainMachineLine(context) : editItems(context, isExample);
}

function editItems(context: HostContext, isExample: boolean): PanelView {
  const describe = (id: string): string => describeItem(id, context.texts.language);
  let state: StatuslineState = openDraft(context.ui.statusItems());
  let isOpen = true;
  const save = async (items: readonly string[] | undefined): Promise<void> => {
    const saved = await context.ports.config.save(KEY_PATH, items).catch(() => undefined);
    const isSaved = saved?.ok === true;
    if (saved?.ok === false) context.ui.notify(saved.reason, "error");
    // What was saved is in force even where the panel has made room for something else meanwhile.
    if (isSaved) {
      context.ui.setStatusItems(items);
      context.ui.notify(context.texts.panels.statusline.saved);
    }
    if (isOpen && isSaved) context.ui.closePanel();
    else if (!isSaved) state = failDraft(state);
    context.ui.requestDraw();
  };
  return {
    view: (size) =>
      viewDraft(state, size, {
        painter: context.painter,
        texts: context.texts.panels.statusline,
        describe,
        layout: context.ui.statusLayout(),
        isExample,
        isAvailable: (id) => showsAlone(context, id),
        preview: (size) =>
          previewRows(context, state.usesDefaults ? undefined : draftItems(state), size),
      }),
    press(key): PanelPress {
      const { state: next, effect } = pressDraft(state, key, describe);
      state = next;
      if (effect.kind === "close") return "close";
      if (effect.kind === "save") void save(effect.items);
      return "handled";
    },
    close: () => {
      isOpen = false;
    },
  };
}

/** The machine's line is chosen at the start alone: the panel says how, and changes nothing. */
function explainMachineLine(context: HostContext): PanelView {
  const { painter, ports } = context;
  const texts = context.texts.panels.statusline;
  const paragraph = `${texts.machineLine} ${cleanLine(ports.config.file)}`;
  return {
    view: (size: Size) =>
      drawFrame(
        {
          title: texts.title,
          footer: () => texts.machineHelp,
          body: ({ widthCols }): readonly Line[] =>
            wrapText(paragraph, { cols: widthCols, measure: painter.measure }).map((line) => [
              span(line),
            ]),
        },
        size,
        painter,
      ),
    press: (key: Key): PanelPress =>
      ["enter", "escape", "ctrl+c"].includes(key.name) ? "close" : "handled",
  };
}
