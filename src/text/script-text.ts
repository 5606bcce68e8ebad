/**
 * Output of the person's own status command as painted lines. Of all that a script may print, only
 * text and plain colours survive: no attribute, no link, no other terminal control.
 */
import { cutUnits } from "./clean.ts";
import type { EscapeSequence } from "./escape-sequence.ts";
import { paintedLines } from "./painted-lines.ts";
import { parseExtendedColor } from "./sgr-color.ts";
import { mergeSpans, type RawColor, type Span } from "./span.ts";

/** UTF-16 units that are looked at: what the runner keeps of a command's output. */
const MAX_SCRIPT_UNITS = 8192;

/** `plain`: one muted text; `ansi`: the script's own colours over the terminal's default. */
export type ScriptColorMode = "plain" | "ansi";

interface Colors {
  readonly fg?: RawColor;
  readonly bg?: RawColor;
}

const NO_COLORS: Colors = {};

/** One entry for each line that is not blank. A colour left active goes on in the next line. */
export function scriptLines(stdout: string, mode: ScriptColorMode): readonly (readonly Span[])[] {
  return readLines(stdout, mode, Number.POSITIVE_INFINITY);
}

/**
 * The first line that is not blank, without spans if there is none. Blank lines before it do not
 * hide it: scripts often print one by accident.
 */
export function scriptFirstLine(stdout: string, mode: ScriptColorMode): readonly Span[] {
  return readLines(stdout, mode, 1)[0] ?? [];
}

function readLines(
  stdout: string,
  mode: ScriptColorMode,
  cap: number,
): readonly (readonly Span[])[] {
  const ansi = mode === "ansi";
  const rules = { initial: NO_COLORS, next: ansi ? nextColors : keepColors, belEndsAll: ansi };
  return paintedLines(cutUnits(stdout, MAX_SCRIPT_UNITS), rules, cap).map((runs) =>
    mergeSpans(
      runs.map(({ text, paint }) => (ansi ? { text, ...paint } : { text, tone: "muted" as const })),
    ),
  );
}

function keepColors(colors: Colors): Colors {
  return colors;
}

function nextColors(colors: Colors, sequence: EscapeSequence): Colors {
  const change = sequence.kind === "csi" ? parseColors(sequence.body) : undefined;
  if (change === undefined) return colors;
  let { fg, bg } = colors;
  for (const { ground, color } of change) {
    if (ground !== "bg") fg = color;
    if (ground !== "fg") bg = color;
  }
  if (String(fg) === String(colors.fg) && String(bg) === String(colors.bg)) return colors;
  return { ...(fg !== undefined && { fg }), ...(bg !== undefined && { bg }) };
}

interface ColorChange {
  readonly ground: "fg" | "bg" | "both";
  /** Absent: back to the default. */
  readonly color?: RawColor;
}

/** What a permitted SGR sets, or undefined if any parameter is not permitted: it then goes whole. */
function parseColors(body: string): readonly ColorChange[] | undefined {
  if (!/^[\d;]*m$/.test(body)) return undefined;
  const parameters = body.slice(0, -1).split(";").map(Number);
  const out: ColorChange[] = [];
  for (let at = 0; at < parameters.length; at++) {
    const code = parameters[at] ?? 0;
    if (code === 38 || code === 48) {
      const { color, used } = parseExtendedColor(parameters, at + 1);
      if (color === undefined) return undefined;
      out.push({ ground: code === 38 ? "fg" : "bg", color });
      at += used;
    } else {
      const change = parseSimple(code);
      if (change === undefined) return undefined;
      out.push(change);
    }
  }
  return out;
}

function parseSimple(code: number): ColorChange | undefined {
  if (code === 0) return { ground: "both" };
  if (code === 39) return { ground: "fg" };
  if (code === 49) return { ground: "bg" };
  if (code >= 30 && code <= 37) return { ground: "fg", color: code - 30 };
  if (code >= 40 && code <= 47) return { ground: "bg", color: code - 40 };
  if (code >= 90 && code <= 97) return { ground: "fg", color: code - 90 + 8 };
  if (code >= 100 && code <= 107) return { ground: "bg", color: code - 100 + 8 };
  return undefined;
}
