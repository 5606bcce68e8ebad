/**
 * A proxy that lets nothing through. The client is told to use it for everything that is not
 * loopback, so what its own switches do not turn off ends here, and is written down.
 */
import net from "node:net";

export interface RefusingProxy {
  readonly url: string;
  /** First lines of what was asked for, such as `CONNECT example.org:443 HTTP/1.1`. */
  readonly refused: readonly string[];
  stop(): void;
}

const LINE_CHARS_CAP = 200;

export async function startRefusingProxy(): Promise<RefusingProxy> {
  const refused: string[] = [];
  const server = net.createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", (bytes) => {
      refused.push(bytes.toString("latin1").split("\r\n", 1)[0]?.slice(0, LINE_CHARS_CAP) ?? "");
      socket.end("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    refused,
    stop: () => void server.close(),
  };
}
