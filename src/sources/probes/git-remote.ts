/**
 * Which repository a working directory belongs to on a server, and whether its branch has an
 * upstream, from the `config` file of the common folder. No process, no network.
 *
 * Not obeyed, as each would need Git or another file: `include`, `url.<base>.insteadOf`,
 * `config.worktree` and the person's own configuration. Where one of the first two kinds of file may
 * hold the answer, the upstream is unknown instead of "none".
 */
import { join } from "node:path";
import { readBounded } from "../../files/read-bounded.ts";
import type { Repository, RepositoryKnown } from "../../status/facts/git.ts";
import { type GitConfigEntry, parseGitConfig } from "./git-config.ts";
import type { GitRepo } from "./git-head.ts";

/** A thousand branches with their settings take about 100 KB. */
const CONFIG_MAX_BYTES = 1024 * 1024;
/** DNS allows 253 characters; servers cut owners and names far below this. */
const PART_MAX_CHARS = 255;

/** What the configuration says. */
export interface GitRemoteReading {
  readonly fact?: RepositoryKnown;
  /** Whether the branch has an upstream; absent when this file alone cannot tell. */
  readonly upstream?: boolean;
}

/** Reads the remote of `branch` (else `origin`, else the only one). Never throws. */
export function readGitRemote(
  repo: Pick<GitRepo, "commonDir">,
  branch: string | undefined,
): GitRemoteReading {
  const text = readBounded(join(repo.commonDir, "config"), CONFIG_MAX_BYTES);
  if (!text.ok) return {};
  const entries = parseGitConfig(text.value);
  const setting = (key: string): string | undefined =>
    branch === undefined
      ? undefined
      : entries.findLast((entry) => isAt(entry, "branch", branch) && entry.key === key)?.value;

  const repository = parseRemoteUrl(remoteUrl(entries, setting("remote")) ?? "");
  const upstream =
    setting("merge") !== undefined && setting("remote") !== undefined
      ? true
      : entries.some(readsFurther)
        ? undefined
        : false;
  return {
    ...(repository === undefined ? {} : { fact: { kind: "repository-known", ...repository } }),
    ...(upstream === undefined ? {} : { upstream }),
  };
}

function isAt(entry: GitConfigEntry, section: string, subsection: string): boolean {
  return entry.section === section && entry.subsection === subsection;
}

function readsFurther(entry: GitConfigEntry): boolean {
  return (
    entry.section === "include" ||
    entry.section === "includeif" ||
    (entry.section === "extensions" && entry.key === "worktreeconfig")
  );
}

function remoteUrl(
  entries: readonly GitConfigEntry[],
  ofBranch: string | undefined,
): string | undefined {
  const urls = new Map<string, string>();
  for (const { section, subsection, key, value } of entries) {
    if (section !== "remote" || key !== "url" || subsection === undefined) continue;
    // Further addresses of one remote are only pushed to.
    if (!urls.has(subsection)) urls.set(subsection, value);
  }
  const named = urls.get(ofBranch ?? "") ?? urls.get("origin");
  return named ?? (urls.size === 1 ? urls.values().next().value : undefined);
}

/**
 * Host, owner and name of a remote address: `https://`, `ssh://`, `git://` and `git@host:path`; a
 * path on this machine gives a name only. The owner may have several parts (`group/subgroup`). A web
 * address keeps its port, as a link needs it; the port of another protocol is dropped. User names,
 * passwords and query strings are never kept, and an address in which one may hide is refused.
 */
export function parseRemoteUrl(url: string): Repository | undefined {
  if (/[\u0000-\u001f\u007f]/.test(url) || /^[a-z][a-z0-9+.-]*::/i.test(url)) return undefined;
  const parts = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)([^?#]*)/i.exec(url);
  if (parts !== null) {
    const [, scheme = "", authority = "", path = ""] = parts;
    if (scheme.toLowerCase() === "file") return fromPath(undefined, path, decodePart);
    const host = hostOf(authority, /^https?$/i.test(scheme));
    return host === undefined ? undefined : fromPath(host, path, decodePart);
  }
  // One letter before the colon is a drive of Windows.
  const scp = /^(?:[^/@:]+@)?(\[[0-9a-f:.]+\]|[^/:@[\]]{2,}):(.*)$/is.exec(url);
  if (scp !== null) {
    const host = hostOf(scp[1] ?? "", false);
    return host === undefined ? undefined : fromPath(host, scp[2] ?? "", (part) => part);
  }
  return url.includes("@") ? undefined : fromPath(undefined, url.replaceAll("\\", "/"), (p) => p);
}

/** Host of `user:password@host:port`, or undefined if it is not made like that. */
function hostOf(authority: string, keepPort: boolean): string | undefined {
  const address = authority.slice(authority.lastIndexOf("@") + 1);
  const match = /^(\[[0-9a-f:.]+\]|[^:[\]@\s]+)(?::(\d{0,5}))?$/i.exec(address);
  const host = match?.[1]?.toLowerCase();
  if (host === undefined || host.length > PART_MAX_CHARS) return undefined;
  const port = match?.[2] ?? "";
  return keepPort && port !== "" ? `${host}:${port}` : host;
}

function fromPath(
  host: string | undefined,
  path: string,
  decode: (part: string) => string,
): Repository | undefined {
  const parts = path.split("/").filter((part) => part !== "" && part !== "." && part !== "~");
  // A slash in a password moves the rest of it, with the `@` at its end, into the path.
  if (parts.some((part) => part.lastIndexOf("@") > 0)) return undefined;
  const decoded = parts.map(decode);
  let name = (decoded.pop() ?? "").replace(/\.git$/i, "");
  // A path to the `.git` folder of a checkout on this machine.
  if (name === "" && host === undefined) name = decoded.pop() ?? "";
  if (name === "" || name === ".." || name.length > PART_MAX_CHARS) return undefined;
  if (host === undefined) return { name };
  const owner = decoded.join("/");
  if (owner.length > PART_MAX_CHARS) return undefined;
  return owner === "" ? { host, name } : { host, owner, name };
}

/** `%20` and the like as characters, unless that would make a separator or a control byte. */
function decodePart(part: string): string {
  try {
    const decoded = decodeURIComponent(part);
    return /[/\\\u0000-\u001f\u007f]/.test(decoded) ? part : decoded;
  } catch {
    return part;
  }
}
