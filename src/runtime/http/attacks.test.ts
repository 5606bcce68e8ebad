/** Who should not speak to the runtime, over raw sockets: what is sent is what a library would not send. */
import { afterEach, describe, expect, test } from "bun:test";
import fs from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { sessionSource } from "../../testing/session-source.ts";
import { tempFolder } from "../../testing/temp-git.ts";
import type { OpenRequest, SessionRequest } from "../../wire/runtime/request.ts";
import type { Runtime } from "../runtime.ts";
import { type ServeOptions, serveRuntime } from "./serve.ts";

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

function folder(): string {
  const path = tempFolder("attacks");
  closers.push(() => fs.rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A runtime that notes what comes through to it. */
async function serve(options: ServeOptions) {
  const source = sessionSource(1);
  const reached: (OpenRequest | SessionRequest | string)[] = [];
  const session = {
    ...source,
    request: async (request: SessionRequest) => {
      reached.push(request);
      return { ok: true as const, value: undefined };
    },
  };
  const runtime: Runtime = {
    info: () => ({ protocol: 1, version: "0", pid: 1, defaultAgent: "fake", agents: [] }),
    sessions: () => [],
    open: async (request) => {
      reached.push(request);
      return { ok: true, value: source.sessionId };
    },
    session: (id) => {
      reached.push(id);
      return id === source.sessionId ? session : undefined;
    },
    close: async () => {},
  };
  const server = await serveRuntime(runtime, options);
  if (!server.ok) throw new Error(server.reason);
  closers.push(server.value.close);
  return { endpoints: server.value.endpoints, reached };
}

async function serveTcp() {
  const { endpoints, reached } = await serve({ listen: "127.0.0.1:0" });
  const [endpoint] = endpoints;
  if (endpoint?.kind !== "tcp") throw new Error("no endpoint");
  const port = Number(new URL(endpoint.url).port);
  return { port, host: `127.0.0.1:${port}`, token: endpoint.token, reached };
}

const ANSWER_MS = 15_000;

/** Sends bytes as they are and gives all that comes back until the end of the connection, or a silence. */
function exchange(to: number | string, bytes: string | Uint8Array, quietMs = 500): Promise<string> {
  return new Promise((resolve) => {
    const socket: Socket = typeof to === "number" ? connect(to, "127.0.0.1") : connect(to);
    let got = "";
    let quiet: ReturnType<typeof setTimeout> | undefined;
    const end = (): void => {
      clearTimeout(quiet);
      clearTimeout(bound);
      socket.destroy();
      resolve(got);
    };
    const bound = setTimeout(end, ANSWER_MS);
    socket.on("data", (chunk) => {
      got += chunk.toString("latin1");
      clearTimeout(quiet);
      quiet = setTimeout(end, quietMs);
    });
    socket.on("close", end);
    socket.on("error", end);
    socket.write(bytes);
  });
}

const statuses = (answer: string): readonly number[] =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((found) => Number(found[1]));

describe("over TCP", () => {
  // covers: security-tcp-strangers
  test("no token, half of it, a longer one, in the URL, twice, elsewhere; a Host or Origin of somebody else; HTTP/1.0: nothing is reached", async () => {
    const { port, host, token, reached } = await serveTcp();
    const right = `Authorization: Bearer ${token}`;
    const get = (path: string, ...headers: string[]) =>
      `GET ${path} HTTP/1.1\r\n${headers.map((one) => `${one}\r\n`).join("")}Connection: close\r\n\r\n`;
    const path = "/v1/sessions/session-1";
    const ours = `Host: ${host}`;
    const refused: readonly string[] = [
      get(path, ours),
      get(path, ours, `Authorization: Bearer ${token.slice(0, -1)}`),
      get(path, ours, `Authorization: Bearer ${token}${"x".repeat(4000)}`),
      get(path, ours, `Authorization: Bearer ${token} x`),
      get(path, ours, `Authorization: ${token}`),
      get(path, ours, `Authorization: Basic ${btoa(`u:${token}`)}`),
      get(path, ours, "Authorization: Bearer wrong", right),
      get(path, ours, `Cookie: token=${token}`),
      get(`${path}?token=${token}&access_token=${token}`, ours),
      get(`http://u:${token}@${host}${path}`, ours),
      get(path, `Host: evil.example:${port}`, right),
      get(path, `Host: 127.0.0.1.evil.example:${port}`, right),
      get(path, `Host: 127.0.0.1:${port}.evil.example`, right),
      get(path, "Host: 127.0.0.1", right),
      get(path, `Host: 127.0.0.1:${port + 1}`, right),
      get(path, "Host: evil.example", ours, right),
      get(path, right),
      get(`http://evil.example${path}`, "Host: evil.example", right),
      get(path, ours, right, `Origin: http://evil.example:${port}`),
      get(path, ours, right, "Origin: null"),
      get(path, ours, right, `Origin: http://localhost:${port}`),
      get(path, ours, right, `Origin: https://${host}`),
      get(path, ours, right, `Origin: http://${host}.evil.example`),
      `GET ${path} HTTP/1.0\r\n\r\n`,
      `OPTIONS ${path} HTTP/1.1\r\n${ours}\r\nOrigin: http://evil.example\r\nAccess-Control-Request-Method: POST\r\nConnection: close\r\n\r\n`,
    ];
    const answers = await Promise.all(refused.map((bytes) => exchange(port, bytes)));
    for (const [at, answer] of answers.entries()) {
      const about = `${refused[at]} -> ${answer.slice(0, 200)}`;
      for (const status of statuses(answer)) {
        expect({ about, isRefused: status >= 400 && status < 500 }).toMatchObject({
          isRefused: true,
        });
      }
      expect({ about, isOpen: /access-control-allow|lastEventId/i.test(answer) }).toMatchObject({
        isOpen: false,
      });
      expect(answer).not.toContain(token);
    }
    expect(reached).toEqual([]);
    expect(statuses(await exchange(port, get(path, ours, right)))).toEqual([200]);
  });

  // covers: security-tcp-strangers
  test("a request hidden in the body of another, as length and chunks disagree: nothing is reached", async () => {
    const { port, host, reached } = await serveTcp();
    const inner = `POST /v1/sessions HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 2\r\n\r\n{}`;
    const head = `POST /v1/sessions HTTP/1.1\r\nHost: ${host}\r\n`;
    const bodies: readonly string[] = [
      `${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${inner}`,
      `${head}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n${inner}`,
      `${head}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${inner}`,
      `${head}Content-Length: 0\r\nContent-Length: ${inner.length}\r\n\r\n${inner}`,
      `${head}Content-Length: +0\r\n\r\n${inner}`,
      `${head}Content-Length: -1\r\n\r\n${inner}`,
      `${head}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n${inner}`,
      `${head}Transfer-Encoding: chunked\r\n\r\n-1\r\n${inner}`,
      `GET /v1/runtime HTTP/1.1\nHost: ${host}\n\n${inner}`,
    ];
    const answers = await Promise.all(bodies.map((bytes) => exchange(port, bytes)));
    for (const answer of answers) {
      for (const status of statuses(answer)) expect(status).toBeGreaterThanOrEqual(400);
    }
    expect(reached).toEqual([]);
  });
});

describe("what is asked for", () => {
  async function serveUnix() {
    const path = join(folder(), "run", "s");
    return { path, ...(await serve({ socketPath: path })) };
  }
  const request = (method: string, path: string, body = "", headers = ""): string =>
    `${method} ${path} HTTP/1.1\r\nHost: x\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`;

  // covers: security-hostile-requests
  test("ways out in the id of a session, NUL, bad percent signs: no such session, and never a file", async () => {
    const { path, reached } = await serveUnix();
    const ids = [
      "..%2f..%2fetc%2fpasswd",
      "%2e%2e%2f%2e%2e",
      "..",
      "%00",
      "session-1%00",
      "%ff%fe",
      "%",
      "__proto__",
      "constructor",
      "a".repeat(6000),
    ];
    for (const id of ids) {
      const [status] = statuses(await exchange(path, request("GET", `/v1/sessions/${id}`)));
      expect({ id: id.slice(0, 40), status }).toMatchObject({ status: expect.any(Number) });
      expect([400, 404]).toContain(status ?? 0);
    }
    expect(reached).not.toContain("session-1");
  });

  // covers: security-hostile-requests
  test("deep, wide, huge and strange JSON: refused or read without its strange members, and the server goes on", async () => {
    const { path, reached } = await serveUnix();
    const prompt = (more: string) => `{"kind":"prompt","promptId":"p","text":"t"${more}}`;
    const to = "/v1/sessions/session-1/requests";
    const strange: readonly string[] = [
      "[".repeat(200_000),
      `${"[".repeat(100_000)}${"]".repeat(100_000)}`,
      `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`,
      "null",
      "1e999",
      '"x"',
      "[]",
      '{"kind":"__proto__"}',
      '{"kind":"constructor"}',
      '{"kind":"toString"}',
      '{"kind":{"kind":"prompt"}}',
      "\x00",
      "\ufeff{}",
    ];
    for (const body of strange) {
      const answer = await exchange(path, request("POST", to, body));
      expect({ body: body.slice(0, 30), status: statuses(answer)[0] }).toMatchObject({
        status: 400,
      });
    }
    reached.length = 0;
    const polluted = prompt(
      ',"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}},"more":[1]',
    );
    expect(statuses(await exchange(path, request("POST", to, polluted)))).toEqual([200]);
    expect(reached.at(-1)).toEqual({ kind: "prompt", promptId: "p", text: "t" });
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
    const wide = prompt(`,"more":[${"1,".repeat(5_000_000)}1]`);
    const answer = await exchange(path, request("POST", to, wide));
    for (const status of statuses(answer)) expect(status).toBe(413);
    expect(statuses(await exchange(path, request("GET", "/v1/runtime")))).toEqual([200]);
  });

  // covers: security-hostile-requests
  test("headers without end and without measure, and thousands of silent connections: others are still answered", async () => {
    const { path } = await serveUnix();
    const headers = `X-Long: ${"x".repeat(1024 * 1024)}\r\n`;
    const long = await exchange(path, request("GET", "/v1/runtime", "", headers));
    for (const status of statuses(long)) expect(status).toBeGreaterThanOrEqual(400);
    const many = "X-A: b\r\n".repeat(20_000);
    const lot = await exchange(path, request("GET", "/v1/runtime", "", many));
    for (const status of statuses(lot)) expect(status).toBeGreaterThanOrEqual(400);
    const silent: Socket[] = [];
    closers.push(() => {
      for (const socket of silent) socket.destroy();
    });
    for (let count = 0; count < 2_000; count += 1) {
      const socket = connect(path);
      socket.on("error", () => {});
      socket.write(count % 2 === 0 ? "GET /v1/run" : "");
      silent.push(socket);
    }
    await Bun.sleep(200);
    expect(statuses(await exchange(path, request("GET", "/v1/runtime")))).toEqual([200]);
  }, 30_000);
});
