/**
 * Loaded before the program (`--preload`): notes each timer that goes off, with the time it was set for, as a
 * line of the file that `TIMER_LOG` names. What the runtime does of its own is not seen.
 */
import { appendFileSync } from "node:fs";

const path = process.env.TIMER_LOG;
if (path === undefined) throw new Error("TIMER_LOG names no file");

type Call = (...args: readonly unknown[]) => void;

function noting<Timer extends object>(kind: string, set: (call: Call, ms: number) => Timer) {
  return (call: Call, ms = 0, ...args: readonly unknown[]): Timer =>
    set(() => {
      appendFileSync(path as string, `${kind} ${ms}\n`);
      call(...args);
    }, ms);
}

Object.assign(globalThis, {
  setTimeout: noting("once", globalThis.setTimeout),
  setInterval: noting("again", globalThis.setInterval),
});
