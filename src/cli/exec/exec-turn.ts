/** One turn over a runtime of our own, which is gone afterwards with all that it has started. */
import { readSettings } from "../../config/read.ts";
import { filePaths } from "../../files/paths.ts";
import { connectRuntime } from "../../sources/runtime/client.ts";
import type { RuntimeClient } from "../../sources/runtime/runtime-client.ts";
import { cleanLine } from "../../text/clean.ts";
import type { Io } from "../io.ts";
import { openOwnRuntime } from "../runtime/own-runtime.ts";
import type { ExecCall } from "./call.ts";
import { type ExecResult, resultOf } from "./result.ts";
import { watchTurn } from "./watch-turn.ts";

export interface ExecTurn {
  readonly call: ExecCall;
  readonly io: Io;
  readonly stopped: Promise<string>;
  readonly onText: (text: string) => void;
}

/** Never rejects; what could not begin has failed. */
export async function execTurn(turn: ExecTurn): Promise<ExecResult> {
  const { call, io } = turn;
  const { configFile, stateDir } = filePaths(io.env, io.platform);
  const startedAtMs = io.nowMs();
  const own = await openOwnRuntime({
    io,
    settings: readSettings(configFile).settings,
    ...(stateDir !== undefined && { stateDir }),
    ...(call.agent !== undefined && { agent: call.agent }),
    onNote: (note) => io.err(`telltale exec: ${cleanLine(note)}\n`),
  });
  if (!own.ok) return failure(own.reason, io.nowMs() - startedAtMs);
  const client = connectRuntime(own.value.endpoint);
  try {
    return await runTurn(turn, client, startedAtMs);
  } finally {
    client.close();
    await own.value.close();
  }
}

async function runTurn(
  { call, io, stopped, onText }: ExecTurn,
  client: RuntimeClient,
  startedAtMs: number,
): Promise<ExecResult> {
  const { cwd, resume, prompt, permission } = call;
  const opened = await client.open(
    resume === undefined ? { kind: "new", cwd } : { kind: "resume", sessionId: resume },
  );
  if (!opened.ok) return failure(opened.reason, io.nowMs() - startedAtMs);
  const promptId = crypto.randomUUID();
  const sessionId = opened.value;
  const watched = await watchTurn({
    ...{ client, sessionId, prompt, promptId, permission, stopped, onText },
  });
  return resultOf(watched, promptId, io.nowMs() - startedAtMs);
}

function failure(reason: string, durationMs: number): ExecResult {
  return resultOf({ end: { status: "failed", reason }, state: undefined }, "", durationMs);
}
