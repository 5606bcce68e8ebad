/**
 * Where HEAD of a working directory stands, by reading files alone: no process is started and
 * nothing of the repository's configuration is obeyed.
 *
 * Decisions:
 * - The question is about `cwd`, which the session names, so `GIT_DIR`, `GIT_WORK_TREE` and
 *   `GIT_CEILING_DIRECTORIES` of our own environment have no say: a hook of another repository may
 *   have set them.
 * - `safe.directory` guards against running what a foreign repository configures. Reading a name runs
 *   nothing, so the branch is shown there too; numbers come from Git itself, which refuses.
 * - `core.worktree` is not read: the folder that holds `.git` is taken as the work tree.
 */
import fs from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { readBounded } from "../../files/read-bounded.ts";
import type { Fact } from "../../status/facts/fact.ts";
import type { GitHeadRead } from "../../status/facts/git.ts";
import { isRefName, parseRef, type RefContent, resolveRef } from "./git-refs.ts";

/** A repository as seen from one working directory. Paths are absolute. */
export interface GitRepo {
  /** Holds HEAD and the index of this work tree. */
  readonly gitDir: string;
  /** Holds references, objects and `config`; differs from `gitDir` in a linked worktree. */
  readonly commonDir: string;
  /** Absent in a bare repository and inside a `.git` folder. */
  readonly workTree?: string;
  /** Changes whenever HEAD leads to another branch or commit. Not for display. */
  readonly headKey: string;
}

/** What files tell about HEAD. */
export interface GitHeadReading {
  /** One `git-head-read`, or none when the directory itself cannot be looked at. */
  readonly facts: readonly Fact[];
  readonly repo?: GitRepo;
  /** References are in a format that only Git reads; the fact then lacks branch and commit. */
  readonly needsProcess?: "reftable";
}

/** The path limit of Linux and macOS (4096 and 1024 bytes) leaves room for no deeper folder in use. */
const WALK_MAX_DEPTH = 256;
/** One line with a path or a reference name. */
const POINTER_MAX_BYTES = 4096;
/** One line a table; Git keeps them few by merging. */
const TABLES_LIST_MAX_BYTES = 64 * 1024;
const COMMIT_CHARS = 7;
/** What HEAD holds in a repository whose references are in `reftable/`. */
const REFTABLE_HEAD = "refs/heads/.invalid";

interface Found {
  readonly gitDir: string;
  readonly commonDir: string;
  readonly workTree?: string;
}

/** Reads where HEAD of the repository around `cwd` (absolute) stands. Never throws, never waits. */
export function readGitHead(cwd: string): GitHeadReading {
  const start = realDirectory(cwd);
  if (start === undefined) return { facts: [] };
  const found = findRepository(start);
  if (found === undefined) return { facts: [{ kind: "git-head-read", repo: false }] };

  const worktree = worktreeName(found);
  const base = {
    kind: "git-head-read",
    repo: true,
    ...(worktree === undefined ? {} : { worktree }),
  };
  const head = readHeadFile(found.gitDir);
  if (head.kind === "symbolic" && head.name === REFTABLE_HEAD) {
    const headKey = reftableKey(found);
    if (headKey !== undefined) {
      return {
        facts: [base as GitHeadRead],
        repo: { ...found, headKey },
        needsProcess: "reftable",
      };
    }
  }
  const { fact, headKey } = describe(head, found);
  return { facts: [{ ...(base as GitHeadRead), ...fact }], repo: { ...found, headKey } };
}

/** The first characters of an object id, as shown. */
export function abbreviate(oid: string): string {
  return oid.slice(0, COMMIT_CHARS);
}

/** A branch as people name it; a HEAD outside `refs/heads/` keeps the rest of its name. */
export function branchName(ref: string): string {
  return ref.startsWith("refs/heads/") ? ref.slice(11) : ref.slice(5);
}

function describe(
  head: RefContent,
  found: Found,
): { readonly fact: Partial<GitHeadRead>; readonly headKey: string } {
  if (head.kind === "object") {
    return { fact: { detached: true, commit: abbreviate(head.oid) }, headKey: head.oid };
  }
  const end =
    head.kind === "symbolic" ? resolveRef(head.name, found.gitDir, found.commonDir) : undefined;
  if (end === undefined) return { fact: {}, headKey: "unreadable" };
  const branch = branchName(end.name);
  if (end.oid !== undefined) {
    return { fact: { branch, commit: abbreviate(end.oid) }, headKey: `${end.name} ${end.oid}` };
  }
  return end.unborn === true
    ? { fact: { branch, unborn: true }, headKey: `${end.name} unborn` }
    : { fact: { branch }, headKey: `${end.name} unreadable` };
}

function realDirectory(cwd: string): string | undefined {
  if (!isAbsolute(cwd)) return undefined;
  try {
    // Git walks up from where the folder really is, not from the link that leads there.
    return fs.realpathSync(cwd);
  } catch {
    return undefined;
  }
}

function findRepository(start: string): Found | undefined {
  let folder = start;
  for (let depth = 0; depth < WALK_MAX_DEPTH; depth += 1) {
    const dotGit = join(folder, ".git");
    const stat = statOf(dotGit);
    if (stat?.isDirectory() === true) {
      const commonDir = gitCommonDir(dotGit);
      if (commonDir !== undefined) return { gitDir: dotGit, commonDir, workTree: folder };
    } else if (stat !== undefined) {
      // As Git does: a damaged pointer ends the search instead of showing the repository above.
      return followPointer(dotGit, folder);
    }
    if (isBareRepository(folder)) {
      return { gitDir: folder, commonDir: gitCommonDir(folder) ?? folder };
    }
    const parent = dirname(folder);
    if (parent === folder) return undefined;
    folder = parent;
  }
  return undefined;
}

/** A `.git` file: `gitdir: PATH`, absolute or from where it stands (linked worktree, submodule). */
function followPointer(dotGit: string, workTree: string): Found | undefined {
  const text = readBounded(dotGit, POINTER_MAX_BYTES);
  const target = text.ok ? /^gitdir: ([^\0]+?)[\r\n]*$/.exec(text.value)?.[1] : undefined;
  if (target === undefined) return undefined;
  const gitDir = resolve(workTree, target);
  const commonDir = gitCommonDir(gitDir);
  return commonDir === undefined ? undefined : { gitDir, commonDir, workTree };
}

/** The folder of references and objects, or undefined if `gitDir` is no Git folder. */
function gitCommonDir(gitDir: string): string | undefined {
  if (lstatOf(join(gitDir, "HEAD")) === undefined) return undefined;
  // Most repositories have none, and a failed opening costs more than this look.
  const path = join(gitDir, "commondir");
  const pointer = lstatOf(path) === undefined ? undefined : readBounded(path, POINTER_MAX_BYTES);
  const target = pointer?.ok ? pointer.value.replace(/[\r\n]+$/, "") : "";
  const commonDir = target === "" || target.includes("\0") ? gitDir : resolve(gitDir, target);
  return statOf(join(commonDir, "objects"))?.isDirectory() === true ? commonDir : undefined;
}

/** Any folder could hold files of these names, so all of them must be what Git makes them. */
function isBareRepository(folder: string): boolean {
  if (lstatOf(join(folder, "HEAD")) === undefined) return false;
  const commonDir = gitCommonDir(folder);
  if (commonDir === undefined || statOf(join(commonDir, "refs"))?.isDirectory() !== true) {
    return false;
  }
  const head = readHeadFile(folder);
  return head.kind === "object" || (head.kind === "symbolic" && head.name.startsWith("refs/"));
}

function readHeadFile(gitDir: string): RefContent {
  const path = join(gitDir, "HEAD");
  try {
    // In old repositories HEAD is a link to the reference, which for an unborn branch leads nowhere.
    if (lstatOf(path)?.isSymbolicLink() === true) {
      const target = fs.readlinkSync(path);
      if (isRefName(target)) return { kind: "symbolic", name: target };
    }
  } catch {
    return { kind: "garbage" };
  }
  const text = readBounded(path, POINTER_MAX_BYTES);
  return text.ok ? parseRef(text.value) : { kind: "garbage" };
}

/** Submodules have a `.git` file too, but no common folder of their own and no name among worktrees. */
function worktreeName(found: Found): string | undefined {
  if (found.gitDir === found.commonDir) return undefined;
  return basename(dirname(found.gitDir)) === "worktrees" ? basename(found.gitDir) : undefined;
}

/** Every change of a reference writes a new table, whose name the list then holds. */
function reftableKey(found: Found): string | undefined {
  const lists: string[] = [];
  for (const folder of new Set([found.commonDir, found.gitDir])) {
    const path = join(folder, "reftable", "tables.list");
    const stat = statOf(path);
    if (stat === undefined) continue;
    const text = readBounded(path, TABLES_LIST_MAX_BYTES);
    lists.push(`${stat.mtimeMs} ${text.ok ? text.value : ""}`);
  }
  return lists.length === 0 ? undefined : `reftable ${lists.join("|")}`;
}

function statOf(path: string): fs.Stats | undefined {
  try {
    return fs.statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function lstatOf(path: string): fs.Stats | undefined {
  try {
    return fs.lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
