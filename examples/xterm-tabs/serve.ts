/**
 * The page and its programs on a loopback port. Who can reach this server can start programs, so it
 * asks twice: a secret that is new each time stands in the address that it prints, and a WebSocket
 * must come from its own page (`Origin`), which no other site in the same browser can pretend.
 *
 * A WebSocket a running program, `/program/INDEX?token=..&cols=..&rows=..`: binary messages are bytes
 * from and to the program; text from the page is a new size in JSON, text to it says how it ended.
 */
import { randomBytes } from "node:crypto";
import type { Program, ProgramSize, RunningProgram } from "./program.ts";

/** Tabs of several open pages; a page that reloads without end starts no more than this. */
const MAX_RUNNING = 32;
/** More than anyone pastes into a terminal. */
const MAX_MESSAGE_BYTES = 1024 * 1024;
/** No screen is larger. */
const MAX_SIDE = 1000;

export interface PageServer {
  /** Where the page is, with its secret. */
  readonly url: string;
  /** Ends all programs, then the server. */
  end(): Promise<void>;
}

interface Connection {
  readonly program: Program;
  readonly size: ProgramSize;
  running?: RunningProgram;
}

/** Serves `page`, as `buildPage` makes it, with a tab for each program. */
export function servePage(page: string, programs: readonly Program[]): PageServer {
  const token = randomBytes(16).toString("hex");
  const html = withPrograms(page, programs);
  const running = new Set<RunningProgram>();
  const server = Bun.serve<Connection>({
    hostname: "127.0.0.1",
    port: 0,
    fetch(request, self) {
      const url = new URL(request.url);
      if (url.searchParams.get("token") !== token)
        return new Response("Open the address that the server printed.\n", { status: 403 });
      if (url.pathname === "/") return new Response(html, { headers: pageHeaders(html, self.url) });
      const program = programs[Number(/^\/program\/(\d+)$/.exec(url.pathname)?.[1] ?? Number.NaN)];
      const size = readSize(url.searchParams.get("cols"), url.searchParams.get("rows"));
      if (program === undefined || size === undefined) return new Response("", { status: 404 });
      if (request.headers.get("origin") !== self.url.origin)
        return new Response("", { status: 403 });
      if (running.size >= MAX_RUNNING) return new Response("", { status: 503 });
      const isTaken = self.upgrade(request, { data: { program, size } });
      return isTaken ? undefined : new Response("", { status: 426 });
    },
    websocket: {
      maxPayloadLength: MAX_MESSAGE_BYTES,
      open(socket) {
        const started = socket.data.program.start(
          {
            write: (bytes) => void socket.send(bytes),
            exited(how) {
              running.delete(started);
              socket.send(how);
              socket.close();
            },
          },
          socket.data.size,
        );
        socket.data.running = started;
        running.add(started);
      },
      message({ data: { running: program } }, message) {
        if (typeof message !== "string") program?.write(message);
        else {
          const size = parseSize(message);
          if (size !== undefined) program?.resize(size);
        }
      },
      async close({ data: { running: program } }) {
        if (program === undefined) return;
        await program.end();
        running.delete(program);
      },
    },
  });
  return {
    url: `${server.url.origin}/?token=${token}`,
    async end() {
      await Promise.all([...running].map((program) => program.end()));
      await server.stop(true);
    },
  };
}

/** The names of the tabs, as data in the page; without them it plays recorded streams. */
function withPrograms(page: string, programs: readonly Program[]): string {
  const names = JSON.stringify(programs.map(({ name }) => name)).replaceAll("<", "\\u003c");
  // A function: `$` in a replacement text has a meaning.
  return page.replace(
    /(<script type="application\/json" id="programs">)null(<\/script>)/,
    (_, before: string, after: string) => `${before}${names}${after}`,
  );
}

/** Only the page's own script runs, and it talks to this server alone. */
function pageHeaders(html: string, { host }: URL): Record<string, string> {
  const script = /<script type="module">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? "";
  const hash = new Bun.CryptoHasher("sha256").update(script).digest("base64");
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${hash}'`,
    // xterm.js writes its colours into style elements.
    "style-src 'unsafe-inline'",
    "img-src data:",
    `connect-src ws://${host}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy.join("; "),
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  };
}

function parseSize(message: string): ProgramSize | undefined {
  const [, cols, rows] = /^\{"cols":(\d+),"rows":(\d+)\}$/.exec(message) ?? [];
  return readSize(cols, rows);
}

function readSize(
  cols: string | null | undefined,
  rows: string | null | undefined,
): ProgramSize | undefined {
  const sides = [Number(cols), Number(rows)];
  const [width = 0, height = 0] = sides;
  const isSize = sides.every((side) => Number.isInteger(side) && side >= 1 && side <= MAX_SIDE);
  return isSize ? { cols: width, rows: height } : undefined;
}
