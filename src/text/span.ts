/** Painted text: what items make, rows hold and painters write. Plain data, no escape sequences. */

/** Semantic colours; a theme maps each to a colour (`theme.ts`). `plain` is the terminal's own. */
export type Tone =
  | "plain"
  | "text"
  | "muted"
  | "dim"
  | "accent"
  | "signal"
  | "success"
  | "warning"
  | "error"
  | "user"
  | "tool"
  | "code";

/** A colour that a script chose itself: a palette index 0..255, or 24-bit red, green, blue. */
export type RawColor = number | readonly [red: number, green: number, blue: number];

/** How a span is painted. A link is an absolute URL shown as an OSC 8 hyperlink of zero width. */
export interface Paint {
  readonly tone?: Tone;
  readonly bold?: true;
  readonly fg?: RawColor;
  readonly bg?: RawColor;
  /** A background by meaning, for powerline segments. */
  readonly backTone?: Tone;
  readonly link?: string;
}

/** A run of text with one paint. The text holds no control character. */
export interface Span extends Paint {
  readonly text: string;
}

/** Makes a span; without a tone the text is `plain`. */
export function span(text: string, tone?: Tone): Span {
  return tone === undefined ? { text } : { text, tone };
}

/** The characters of spans without their paint. */
export function plainText(spans: readonly Span[]): string {
  if (spans.length === 1) return (spans[0] as Span).text;
  let out = "";
  for (const part of spans) out += part.text;
  return out;
}

function samePaint(a: Span, b: Span): boolean {
  return (
    a.tone === b.tone &&
    a.bold === b.bold &&
    a.fg === b.fg &&
    a.bg === b.bg &&
    a.backTone === b.backTone &&
    a.link === b.link
  );
}

/** Merges equal neighbours and removes empty spans. */
export function mergeSpans(spans: readonly Span[]): readonly Span[] {
  const out: Span[] = [];
  for (const part of spans) {
    if (part.text === "") continue;
    const last = out.at(-1);
    if (last !== undefined && samePaint(last, part)) {
      out[out.length - 1] = { ...last, text: last.text + part.text };
    } else out.push(part);
  }
  return out;
}
