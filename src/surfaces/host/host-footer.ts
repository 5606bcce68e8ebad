/** The views of the host put together: what stands where, and which of them hears a key. */

import { activityRows, queueRows } from "./activity-rows.ts";
import { type Composer, composer as makeComposer } from "./composer/composer.ts";
import type { HostContext } from "./context.ts";
import { type Dialogs, dialogs as makeDialogs } from "./dialogs/dialogs.ts";
import { layoutFooter, type RowMaker } from "./footer-layout.ts";
import type { HostUi } from "./host-ui.ts";
import { keyLabel } from "./key-label.ts";
import type { Key } from "./screen/key.ts";
import type { ScreenParts, Size } from "./screen/screen.ts";
import { runSlash } from "./slash/run-slash.ts";
import { type StatusLine, statusLine } from "./status/status-line.ts";
import { type TranscriptView, transcriptView } from "./transcript/transcript-view.ts";
import { welcome } from "./welcome.ts";

export interface HostFooter {
  readonly parts: ScreenParts;
  readonly composer: Composer;
  readonly dialogs: Dialogs;
  readonly line: StatusLine;
  readonly transcript: TranscriptView;
  /** The session has changed. */
  readonly refresh: () => void;
  /** A key for a dialog or a panel; false: none is open, or it did not want it. */
  readonly press: (key: Key) => boolean;
  /** A key for the composer. */
  readonly write: (key: Key) => void;
  readonly close: () => void;
}

/** How the details are called for, as the transcript says it. */
const DETAILS_KEY = keyLabel("ctrl+o");

export function hostFooter(
  context: HostContext,
  ui: HostUi,
  send: (text: string, steer: boolean) => void,
): HostFooter {
  const transcript = transcriptView({ ...context, detailsKey: DETAILS_KEY });
  const dialogs = makeDialogs(context);
  const line = statusLine(context);
  const composer = makeComposer({
    context,
    hasHint: () => !ui.notices.isEmpty(),
    onSubmit: (text, { steer }) => {
      const outcome = text.startsWith("/") ? runSlash(text, context) : "send";
      if (outcome === "send") send(text, steer);
      else if (outcome === "unknown") composer.setText(text);
    },
  });
  const safe = guard(context);
  const activity = activityRows(context, () => escCloses(ui, composer));
  const above = [queueRows(context), activity, ui.notices.rows].map(safe);
  const view = (): RowMaker => {
    if (dialogs.isOpen()) return dialogs.view;
    return ui.panel()?.view ?? composer.view;
  };
  let mainTop = 0;
  const render = (size: Size): readonly string[] => {
    const footer = layoutFooter(
      {
        main: safe((room) => view()(room)),
        isMainTall: dialogs.isOpen() || ui.panel() !== undefined,
        takesLine: !dialogs.isOpen() && ui.panel() !== undefined && !context.ui.isMachineLine(),
        above,
        status: safe(line.rows),
      },
      size,
    );
    mainTop = footer.mainTop;
    return footer.rows;
  };
  const cursor = () => {
    const owner = dialogs.isOpen() ? dialogs : ui.panel() === undefined ? composer : undefined;
    const at = owner?.cursor();
    return at === undefined ? undefined : { row: mainTop + at.row, col: at.col };
  };
  return {
    parts: {
      transcript: joined(context, transcript, safe),
      footer: { render, cursor },
    },
    composer,
    dialogs,
    line,
    transcript,
    refresh() {
      transcript.setState(context.ports.runtime.session());
      dropSideNotice(context, ui);
      dialogs.refresh();
      ui.panel()?.refresh?.();
    },
    press(key) {
      if (dialogs.isOpen()) return dialogs.press(key) === "handled";
      const panel = ui.panel();
      if (panel === undefined) return false;
      const press = panel.press(key);
      const leaves = key.name === "escape" || key.name === "ctrl+c";
      if (press === "close" || (press === "ignored" && leaves)) context.ui.closePanel();
      return true;
    },
    write(key) {
      if (dialogs.isOpen()) return;
      composer.press(key);
      // A machine answers as soon as its record asks.
      dialogs.typed(context.ui.isMachineLine() ? "" : composer.text());
    },
    close() {
      ui.close();
    },
  };
}

/** Whether Esc closes something that is open. */
function escCloses(ui: HostUi, composer: Composer): boolean {
  return ui.panel() !== undefined || composer.isCompleting();
}

/** In the conversation again, nothing stands beside it. */
function dropSideNotice({ ports, texts }: HostContext, { notices }: HostUi): void {
  const session = ports.runtime.session();
  if (session !== undefined && session.sideOf === undefined) {
    notices.drop(texts.commands.sideOpened);
  }
}

/** One bad view is said and left out; the others are drawn. */
function guard({ ui, texts }: HostContext): (maker: RowMaker) => RowMaker {
  const said = new Set<string>();
  return (maker) => (size) => {
    try {
      return maker(size);
    } catch (error) {
      const reason = error instanceof Error ? error.message : "unknown";
      if (!said.has(reason)) {
        said.add(reason);
        queueMicrotask(() => ui.notify(`${texts.frame.broken}: ${reason}`, "error"));
      }
      return [];
    }
  };
}

/** The welcome and what was said since; the very same array while both are the same. */
function joined(
  context: HostContext,
  transcript: TranscriptView,
  safe: (maker: RowMaker) => RowMaker,
): ScreenParts["transcript"] {
  const first = welcome(context);
  const said = safe(({ widthCols }) => transcript.render(widthCols));
  let kept: { from: readonly (readonly string[])[]; rows: readonly string[] } | undefined;
  return {
    render: (widthCols) => {
      const top = first(widthCols);
      const rest = said({ widthCols, heightRows: Number.MAX_SAFE_INTEGER });
      if (kept?.from[0] !== top || kept.from[1] !== rest) {
        kept = { from: [top, rest], rows: rest.length === 0 ? top : [...top, "", ...rest] };
      }
      return kept.rows;
    },
    documentId: () => context.ports.runtime.session()?.sessionId ?? "",
  };
}
