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
const SECTION = /^\[\s*([a-z0-9-]+)(?:\.([a-z0-9.-]*)|\s+"((?:[^"\\\n]|\\.)*)")?\s*\]/i;
const KEY = /^([a-z][a-z0-9-]*)\s*(?:=(.*))?$/is;
const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", b: "\b" };

/** The entries in the order of the file. A line that makes no sense costs only itself. */
export function parseGitConfig(text: string): readonly GitConfigEntry[] {
  const entries: GitConfigEntry[] = [];
  let section = "";
  let subsection: string | undefined;
  for (const whole of logicalLines(text.startsWith("\ufeff") ? text.slice(1) : text)) {
    let line = whole.trim();
    const header = SECTION.exec(line);
    if (header !== null) {
      section = (header[1] ?? "").toLowerCase();
      subsection = header[3]?.replace(/\\(.)/g, "$1") ?? header[2]?.toLowerCase();
      line = line.slice(header[0].length).trim();
    } else if (line.startsWith("[")) {
      // Its keys must not be taken for those of the section before.
      section = "";
      continue;
    }
    const pair = KEY.exec(line);
    if (pair === null || section === "") continue;
    entries.push({
      section,
      ...(subsection === undefined ? {} : { subsection }),
      key: (pair[1] ?? "").toLowerCase(),
      value: pair[2] === undefined ? "true" : parseValue(pair[2]),
    });
  }
  return entries;
}

/** Lines that are no comment, joined where a backslash ends one; a line beyond all sense is left out. */
function* logicalLines(text: string): Generator<string> {
  let pending = "";
  for (const raw of text.split(/\r?\n/)) {
    if (raw.length + pending.length > LINE_MAX_CHARS) {
      pending = "";
      continue;
    }
    if (pending === "" && /^\s*[#;]/.test(raw)) continue;
    if (endsOpen(raw)) {
      pending += raw.slice(0, -1);
      continue;
    }
    yield pending + raw;
    pending = "";
  }
  if (pending !== "") yield pending;
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
