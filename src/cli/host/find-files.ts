/** Files below a folder by a few letters of their path, for completion after `@`. */

export interface FileFinder {
  /** Paths relative to `cwd`, folders with a slash behind, best first; none once `signal` has aborted. */
  readonly find: (cwd: string, query: string, signal: AbortSignal) => Promise<readonly string[]>;
}

export function fileFinder(): FileFinder {
  return { find: async () => [] };
}
