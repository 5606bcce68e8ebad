/**
 * A terminal at the end of a slow line: the question about OSC 7501 and the one for the device's
 * attributes are answered, but late. Whoever starts one must `await end()` it. POSIX only.
 */
import { endProcessTree } from "./process-tree.ts";

const POLL_MS = 15;
const ASKED = "\x1b[c";
const ANSWERS = "\x1b]7501;?\x1b\\\x1b[?62;4c";

export interface SlowTerminal {
  /** All that was written to it. */
  readonly text: () => string;
  /** Waits until a text was written; false if it never is. */
  readonly sees: (text: string, timeoutMs: number) => Promise<boolean>;
  readonly type: (keys: string) => void;
  readonly end: () => Promise<void>;
}

/** Starts a command in a terminal that answers `delayMs` after it was asked. */
export function startInSlowTerminal(
  command: readonly string[],
  { delayMs, env }: { readonly delayMs: number; readonly env: Readonly<Record<string, string>> },
): SlowTerminal {
  let text = "";
  let isAsked = false;
  const child = Bun.spawn([...command], {
    env: { TERM: "xterm-256color", ...env },
    terminal: {
      cols: 120,
      rows: 30,
      data(terminal, bytes) {
        text += Buffer.from(bytes).toString("latin1");
        if (isAsked || !text.includes(ASKED)) return;
        isAsked = true;
        setTimeout(() => terminal.write(ANSWERS), delayMs);
      },
    },
  });
  return {
    text: () => text,
    async sees(wanted, timeoutMs) {
      const untilMs = performance.now() + timeoutMs;
      while (!text.includes(wanted) && performance.now() < untilMs) await Bun.sleep(POLL_MS);
      return text.includes(wanted);
    },
    type: (keys) => void child.terminal?.write(keys),
    async end() {
      await endProcessTree(child.pid);
      child.terminal?.close();
      await child.exited;
    },
  };
}
