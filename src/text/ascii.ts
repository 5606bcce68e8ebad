/** ASCII mode: when it is on, and what stands for each glyph of ours in it. */
import type { Environment } from "./color-depth.ts";

/** All that decides on ASCII mode. */
export interface AsciiInput {
  readonly env: Environment;
  /** `tui.ascii`; absent when the person did not say. */
  readonly setting?: boolean | undefined;
  /** As `process.platform` names it. */
  readonly platform: string;
}

const YES: readonly string[] = ["1", "true", "yes", "on"];
const NO: readonly string[] = ["0", "false", "no", "off"];

/**
 * Whether glyphs outside ASCII are replaced; the first that speaks wins: `TELLTALE_ASCII` (it is set
 * for one terminal or one call, so it is nearer than the configuration), the setting, `TERM=linux`,
 * Windows without a terminal known to draw Unicode, a locale without UTF-8. No locale: Unicode.
 */
export function asciiMode({ env, setting, platform }: AsciiInput): boolean {
  const wish = env.TELLTALE_ASCII?.trim().toLowerCase() ?? "";
  if (YES.includes(wish)) return true;
  if (NO.includes(wish)) return false;
  if (setting !== undefined) return setting;
  if (env.TERM === "linux") return true;
  if (platform === "win32" && !env.WT_SESSION && !env.TERM_PROGRAM) return true;
  const locale = (env.LC_ALL || env.LC_CTYPE || env.LANG || "").toLowerCase();
  return locale !== "" && !locale.includes("utf-8") && !locale.includes("utf8");
}

/** All glyphs outside ASCII that our own texts use. Each takes one column in every terminal. */
export interface Glyphs {
  readonly branch: string;
  readonly up: string;
  readonly down: string;
  readonly bullet: string;
  readonly arrow: string;
  readonly warm: string;
  readonly reset: string;
  readonly estimate: string;
  readonly total: string;
  readonly minus: string;
  readonly meterFull: string;
  readonly meterEmpty: string;
  readonly ellipsis: string;
  readonly title: string;
  readonly model: string;
  readonly gaugeLeft: string;
  readonly gaugeRight: string;
  readonly gaugeFull: string;
  readonly gaugeEmpty: string;
  readonly divider: string;
  readonly chevron: string;
  /** The same in ASCII mode: part of texts that others compare. */
  readonly dot: string;
  /** The same in ASCII mode, like `dot`. */
  readonly dash: string;
}

const UNICODE: Glyphs = Object.freeze({
  branch: "⎇",
  up: "↑",
  down: "↓",
  bullet: "•",
  arrow: "→",
  warm: "♨",
  reset: "↻",
  estimate: "≈",
  total: "Σ",
  minus: "−",
  meterFull: "▮",
  meterEmpty: "▯",
  ellipsis: "…",
  title: "◇",
  model: "✦",
  gaugeLeft: "▕",
  gaugeRight: "▏",
  gaugeFull: "█",
  gaugeEmpty: "░",
  divider: "│",
  chevron: "›",
  dot: "·",
  dash: "—",
});

const ASCII: Glyphs = Object.freeze({
  branch: "git",
  up: "^",
  down: "v",
  bullet: "*",
  arrow: "->",
  warm: "~",
  reset: "@",
  estimate: "~",
  total: "sum ",
  minus: "-",
  meterFull: "#",
  meterEmpty: ".",
  ellipsis: "...",
  title: "*",
  model: "*",
  gaugeLeft: "[",
  gaugeRight: "]",
  gaugeFull: "#",
  gaugeEmpty: "-",
  divider: "|",
  chevron: ">",
  dot: "·",
  dash: "—",
});

/** The glyphs of the mode. */
export function glyphs(ascii: boolean): Glyphs {
  return ascii ? ASCII : UNICODE;
}
