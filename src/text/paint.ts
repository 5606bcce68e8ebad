/** Spans written for a place that shows them: a terminal, tmux's status line, or plain text. */
import { toDepth } from "./color.ts";
import type { ColorDepth } from "./color-depth.ts";
import { encodeLink, linkTarget } from "./link.ts";
import { mergeSpans, plainText, type RawColor, type Span, type Tone } from "./span.ts";
import { type ThemeName, toneColor } from "./theme.ts";

/** Colours of a row. */
export interface PaintOptions {
  readonly theme: ThemeName;
  readonly depth: ColorDepth;
}

/** Colours and links of a row in a terminal. */
export interface AnsiOptions extends PaintOptions {
  /** Links become OSC 8 hyperlinks; they are no colour and stay at depth `none`. */
  readonly links: boolean;
}

/** What a terminal is told about a span; undefined is its default. */
interface Look {
  readonly fg?: RawColor;
  readonly bg?: RawColor;
  readonly bold: boolean;
}

const PLAIN_LOOK: Look = { bold: false };

/** The characters alone. */
export function paintPlain(spans: readonly Span[]): string {
  return plainText(spans);
}

/**
 * The spans with SGR: only what changes is written, and a row that changed anything ends with a
 * reset. Links have zero width, end with ST, and are left out unless their address is safe.
 */
export function paintAnsi(spans: readonly Span[], options: AnsiOptions): string {
  let out = "";
  let look = PLAIN_LOOK;
  let link = "";
  for (const part of spans) {
    if (part.text === "") continue;
    const target = (options.links && part.link !== undefined && linkTarget(part.link)) || "";
    if (target !== link) out += encodeLink(target);
    link = target;
    const next = lookOf(part, options);
    out += sgrBetween(look, next) + part.text;
    look = next;
  }
  if (link !== "") out += encodeLink("");
  return out + sgrBetween(look, PLAIN_LOOK);
}

/**
 * The spans as the output of a command in tmux's `status-right` or `status-left`, `#(command)`:
 * styles as `#[fg=#rrggbb,bold]`, `#` escaped. tmux expands such output once more as a format, but
 * without strftime: a `%` is written as it is. Links are left out.
 */
export function paintTmux(spans: readonly Span[], options: PaintOptions): string {
  const parts = mergeSpans(
    spans.map((part) => ({ ...lookSpan(lookOf(part, options)), text: part.text })),
  );
  let out = "";
  for (const [index, part] of parts.entries()) {
    const style = tmuxStyle(part);
    const nextStyled = style !== "" || (parts[index + 1] && tmuxStyle(parts[index + 1] as Span));
    const text = escapeTmux(part.text, index === parts.length - 1 || Boolean(nextStyled));
    out += style === "" ? text : `#[${style}]${text}#[default]`;
  }
  // A bare `#` at the end would run into the style that tmux itself puts behind the output.
  return out.endsWith("#") ? `${out}#[default]` : out;
}

function lookOf(part: Span, { theme, depth }: PaintOptions): Look {
  if (depth === "none") return PLAIN_LOOK;
  const fg = colorOf(part.fg, part.tone, theme, depth);
  const bg = colorOf(part.bg, part.backTone, theme, depth);
  return {
    bold: part.bold === true,
    ...(fg !== undefined && { fg }),
    ...(bg !== undefined && { bg }),
  };
}

/** A raw colour goes before a tone: it is the more exact wish. */
function colorOf(
  raw: RawColor | undefined,
  tone: Tone | undefined,
  theme: ThemeName,
  depth: ColorDepth,
): RawColor | undefined {
  if (raw !== undefined) return toDepth(raw, depth);
  return tone === undefined ? undefined : toneColor(tone, theme, depth);
}

function sgrBetween(from: Look, to: Look): string {
  const fgChanged = !sameColor(from.fg, to.fg);
  const bgChanged = !sameColor(from.bg, to.bg);
  if (!fgChanged && !bgChanged && from.bold === to.bold) return "";
  if (!to.bold && to.fg === undefined && to.bg === undefined) return "\x1b[0m";
  const codes: (number | string)[] = [];
  if (from.bold !== to.bold) codes.push(to.bold ? 1 : 22);
  if (fgChanged) codes.push(to.fg === undefined ? 39 : colorCodes(to.fg, 30, 90));
  if (bgChanged) codes.push(to.bg === undefined ? 49 : colorCodes(to.bg, 40, 100));
  return `\x1b[${codes.join(";")}m`;
}

function sameColor(a: RawColor | undefined, b: RawColor | undefined): boolean {
  return a === b || String(a) === String(b);
}

function colorCodes(color: RawColor, normal: number, bright: number): string {
  if (typeof color !== "number") return `${normal + 8};2;${color.join(";")}`;
  if (color >= 16) return `${normal + 8};5;${color}`;
  return String(color < 8 ? normal + color : bright + color - 8);
}

function lookSpan(look: Look): Omit<Span, "text"> {
  return {
    ...(look.bold && { bold: true as const }),
    ...(look.fg !== undefined && { fg: look.fg }),
    ...(look.bg !== undefined && { bg: look.bg }),
  };
}

function tmuxStyle({ fg, bg, bold }: Span): string {
  const out: string[] = [];
  if (fg !== undefined) out.push(`fg=${tmuxColor(fg)}`);
  if (bg !== undefined) out.push(`bg=${tmuxColor(bg)}`);
  if (bold) out.push("bold");
  return out.join(",");
}

function tmuxColor(color: RawColor): string {
  if (typeof color === "number") return `colour${color}`;
  return `#${color.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

/**
 * tmux reads a run of `#` twice, when it expands the output and when it draws it, but leaves a run
 * before `[` (a style, or a bracket of the text) for the drawing alone. So the number differs.
 */
function escapeTmux(text: string, styleFollows: boolean): string {
  return text.replace(/#+/g, (run, at: number) => {
    const next = text[at + run.length];
    const drawnOnly = next === "[" || (next === undefined && styleFollows);
    return "#".repeat(drawnOnly ? run.length * 2 : run.length * 4 - 2);
  });
}
