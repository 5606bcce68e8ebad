/**
 * Readers for what Git prints: `status --porcelain=v2 -z`, `diff --numstat -z`, `for-each-ref`. Pure;
 * formats of git-status(1) and git-diff(1). A record of an unknown kind is passed over.
 */
import { asCount } from "../../base/shape.ts";
import type { GitCounts } from "../../status/facts/git.ts";

/** Ask in this form; `noAheadBehind` where nobody wants the comparison, which may be slow. */
export function statusArguments(noAheadBehind: boolean): readonly string[] {
  return [
    "status",
    "--porcelain=v2",
    "--branch",
    "--show-stash",
    "-z",
    "--untracked-files=normal",
    ...(noAheadBehind ? ["--no-ahead-behind"] : []),
  ];
}

/**
 * Lines of the work tree against HEAD. Nothing that a repository configures may run (`diff.external`,
 * `textconv`) or change the meaning (`diff.relative`); a submodule is a pointer and has no lines.
 */
export const NUMSTAT_ARGUMENTS: readonly string[] = [
  "diff",
  "--numstat",
  "-z",
  "--no-ext-diff",
  "--no-textconv",
  "--no-color",
  "--no-relative",
  "--ignore-submodules=all",
  "HEAD",
  "--",
];

/** The upstream of a branch and the distance to it, without looking at any file of the work tree. */
export function upstreamArguments(branch: string): readonly string[] {
  return [
    "for-each-ref",
    "--format=%(upstream)%00%(upstream:track,nobracket)",
    `refs/heads/${branch}`,
  ];
}

/** Commits against the upstream; empty when there is none. */
export interface GitDistance {
  readonly ahead?: number;
  readonly behind?: number;
}

/** What `git status` says. */
export interface GitStatus {
  /** Absent when HEAD is detached. */
  readonly branch?: string;
  /** Whole object id; absent while the branch is unborn. */
  readonly oid?: string;
  /** Absent when it was not asked for. */
  readonly distance?: GitDistance;
  /** `stash` is there only if Git said it: before 2.35 it never does. */
  readonly counts: GitCounts;
}

/** Reads `git status` of {@link statusArguments}. */
export function parseGitStatus(output: string): GitStatus {
  const headers = new Map<string, string>();
  const counts = { staged: 0, unstaged: 0, untracked: 0, conflicts: 0 };
  for (let at = 0; at < output.length; ) {
    const zero = output.indexOf("\0", at);
    const end = zero === -1 ? output.length : zero;
    const kind = output[at];
    if (kind === "#") {
      const [, name = "", value = ""] = /^# (\S+) (.*)$/s.exec(output.slice(at, end)) ?? [];
      headers.set(name, value);
    } else if (kind === "1" || kind === "2") {
      if (output[at + 2] !== ".") counts.staged += 1;
      if (output[at + 3] !== ".") counts.unstaged += 1;
    } else if (kind === "u") {
      counts.conflicts += 1;
    } else if (kind === "?") {
      counts.untracked += 1;
    }
    at = end + 1;
    // After a rename the old path follows as a record of its own, which could look like any other.
    if (kind === "2") {
      const old = output.indexOf("\0", at);
      at = old === -1 ? output.length : old + 1;
    }
  }
  return withHeaders(headers, counts);
}

function withHeaders(headers: ReadonlyMap<string, string>, counts: GitCounts): GitStatus {
  const head = headers.get("branch.head");
  const oid = headers.get("branch.oid");
  const stash = wholeNumber(headers.get("stash"));
  const distance = statusDistance(headers.get("branch.upstream"), headers.get("branch.ab"));
  return {
    ...(head === undefined || head === "(detached)" ? {} : { branch: head }),
    ...(oid === undefined || oid === "(initial)" ? {} : { oid }),
    ...(distance === undefined ? {} : { distance }),
    counts: stash === undefined ? counts : { ...counts, stash },
  };
}

function statusDistance(
  upstream: string | undefined,
  comparison: string | undefined,
): GitDistance | undefined {
  // Without the second header the upstream is configured, but was never fetched or is gone.
  if (upstream === undefined || comparison === undefined) return {};
  const match = /^\+(\d+) -(\d+)$/.exec(comparison);
  if (match === null) return undefined;
  return distanceOf(match[1], match[2]);
}

/** Reads `git for-each-ref` of {@link upstreamArguments}. */
export function parseUpstream(output: string): GitDistance {
  const [upstream = "", track = ""] = output.replace(/\n[\s\S]*$/, "").split("\0");
  if (upstream === "" || track === "gone") return {};
  return distanceOf(/ahead (\d+)/.exec(track)?.[1] ?? "0", /behind (\d+)/.exec(track)?.[1] ?? "0");
}

function distanceOf(ahead: string | undefined, behind: string | undefined): GitDistance {
  const numbers = { ahead: wholeNumber(ahead), behind: wholeNumber(behind) };
  return numbers.ahead === undefined || numbers.behind === undefined
    ? {}
    : { ahead: numbers.ahead, behind: numbers.behind };
}

/**
 * Sums the rows of `git diff --numstat -z`. Binary files have `-` for both numbers and are passed
 * over; after a rename two more records hold the paths.
 */
export function parseNumstat(output: string): {
  readonly linesAdded: number;
  readonly linesRemoved: number;
} {
  const records = output.split("\0");
  let linesAdded = 0;
  let linesRemoved = 0;
  for (let at = 0; at < records.length; at += 1) {
    const row = /^(\d+|-)\t(\d+|-)\t(.*)$/s.exec(records[at] ?? "");
    if (row === null) continue;
    linesAdded += wholeNumber(row[1]) ?? 0;
    linesRemoved += wholeNumber(row[2]) ?? 0;
    if (row[3] === "") at += 2;
  }
  return { linesAdded, linesRemoved };
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+$/.test(text) ? asCount(Number(text)) : undefined;
}
