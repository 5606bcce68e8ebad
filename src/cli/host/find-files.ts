/**
 * Files below a folder by a few letters of their path, for completion after `@`. In a repository Git
 * tells which files there are, so that what it ignores is left out; elsewhere folders are walked, but
 * never through a link, which could lead out.
 */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { findGit, runGit } from "../../sources/probes/git-run.ts";
import { hasHiddenMarks } from "../../text/hidden-marks.ts";
import { fuzzyScore } from "./fuzzy-score.ts";

export interface FileFinder {
  /** Paths relative to `cwd`, folders with a slash behind, best first; none once `signal` has aborted. */
  readonly find: (cwd: string, query: string, signal: AbortSignal) => Promise<readonly string[]>;
}

export interface FileFinderDeps {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly nowMs: () => number;
}

/** Shown at once are a handful. */
const MAX_FOUND = 50;
/** A list is good for as long as a word is being typed. */
const LIST_MS = 5_000;
/** A checkout of a big project; of more the first ones are looked at. */
const MAX_FILES = 50_000;
/** Folders deeper than this are generated ones. */
const MAX_DEPTH = 12;
/** Who types waits no longer than this. */
const LIST_LIMIT_MS = 2_000;
/** Folders that hold what no person wrote, where no repository says so. */
const PASSED_OVER: ReadonlySet<string> = new Set([
  ".git",
  ".hg",
  ".svn",
  "node_modules",
  "target",
  "__pycache__",
  ".venv",
  ".cache",
]);

/** One look at a folder, shared by all the letters that are typed meanwhile. */
interface Look {
  readonly cwd: string;
  readonly atMs: number;
  readonly paths: Promise<readonly string[]>;
}

/** A finder that keeps what it saw of the last folder for a few seconds. */
export function fileFinder({ env, nowMs }: FileFinderDeps): FileFinder {
  let last: Look | undefined;
  return {
    async find(cwd, query, signal) {
      if (signal.aborted) return [];
      const isFresh = last?.cwd === cwd && Math.abs(nowMs() - last.atMs) < LIST_MS;
      if (last === undefined || !isFresh) {
        last = { cwd, atMs: nowMs(), paths: listFiles(cwd, env).then(withFolders) };
      }
      const paths = await Promise.race([last.paths, aborted(signal)]);
      return signal.aborted ? [] : ranked(paths, query);
    },
  };
}

function aborted(signal: AbortSignal): Promise<readonly string[]> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve([]), { once: true });
  });
}

/** Ends by itself within `LIST_LIMIT_MS` and a little, whoever still wants it. */
async function listFiles(cwd: string, env: FileFinderDeps["env"]): Promise<readonly string[]> {
  const git = findGit(env);
  if (git !== undefined) {
    const args = ["ls-files", "--cached", "--others", "--exclude-standard", "-z"];
    const run = await runGit(args, { git, cwd, env, limitMs: LIST_LIMIT_MS });
    if (run.kind === "ended" && run.exitCode === 0) {
      const paths = new Set(run.stdout.split("\0").filter(isTypable));
      return [...paths].slice(0, MAX_FILES);
    }
  }
  return walk(cwd);
}

/** A name with a line break or a control cannot stand in a prompt, nor one that reads as another name. */
function isTypable(path: string): boolean {
  return path !== "" && !/[\x00-\x1f\x7f-\x9f\u2028\u2029]/.test(path) && !hasHiddenMarks(path);
}

/** Nearest folders first, so that a cap cuts what is deep. */
async function walk(cwd: string): Promise<readonly string[]> {
  const files: string[] = [];
  const endMs = performance.now() + LIST_LIMIT_MS;
  let folders: readonly string[] = [""];
  for (let depth = 0; depth < MAX_DEPTH && folders.length > 0; depth++) {
    const next: string[] = [];
    for (const folder of folders) {
      if (files.length >= MAX_FILES || performance.now() > endMs) return files;
      const entries = await readdir(join(cwd, folder), { withFileTypes: true }).catch(() => []);
      for (const entry of entries) {
        const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
        if (!isTypable(path)) continue;
        // What is a link counts as a file: it is named, and never gone through.
        if (!entry.isDirectory()) files.push(path);
        else if (!PASSED_OVER.has(entry.name)) next.push(path);
      }
    }
    folders = next;
  }
  return files.slice(0, MAX_FILES);
}

/** The files and every folder that holds one. */
function withFolders(files: readonly string[]): readonly string[] {
  const folders = new Set<string>();
  for (const file of files) {
    for (let at = file.lastIndexOf("/"); at > 0; at = file.lastIndexOf("/", at - 1)) {
      const folder = file.slice(0, at + 1);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return [...folders, ...files];
}

function ranked(paths: readonly string[], query: string): readonly string[] {
  const scored: { readonly path: string; readonly score: number }[] = [];
  for (const path of paths) {
    const score = fuzzyScore(query, path);
    if (score !== undefined) scored.push({ path, score });
  }
  scored.sort((a, b) => b.score - a.score || a.path.length - b.path.length);
  return scored.slice(0, MAX_FOUND).map(({ path }) => path);
}
