/** The compaction of a conversation: no turn starts while it goes on, and it does not go on for ever. */
import type { EventLog } from "./event-log.ts";
import type { SessionTimes } from "./times.ts";
import type { Transcript } from "./transcript.ts";

export interface Compaction {
  readonly told: (state: "started" | "ended", text: string, turnId: string | undefined) => void;
  /** One that began in the turn is over with it. */
  readonly turnSettled: (turnId: string) => void;
  /** It is over, whether its end was told or not. */
  readonly end: () => void;
}

/** `onEnded`: the next turn may start. */
export function createCompaction(
  log: EventLog,
  times: SessionTimes,
  transcript: Transcript,
  onEnded: () => void,
): Compaction {
  let timer: Timer | undefined;
  let ofTurn: string | undefined;
  const end = (): void => {
    clearTimeout(timer);
    ofTurn = undefined;
    if (log.state().compacting !== true) return;
    log.record({ kind: "compaction-ended" });
    onEnded();
  };
  return {
    end,
    turnSettled(turnId) {
      if (turnId === ofTurn) end();
    },
    told(state, text, turnId) {
      if (state === "started" && log.state().compacting !== true) {
        log.record({ kind: "compaction-started" });
        ofTurn = turnId;
        timer = setTimeout(end, times.compactionMaxMs);
      }
      transcript.compaction(text, state === "ended", turnId);
      if (state === "ended") end();
    },
  };
}
