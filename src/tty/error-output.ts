/**
 * Keeps what others write to standard error out of a picture on the same terminal: warnings of the
 * runtime, or of a library, come at any time and go straight to the descriptor.
 */
import { closeSync, openSync } from "node:fs";
import { isatty } from "node:tty";
import { openCLibrary } from "./c-library.ts";

const FUNCTIONS = {
  dup: { args: ["i32"], returns: "i32" },
  dup2: { args: ["i32", "i32"], returns: "i32" },
} as const;

const STDERR = 2;

/** Drops it until the function given back is called; where it goes elsewhere than to a terminal, it stays. */
export function muteErrorOutput(): () => void {
  const nothing = (): void => undefined;
  if (!isatty(STDERR)) return nothing;
  const library = openCLibrary(FUNCTIONS);
  if (!library.ok) return nothing;
  const c = library.value;
  const kept = c.dup(STDERR);
  if (kept < 0) return nothing;
  const sink = openSync("/dev/null", "w");
  c.dup2(sink, STDERR);
  closeSync(sink);
  let isMuted = true;
  return () => {
    if (!isMuted) return;
    isMuted = false;
    c.dup2(kept, STDERR);
    closeSync(kept);
  };
}
