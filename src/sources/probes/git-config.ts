/**
 * A reader for the text of a Git `config` file. It gives the entries of that one file: `include` and
 * `includeIf` are entries like others and are not followed, as they may name any file of the machine.
 */

/** One `key = value`. Section and key are in lower case, the subsection is as written. */
export interface GitConfigEntry {
  readonly section: string;
  readonly subsection?: string;
  readonly key: string;
  /** "true" where the file has the key alone. */
  readonly value: string;
}

/** A path of the greatest length with every character escaped, twice; bounds the work on one line. */
const LINE_MAX_CHARS = 16 * 1024;
const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", b: "\b" };

/**
 * The entries in the order of the file. A line that makes no sense costs only itself. Written without
 * expressions and generators, whose first use costs more than reading the whole of a usual file.
 */
export function parseGitConfig(text: string): readonly GitConfigEntry[] {
  const entries: GitConfigEntry[] = [];
  let header: Header | undefined;
  for (const whole of logicalLines(text.startsWith("\ufeff") ? text.slice(1) : text)) {
    let line = whole.trim();
    if (line.startsWith("[")) {
      // After a broken one, keys must not be taken for those of the section before.
      header = parseHeader(line);
      line = header === undefined ? "" : line.slice(header.lengthChars).trim();
    }
    const equals = line.indexOf("=");
    const key = (equals === -1 ? line : line.slice(0, equals)).trimEnd().toLowerCase();
    if (header === undefined || !isName(key)) continue;
    const { section, subsection } = header;
    const value = equals === -1 ? "true" : parseValue(line.slice(equals + 1));
    entries.push({ section, ...(subsection === undefined ? {} : { subsection }), key, value });
  }
  return entries;
}

interface Header {
  readonly section: string;
  readonly subsection?: string;
  /** Up to and with the closing bracket. */
  readonly lengthChars: number;
}

/** `[section]`, `[section "Sub \"section\""]` or the old `[section.sub]`. */
function parseHeader(line: string): Header | undefined {
  const quote = line.indexOf('"');
  const close = line.indexOf("]");
  if (quote === -1 || (close !== -1 && close < quote)) {
    if (close === -1) return undefined;
    const name = line.slice(1, close).trim().toLowerCase();
    const dot = name.indexOf(".");
    const section = dot === -1 ? name : name.slice(0, dot);
    if (!isName(section)) return undefined;
    const lengthChars = close + 1;
    return dot === -1
      ? { section, lengthChars }
      : { section, subsection: name.slice(dot + 1), lengthChars };
  }
  const section = line.slice(1, quote).trim().toLowerCase();
  let subsection = "";
  let at = quote + 1;
  for (; at < line.length && line[at] !== '"'; at += 1) {
    if (line[at] === "\\") at += 1;
    subsection += line.charAt(at);
  }
  if (line[at] !== '"' || line[at + 1] !== "]" || !isName(section)) return undefined;
  return { section, subsection, lengthChars: at + 2 };
}

/** Letters, digits and hyphens, in lower case. */
function isName(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const letter = code >= 0x61 && code <= 0x7a;
    if (!letter && !(code >= 0x30 && code <= 0x39) && code !== 0x2d) return false;
  }
  return text !== "";
}

/** Lines that are no comment, joined where a backslash ends one; a line beyond all sense is left out. */
function logicalLines(text: string): readonly string[] {
  const lines: string[] = [];
  let pending = "";
  for (const ended of text.split("\n")) {
    const raw = ended.endsWith("\r") ? ended.slice(0, -1) : ended;
    if (raw.length + pending.length > LINE_MAX_CHARS) {
      pending = "";
      continue;
    }
    const start = pending === "" ? raw.trimStart() : "";
    if (start.startsWith("#") || start.startsWith(";")) continue;
    if (endsOpen(raw)) {
      pending += raw.slice(0, -1);
      continue;
    }
    lines.push(pending + raw);
    pending = "";
  }
  if (pending !== "") lines.push(pending);
  return lines;
}

/** An odd number of backslashes at the end: the last one escapes the line feed. */
function endsOpen(line: string): boolean {
  let at = line.length;
  while (at > 0 && line[at - 1] === "\\") at -= 1;
  return (line.length - at) % 2 === 1;
}

/** Takes quotes, escapes and a comment at the end away; blanks at the ends count only in quotes. */
function parseValue(raw: string): string {
  let value = "";
  let keptLength = 0;
  let quoted = false;
  for (let at = 0; at < raw.length; at += 1) {
    const char = raw.charAt(at);
    if (char === '"') {
      quoted = !quoted;
      keptLength = value.length;
      continue;
    }
    if (!quoted && (char === "#" || char === ";")) break;
    const blank = char === " " || char === "\t";
    if (blank && !quoted && value === "") continue;
    if (char === "\\") {
      at += 1;
      const escaped = raw.charAt(at);
      value += ESCAPES[escaped] ?? escaped;
    } else {
      value += char;
    }
    if (quoted || !blank) keptLength = value.length;
  }
  return value.slice(0, keptLength);
}
