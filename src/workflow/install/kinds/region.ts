/**
 * The block in a Markdown file of instructions: a region between two marker lines. A region is a closing
 * marker with the nearest opening one before it; a marker without the other is the user's own text.
 */
import { ok } from "../../../base/result.ts";
import type { PartText } from "../part.ts";

const OPENING = "<!-- smllm:harness -->";
const CLOSING = "<!-- /smllm:harness -->";

/** The part for a text in Markdown with `\n` at its line ends. It is compared word by word. */
export function region(body: string): PartText {
  return {
    wanted: wordsOf(body),
    read: (text) => {
      const found = findRegion(text);
      return ok(found === undefined ? undefined : wordsOf(text.slice(found.inside, found.close)));
    },
    put: (text) => ok(withRegion(text, body)),
  };
}

interface Found {
  /** Offsets: of the opening marker, after it, of the closing marker, after it. */
  readonly open: number;
  readonly inside: number;
  readonly close: number;
  readonly end: number;
}

function findRegion(text: string): Found | undefined {
  let open: number | undefined;
  for (const line of text.matchAll(/[^\r\n]+/g)) {
    const marker = line[0].trim();
    if (marker !== OPENING && marker !== CLOSING) continue;
    const at = line.index + line[0].indexOf(marker);
    if (marker === OPENING) open = at;
    else if (open !== undefined) {
      return { open, inside: open + OPENING.length, close: at, end: at + CLOSING.length };
    }
  }
  return undefined;
}

function wordsOf(text: string): string {
  return text.split(/\s+/).filter(Boolean).join(" ");
}

function withRegion(text: string, body: string): string {
  const found = findRegion(text);
  // The region has its own line ends where an editor of the user left two kinds in one file.
  const eol = /\r\n|\n|\r/.exec(text.slice(found?.inside ?? 0))?.[0] ?? "\n";
  const made = [OPENING, "", ...body.trimEnd().split("\n"), CLOSING].join(eol);
  if (found !== undefined) return text.slice(0, found.open) + made + text.slice(found.end);
  if (text.trim() === "") return `${text}${made}${eol}`;
  const endsLine = /[\r\n]$/.test(text);
  const endsBlank = /(?:\r\n|\n|\r(?!\n))[ \t]*(?:\r\n|\n|\r)$/.test(text);
  return `${text}${endsLine ? "" : eol}${endsBlank ? "" : eol}${made}${eol}`;
}
