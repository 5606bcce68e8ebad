/**
 * The review (GitHub pull request, GitLab merge request) of a named branch: remembered from what an
 * agent ran in this repository, looked up from files. No process, no network.
 */
import fs from "node:fs";
import type { Fact } from "../../status/facts/fact.ts";
import type { ToolCall } from "../../wire/runtime/entities.ts";
import { readGitFacts } from "./git-cache.ts";
import { type GitRepo, readGitHead } from "./git-head.ts";
import { readGitRemote } from "./git-remote.ts";
import { isHostOf, readReviewAddress } from "./git-review-address.ts";
import { findReview, readReviewCommand } from "./git-review-call.ts";
import { isAt, type ReviewRecord, readReviews } from "./git-review-record.ts";

/** What is asked, and where. */
export interface ReviewInput {
  /** Absolute; where the session works. */
  readonly cwd: string;
  /** What Git's facts say of HEAD there; without a named branch there is no review. */
  readonly facts: readonly Fact[];
  /** Absent: nothing is remembered. */
  readonly stateDir?: string;
}

/**
 * `review-found` or `review-gone`; nothing while nobody can say where HEAD stands. Whatever fails, it is
 * the link alone that is lost. Never throws.
 */
export function readReview({ cwd, facts, stateDir }: ReviewInput): readonly Fact[] {
  const head = facts.findLast((fact) => fact.kind === "git-head-read");
  if (head === undefined) return [];
  const { repo } = head.branch ? readGitHead(cwd) : {};
  const commonDir = repo && realCommonDir(repo);
  const { branch } = head;
  if (!branch || repo === undefined || commonDir === undefined || stateDir === undefined) {
    return [{ kind: "review-gone" }];
  }
  const record = readReviews(stateDir).findLast((each) => isAt(each, { commonDir, branch }));
  const host = record && readReviewAddress(record.review.url)?.host;
  // The remote may have changed since: no link leads to another host than that of today.
  if (record === undefined || host === undefined || !isHostOf(originOf(repo), host)) {
    return [{ kind: "review-gone" }];
  }
  return [{ kind: "review-found", ...record.review }];
}

/** Where and when a call ran. */
export interface CallPlace {
  readonly cwd: string;
  readonly nowMs: () => number;
  /** For repositories whose branch only Git can tell: what it told last. */
  readonly cacheDir?: string;
}

/** The record that a call leaves, read at the moment when it ends; undefined: it leaves none. */
export function reviewAfter(call: ToolCall, place: CallPlace): ReviewRecord | undefined {
  const command = readReviewCommand(call, place.cwd);
  if (command === undefined) return undefined;
  const { cwd, vendor } = command;
  const { repo } = readGitHead(cwd);
  const commonDir = repo && realCommonDir(repo);
  const remote = repo && originOf(repo);
  if (commonDir === undefined || remote === undefined) return undefined;
  const branch = branchAt({ ...place, cwd });
  if (!branch || (command.branch !== undefined && command.branch !== branch)) return undefined;
  const review = findReview(call, vendor, remote);
  return review && { commonDir, branch, review, atMs: place.nowMs() };
}

function branchAt({ cwd, nowMs, cacheDir }: CallPlace): string | undefined {
  const { facts } = readGitFacts({
    cwd,
    needs: new Set(["git-head"]),
    nowMs,
    waitMs: 0,
    statusEnabled: true,
    spawnRefresh: () => false,
    ...(cacheDir !== undefined && { cacheDir }),
  });
  return facts.findLast((fact) => fact.kind === "git-head-read")?.branch;
}

/** Worktrees of one repository have one, by whatever links they are reached. */
function realCommonDir({ commonDir }: GitRepo): string | undefined {
  try {
    return fs.realpathSync(commonDir);
  } catch {
    return undefined;
  }
}

/** `origin`, else the only remote, whatever the branch follows. */
function originOf(repo: GitRepo) {
  return readGitRemote(repo, undefined).fact;
}
