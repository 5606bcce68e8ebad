/**
 * The order to refresh what is known of a repository, as one argument of the program's own command
 * line, and the start of a process that carries it out without anyone waiting for it.
 */
import { isAbsolute } from "node:path";
import { failed, ok, type Result } from "../../base/result.ts";
import { asRecord, asText, asTexts } from "../../base/shape.ts";
import { GIT_PARTS, type GitPart } from "./git-cache-file.ts";

/** What to refresh. Both paths are absolute. */
export interface RefreshRequest {
  /** A folder in the repository; what belongs to it is looked up anew. */
  readonly cwd: string;
  /** The program's cache folder. */
  readonly cacheDir: string;
  readonly parts: readonly GitPart[];
}

/** Two paths of the greatest length in use, each character escaped. */
const REQUEST_MAX_CHARS = 64 * 1024;

/** The request as JSON, for one element of an argument list. */
export function encodeRefreshRequest(request: RefreshRequest): string {
  const { cwd, cacheDir, parts } = request;
  return JSON.stringify({ cwd, cacheDir, parts });
}

/** Reads what {@link encodeRefreshRequest} wrote, or says what is wrong with it. */
export function parseRefreshRequest(text: string | undefined): Result<RefreshRequest> {
  if (text === undefined || text.length > REQUEST_MAX_CHARS) {
    return failed("the refresh request is missing or too long");
  }
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return failed("the refresh request is no JSON");
  }
  const record = asRecord(raw);
  const cwd = asText(record?.cwd);
  const cacheDir = asText(record?.cacheDir);
  const asked = asTexts(record?.parts) ?? [];
  if (cwd === undefined || !isAbsolute(cwd)) {
    return failed("the refresh request needs an absolute cwd");
  }
  if (cacheDir === undefined || !isAbsolute(cacheDir)) {
    return failed("the refresh request needs an absolute cacheDir");
  }
  const parts = GIT_PARTS.filter((part) => asked.includes(part));
  if (parts.length === 0) return failed("the refresh request asks for nothing");
  return ok({ cwd, cacheDir, parts });
}

/**
 * Starts `command` (absolute program first) so that nobody waits for it: a session of its own, no
 * descriptor of ours (whoever started us waits until the last holder of our stdout is gone), and no
 * part in our event loop. When we end first, the system's init reaps it; when we stay, we do. False
 * if it could not be started. Needs no import: `Bun.spawn` is there.
 */
export function spawnDetached(
  command: readonly string[],
  options: {
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly cwd?: string;
  },
): boolean {
  try {
    Bun.spawn([...command], {
      // The folder of a session must stay removable while we work.
      cwd: options.cwd ?? "/",
      env: { ...options.env },
      stdio: ["ignore", "ignore", "ignore"],
      detached: true,
      windowsHide: true,
    }).unref();
    return true;
  } catch {
    return false;
  }
}
