/**
 * Reads a non-blocking descriptor as bytes come. `Bun.file(fd).stream()` waits in the event loop:
 * when it is cancelled, no read is left behind that would eat what is meant for the next program,
 * as the streams of `node:tty` and `node:fs` do, which also refuse a descriptor that does not block.
 */

/** What takes the bytes; the next ones wait for its promise. */
export type BytesHandler = (bytes: Uint8Array) => void | Promise<void>;

/** Starts reading; the function given back ends it. */
export function readBytes(fd: number, handler: BytesHandler, onEnd?: () => void): () => void {
  const reader = Bun.file(fd).stream().getReader();
  let reading = true;
  const read = async (): Promise<void> => {
    while (reading) {
      const { value, done } = await reader.read();
      if (done || !reading) break;
      await handler(value);
    }
  };
  // A terminal that goes away ends like a stream, or with EIO.
  const ended = (): void => {
    if (!reading) return;
    reading = false;
    onEnd?.();
  };
  read().then(ended, ended);
  return () => {
    if (!reading) return;
    reading = false;
    reader.cancel().catch(() => undefined);
  };
}
