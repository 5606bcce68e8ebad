/** A part of an installation: something of ours in a file that may hold other people's things as well. */
import type { Result } from "../../base/result.ts";

/** In the order in which they are planned, written and listed. */
export const PART_NAMES = ["instructions", "mcp", "hooks", "permissions", "statusline"] as const;
export type PartName = (typeof PART_NAMES)[number];

/**
 * - `absent`: nothing of ours is there;
 * - `current`: as it would be installed;
 * - `shared`: current, and another harness was installed into the same place as well;
 * - `stale`: as an earlier installation left it, and no longer as it would be;
 * - `edited`: somebody changed it since, so it is left alone without `--force`;
 * - `skipped`: declined with `--without`, and not looked at.
 */
export type PartState = "absent" | "current" | "shared" | "stale" | "edited" | "skipped";

/** Why a file cannot be used. Never quotes it. */
export interface PartFault {
  /** A clause without a full stop, and what to do. */
  readonly reason: string;
  /** From 1, where it is known. */
  readonly line?: number;
}

/** A part inside the text of its file (without a byte order mark). Pure. */
export interface PartText {
  /** What shall be there, in a form that compares: two that mean the same are equal. */
  readonly wanted: string;
  /** What of ours is there, in that form; undefined if nothing is. The text is empty where there is no file. */
  readonly read: (text: string) => Result<string | undefined, PartFault>;
  /** The text with the part as it shall be. Everything else keeps its bytes. */
  readonly put: (text: string) => Result<string, PartFault>;
}
