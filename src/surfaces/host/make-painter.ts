/** The painter of one terminal, with a theme that may change while the host runs. */

import type { Settings } from "../../config/settings.ts";
import { asciiMode } from "../../text/ascii.ts";
import { colorDepth } from "../../text/color-depth.ts";
import type { AnsiOptions } from "../../text/paint.ts";
import { type PaintOptions, paintAnsi } from "../../text/paint.ts";
import { themeName } from "../../text/theme.ts";
import { createMeasure } from "../../text/width.ts";
import type { Painter } from "./painter.ts";

export interface ThemedPainter extends Painter {
  /** In force for what is painted from now on. */
  readonly setTheme: (theme: Settings["tui"]["theme"]) => void;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Colours by the environment and the config; a host draws on a terminal always. */
export function makePainter(
  { tui }: Settings,
  env: Environment,
  platform: NodeJS.Platform,
): ThemedPainter {
  const depth: PaintOptions["depth"] = colorDepth({ env, choice: "auto", takesColor: true });
  const optionsOf = (theme: Settings["tui"]["theme"]): AnsiOptions => ({
    theme: themeName(theme, env),
    depth,
    links: tui.links,
  });
  let options = optionsOf(tui.theme);
  return {
    paint: (spans) => paintAnsi(spans, options),
    measure: createMeasure({ ambiguousWide: tui.ambiguousWidth === "wide" }),
    options: () => options,
    isAscii: asciiMode({ env, setting: tui.ascii, platform }),
    setTheme: (theme) => {
      options = optionsOf(theme);
    },
  };
}
