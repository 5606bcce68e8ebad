/**
 * What the terminal sends, told apart: keys and pastes, the wheel, and answers to control sequences, which
 * are never keys, however late they come and however they end.
 */
import { StdinBuffer, setKittyProtocolActive } from "@earendil-works/pi-tui";
import { type Key, keyOf, pasteOf } from "./key.ts";

export interface InputListener {
  readonly onKey: (key: Key) => void;
  readonly onWheel: (direction: -1 | 1) => void;
  /** A whole control sequence that is no key. */
  readonly onReply: (sequence: string) => void;
  /** The terminal does not know kitty's keyboard protocol. */
  readonly onPlainKeyboard: () => void;
}

export interface TerminalInput {
  readonly feed: (bytes: Uint8Array) => void;
  readonly close: () => void;
}

/** A lone escape is a key after this; over a slow line the rest of a sequence may still come. */
const ESCAPE_MS = 25;
const REMOTE_ESCAPE_MS = 100;
/** An answer that comes in pieces is whole within this, or its beginning was typed. */
const SEQUENCE_MS = 300;

/** Reads bytes of a terminal. */
export function terminalInput(
  listener: InputListener,
  env: Readonly<Record<string, string | undefined>>,
): TerminalInput {
  const isRemote = env.SSH_CONNECTION !== undefined || env.SSH_TTY !== undefined;
  const escapeTimeout = isRemote ? REMOTE_ESCAPE_MS : ESCAPE_MS;
  const buffer = new StdinBuffer({ timeout: SEQUENCE_MS, escapeTimeout });
  const decoder = new TextDecoder("utf-8");
  // The buffer gives UTF-16 units one by one: halves of a character are put together again.
  let half = "";
  buffer.on("data", (sequence: string) => {
    if (/^[\ud800-\udbff]$/.test(sequence)) {
      half = sequence;
      return;
    }
    const whole = half + sequence;
    half = "";
    take(whole, listener);
  });
  buffer.on("paste", (text: string) => listener.onKey(pasteOf(text)));
  return {
    feed: (bytes) => {
      const text = decoder.decode(bytes, { stream: true });
      if (text !== "") buffer.process(text);
    },
    close: () => {
      buffer.destroy();
      setKittyProtocolActive(false);
    },
  };
}

function take(sequence: string, listener: InputListener): void {
  const wheel = /^\x1b\[<(\d+);\d+;\d+[Mm]$/.exec(sequence);
  if (wheel !== null) {
    const button = Number(wheel[1]) & ~0b11100;
    if (button === 64 || button === 65) listener.onWheel(button === 64 ? -1 : 1);
    return;
  }
  if (isReply(sequence)) {
    if (/^\x1b\[\?[1-9]\d*u$/.test(sequence)) setKittyProtocolActive(true);
    else if (/^\x1b\[\?[\d;]*c$/.test(sequence)) listener.onPlainKeyboard();
    listener.onReply(sequence);
    return;
  }
  const key = keyOf(sequence);
  if (key !== undefined) listener.onKey(key);
}

/** Control strings; device attributes, cursor and mode reports, window reports, focus, colour schemes. */
const REPLY = /^\x1b(?:[\]P_^X]|\[(?:[?>=][\d;]*[cnuy$]|[?]?[\d;]*\$y|\d+;\d+R|[\d;]*t|[IO]$|M))/s;

function isReply(sequence: string): boolean {
  return sequence.length > 2 && REPLY.test(sequence);
}
