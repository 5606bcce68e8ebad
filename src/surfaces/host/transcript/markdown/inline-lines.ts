/** What stands inside of a block as painted lines; a new one begins where the text breaks its line. */
import { linkTarget, webUrl } from "../../../../text/link.ts";
import { mergeSpans, type Paint, type Span } from "../../../../text/span.ts";
import type { Line } from "../wrap-spans.ts";
import { known, type Token, type TokenOf } from "./lex.ts";

/** At least one line, painted on top of `paint`. */
export function inlineLines(tokens: readonly Token[], paint: Paint = {}): readonly Line[] {
  const lines: Span[][] = [[]];
  walk(tokens, paint, lines);
  return lines.map((line) => withoutEnds(mergeSpans(line)));
}

function walk(tokens: readonly Token[], paint: Paint, lines: Span[][]): void {
  const put = (text: string, look: Paint = paint) =>
    lines.at(-1)?.push({ ...look, text: text.replace(/\s*\n\s*/g, " ") });
  for (const token of tokens) {
    switch (token.type) {
      case "text":
        if (token.tokens === undefined) put(token.text);
        else walk(known(token.tokens), paint, lines);
        break;
      case "escape":
        put(token.text);
        break;
      case "codespan":
        put(token.text, { ...paint, tone: "code" });
        break;
      case "strong":
        walk(known(token.tokens), { ...paint, bold: true }, lines);
        break;
      case "em":
        walk(known(token.tokens), { ...paint, tone: "accent" }, lines);
        break;
      case "del":
        // No terminal strikes out in every place: the marks stay.
        put("~~", { ...paint, tone: "muted" });
        walk(known(token.tokens), { ...paint, tone: "muted" }, lines);
        put("~~", { ...paint, tone: "muted" });
        break;
      case "link":
      case "image":
        walk(known(token.tokens), { ...paint, ...linkPaint(token.href) }, lines);
        if (!saysAddress(token)) put(` (${token.href})`, { ...paint, tone: "muted" });
        break;
      case "br":
        lines.push([]);
        break;
      case "checkbox":
        put(token.checked ? "[x] " : "[ ] ");
        break;
      default:
        put(token.raw);
    }
  }
}

/** A link that says one page and opens another must be seen: the address stands behind its name. */
function saysAddress({ href, text, raw }: TokenOf<"link"> | TokenOf<"image">): boolean {
  return href === "" || text === href || raw === text;
}

function linkPaint(address: string): Paint {
  const link = linkTarget(address);
  return link === undefined || webUrl(link) === undefined
    ? { tone: "accent" }
    : { tone: "accent", link };
}

function withoutEnds(line: Line): Line {
  const last = line.length - 1;
  return line.map((part, at) => {
    const start = at === 0 ? part.text.trimStart() : part.text;
    const text = at === last ? start.trimEnd() : start;
    return text === part.text ? part : { ...part, text };
  });
}
