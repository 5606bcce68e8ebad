/** What views may ask of the host itself, and the state behind it. */

import { selectItems } from "../../status/selection.ts";
import type { HostContext, HostPorts, UiPort } from "./context.ts";
import { findPanel } from "./find-panel.ts";
import type { ThemedPainter } from "./make-painter.ts";
import { notices as makeNotices, type Notices } from "./notices.ts";
import type { PanelView } from "./panels/panel.ts";
import type { Screen } from "./screen/screen.ts";

/** The views that a wish is handed on to. */
export interface UiViews {
  readonly composer: { readonly setText: (text: string) => void };
  readonly line: { readonly itemIds: () => readonly string[] };
  readonly transcript: { readonly repaint: () => void };
}

export interface HostUi {
  readonly port: UiPort;
  readonly notices: Notices;
  /** The open panel. */
  readonly panel: () => PanelView | undefined;
  /** Must be called before anything is asked. */
  readonly setContext: (context: HostContext, views: UiViews) => void;
  readonly close: () => void;
}

export interface HostUiDeps {
  readonly ports: HostPorts;
  readonly painter: ThemedPainter;
  readonly screen: () => Screen | undefined;
  readonly quit: () => void;
}

export function hostUi({ ports, painter, screen, quit }: HostUiDeps): HostUi {
  const { tui } = ports.config.settings();
  let items = tui.statusLine;
  let layout: string = tui.layout;
  let panel: PanelView | undefined;
  let parts: { readonly context: HostContext; readonly views: UiViews } | undefined;
  const isMachineLine = selectItems(tui.statusLine ?? []).some((item) => item.exclusive === true);
  const requestDraw = (): void => screen()?.requestDraw();
  const notices = makeNotices(painter, requestDraw);
  const itemsChanged = (): void => {
    ports.status.setItems(parts?.views.line.itemIds() ?? []);
    requestDraw();
  };
  const closePanel = (): void => {
    panel?.close?.();
    panel = undefined;
    requestDraw();
  };
  const port: UiPort = {
    requestDraw,
    notify: notices.add,
    openPanel(id, argument = "") {
      const found = findPanel(id);
      if (found === undefined || parts === undefined) return;
      const refused = found.refuses?.(parts.context);
      if (refused !== undefined) {
        notices.add(refused, "warning");
        return;
      }
      closePanel();
      panel = found.open(parts.context, argument);
      requestDraw();
    },
    closePanel,
    statusItems: () => items,
    setStatusItems(next) {
      items = next;
      itemsChanged();
    },
    statusLayout: () => layout,
    setStatusLayout(next) {
      layout = next;
      itemsChanged();
    },
    setTheme(theme) {
      painter.setTheme(theme);
      parts?.views.transcript.repaint();
      requestDraw();
    },
    setComposer: (text) => parts?.views.composer.setText(text),
    screenMode: () => screen()?.mode() ?? tui.screen,
    setScreenMode: (mode) => screen()?.setMode(mode),
    isMachineLine: () => isMachineLine,
    quit,
  };
  return {
    port,
    notices,
    panel: () => panel,
    setContext: (context, views) => {
      parts = { context, views };
    },
    close() {
      closePanel();
      notices.close();
    },
  };
}
