/** Remembers the review that a tool call told of. Without it a link is lost, and nothing else. */
import { reviewAfter } from "../../sources/probes/git-review.ts";
import { isAt, readReviews, writeReview } from "../../sources/probes/git-review-record.ts";
import type { ToolCall } from "../../wire/runtime/entities.ts";

export interface ReviewRecorderDeps {
  readonly stateDir: string;
  readonly cacheDir?: string;
  readonly nowMs: () => number;
}

/** Takes a call that has ended in a session of this folder; true once something new is on the disk. */
export function reviewRecorder({ stateDir, ...place }: ReviewRecorderDeps) {
  return async (call: ToolCall, cwd: string): Promise<boolean> => {
    const record = reviewAfter(call, { ...place, cwd });
    if (record === undefined) return false;
    const before = readReviews(stateDir).findLast((each) => isAt(each, record));
    // A call is told again as its output grows.
    if (before?.review.url === record.review.url) return false;
    return (await writeReview(stateDir, record)).ok;
  };
}
