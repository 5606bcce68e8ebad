/** A program that runs on the server, over a WebSocket; serve.ts says what the messages mean. */
import type { Program } from "./program.ts";

/** The server's program number `index`; the secret is in the page's own address. */
export function remoteProgram(name: string, index: number): Program {
  return {
    name,
    start(output, { cols, rows }) {
      const address = new URL(`/program/${index}${location.search}`, location.href);
      address.protocol = "ws:";
      address.searchParams.set("cols", String(cols));
      address.searchParams.set("rows", String(rows));
      const socket = new WebSocket(address);
      socket.binaryType = "arraybuffer";
      let how = "the server is gone";
      let isEnded = false;
      socket.onmessage = ({ data }: MessageEvent<ArrayBuffer | string>) => {
        if (typeof data === "string") how = data;
        else output.write(new Uint8Array(data));
      };
      socket.onclose = () => {
        if (!isEnded) output.exited(how);
      };
      const send = (message: string | Uint8Array<ArrayBuffer>) => {
        if (socket.readyState === WebSocket.OPEN) socket.send(message);
      };
      return {
        // Copied: a socket takes no view of shared memory.
        write: (bytes) => send(bytes.slice()),
        resize: (size) => send(JSON.stringify({ cols: size.cols, rows: size.rows })),
        async end() {
          isEnded = true;
          socket.close();
        },
      };
    },
  };
}
