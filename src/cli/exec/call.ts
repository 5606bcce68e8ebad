/** The arguments of `telltale exec`, checked. */
import fs from "node:fs";
import { resolve } from "node:path";
import { failed, ok, type Result } from "../../base/result.ts";
import { errorText } from "../../files/system-error.ts";
import { MAX_PROMPT_UNITS } from "../../wire/runtime/limits.ts";
import type { Invocation } from "../command.ts";
import type { Io } from "../io.ts";
import { parseDuration } from "../wait/duration.ts";
import type { PermissionPolicy } from "./watch-turn.ts";

export interface ExecCall {
  readonly prompt: string;
  readonly permission: PermissionPolicy;
  readonly json: boolean;
  readonly cwd: string;
  readonly agent?: string;
  readonly timeoutMs?: number;
  readonly resume?: string;
}

export function readCall({ options, operands, io }: Invocation): Result<ExecCall> {
  const [operand, ...more] = operands;
  if (operand === undefined) return failed("a prompt is missing; - reads it from standard input");
  if (more.length > 0) return failed("more than one prompt; quote it as one argument");
  const timeout = readTimeout(options.timeout);
  if (!timeout.ok) return timeout;
  const prompt = operand === "-" ? readInput(io) : ok(operand);
  if (!prompt.ok) return prompt;
  if (prompt.value.trim() === "") return failed("the prompt is empty");
  if (prompt.value.length > MAX_PROMPT_UNITS) {
    return failed(`the prompt is longer than ${MAX_PROMPT_UNITS} UTF-16 units`);
  }
  return ok({
    prompt: prompt.value,
    permission: (options.permission ?? "block") as PermissionPolicy,
    json: options.json === true,
    cwd: typeof options.cwd === "string" ? resolve(io.cwd, options.cwd) : io.cwd,
    ...(typeof options.agent === "string" && { agent: options.agent }),
    ...(timeout.value !== undefined && { timeoutMs: timeout.value }),
    ...(typeof options.resume === "string" && { resume: options.resume }),
  });
}

function readTimeout(given: string | boolean | undefined): Result<number | undefined> {
  if (typeof given !== "string") return ok(undefined);
  const parsed = parseDuration(/^\d+$/.test(given) ? `${given}s` : given);
  return parsed.ok ? parsed : failed(`--timeout takes seconds, or ${parsed.reason}`);
}

/** Bytes of the longest prompt, each unit three of them. */
const MAX_INPUT_BYTES = 3 * MAX_PROMPT_UNITS;

function readInput(io: Io): Result<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for (;;) {
      const chunk = new Uint8Array(64 * 1024);
      const read = readSome(io.stdin, chunk);
      if (read === 0) return ok(Buffer.concat(chunks).toString("utf8"));
      bytes += read;
      if (bytes > MAX_INPUT_BYTES) return failed("the prompt on standard input is too long");
      chunks.push(chunk.subarray(0, read));
    }
  } catch (error) {
    return failed(`cannot read the prompt from standard input: ${errorText(error)}`);
  }
}

const PAUSE_MS = 10;

/** A stream of another program may have nothing now, which is no end. */
function readSome(fd: number, chunk: Uint8Array): number {
  for (;;) {
    try {
      return fs.readSync(fd, chunk);
    } catch (error) {
      if ((error as { code?: unknown }).code !== "EAGAIN") throw error;
      Bun.sleepSync(PAUSE_MS);
    }
  }
}
