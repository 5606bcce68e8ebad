/**
 * The messages of the protocol on standard input and output: JSON-RPC, one message a line. Own instead
 * of the SDK's, which drops what it was asked when its input ends, and ends at one line that is too long.
 */
import {
  deserializeMessage,
  ProtocolErrorCode,
  serializeMessage,
  type Transport,
} from "@modelcontextprotocol/server";
import { asRecord } from "../../base/shape.ts";

type Message = Parameters<NonNullable<Transport["onmessage"]>>[0];

/** Longest line. A call has a few kilobytes; the SDK's own limit is the same, so clients know it. */
const MAX_MESSAGE_BYTES = 10 * 1024 * 1024;
/** Requests that nobody works on are not waited for any longer when the input has ended. */
const ENDING_MS = 1_000;

const LINE_END = 0x0a;

export interface WireOptions {
  /** The bytes of the client. */
  readonly input: AsyncIterable<Uint8Array>;
  /** Writes whole texts; false when nobody reads any more. */
  readonly write: (text: string) => boolean;
  /** Whether calls of the tool are at work. */
  readonly isBusy: () => boolean;
  /** Longest line in bytes; the usual one when absent. */
  readonly maxMessageBytes?: number;
}

/**
 * One connection. `ended` resolves when the input has ended and every request on it was answered, or
 * when nobody reads the answers any more.
 */
export class StdioWire implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: Message) => void;
  readonly ended: Promise<void>;

  readonly #options: WireOptions;
  readonly #maxBytes: number;
  readonly #open = new Set<string | number>();
  readonly #end: () => void;
  #isClosed = false;
  /** Called when a request was settled while the end waits for that. */
  #settled: (() => void) | undefined;

  constructor(options: WireOptions) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#options = options;
    this.#maxBytes = options.maxMessageBytes ?? MAX_MESSAGE_BYTES;
    this.ended = promise;
    this.#end = resolve;
  }

  async start(): Promise<void> {
    void this.#read();
  }

  async send(message: Message): Promise<void> {
    if (this.#isClosed) return;
    if (!this.#options.write(serializeMessage(message))) return this.close();
    if ("id" in message && message.id !== undefined && !("method" in message)) {
      this.#settle(message.id);
    }
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.onclose?.();
    this.#end();
  }

  async #read(): Promise<void> {
    try {
      for await (const line of linesOf(this.#options.input, this.#maxBytes)) {
        if (this.#isClosed) return;
        this.#take(line);
      }
    } catch (error) {
      this.#fault(error);
    }
    await this.#allAnswered();
    await this.close();
  }

  #take(line: string | undefined): void {
    if (line === undefined) {
      this.#fault(new Error(`a line of more than ${this.#maxBytes} bytes was passed over`));
      return;
    }
    if (line.trim() === "") return;
    let message: Message;
    try {
      message = deserializeMessage(line);
    } catch {
      this.#refuse(line);
      return;
    }
    if ("method" in message) {
      if ("id" in message) this.#open.add(message.id);
      else if (message.method === "notifications/cancelled") {
        const cancelled = message.params?.requestId;
        // A cancelled request gets no answer.
        if (typeof cancelled === "string" || typeof cancelled === "number") this.#settle(cancelled);
      }
    }
    this.onmessage?.(message);
  }

  /** Who waits for an answer by an id gets one, whatever else is wrong with the line. */
  #refuse(line: string): void {
    this.#fault(new Error("a line that is no JSON-RPC message was passed over"));
    const error = { code: ProtocolErrorCode.InvalidRequest, message: "no valid JSON-RPC request" };
    for (const id of requestIds(line)) void this.send({ jsonrpc: "2.0", id, error });
  }

  #settle(id: string | number): void {
    this.#open.delete(id);
    this.#settled?.();
  }

  #fault(error: unknown): void {
    this.onerror?.(error instanceof Error ? error : new Error("its input cannot be read"));
  }

  /** Waits for the answers to what came, for as long as the tool works. */
  async #allAnswered(): Promise<void> {
    while (this.#open.size > 0 && !this.#isClosed) {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const timer = setTimeout(() => resolve(false), ENDING_MS);
      this.#settled = () => resolve(true);
      const isSettled = await promise;
      clearTimeout(timer);
      if (!isSettled && !this.#options.isBusy()) return;
    }
  }
}

/** The ids of what was meant as a request, or as several in a list, which no revision served here has. */
function requestIds(line: string): readonly (string | number)[] {
  try {
    const value: unknown = JSON.parse(line);
    return (Array.isArray(value) ? value : [value]).flatMap((meant) => {
      const { id, method } = asRecord(meant) ?? {};
      const isId = typeof id === "string" || (typeof id === "number" && Number.isSafeInteger(id));
      return isId && typeof method === "string" ? [id] : [];
    });
  } catch {
    return [];
  }
}

/** The lines of a stream, a last one without end too; undefined for one that is too long. */
async function* linesOf(
  input: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<string | undefined> {
  let parts: Uint8Array[] = [];
  let heldBytes = 0;
  let isTooLong = false;
  const take = (): string | undefined => {
    const line = isTooLong ? undefined : decode(parts, heldBytes);
    parts = [];
    heldBytes = 0;
    isTooLong = false;
    return line;
  };
  const hold = (bytes: Uint8Array): void => {
    heldBytes += bytes.length;
    if (heldBytes > maxBytes) {
      isTooLong = true;
      parts = [];
    } else if (!isTooLong && bytes.length > 0) parts.push(bytes);
  };
  for await (const chunk of input) {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(LINE_END, start);
      if (end < 0) break;
      hold(chunk.subarray(start, end));
      yield take();
      start = end + 1;
    }
    hold(chunk.subarray(start));
  }
  if (heldBytes > 0) yield take();
}

function decode(parts: readonly Uint8Array[], length: number): string {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return new TextDecoder().decode(only);
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return new TextDecoder().decode(bytes);
}
