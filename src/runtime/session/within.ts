/** Waiting for an agent's answer, but not for ever. */
import { failed } from "../../base/result.ts";
import type { LinkResult } from "../../sources/acp/agent-link.ts";

/**
 * The answer, or a reason when it does not come in time, the process ends first or the promise breaks.
 * Never rejects.
 */
export async function within<T>(
  answer: Promise<LinkResult<T>>,
  maxMs: number,
  ended?: Promise<{ readonly reason: string }>,
): Promise<LinkResult<T>> {
  let timer: Timer | undefined;
  const late = new Promise<LinkResult<T>>((resolve) => {
    if (maxMs === Number.POSITIVE_INFINITY) return;
    timer = setTimeout(
      () =>
        resolve({ ...failed(`the agent has not answered in ${maxMs / 1000} s`), fault: "timeout" }),
      maxMs,
    );
  });
  const gone = ended?.then(({ reason }): LinkResult<T> => ({ ...failed(reason), fault: "gone" }));
  try {
    return await Promise.race([answer, late, ...(gone === undefined ? [] : [gone])]);
  } catch (error) {
    return failed(error instanceof Error ? error.message : "the request broke");
  } finally {
    clearTimeout(timer);
  }
}
