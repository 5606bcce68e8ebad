/** The terminals of all sessions of one agent. */
import { resolve } from "node:path";
import type { CreateTerminalRequest, TerminalExitStatus } from "@agentclientprotocol/sdk";
import { ok, type Result } from "../../../base/result.ts";
import { type OpenedPath, openPath, processPath } from "./opened-path.ts";
import type { OutsidePermission } from "./outside-permission.ts";
import type { Roots } from "./roots.ts";
import {
  cancelled,
  invalid,
  notFound,
  refused,
  type ServeFault,
  systemFault,
} from "./serve-fault.ts";
import { startTerminal, type Terminal } from "./terminal.ts";

export interface TerminalView {
  readonly terminalId: string;
  readonly command: string;
  readonly output: string;
  readonly exitCode?: number;
  readonly truncated?: true;
}

export interface TerminalsOptions {
  readonly roots: (sessionId: string) => Roots;
  readonly permission: OutsidePermission;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly onTerminal?: (sessionId: string, view: TerminalView) => void;
}

/** Programs that run for one agent at once. */
const MAX_TERMINALS = 64;
/** Where the agent names no limit. */
const DEFAULT_LIMIT_BYTES = 1024 * 1024;
/** Whatever limit the agent names. */
const MAX_LIMIT_BYTES = 8 * 1024 * 1024;
/** Released ones that a transcript may still show. */
const MAX_KEPT = 100;
const KEPT_UNITS = 65_536;
/** A screen shows output no more often than that. */
const TELL_MS = 100;

interface Held {
  readonly sessionId: string;
  readonly terminal: Terminal;
}

/** None of its methods throws or rejects. */
export class Terminals {
  readonly #options: TerminalsOptions;
  readonly #held = new Map<string, Held>();
  readonly #kept = new Map<string, TerminalView>();
  #number = 0;
  #starting = 0;
  #isDisposed = false;

  constructor(options: TerminalsOptions) {
    this.#options = options;
  }

  /** Gives its id. */
  async create(
    params: CreateTerminalRequest,
    signal: AbortSignal,
  ): Promise<Result<string, ServeFault>> {
    if (params.command === "" || params.command.includes("\0")) {
      return invalid("the command is empty or holds a NUL");
    }
    if (this.#held.size + this.#starting >= MAX_TERMINALS) {
      return refused(`cannot run ${params.command}: ${MAX_TERMINALS} terminals are open`);
    }
    this.#starting += 1;
    try {
      return await this.#start(params, signal);
    } finally {
      this.#starting -= 1;
    }
  }

  async #start(
    params: CreateTerminalRequest,
    signal: AbortSignal,
  ): Promise<Result<string, ServeFault>> {
    const { onTerminal } = this.#options;
    this.#number += 1;
    const terminalId = `term-${this.#number}`;
    const tell = throttled(() => {
      const now = this.view(terminalId);
      if (now !== undefined) onTerminal?.(params.sessionId, now);
    });
    const onChange = onTerminal === undefined ? () => {} : tell;
    const isOver = () => this.#isDisposed || signal.aborted;
    const started = await startFor(params, this.#options, onChange, isOver, signal);
    if (!started.ok) return started;
    this.#held.set(terminalId, { sessionId: params.sessionId, terminal: started.value });
    return ok(terminalId);
  }

  find(sessionId: string, terminalId: string): Result<Terminal, ServeFault> {
    const found = this.#held.get(terminalId);
    if (found?.sessionId !== sessionId) return notFound(`there is no terminal ${terminalId}`);
    return ok(found.terminal);
  }

  view(terminalId: string): TerminalView | undefined {
    const terminal = this.#held.get(terminalId)?.terminal;
    return terminal === undefined ? this.#kept.get(terminalId) : viewOf(terminalId, terminal);
  }

  /** Ends it; its last output can still be seen. */
  async release(terminalId: string): Promise<void> {
    const found = this.#held.get(terminalId);
    if (found === undefined) return;
    await found.terminal.end();
    const last = viewOf(terminalId, found.terminal);
    this.#held.delete(terminalId);
    this.#kept.set(terminalId, { ...last, output: last.output.slice(-KEPT_UNITS) });
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MAX_KEPT) break;
      this.#kept.delete(oldest);
    }
  }

  async closeSession(sessionId: string): Promise<void> {
    const ids = [...this.#held].filter(([, each]) => each.sessionId === sessionId);
    await Promise.all(ids.map(([terminalId]) => this.release(terminalId)));
  }

  /** Releases all; none can be started afterwards. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    await Promise.all([...this.#held.keys()].map((terminalId) => this.release(terminalId)));
  }
}

async function startFor(
  params: CreateTerminalRequest,
  options: TerminalsOptions,
  onChange: () => void,
  isOver: () => boolean,
  signal: AbortSignal,
): Promise<Result<Terminal, ServeFault>> {
  const env = environment(options.env, params.env ?? []);
  if (!env.ok) return env;
  const folder = await workingFolder(params, options, signal);
  if (!folder.ok) return folder;
  try {
    if (isOver()) return cancelled();
    const limit = params.outputByteLimit ?? DEFAULT_LIMIT_BYTES;
    return startTerminal({
      command: params.command,
      args: params.args ?? [],
      cwd: folder.value.realPath,
      heldCwd: processPath(folder.value),
      env: env.value,
      limitBytes: Math.max(0, Math.min(limit, MAX_LIMIT_BYTES)),
      platform: options.platform,
      onChange,
    });
  } finally {
    folder.value.close();
  }
}

function viewOf(terminalId: string, terminal: Terminal): TerminalView {
  const status: TerminalExitStatus | undefined = terminal.exitStatus();
  const exitCode = status?.exitCode ?? undefined;
  return {
    terminalId,
    command: terminal.command,
    output: terminal.output(),
    ...(exitCode !== undefined && { exitCode }),
    ...(terminal.isTruncated() && { truncated: true as const }),
  };
}

/** The folder that a command runs in, if it may, held fast: who gets it closes it. */
async function workingFolder(
  { sessionId, cwd }: CreateTerminalRequest,
  { roots: rootsOf, permission, platform }: TerminalsOptions,
  signal: AbortSignal,
): Promise<Result<OpenedPath, ServeFault>> {
  const roots = rootsOf(sessionId);
  if (roots.cwd === undefined) return invalid("the session has no workspace");
  if (cwd?.includes("\0") === true) return invalid("the folder holds a NUL");
  const wanted = resolve(roots.cwd, cwd ?? "");
  let folder: OpenedPath;
  try {
    folder = openPath(wanted, platform);
  } catch (error) {
    return systemFault("run in", wanted, error);
  }
  let isKept = false;
  try {
    if (!folder.stat.isDirectory()) return refused(`${wanted} is not a folder`);
    if (!roots.hold(folder.realPath)) {
      const why = "it is outside the workspace";
      const { realPath } = folder;
      const allowed = await permission.require(sessionId, "run", realPath, why, signal);
      if (!allowed.ok) return allowed;
    }
    isKept = true;
    return ok(folder);
  } finally {
    if (!isKept) folder.close();
  }
}

function environment(
  base: TerminalsOptions["env"],
  added: readonly { readonly name: string; readonly value: string }[],
): Result<Record<string, string | undefined>, ServeFault> {
  const env = { ...base };
  for (const { name, value } of added) {
    if (name === "" || /[=\0]/.test(name) || value.includes("\0")) {
      return invalid(`${name} cannot be the name of a variable`);
    }
    env[name] = value;
  }
  return ok(env);
}

/** Calls at once and then no more often than every `TELL_MS`, the last one in any case. */
function throttled(call: () => void): () => void {
  let timer: Timer | undefined;
  let isDue = false;
  const run = () => {
    timer = undefined;
    if (!isDue) return;
    isDue = false;
    call();
    timer = setTimeout(run, TELL_MS);
    timer.unref();
  };
  return () => {
    isDue = true;
    if (timer === undefined) {
      timer = setTimeout(run, 0);
      timer.unref();
    }
  };
}
