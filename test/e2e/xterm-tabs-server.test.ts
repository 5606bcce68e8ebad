/**
 * The server of the example page without a browser: who may start programs, and real programs in real
 * PTYs that report to whoever plays the page.
 */
import { describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { resolve } from "node:path";
import { createScanner, encodeReply, type ProgramEvent } from "telltale/osc7501";
import type { Program } from "../../examples/xterm-tabs/program.ts";
import { type PageServer, servePage } from "../../examples/xterm-tabs/serve.ts";
import { endProcessTree, processTree } from "../../src/testing/process-tree.ts";
import { tempFolder } from "../../src/testing/temp-git.ts";
import { becomes } from "./xterm-tabs.ts";

const CHECKOUT = resolve(import.meta.dir, "../..");
const PAGE = '<script type="application/json" id="programs">null</script>';
/** A dozen processes on a busy machine. */
const BUSY_MS = 40_000;
const SIZE = "cols=80&rows=24";

/** A program that says how often it was started. */
function counted(name: string) {
  const sizes: string[] = [];
  const program: Program = {
    name,
    start(_output, { cols, rows }) {
      sizes.push(`${cols}x${rows}`);
      return { write: () => undefined, resize: () => undefined, end: async () => undefined };
    },
  };
  return { program, sizes };
}

async function serving<T>(programs: readonly Program[], use: (server: PageServer) => Promise<T>) {
  const server = servePage(PAGE, programs);
  try {
    return await use(server);
  } finally {
    await server.end();
  }
}

/** How the server takes a WebSocket to `path`: open, or the reason of the browser. */
function knock(address: URL, origin: string): Promise<"open" | "refused"> {
  address.protocol = "ws:";
  const socket = new WebSocket(address, { headers: { origin } });
  return new Promise((done) => {
    socket.onopen = () => {
      socket.close();
      done("open");
    };
    socket.onerror = () => done("refused");
  });
}

describe("the server of the example page", () => {
  // covers: example-tabs-guarded
  test("no secret, a wrong one, another site, an unknown program: nothing is started", async () => {
    const { program, sizes } = counted("</script><b>");
    await serving([program], async ({ url }) => {
      const at = (path: string) => new URL(path, url);
      const { origin, search } = new URL(url);
      expect((await fetch(at("/"))).status).toBe(403);
      expect((await fetch(at(`/?token=${"0".repeat(32)}`))).status).toBe(403);
      expect(await knock(at(`/program/0?${SIZE}`), origin)).toBe("refused");
      expect(await knock(at(`/program/0${search}&${SIZE}`), "http://127.0.0.1")).toBe("refused");
      expect(await knock(at(`/program/0${search}&${SIZE}`), "https://example.com")).toBe("refused");
      expect(await knock(at(`/program/1${search}&${SIZE}`), origin)).toBe("refused");
      expect(await knock(at(`/program/0${search}&cols=0&rows=9`), origin)).toBe("refused");
      expect(await knock(at(`/program/0${search}&cols=1e9&rows=9`), origin)).toBe("refused");
      expect(sizes).toEqual([]);
      expect(await knock(at(`/program/0${search}&${SIZE}`), origin)).toBe("open");
      expect(sizes).toEqual(["80x24"]);

      const page = await fetch(url);
      expect(await page.text()).toBe(PAGE.replace("null", '["\\u003c/script>\\u003cb>"]'));
      expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(page.headers.get("content-security-policy")).not.toContain("script-src 'unsafe");
    });
  });

  // covers: example-tabs-programs
  test(
    "its programs in PTYs: report, are answered, and end with the server",
    async () => {
      // Of its own: Bun and the shell write into their home.
      const home = tempFolder("tabs-home");
      const server = Bun.spawn([process.execPath, "examples/xterm-tabs/server.ts"], {
        cwd: CHECKOUT,
        env: { PATH: process.env.PATH ?? "/usr/bin:/bin", HOME: home, PACE: "0.2" },
        stdout: "pipe",
        stderr: "inherit",
      });
      try {
        const { value } = await server.stdout.getReader().read();
        const said = new TextDecoder().decode(value);
        expect(said).toMatch(/^Open http:\S+ - Ctrl\+C ends it and its programs\n$/);
        const url = /http:\S+/.exec(said)?.[0] ?? "";
        const agent = await connect(url, 0);
        await agent.says("blocked: Delete 12 files?");
        expect(agent.screen()).toContain("reads program status: yes");
        agent.type("y\r");
        await agent.says("done: 12 files");
        agent.type("\r");
        await agent.says("clear");
        await becomes(agent.end, "exit 0");

        const build = await connect(url, 1);
        await becomes(build.end, "exit 0");
        // Not each step: a share is told twice a second at most.
        expect(build.states().some((state) => /^working \d+$/.test(state))).toBe(true);
        expect(build.states().at(-1)).toStartWith("done");

        const shell = await connect(url, 2);
        await shell.says("prompt-start");
        shell.type("stty size; telltale report done --when on --msg 'by hand'\r");
        await shell.says("done: by hand");
        expect(shell.screen()).toContain("24 80");
        shell.resize(100, 30);
        shell.type("stty size\r");
        await becomes(() => shell.screen().includes("30 100"), true);
        // In the foreground, in the background, and with deaf ears.
        shell.type("sleep 1000 & sh -c 'trap \"\" HUP TERM; sleep 1001'\r");
        await becomes(() => processTree(server.pid).length >= 5, true);
        const tree = processTree(server.pid);
        server.kill("SIGINT");
        expect(await server.exited).toBe(0);
        expect(tree.filter((pid) => processTree(pid).length > 0)).toEqual([]);
      } finally {
        await endProcessTree(server.pid);
        rmSync(home, { recursive: true, force: true });
      }
    },
    BUSY_MS,
  );
});

/** Plays the page for one program: keeps what it says, and answers as a terminal does. */
async function connect(url: string, index: number) {
  const { origin, search } = new URL(url);
  const address = new URL(`/program/${index}${search}&${SIZE}`, url);
  address.protocol = "ws:";
  const socket = new WebSocket(address, { headers: { origin } });
  socket.binaryType = "arraybuffer";
  const scanner = createScanner({ strip: true });
  const said: string[] = [];
  let screen = "";
  let end = "";
  const type = (text: string) => socket.send(new TextEncoder().encode(text));
  socket.onmessage = ({ data }: MessageEvent<ArrayBuffer | string>) => {
    if (typeof data === "string") {
      end = data;
      return;
    }
    const { events, output } = scanner.feed(new Uint8Array(data));
    screen += new TextDecoder().decode(output);
    for (const event of events) {
      said.push(lineOf(event));
      if (event.event === "query") type(`${encodeReply(event.terminator)}\x1b[?1;2c`);
    }
  };
  await new Promise((done, fail) => {
    socket.onopen = done;
    socket.onerror = fail;
  });
  return {
    type,
    resize: (cols: number, rows: number) => socket.send(JSON.stringify({ cols, rows })),
    screen: () => screen,
    end: () => end,
    states: () => said,
    says: (line: string) => becomes(() => said.includes(line), true),
  };
}

function lineOf(event: ProgramEvent): string {
  if (event.event !== "report") return event.event;
  const { state, progress, msg } = event.record;
  if (state === "working") return `working ${progress ?? "?"}`;
  return msg === undefined ? state : `${state}: ${msg}`;
}
