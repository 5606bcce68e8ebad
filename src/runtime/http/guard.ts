/**
 * Who may speak over TCP: only loopback is listened on, but each program and each page in a browser of this
 * machine reaches that. So the Host must be ours (against names that are bound to loopback later), the Origin
 * none or ours (against pages), and the token right (against other users). Nothing allows CORS.
 */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { failed, ok, type Result } from "../../base/result.ts";
import type { Refusal } from "../../wire/runtime/request.ts";

/** 256 bits. */
const TOKEN_BYTES = 32;

export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

export interface ListenPlace {
  readonly hostname: "127.0.0.1" | "::1";
  readonly port: number;
}

const MAX_PORT = 65_535;

/** Reads `PORT`, `HOST:PORT` or `[::1]:PORT`; a host that is not loopback is refused. */
export function parseListen(text: string): Result<ListenPlace> {
  const parts = /^(?:(\[[^\]]*\]|[^:]*):)?(\d{1,5})$/.exec(text);
  const port = Number(parts?.[2]);
  if (parts === null || port > MAX_PORT) {
    return failed(`not an address to listen on, such as 127.0.0.1:7501: ${text}`);
  }
  const host = parts[1] ?? "127.0.0.1";
  if (host === "127.0.0.1" || host === "localhost") return ok({ hostname: "127.0.0.1", port });
  if (host === "[::1]") return ok({ hostname: "::1", port });
  return failed(`only loopback is listened on (127.0.0.1, localhost, [::1]), and not ${host}`);
}

/** What the headers of a call over TCP are held against. */
export interface TcpGuard {
  readonly port: number;
  readonly token: string;
}

/** The refusal of a call, if it is refused. */
export function refusalOf(headers: Headers, guard: TcpGuard): Refusal | undefined {
  const host = headers.get("host")?.toLowerCase() ?? "";
  const { port } = guard;
  const own = [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`];
  if (!own.includes(host)) {
    return { code: "forbidden", message: "the Host of the request is not the one of this runtime" };
  }
  const origin = headers.get("origin");
  if (origin !== null && origin.toLowerCase() !== `http://${host}`) {
    return { code: "forbidden", message: "requests of web pages are refused" };
  }
  const given = /^bearer ([^\s]+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  if (given !== undefined && isEqual(given, guard.token)) return undefined;
  return { code: "unauthorized", message: "the bearer token is missing or wrong" };
}

/** Takes the same time wherever the texts differ, and whatever their lengths are. */
function isEqual(given: string, token: string): boolean {
  return timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}
