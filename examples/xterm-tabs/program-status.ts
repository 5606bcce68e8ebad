/**
 * Reads OSC 7501 from an xterm.js terminal: the part to copy. It needs nothing of this example, only
 * `@xterm/xterm` and `telltale/osc7501`.
 */

import type { IDisposable, Terminal } from "@xterm/xterm";
import {
  createRecordStore,
  createReplyLimit,
  encodeReply,
  OSC_NUMBER,
  parseBodyText,
  type RecordStore,
} from "telltale/osc7501";

export interface ProgramStatus extends IDisposable {
  /** What the programs in this terminal say of themselves: `list()` it to show it. */
  readonly records: RecordStore;
  /** Call it when the process of the terminal has ended. */
  processExited(): void;
}

/**
 * Hooks into the parser of an opened terminal. `onChange` is called after each change, many times a
 * second if a program wants it so: draw at your own pace. Call this only where records are shown,
 * since it tells programs that they are.
 */
export function readProgramStatus(terminal: Terminal, onChange: () => void): ProgramStatus {
  const records = createRecordStore();
  const mayReply = createReplyLimit();
  const changed = (change: { readonly removed: readonly string[]; readonly updated?: unknown }) => {
    if (change.removed.length > 0 || change.updated !== undefined) onChange();
  };
  const hooks = [
    terminal.parser.registerOscHandler(OSC_NUMBER, (body) => {
      const event = parseBodyText(body);
      // The way of all the terminal's answers, so that a reply comes before the one to a later DA1.
      if (event.event === "query" && mayReply(performance.now()))
        terminal.input(encodeReply(event.terminator), false);
      changed(records.apply(event));
      return true;
    }),
    // A new prompt ends what the program before it was doing. Others may read OSC 133 as well.
    terminal.parser.registerOscHandler(133, (body) => {
      if (body === "A" || body.startsWith("A;")) changed(records.promptStart());
      return false;
    }),
    // RIS: false, since the terminal itself has yet to reset.
    terminal.parser.registerEscHandler({ final: "c" }, () => {
      changed(records.reset());
      return false;
    }),
    // Whoever types here has seen that the work is done. Focus alone says nothing.
    onTyping(terminal, () => changed(records.seen())),
  ];
  return {
    records,
    processExited: () => changed(records.processExit()),
    dispose: () => hooks.forEach((hook) => void hook.dispose()),
  };
}

/** Not `onData`: the terminal's own answers and reports of focus and mouse go that way too. */
function onTyping(terminal: Terminal, typed: () => void): IDisposable {
  const keys = terminal.onKey(typed);
  const area = terminal.textarea;
  // What a person enters without keys: a paste, an input method.
  area?.addEventListener("paste", typed);
  area?.addEventListener("compositionend", typed);
  return {
    dispose() {
      keys.dispose();
      area?.removeEventListener("paste", typed);
      area?.removeEventListener("compositionend", typed);
    },
  };
}
