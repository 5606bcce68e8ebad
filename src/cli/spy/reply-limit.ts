/** How often a query is answered: a terminal that echoes its input would ask us again for ever. */

const WINDOW_MS = 1_000;
/** A program asks once, a few of them in a row a few times. */
const REPLIES_PER_WINDOW = 10;

/** Says whether one more reply may be sent now. */
export function createReplyLimit(nowMs: () => number): () => boolean {
  let sinceMs = Number.NEGATIVE_INFINITY;
  let replies = 0;
  return () => {
    const now = nowMs();
    // A clock that was set back begins a new window too.
    if (now - sinceMs >= WINDOW_MS || now < sinceMs) {
      sinceMs = now;
      replies = 0;
    }
    replies += 1;
    return replies <= REPLIES_PER_WINDOW;
  };
}
