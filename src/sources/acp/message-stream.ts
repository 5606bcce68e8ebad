/**
 * JSON-RPC messages in lines, between the bytes of a process and the SDK. It differs from the SDK's own
 * stream in what a program in front of a person needs:
 *
 * - A message is handed on after everything that the one before it caused is through. So updates, requests
 *   and answers reach us in the order of the wire, in whatever order the SDK gives them to its handlers.
 * - Notifications do not go through the SDK, as it drops (and prints) updates that its version does not know.
 * - Lines that are no message are passed over and reported, not answered: programs print banners. Too many of
 *   them, or a line beyond the cap, end the stream with a reason.
 * - An answer to nothing that was asked is such a line: the SDK would print it.
 */
import { type AnyMessage, methods, type Stream } from "@agentclientprotocol/sdk";
import { asRecord } from "../../base/shape.ts";

/** One message. Conversations that are replayed come in small ones; images may be large. */
const MAX_MESSAGE_BYTES = 32 * 1024 * 1024;

/** Lines without meaning between two messages. A banner has fewer, and a program that logs to stdout has no end. */
export const MAX_STRAY_LINES = 200;

/** Of a stray line that is reported. */
const STRAY_UNITS = 200;

export interface MessageStreamOptions {
  readonly stdin: WritableStream<Uint8Array>;
  readonly stdout: ReadableStream<Uint8Array>;
  /** All notifications but `$/cancel_request`, which is the SDK's. Must not throw. */
  readonly onNotification: (method: string, params: unknown) => void;
  /** A line that is no message, cut, not cleaned. */
  readonly onStray?: (line: string) => void;
  /** Why the stream ends before its time. */
  readonly onNonsense: (reason: string) => void;
}

/** The stream; its reading side ends with the process's output, or at nonsense. */
export function messageStream(options: MessageStreamOptions): Stream {
  const asked = new Set<string>();
  return {
    readable: readMessages(options, asked),
    writable: writeMessages(options.stdin, asked),
  };
}

function writeMessages(
  stdin: WritableStream<Uint8Array>,
  asked: Set<string>,
): WritableStream<AnyMessage> {
  const encoder = new TextEncoder();
  const writer = stdin.getWriter();
  return new WritableStream<AnyMessage>({
    async write(message) {
      if ("method" in message && "id" in message) asked.add(idKey(message.id));
      await writer.write(encoder.encode(`${JSON.stringify(message)}\n`));
    },
  });
}

/** Ids 1 and "1" are two. */
function idKey(id: unknown): string {
  return JSON.stringify(id) ?? "";
}

function readMessages(
  { stdout, onNotification, onStray, onNonsense }: MessageStreamOptions,
  asked: Set<string>,
): ReadableStream<AnyMessage> {
  const reader = stdout.getReader();
  let strays = 0;
  const judge = (line: string): AnyMessage | undefined => {
    if (line.trim() === "") return undefined;
    const message = readMessage(line, asked);
    strays = message === undefined ? strays + 1 : 0;
    if (message === undefined) onStray?.(line.slice(0, STRAY_UNITS));
    return message;
  };
  const messages = (async function* () {
    try {
      for await (const line of lines(reader)) {
        const message = judge(line);
        if (isOurs(message)) onNotification(message.method, message.params);
        else if (message !== undefined) yield message;
        if (strays > MAX_STRAY_LINES) return onNonsense("it writes lines that are no messages");
      }
    } catch (error) {
      onNonsense(
        error instanceof TooLong ? "it wrote a line without an end" : "its output broke off",
      );
    } finally {
      await reader.cancel().catch(() => {});
    }
  })();
  return new ReadableStream<AnyMessage>(
    {
      async pull(controller) {
        await nextTask();
        const { value, done } = await messages.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      cancel: async () => {
        await reader.cancel().catch(() => {});
      },
    },
    // Nothing is fetched ahead: a message is asked for when the one before it was taken.
    { highWaterMark: 0 },
  );
}

type Notification = Extract<AnyMessage, { readonly method: string }>;

function isOurs(message: AnyMessage | undefined): message is Notification {
  if (message === undefined || !("method" in message) || "id" in message) return false;
  return message.method !== methods.protocol.cancelRequest;
}

/** Everything that waits for no timer and no system call is through by then. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Streams of the language and of Node have types of their own. */
interface ByteReader {
  readonly read: () => Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
}

class TooLong extends Error {}

async function* lines(reader: ByteReader): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let pieces: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done || value === undefined) break;
    let from = 0;
    for (;;) {
      const end = value.indexOf(0x0a, from);
      const piece = value.subarray(from, end < 0 ? undefined : end);
      length += piece.length;
      if (length > MAX_MESSAGE_BYTES) throw new TooLong();
      // The bytes of a read may be used again for the next one.
      if (end < 0) {
        if (piece.length > 0) pieces.push(piece.slice());
        break;
      }
      yield decoder.decode(pieces.length === 0 ? piece : Buffer.concat([...pieces, piece]));
      pieces = [];
      length = 0;
      from = end + 1;
    }
  }
  if (length > 0) yield decoder.decode(Buffer.concat(pieces));
}

function readMessage(line: string, asked: Set<string>): AnyMessage | undefined {
  let raw: unknown;
  try {
    raw = JSON.parse(line);
  } catch {
    return undefined;
  }
  const message = asRecord(raw);
  if (message?.jsonrpc !== "2.0") return undefined;
  const hasId = Object.hasOwn(message, "id");
  if (typeof message.method === "string")
    return hasId && !isId(message.id) ? undefined : (message as AnyMessage);
  if (!hasId || !isAnswer(message) || !asked.delete(idKey(message.id))) return undefined;
  return message as AnyMessage;
}

function isId(id: unknown): boolean {
  return typeof id === "string" || (typeof id === "number" && Number.isFinite(id));
}

function isAnswer(message: Readonly<Record<string, unknown>>): boolean {
  if (Object.hasOwn(message, "result")) return !Object.hasOwn(message, "error");
  const error = asRecord(message.error);
  return Number.isInteger(error?.code) && typeof error?.message === "string";
}
