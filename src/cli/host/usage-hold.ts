/**
 * Holds back what changes with every piece of a streamed answer, so that the line shows it at most twice
 * a second while a turn runs: the first value at once, the last one when the turn has ended.
 */
import { basePhase } from "../../status/facts/turn.ts";
import type { Snapshot } from "../../status/snapshot.ts";

/** A number that changes more often cannot be read. */
const HOLD_MS = 500;

const HELD = ["context", "tokens", "cost", "rate"] as const;

export interface UsageHold {
  /** The snapshot as it is to be shown now. */
  readonly shown: (snapshot: Snapshot) => Snapshot;
  readonly dispose: () => void;
}

export interface UsageHoldDeps {
  readonly nowMs: () => number;
  readonly schedule: (atMs: number, run: () => void) => () => void;
  /** What was held back may be shown now. */
  readonly onDue: () => void;
}

export function usageHold({ nowMs, schedule, onDue }: UsageHoldDeps): UsageHold {
  let last: { readonly from: Snapshot; readonly atMs: number } | undefined;
  let given: { readonly of: Snapshot; readonly by: Snapshot; readonly out: Snapshot } | undefined;
  let cancel: (() => void) | undefined;

  const release = (snapshot: Snapshot): Snapshot => {
    cancel?.();
    cancel = undefined;
    last = { from: snapshot, atMs: nowMs() };
    return snapshot;
  };

  return {
    shown(snapshot) {
      if (last === undefined) return release(snapshot);
      const { from } = last;
      if (HELD.every((topic) => from[topic] === snapshot[topic])) return snapshot;
      const sinceMs = nowMs() - last.atMs;
      const isStreaming =
        basePhase(snapshot.turn) === "running" && from.turn?.id === snapshot.turn?.id;
      const isSame = from.session?.id === snapshot.session?.id;
      if (!isSame || !isStreaming || sinceMs >= HOLD_MS || sinceMs < 0) return release(snapshot);
      cancel ??= schedule(last.atMs + HOLD_MS, () => {
        cancel = undefined;
        onDue();
      });
      if (given?.of !== snapshot || given.by !== from) {
        given = { of: snapshot, by: from, out: held(snapshot, from) };
      }
      return given.out;
    },
    dispose: () => cancel?.(),
  };
}

function held(snapshot: Snapshot, from: Snapshot): Snapshot {
  const out: { -readonly [Topic in keyof Snapshot]: Snapshot[Topic] } = { ...snapshot };
  for (const topic of HELD) {
    if (from[topic] === undefined) delete out[topic];
    else Object.assign(out, { [topic]: from[topic] });
  }
  return out;
}
