/**
 * Markdown inside a line: code, strong, emphasis, links, escapes. Marks that do not pair stay as they
 * were typed. The text must be clean already; what comes out holds the same characters or fewer.
 */
import { linkTarget, webUrl } from "../../../../text/link.ts";
import { mergeSpans, type Paint, type Span } from "../../../../text/span.ts";

/** Marks inside of marks; deeper ones are text. */
const MAX_DEPTH = 4;

/** Every repetition is bounded: what does not pair is looked for no further than people write. */
const TOKEN = new RegExp(
  [
    String.raw`\\([!-/:-@[-\`{-~])`,
    String.raw`(\`{1,16})([^\`]|[^\`].{0,2000}?[^\`])\2(?!\`)`,
    String.raw`!?\[([^[\]]{1,500})\]\(\s{0,9}<?([^\s<>()]{1,2048})>?(?:\s{1,9}"[^"]{0,500}")?\s{0,9}\)`,
    String.raw`(\*\*|__)(?=\S)(.{1,2000}?)(?<=\S)\6(?!\*)`,
    String.raw`(?<![\w*])\*(?=[^\s*])([^*]{1,2000}?)(?<=\S)\*(?![\w*])`,
    String.raw`(?<![\w_])_(?=[^\s_])([^_]{1,2000}?)(?<=\S)_(?![\w_])`,
    String.raw`(https?:\/\/[^\s<>"'\`]{1,2000}[^\s<>"'\`.,;:!?)\]}])`,
  ].join("|"),
  "g",
);

/** The spans of a clean text, painted on top of `paint`. */
export function inlineSpans(text: string, paint: Paint = {}): readonly Span[] {
  return mergeSpans(spansOf(text, paint, 0));
}

function spansOf(text: string, paint: Paint, depth: number): readonly Span[] {
  const out: Span[] = [];
  let at = 0;
  for (const found of text.matchAll(TOKEN)) {
    out.push({ ...paint, text: text.slice(at, found.index) });
    out.push(...tokenSpans(found, paint, depth));
    at = found.index + found[0].length;
  }
  out.push({ ...paint, text: text.slice(at) });
  return out;
}

function tokenSpans(found: RegExpMatchArray, paint: Paint, depth: number): readonly Span[] {
  const [whole, escaped, ticks, code, label, target, , strong, starred, under, address] = found;
  if (escaped !== undefined) return [{ ...paint, text: escaped }];
  if (ticks !== undefined) return [{ ...paint, tone: "code", text: code ?? "" }];
  if (label !== undefined && target !== undefined) return linkSpans(label, target, paint, depth);
  if (address !== undefined) return [{ ...paint, ...linkPaint(address), text: whole }];
  if (depth >= MAX_DEPTH) return [{ ...paint, text: whole }];
  if (strong !== undefined) return spansOf(strong, { ...paint, bold: true }, depth + 1);
  return spansOf(starred ?? under ?? "", { ...paint, tone: "accent" }, depth + 1);
}

/** The address stands behind its name: a link that says one page and opens another must be seen. */
function linkSpans(label: string, target: string, paint: Paint, depth: number): readonly Span[] {
  const look = { ...paint, ...linkPaint(target) };
  const name = depth >= MAX_DEPTH ? [{ ...look, text: label }] : spansOf(label, look, depth + 1);
  if (label === target) return name;
  return [...name, { ...paint, tone: "muted", text: ` (${target})` }];
}

function linkPaint(address: string): Paint {
  const link = linkTarget(address);
  return link === undefined || webUrl(link) === undefined
    ? { tone: "accent" }
    : { tone: "accent", link };
}
