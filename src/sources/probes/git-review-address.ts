/** Addresses of pull and merge requests: which texts are one, and on which hosts of a repository. */
import type { Repository } from "../../status/facts/git.ts";
import type { Review } from "../../status/facts/review.ts";
import { MAX_URL_LENGTH } from "../../text/link.ts";

/** A review with the host and the repository that its address names. */
export interface ReviewAddress {
  readonly review: Review;
  /** With the port, where the address has one. */
  readonly host: string;
  /** Name of the repository, without its owner. */
  readonly repository: string;
}

/** Ten digits: no server has counted further. Leading zeros are not how a server writes it. */
const GITHUB_PATH = /^\/[\w.-]+\/([\w.-]+)\/pull\/([1-9]\d{0,9})$/;
/** A project may lie in groups of groups. */
const GITLAB_PATH = /^(?:\/[\w.-]+)+\/([\w.-]+)\/-\/merge_requests\/([1-9]\d{0,9})$/;
const HOST = /^[a-z\d](?:[a-z\d.-]*[a-z\d])?(?::\d{1,5})?$/;
const SCHEME = "https://";

/** Hosts that SSH is spoken to in place of the one that serves the pages. */
const PAGES_OF: ReadonlyMap<string, string> = new Map([
  ["ssh.github.com", "github.com"],
  ["altssh.gitlab.com", "gitlab.com"],
]);
const PUBLIC_HOSTS: readonly string[] = ["github.com", "gitlab.com"];

/**
 * `https://host/owner/repo/pull/N` or `https://host/group/…/repo/-/merge_requests/N`, and nothing after
 * it but a fragment, which is left out of the review's address. Anything else is undefined.
 */
export function readReviewAddress(text: string): ReviewAddress | undefined {
  if (!text.startsWith(SCHEME) || text.length > MAX_URL_LENGTH) return undefined;
  const slash = text.indexOf("/", SCHEME.length);
  if (slash === -1) return undefined;
  const host = text.slice(SCHEME.length, slash).toLowerCase();
  if (!HOST.test(host)) return undefined;
  const hash = text.indexOf("#", slash);
  const path = text.slice(slash, hash === -1 ? text.length : hash);
  // A browser would take such a part away, and with it what stands before it.
  if (path.split("/").some((part) => part === "." || part === "..")) return undefined;
  const github = GITHUB_PATH.exec(path);
  const [, repository, digits] = github ?? GITLAB_PATH.exec(path) ?? [];
  if (repository === undefined || digits === undefined) return undefined;
  const vendor = github === null ? "gitlab" : "github";
  const review = { vendor, number: Number(digits), url: `${SCHEME}${host}${path}` } as const;
  return { review, host, repository };
}

/**
 * Whether a page of this host can be one of a repository whose remote is `remote`: the same host. A host
 * without a dot is also a name out of the person's SSH configuration, which may stand for a public one.
 */
export function isHostOf(remote: Pick<Repository, "host"> | undefined, host: string): boolean {
  const named = remote?.host?.replace(/:443$/, "");
  if (named === undefined) return false;
  if ((PAGES_OF.get(named) ?? named) === host.replace(/:443$/, "")) return true;
  return !named.includes(".") && PUBLIC_HOSTS.includes(host);
}
