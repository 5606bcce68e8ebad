/**
 * Outside text that is printed as it comes: line ends and tabs stay, every other control, escape sequences with
 * their payload, and hidden marks go. A sequence may be cut anywhere.
 */
import { readEscapeSequence } from "./escape-sequence.ts";
import { HIDDEN_MARK } from "./hidden-marks.ts";

const CONTROL = new RegExp(
  `[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u2028\\u2029]|${HIDDEN_MARK}`,
  "gu",
);

/** A sequence that has not ended by then is none. */
const MAX_HELD_UNITS = 4_096;

export interface StreamCleaner {
  /** What can be printed now. */
  readonly push: (text: string) => string;
}

export function createStreamCleaner(): StreamCleaner {
  let held = "";
  return {
    push(text) {
      const all = held + text;
      held = "";
      let out = "";
      let at = 0;
      CONTROL.lastIndex = 0;
      for (let found = CONTROL.exec(all); found !== null; found = CONTROL.exec(all)) {
        out += all.slice(at, found.index);
        const sequence = readEscapeSequence(all, found.index);
        const reachesEnd = sequence?.complete === false && sequence.end === all.length;
        if (reachesEnd && all.length - found.index <= MAX_HELD_UNITS) {
          held = all.slice(found.index);
          return out;
        }
        at = sequence?.end ?? found.index + found[0].length;
        CONTROL.lastIndex = at;
      }
      return out + all.slice(at);
    },
  };
}
