/**
 * Which review each branch has, as it was seen in what agents ran: one file in the state folder, written
 * whole and private, newest last. It is read back as hostile: a record of a wrong shape is dropped.
 */
import { join } from "node:path";
import { failed, ok, type Result } from "../../base/result.ts";
import { asCount, asRecord, asText } from "../../base/shape.ts";
import { withLock } from "../../files/lock.ts";
import { readBounded } from "../../files/read-bounded.ts";
import { writeWhole } from "../../files/write-whole.ts";
import type { Review } from "../../status/facts/review.ts";
import { readReviewAddress } from "./git-review-address.ts";

/** A branch of a repository. */
export interface ReviewPlace {
  /** Real path of the folder that all its worktrees share. */
  readonly commonDir: string;
  readonly branch: string;
}

/** The review of one branch. */
export interface ReviewRecord extends ReviewPlace {
  readonly review: Review;
  /** Epoch milliseconds. */
  readonly atMs: number;
}

/** More branches than one person has under review; the oldest go. */
export const MAX_REVIEWS = 256;
/** Names and addresses of usual length for all of them take a third of it; the oldest go. */
export const MAX_REVIEWS_BYTES = 256 * 1024;
/** A path, as Linux bounds it, and so a branch. */
const NAME_MAX_UNITS = 4096;
const VERSION = 1;
/** Another host writes for a millisecond or two; nobody waits for this one. */
const LOCK_WAIT_MS = 2_000;

/** Where the file is below the state folder. */
export function reviewsFile(stateDir: string): string {
  return join(stateDir, "reviews.json");
}

/** The records, oldest first; none where the file is missing, too big or no such file. Never throws. */
export function readReviews(stateDir: string): readonly ReviewRecord[] {
  const read = readBounded(reviewsFile(stateDir), MAX_REVIEWS_BYTES);
  return read.ok ? parseReviews(read.value) : [];
}

/** Reads the text of the file. */
export function parseReviews(text: string): readonly ReviewRecord[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [];
  }
  const root = asRecord(value);
  if (root?.version !== VERSION || !Array.isArray(root.reviews)) return [];
  return root.reviews.slice(-MAX_REVIEWS).flatMap((each) => readRecord(each) ?? []);
}

function readRecord(value: unknown): ReviewRecord | undefined {
  const raw = asRecord(value);
  const commonDir = readName(raw?.commonDir);
  const branch = readName(raw?.branch);
  const review = readReviewAddress(asText(raw?.url) ?? "")?.review;
  if (commonDir === undefined || branch === undefined || review === undefined) return undefined;
  if (review.vendor !== raw?.vendor || review.number !== raw?.number) return undefined;
  return { commonDir, branch, review, atMs: asCount(raw?.atMs) ?? 0 };
}

function readName(value: unknown): string | undefined {
  const text = asText(value);
  return text === undefined || text === "" || text.length > NAME_MAX_UNITS ? undefined : text;
}

/** Puts the record in the place of the branch's earlier one. Never throws. */
export async function writeReview(stateDir: string, record: ReviewRecord): Promise<Result<void>> {
  const file = reviewsFile(stateDir);
  const done = await withLock(
    `${file}.lock`,
    () => {
      const others = readReviews(stateDir).filter((each) => !isAt(each, record));
      const text = encodeReviews([...others, record]);
      return writeWhole(file, text, { mode: 0o600, durable: false });
    },
    { waitMs: LOCK_WAIT_MS },
  );
  if (!done.ok) return done;
  return done.value.ok ? ok(undefined) : failed(done.value.reason);
}

/** Whether a record is that of the place. */
export function isAt(record: ReviewPlace, { commonDir, branch }: ReviewPlace): boolean {
  return record.commonDir === commonDir && record.branch === branch;
}

/** The text of the file: as many of the newest as it may hold. */
export function encodeReviews(records: readonly ReviewRecord[]): string {
  const newest = records.slice(-MAX_REVIEWS).map(({ commonDir, branch, review, atMs }) => {
    const { vendor, number, url } = review;
    return JSON.stringify({ commonDir, branch, vendor, number, url, atMs });
  });
  let bytes = `{"version":${VERSION},"reviews":[]}\n`.length;
  const tooMany = newest.findLastIndex((each) => {
    bytes += Buffer.byteLength(each) + 2;
    return bytes > MAX_REVIEWS_BYTES;
  });
  return `{"version":${VERSION},"reviews":[${newest.slice(tooMany + 1).join(",\n")}]}\n`;
}
