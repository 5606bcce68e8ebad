/** A proxy before a unix socket whose connections can be cut. */
import { rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";

export interface CutProxy {
  /** Ends every connection now; new ones are taken. */
  readonly cut: () => void;
  readonly close: () => Promise<void>;
}

export async function cutProxy(listenPath: string, targetPath: string): Promise<CutProxy> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const target = connect(targetPath);
    for (const [socket, other] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(socket);
      socket.on("data", (bytes) => other.write(bytes));
      socket.on("error", () => socket.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  await new Promise<void>((resolve) => server.listen(listenPath, resolve));
  return {
    cut,
    async close() {
      cut();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      rmSync(listenPath, { force: true });
    },
  };
}
