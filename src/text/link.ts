/** Addresses for OSC 8 hyperlinks: what may be one, and how names become part of one. */

/** Longer addresses are no page that a person opens; terminals cut them at about this length. */
export const MAX_URL_LENGTH = 2048;

const PRINTABLE_ASCII = /^[!-~]+$/;
/** Code points that no address holds; `URL` would quietly drop some of them. */
const FORBIDDEN = /[\x00-\x20\x7f-\x9f]/;
const SCHEMES = new Set(["http", "https", "file"]);

/**
 * Percent-encodes what a name may not hold in a path, segment by segment: `feature/ui#1` becomes
 * `feature/ui%231`. Slashes stay; lone surrogates become U+FFFD.
 */
export function encodePathSegments(path: string): string {
  return path
    .split("/")
    .map((segment) => encodeURIComponent(segment.toWellFormed()))
    .join("/");
}

/**
 * The address if it is an absolute http or https URL with a host and without a user, whose name could
 * be made to look like the host, else undefined. An ASCII address comes back as it was, another one encoded.
 */
export function webUrl(url: string): string | undefined {
  if (url.length > MAX_URL_LENGTH || FORBIDDEN.test(url) || !/^https?:\/\/[^/]/i.test(url))
    return undefined;
  const parsed = parse(url);
  if (parsed === undefined || parsed.hostname === "") return undefined;
  if (parsed.username !== "" || parsed.password !== "") return undefined;
  return PRINTABLE_ASCII.test(url) ? url : parsed.href;
}

function parse(url: string): URL | undefined {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
}

/**
 * The address if a terminal may be given it: printable ASCII without blanks, of a known scheme
 * (http, https, file, and those of `more`), not too long. Undefined: show the text without a link.
 */
export function linkTarget(url: string, more: readonly string[] = []): string | undefined {
  if (url.length > MAX_URL_LENGTH || !PRINTABLE_ASCII.test(url)) return undefined;
  const scheme = /^([a-z][a-z\d+.-]*):./i.exec(url)?.[1]?.toLowerCase() ?? "";
  return SCHEMES.has(scheme) || more.includes(scheme) ? url : undefined;
}

/** Opens a hyperlink of zero width; the empty address closes it. */
export function encodeLink(url: string): string {
  return `\x1b]8;;${url}\x1b\\`;
}
