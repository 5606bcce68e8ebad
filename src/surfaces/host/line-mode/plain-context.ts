/** A host without a screen: panels are printed, notices go out as lines, and colours do not exist. */

import { asciiMode } from "../../../text/ascii.ts";
import { cleanLine } from "../../../text/clean.ts";
import { plainText } from "../../../text/span.ts";
import { createMeasure } from "../../../text/width.ts";
import type { HostContext, HostPorts } from "../context.ts";
import { findPanel } from "../find-panel.ts";
import type { Painter } from "../painter.ts";
import { isMachineLine } from "../status/line-rows.ts";
import type { Texts } from "../texts/texts.ts";

export interface PlainOuts {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly quit: () => void;
}

/** Panels that say something on their own; the others are for choosing, which needs a screen. */
const PRINTED: ReadonlySet<string> = new Set([
  "usage",
  "session",
  "context",
  "agents",
  "tasks",
  "help",
]);
/** Wide and high enough for everything that they say. */
const PRINTED_SIZE = { widthCols: 100, heightRows: 200 };

/** The context of a host that prints. */
export function plainContext(ports: HostPorts, texts: Texts, outs: PlainOuts): HostContext {
  const { tui } = ports.config.settings();
  const painter = plainPainter(ports);
  const needsTerminal = (command: string): void =>
    outs.err(`${texts.lineMode.needsTerminal(command)}\n`);
  const context: HostContext = {
    ports,
    texts,
    painter,
    ui: {
      requestDraw: () => undefined,
      notify: (text) => outs.err(`${cleanLine(text)}\n`),
      openPanel: (id, argument = "") => {
        if (PRINTED.has(id)) outs.out(printedPanel(context, id, argument));
        else needsTerminal(`/${id}`);
      },
      closePanel: () => undefined,
      statusItems: () => tui.statusLine,
      setStatusItems: () => needsTerminal("/statusline"),
      statusLayout: () => tui.layout,
      setStatusLayout: () => needsTerminal("/statusline"),
      setTheme: () => needsTerminal("/theme"),
      setComposer: () => undefined,
      screenMode: () => "regular",
      setScreenMode: () => needsTerminal("/fullscreen"),
      isMachineLine: () => isMachineLine(tui),
      quit: outs.quit,
    },
  };
  return context;
}

function plainPainter({ config, system }: HostPorts): Painter {
  const { ascii, ambiguousWidth } = config.settings().tui;
  return {
    paint: plainText,
    measure: createMeasure({ ambiguousWide: ambiguousWidth === "wide" }),
    options: () => ({ theme: "dark", depth: "none", links: false }),
    isAscii: asciiMode({ env: system.env, setting: ascii, platform: system.platform }),
  };
}

/** What the panel says, without its frame and its keys. */
function printedPanel(context: HostContext, id: string, argument: string): string {
  const view = findPanel(id)?.open(context, argument);
  if (view === undefined) return "";
  const plain = view.plain?.();
  if (plain !== undefined) {
    view.close?.();
    return `${plain.join("\n")}\n`;
  }
  const rows = view.view(PRINTED_SIZE).map((row) => Bun.stripANSI(row));
  view.close?.();
  const inside = rows.flatMap((row) => /^│ ?(.*?) *│$/.exec(row)?.[1] ?? []);
  // The last part of the frame tells of keys.
  const lastBar = rows.findLastIndex((row) => row.startsWith("├"));
  const body = lastBar < 0 ? inside : inside.slice(0, inside.length - (rows.length - lastBar - 2));
  const end = body.findLastIndex((row) => row.trim() !== "");
  return `${body.slice(0, end + 1).join("\n")}\n`;
}
