/** Answers of the server as JSON. */
import type { Refusal, RefusalCode } from "../../wire/runtime/request.ts";

const STATUS: Readonly<Record<RefusalCode, number>> = {
  "bad-request": 400,
  unauthorized: 401,
  forbidden: 403,
  "not-found": 404,
  conflict: 409,
  "too-large": 413,
  failed: 500,
  unavailable: 503,
};

/** Nothing is kept by anybody on the way, and no browser guesses a type. */
const HEADERS = { "cache-control": "no-store", "x-content-type-options": "nosniff" } as const;

export function answer(body: unknown, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json(body, { headers: { ...HEADERS, ...headers } });
}

export function refuse(refusal: Refusal, headers: Readonly<Record<string, string>> = {}): Response {
  const { code, message } = refusal;
  const options = { status: STATUS[code], headers: { ...HEADERS, ...headers } };
  return Response.json({ error: { code, message } }, options);
}
