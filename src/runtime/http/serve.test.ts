import { afterEach, describe, expect, test } from "bun:test";
import fs from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { connectRuntime } from "../../sources/runtime/client.ts";
import { sessionSource } from "../../testing/session-source.ts";
import { tempFolder } from "../../testing/temp-git.ts";
import type { Runtime } from "../runtime.ts";
import { parseListen } from "./guard.ts";
import { type ServeOptions, serveRuntime } from "./serve.ts";

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

function folder(): string {
  const path = tempFolder("serve");
  closers.push(() => fs.rmSync(path, { recursive: true, force: true }));
  fs.chmodSync(path, 0o755);
  return path;
}

async function serve(options: ServeOptions) {
  const source = sessionSource(1);
  const runtime: Runtime = {
    info: () => ({ protocol: 1, version: "0", pid: 1, defaultAgent: "fake", agents: [] }),
    sessions: () => [source.summary()],
    open: async () => ({ ok: true, value: source.sessionId }),
    session: (id) => (id === source.sessionId ? source : undefined),
    close: async () => {},
  };
  const server = await serveRuntime(runtime, options);
  if (server.ok) closers.push(server.value.close);
  return { server, source };
}

// covers: runtime-socket-private
describe("unix socket", () => {
  test("made: 0600 in a folder of 0700; answers; gone after the end", async () => {
    const path = join(folder(), "run", "s");
    const { server, source } = await serve({ socketPath: path });
    expect(server.ok).toBe(true);
    expect(fs.statSync(path).mode & 0o777).toBe(0o600);
    expect(fs.statSync(join(path, "..")).mode & 0o777).toBe(0o700);
    const client = connectRuntime({ kind: "unix", path });
    closers.push(client.close);
    expect(await client.info()).toMatchObject({ ok: true, value: { protocol: 1 } });
    expect(await client.state("session-1")).toEqual({ ok: true, value: source.state() });
    expect(await client.state("other")).toMatchObject({ ok: false, code: "not-found" });
    if (server.ok) await server.value.close();
    expect(fs.existsSync(path)).toBe(false);
  });

  test("another user: cannot connect", async () => {
    if (process.getuid?.() !== 0 || Bun.which("setpriv") === null) return;
    const path = join(folder(), "run", "s");
    await serve({ socketPath: path });
    const code = `require("node:net").connect(${JSON.stringify(path)}).on("error",(e)=>{console.log(e.code);process.exit()}).on("connect",()=>{console.log("connected");process.exit()})`;
    const node = Bun.which("node") ?? "node";
    const as = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
    const child = Bun.spawn([...as, node, "-e", code], {
      cwd: "/",
      stdout: "pipe",
      timeout: 20_000,
    });
    expect((await new Response(child.stdout).text()).trim()).toBe("EACCES");
  });

  test("a socket that nobody listens on is replaced; a live one, another file and an open folder are refused", async () => {
    const run = join(folder(), "run");
    const path = join(run, "s");
    const dead = Bun.spawn(
      [
        process.execPath,
        "-e",
        `Bun.serve({unix:${JSON.stringify(path)},fetch:()=>new Response()});console.log(1)`,
      ],
      { stdout: "pipe", cwd: "/" },
    );
    fs.mkdirSync(run, { mode: 0o700 });
    await dead.stdout.getReader().read();
    dead.kill("SIGKILL");
    await dead.exited;
    expect((await serve({ socketPath: path })).server.ok).toBe(true);
    expect((await serve({ socketPath: path })).server).toMatchObject({ ok: false });
    fs.writeFileSync(join(run, "file"), "mine");
    expect((await serve({ socketPath: join(run, "file") })).server).toMatchObject({ ok: false });
    expect(fs.readFileSync(join(run, "file"), "utf8")).toBe("mine");
    fs.chmodSync(run, 0o755);
    expect((await serve({ socketPath: join(run, "t") })).server).toMatchObject({ ok: false });
    expect((await serve({ socketPath: join(run, "x".repeat(120)) })).server.ok).toBe(false);
  });
});

// covers: runtime-tcp-guarded
describe("loopback TCP", () => {
  test("token, Host and Origin: each wrong one is refused, and no page may read", async () => {
    const tokenFile = join(folder(), "token");
    const { server } = await serve({ listen: "127.0.0.1:0", tokenFile });
    const [endpoint] = server.ok ? server.value.endpoints : [];
    if (endpoint?.kind !== "tcp") throw new Error("no endpoint");
    expect(fs.statSync(tokenFile).mode & 0o777).toBe(0o600);
    expect(fs.readFileSync(tokenFile, "utf8").trim()).toBe(endpoint.token);
    expect(Buffer.from(endpoint.token, "base64url").length).toBe(32);
    const authorization = `Bearer ${endpoint.token}`;
    const status = async (headers: Record<string, string>) => {
      const response = await fetch(`${endpoint.url}/v1/runtime`, { headers });
      expect(response.headers.get("access-control-allow-origin")).toBeNull();
      return response.status;
    };
    expect(await status({ authorization })).toBe(200);
    expect(await status({ authorization, origin: endpoint.url })).toBe(200);
    expect(await status({})).toBe(401);
    expect(await status({ authorization: `Bearer ${endpoint.token}x` })).toBe(401);
    expect(await status({ authorization, origin: "https://evil.example" })).toBe(403);
    expect(await status({ authorization, origin: "null" })).toBe(403);
    expect(await status({ authorization, host: "evil.example" })).toBe(403);
    const client = connectRuntime(endpoint);
    closers.push(client.close);
    expect((await client.info()).ok).toBe(true);
    if (server.ok) await server.value.close();
    expect(fs.existsSync(tokenFile)).toBe(false);
  });

  test("addresses: loopback alone", () => {
    expect(parseListen("7501")).toEqual({ ok: true, value: { hostname: "127.0.0.1", port: 7501 } });
    expect(parseListen("[::1]:1")).toEqual({ ok: true, value: { hostname: "::1", port: 1 } });
    for (const text of [
      "0.0.0.0:1",
      "192.168.0.1:1",
      ":::1",
      "example.com:1",
      "127.0.0.1:99999",
      "",
    ]) {
      expect(parseListen(text).ok).toBe(false);
    }
  });
});

test("a body over the cap, half JSON, another method: refused, and the server goes on", async () => {
  const path = join(folder(), "run", "s");
  await serve({ socketPath: path });
  const post = (body: string, method = "POST") =>
    fetch("http://localhost/v1/sessions/session-1/requests", {
      ...{ unix: path, method },
      ...(method === "POST" && { body }),
    });
  expect((await post("x".repeat(9 * 1024 * 1024))).status).toBe(413);
  expect((await post('{"kind":')).status).toBe(400);
  expect((await post('{"kind":"prompt","promptId":"","text":"x"}')).status).toBe(400);
  expect((await post("", "GET")).status).toBe(400);
  expect((await post('{"kind":"prompt","promptId":"p","text":"x"}')).status).toBe(200);
});

test("a client that reads nothing: cut after a while, and nothing of it is kept", async () => {
  const path = join(folder(), "run", "s");
  const { source } = await serve({ socketPath: path, stallMs: 200, heartbeatMs: 50 });
  const socket = (await import("node:net")).connect(path);
  closers.push(() => socket.destroy());
  socket.pause();
  socket.write("GET /v1/sessions/session-1/events HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const endMs = performance.now() + 30_000;
  let wasHeard = false;
  while (performance.now() < endMs && !(wasHeard && source.listening() === 0)) {
    for (let told = 0; told < 200; told += 1) source.tell();
    wasHeard ||= source.listening() > 0;
    await Bun.sleep(10);
  }
  expect({ wasHeard, listening: source.listening() }).toEqual({ wasHeard: true, listening: 0 });
}, 60_000);

test("a port that is taken: a reason", async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
  closers.push(() => taken.close());
  const port = (taken.address() as { port: number }).port;
  expect((await serve({ listen: `${port}` })).server).toMatchObject({ ok: false });
});
