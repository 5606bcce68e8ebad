/** The one place from which the agent's delays come. */

/** Environment variable that all delays are multiplied by; 0 leaves them out, absent is 1. */
export const SPEED_VARIABLE = "TELLTALE_AGENT_SPEED";

/** No delay is longer, whatever a script asks for. */
const MAX_DELAY_MS = 24 * 60 * 60_000;

export interface Pace {
  /** Resolves after the scaled time, or when the signal aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Paces with that factor; what is no number from 0 up is 1. */
export function createPace(speed: string | undefined): Pace {
  const asked = speed === undefined || speed.trim() === "" ? 1 : Number(speed);
  const factor = Number.isFinite(asked) && asked >= 0 ? asked : 1;
  return {
    wait(ms, signal) {
      const delayMs = Math.min(Math.max(0, ms) * factor, MAX_DELAY_MS);
      if (delayMs === 0 || signal.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const finish = () => {
          clearTimeout(timer);
          signal.removeEventListener("abort", finish);
          resolve();
        };
        const timer = setTimeout(finish, delayMs);
        signal.addEventListener("abort", finish);
      });
    },
  };
}
