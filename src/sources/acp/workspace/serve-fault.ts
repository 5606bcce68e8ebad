/** Answers of the workspace: a value, or the code and text of a JSON-RPC error. */
import { failed, type Result } from "../../../base/result.ts";
import { errorCode, errorText } from "../../../files/system-error.ts";
import { cleanLine } from "../../../text/clean.ts";

/** Why a request was not served: code and message of the JSON-RPC error that answers it. */
export interface ServeFault {
  readonly code: number;
  readonly message: string;
}

/** ACP: what was asked for is not there. */
const NOT_FOUND = -32002;
/** JSON-RPC: the request cannot be meant. */
const INVALID = -32602;
const INTERNAL = -32603;
/** ACP: the request was taken back. */
const CANCELLED = -32800;
/** Ours, of the numbers that are free: the person did not allow it. */
const NOT_ALLOWED = -32010;
/** Ours: it is allowed and cannot be done, such as a binary file. */
const REFUSED = -32011;

export const notFound = (message: string) => fault(NOT_FOUND, message);
export const invalid = (message: string) => fault(INVALID, message);
export const refused = (message: string) => fault(REFUSED, message);
export const notAllowed = (message: string) => fault(NOT_ALLOWED, message);
export const cancelled = () => fault(CANCELLED, "the request was taken back");

function fault(code: number, message: string): Result<never, ServeFault> {
  return failed({ code, message: cleanLine(message) });
}

/** A system error as a fault. */
export function systemFault(what: string, path: string, error: unknown): Result<never, ServeFault> {
  const code = errorCode(error);
  const message = `cannot ${what} ${path}: ${errorText(error)}`;
  if (code === "ENOENT" || code === "ENOTDIR") return fault(NOT_FOUND, message);
  return fault(code === "" ? INTERNAL : REFUSED, message);
}
