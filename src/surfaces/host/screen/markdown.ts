/**
 * Markdown as rows: a port to the component of pi-tui, which keeps finished blocks while a text grows.
 * Escape sequences of the text are removed before it is read.
 */
import { Markdown, type MarkdownTheme, setCapabilityOverrides } from "@earendil-works/pi-tui";
import { cleanLine, MAX_LINE_UNITS } from "../../../text/clean.ts";
import type { Tone } from "../../../text/span.ts";
import type { Painter } from "../painter.ts";

export interface MarkdownView {
  /** The whole text so far; cheap when it only grew. */
  readonly setText: (text: string) => void;
  /** The same array while text and width are the same. */
  readonly render: (widthCols: number) => readonly string[];
}

/** `tone`: of all that has no colour of its own. */
export function markdownView(painter: Painter, tone?: Tone): MarkdownView {
  // One terminal, one answer: asking the environment again would be a second one.
  setCapabilityOverrides({ hyperlinks: painter.options().links });
  const color = tone === undefined ? {} : { color: paintWith(painter, tone) };
  const inner = new Markdown("", 0, 0, markdownTheme(painter), color, { renderLatex: false });
  let raw = "";
  let kept: { width: number; from: readonly string[]; rows: readonly string[] } | undefined;
  return {
    setText: (text) => {
      if (text === raw) return;
      raw = text;
      inner.setText(cleanBlock(text));
    },
    render: (widthCols) => {
      const width = Math.max(1, widthCols);
      const from = inner.render(width);
      if (kept?.from !== from || kept.width !== width) {
        // The engine fills rows with blanks; nobody wants to copy these.
        kept = { width, from, rows: from.map((row) => row.replace(/ +$/, "")) };
      }
      return kept.rows;
    },
  };
}

const UNSAFE = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029]/;

/** Text of many lines without controls and escape sequences; a long line keeps all its words. */
function cleanBlock(text: string): string {
  if (!UNSAFE.test(text)) return text;
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  return lines.map((line) => (UNSAFE.test(line) ? cleanLong(line) : line)).join("\n");
}

function cleanLong(line: string): string {
  const expanded = line.replaceAll("\t", "    ");
  const indent = /^ */.exec(expanded)?.[0] ?? "";
  let out = "";
  for (let at = indent.length; at < expanded.length; at += MAX_LINE_UNITS) {
    out += cleanLine(expanded.slice(at, at + MAX_LINE_UNITS));
  }
  return indent + out;
}

type Paint = (text: string) => string;

function paintWith(painter: Painter, tone: Tone, bold?: true): Paint {
  return (text) => painter.paint([{ text, tone, ...(bold && { bold }) }]);
}

/** Attributes that the model of spans does not have. */
function attribute(painter: Painter, on: number, off: number): Paint {
  return (text) => (painter.options().depth === "none" ? text : `\x1b[${on}m${text}\x1b[${off}m`);
}

function markdownTheme(painter: Painter): MarkdownTheme {
  const muted = paintWith(painter, "muted");
  const dim = paintWith(painter, "dim");
  const bullet = paintWith(painter, "accent");
  return {
    heading: paintWith(painter, "accent", true),
    link: paintWith(painter, "accent"),
    linkUrl: muted,
    code: paintWith(painter, "code"),
    codeBlock: paintWith(painter, "code"),
    codeBlockBorder: dim,
    quote: muted,
    quoteBorder: dim,
    hr: dim,
    listBullet: bullet,
    bold: (text) => painter.paint([{ text, bold: true }]),
    italic: attribute(painter, 3, 23),
    strikethrough: attribute(painter, 9, 29),
    underline: attribute(painter, 4, 24),
  };
}
