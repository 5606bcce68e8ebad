/**
 * How often a terminal answers the query. The answer has the bytes of the question, so a program or
 * a terminal that echoes its input would ask for ever.
 */

import { givenNumber } from "../../base/given.ts";

const WINDOW_MS = 1_000;
/** A program asks once; a few of them, started one after the other, a few times. */
const REPLIES_PER_WINDOW = 10;

/** Says whether one more reply may be sent at `nowMs`, a time in milliseconds of any clock. */
export function createReplyLimit(): (nowMs: number) => boolean {
  let sinceMs = Number.NEGATIVE_INFINITY;
  let replies = 0;
  return (clockMs) => {
    const nowMs = givenNumber(clockMs);
    // A clock that was set back begins a new window too.
    if (nowMs - sinceMs >= WINDOW_MS || nowMs < sinceMs) {
      sinceMs = nowMs;
      replies = 0;
    }
    replies += 1;
    return replies <= REPLIES_PER_WINDOW;
  };
}
