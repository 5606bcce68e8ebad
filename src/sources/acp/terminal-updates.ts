/** Paces what terminals of an agent print: a call is shown again a few times a second, and at the end. */
import type { After } from "./asking.ts";

/** A person sees no more; each time the whole output of the call is handed on. */
const PACE_MS = 100;

export interface TerminalUpdates {
  readonly changed: (sessionId: string, terminalId: string, hasEnded: boolean) => void;
  readonly dispose: () => void;
}

export function terminalUpdates(
  after: After,
  show: (sessionId: string, terminalId: string) => void,
): TerminalUpdates {
  const waiting = new Map<string, () => void>();
  return {
    changed(sessionId, terminalId, hasEnded) {
      if (hasEnded) {
        waiting.get(terminalId)?.();
        waiting.delete(terminalId);
        return show(sessionId, terminalId);
      }
      if (waiting.has(terminalId)) return;
      const cancel = after(PACE_MS, () => {
        waiting.delete(terminalId);
        show(sessionId, terminalId);
      });
      waiting.set(terminalId, cancel);
    },
    dispose() {
      for (const cancel of waiting.values()) cancel();
      waiting.clear();
    },
  };
}
