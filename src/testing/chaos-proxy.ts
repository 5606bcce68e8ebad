/**
 * A proxy before a unix socket that does to a stream of server-sent events what a network may do: it cuts it
 * anywhere, sends frames twice, and lets frames overtake each other. Other answers it cuts as well.
 */
import fs from "node:fs";
import { connect, createServer, type Socket } from "node:net";

export interface ChaosOptions {
  readonly listenPath: string;
  readonly targetPath: string;
  /** Numbers from 0 to below `limit`. */
  readonly below: (limit: number) => number;
  /** No connection lives through more bytes than this; 0 lets all through. */
  readonly maxBytes: () => number;
}

export interface ChaosProxy {
  readonly cuts: () => number;
  /** Cuts every connection now; gives how many these were. They are not among `cuts`. */
  readonly cut: () => number;
  readonly close: () => Promise<void>;
}

/** A frame that nothing follows comes late, and not never. */
const HELD_MS = 30;

export async function chaosProxy(options: ChaosOptions): Promise<ChaosProxy> {
  const sockets = new Set<Socket>();
  let cuts = 0;
  const server = createServer((client) => {
    const target = connect(options.targetPath);
    for (const socket of [client, target]) {
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        client.destroy();
        target.destroy();
      });
    }
    const limit = options.maxBytes();
    let left = limit === 0 ? Number.POSITIVE_INFINITY : 1 + options.below(limit);
    const mixer = frameMixer(options.below);
    // A snapshot may be longer than the limit, and must come through now and then.
    let spared = options.below(2) === 0 ? 2 : 0;
    const send = (pieces: readonly Buffer[]): void => {
      for (const piece of pieces) {
        if (spared > 0) {
          spared -= 1;
          client.write(piece);
          continue;
        }
        client.write(piece.subarray(0, left));
        left -= piece.length;
        if (left > 0) continue;
        cuts += 1;
        client.end();
        client.destroy();
        target.destroy();
        return;
      }
    };
    let late: ReturnType<typeof setTimeout> | undefined;
    client.on("data", (bytes) => target.write(bytes));
    client.on("close", () => clearTimeout(late));
    target.on("data", (bytes) => {
      clearTimeout(late);
      send(mixer.push(bytes as Buffer));
      late = setTimeout(() => send(mixer.flush()), HELD_MS);
    });
  });
  await new Promise<void>((resolve) => server.listen(options.listenPath, resolve));
  return {
    cuts: () => cuts,
    cut() {
      const pairs = Math.ceil(sockets.size / 2);
      for (const socket of sockets) socket.destroy();
      return pairs;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      fs.rmSync(options.listenPath, { force: true });
    },
  };
}

/**
 * Mixes whole chunks of a chunked answer: one chunk carries whole frames, so that what comes out is well-formed. An
 * answer of another kind passes as it is.
 */
function frameMixer(below: (limit: number) => number) {
  let rest = Buffer.alloc(0);
  let isStream: boolean | undefined;
  let held: Buffer | undefined;
  const mixed = (): readonly Buffer[] => {
    if (isStream !== true) {
      const whole = rest;
      rest = Buffer.alloc(0);
      return [whole];
    }
    const out: Buffer[] = [];
    for (;;) {
      const line = rest.indexOf("\r\n");
      const size = line < 0 ? Number.NaN : Number.parseInt(rest.toString("latin1", 0, line), 16);
      if (Number.isNaN(size) || rest.length < line + size + 4) return out;
      const chunk = rest.subarray(0, line + size + 4);
      rest = rest.subarray(line + size + 4);
      const fate = size === 0 ? 3 : below(4);
      if (fate === 0 && held === undefined) {
        held = chunk;
        continue;
      }
      out.push(chunk);
      if (fate === 1) out.push(chunk);
      if (held !== undefined) out.push(held);
      held = undefined;
    }
  };
  return {
    push(bytes: Buffer): readonly Buffer[] {
      rest = Buffer.concat([rest, bytes]);
      if (isStream !== undefined) return mixed();
      const head = rest.indexOf("\r\n\r\n");
      if (head < 0) return [];
      isStream = /text\/event-stream/i.test(rest.toString("latin1", 0, head));
      const out = rest.subarray(0, head + 4);
      rest = rest.subarray(head + 4);
      return [out, ...mixed()];
    },
    flush(): readonly Buffer[] {
      const last = held;
      held = undefined;
      return last === undefined ? [] : [last];
    },
  };
}
