/** The Git repository of the working directory. Names are outside text. */
export interface Git {
  /** False: looked, and there is none. Absent: nobody has looked yet. */
  readonly repo?: boolean;
  /** Absent when HEAD is detached. */
  readonly branch?: string;
  /** Abbreviated commit, 7 characters; absent while the branch is unborn. */
  readonly commit?: string;
  readonly detached?: boolean;
  /** The branch has no commit yet. */
  readonly unborn?: boolean;
  /** Name of the linked worktree; absent in the main one. */
  readonly worktree?: string;
  readonly counts?: GitCounts;
  readonly ahead?: number;
  readonly behind?: number;
  /** Lines of the working tree against HEAD, staged included, untracked not. */
  readonly linesAdded?: number;
  readonly linesRemoved?: number;
  readonly remote?: Repository;
}

/** Files by state. */
export interface GitCounts {
  readonly staged: number;
  readonly unstaged: number;
  readonly untracked: number;
  readonly conflicts: number;
  readonly stash?: number;
}

/** A repository on a server; a path on this machine has a name only. */
export interface Repository {
  readonly host?: string;
  readonly owner?: string;
  readonly name: string;
}

/** Where HEAD stands. Replaces what was known of HEAD; another branch or no repository clears the rest. */
export interface GitHeadRead {
  readonly kind: "git-head-read";
  readonly repo: boolean;
  readonly branch?: string;
  readonly commit?: string;
  readonly detached?: boolean;
  readonly unborn?: boolean;
  readonly worktree?: string;
}

/** Files by state, for the HEAD that was read last. */
export interface GitCounted {
  readonly kind: "git-counted";
  readonly counts: GitCounts;
}

/** Commits against the upstream; without numbers there is no upstream. */
export interface GitCompared {
  readonly kind: "git-compared";
  readonly ahead?: number;
  readonly behind?: number;
}

/** Lines of the working tree against HEAD, for the HEAD that was read last. */
export interface GitDiffed {
  readonly kind: "git-diffed";
  readonly linesAdded: number;
  readonly linesRemoved: number;
}

/** The repository on its server; replaces the one before. */
export interface RepositoryKnown extends Repository {
  readonly kind: "repository-known";
}

export type GitFact = GitHeadRead | GitCounted | GitCompared | GitDiffed | RepositoryKnown;

/** The repository after one more fact; see `GitHeadRead` for what another HEAD clears. */
export function foldGit(state: Git | undefined, fact: GitFact): Git {
  switch (fact.kind) {
    case "git-head-read": {
      const { kind: _, ...head } = fact;
      if (state === undefined) return head;
      if (!head.repo) return head;
      const kept = state.branch === head.branch ? measured(state) : {};
      const remote = state.remote === undefined ? {} : { remote: state.remote };
      return { ...kept, ...head, ...remote };
    }
    case "git-counted":
      return { repo: true, ...state, counts: fact.counts };
    case "git-compared": {
      const { ahead: _a, behind: _b, ...rest } = state ?? { repo: true };
      const { kind: _, ...numbers } = fact;
      return { ...rest, ...numbers };
    }
    case "git-diffed": {
      const { kind: _, ...lines } = fact;
      return { repo: true, ...state, ...lines };
    }
    case "repository-known": {
      const { kind: _, ...remote } = fact;
      return { ...state, remote };
    }
    default:
      return fact satisfies never;
  }
}

function measured(state: Git): Partial<Git> {
  const {
    repo: _r,
    branch: _b,
    commit: _c,
    detached: _d,
    unborn: _u,
    worktree: _w,
    ...rest
  } = state;
  return rest;
}
