/**
 * Loaded before the program by tests that set its clock: `Date.now` runs ahead by the milliseconds that
 * stand in the file `CLOCK_FILE`. The product knows nothing of it; timers keep real time.
 */
import { readFileSync } from "node:fs";

const real = Date.now;
const file = process.env.CLOCK_FILE ?? "";

Date.now = () => {
  try {
    return real() + Number(readFileSync(file, "utf8"));
  } catch {
    return real();
  }
};
