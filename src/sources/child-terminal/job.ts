/**
 * A command as a job: a process that may lead a group of its own, in the terminal's foreground or not,
 * and that tells when it stopped and how it ended. POSIX only. The processes that it starts in turn
 * are its own business.
 */
import { ptr } from "bun:ffi";
import { constants } from "node:os";
import { failed, ok, type Result } from "../../base/result.ts";
import { type Ending, endedBySignal } from "./ending.ts";
import { type ProcessCalls, processCalls } from "./process-calls.ts";
import { signalName } from "./signal-names.ts";

export interface JobOptions {
  /** Path of the program; it is not looked for. */
  readonly file: string;
  /** The arguments with the program's name first. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Descriptors of the command: ours, and the number that it has there. */
  readonly descriptors: readonly { readonly from: number; readonly to: number }[];
  /** Descriptors that the command must not have. */
  readonly closed: readonly number[];
  /** A process group of its own; with `terminal` in its foreground from the start. */
  readonly group?: { readonly terminal?: number };
  /** Signals that the command must find ignored; all others do what they do by themselves. */
  readonly ignored: readonly NodeJS.Signals[];
}

export type JobChange = { readonly kind: "stopped"; readonly signal: NodeJS.Signals } | Ending;

export interface Job {
  readonly pid: number;
  /** Ends the listening; called by itself at the end. */
  readonly forget: () => void;
}

/** Sizes of the structures differ by system; the largest, of glibc, has 336 bytes. */
const STRUCTURE_BYTES = 512;
/** `POSIX_SPAWN_*`, the same on Linux and macOS. */
const SET_GROUP = 2;
const SET_DEFAULT = 4;
const SET_MASK = 8;
/** `WNOHANG` and `WUNTRACED`, the same on Linux and macOS. */
const NO_HANG_UNTRACED = 1 | 2;

/** Starts a job; the reason is the system's error number (ENOENT, EACCES, ENOEXEC ...). */
export function startJob(
  options: JobOptions,
  onChange: (change: JobChange) => void,
): Result<Job, number> {
  const calls = processCalls();
  if (!calls.ok) return failed(constants.errno.ENOSYS);
  const spawned = spawn(options, calls.value);
  if (!spawned.ok) return spawned;
  const pid = spawned.value;
  const status = new Int32Array(1);
  const look = (): void => {
    while (calls.value.c.waitpid(pid, status, NO_HANG_UNTRACED) > 0) {
      const change = readStatus(status[0] ?? 0);
      if (change.kind !== "stopped") forget();
      onChange(change);
      if (change.kind !== "stopped") return;
    }
  };
  const forget = (): void => void process.off("SIGCHLD", look);
  process.on("SIGCHLD", look);
  // It may have ended before anybody listened.
  setImmediate(() => {
    if (process.listeners("SIGCHLD").includes(look)) look();
  });
  return ok({ pid, forget });
}

function readStatus(status: number): JobChange {
  const low = status & 0x7f;
  const high = (status >> 8) & 0xff;
  if (low === 0x7f) return { kind: "stopped", signal: signalName(high) ?? "SIGSTOP" };
  if (low === 0) return { kind: "exited", code: high };
  return endedBySignal(low);
}

function spawn(options: JobOptions, { c, addTakeTerminal }: ProcessCalls): Result<number, number> {
  const { file, argv, env, descriptors, closed, group, ignored } = options;
  const attributes = new Uint8Array(STRUCTURE_BYTES);
  const actions = new Uint8Array(STRUCTURE_BYTES);
  const signals = new Uint8Array(STRUCTURE_BYTES);
  c.posix_spawnattr_init(attributes);
  c.posix_spawn_file_actions_init(actions);
  const flags = SET_DEFAULT | SET_MASK | (group === undefined ? 0 : SET_GROUP);
  c.posix_spawnattr_setflags(attributes, flags);
  c.posix_spawnattr_setpgroup(attributes, 0);
  c.sigemptyset(signals);
  c.posix_spawnattr_setsigmask(attributes, signals);
  c.sigfillset(signals);
  for (const name of ignored) c.sigdelset(signals, constants.signals[name]);
  c.posix_spawnattr_setsigdefault(attributes, signals);
  // First of all: the terminal's number may be one that the command has for something else.
  if (group?.terminal !== undefined) addTakeTerminal?.(actions, group.terminal);
  for (const { from, to } of descriptors) c.posix_spawn_file_actions_adddup2(actions, from, to);
  for (const fd of closed) c.posix_spawn_file_actions_addclose(actions, fd);
  const words = cStrings(argv);
  const settings = Object.entries(env).filter(([, value]) => value !== undefined);
  const variables = cStrings(settings.map(([name, value]) => `${name}=${value}`));
  const pid = new Int32Array(1);
  const error = c.posix_spawn(
    pid,
    Buffer.from(`${file}\0`),
    actions,
    attributes,
    words.pointers,
    variables.pointers,
  );
  c.posix_spawn_file_actions_destroy(actions);
  c.posix_spawnattr_destroy(attributes);
  if (error !== 0) return failed(error);
  // Where the new process could not do it itself: a read in between stops it, and is let go on.
  if (group?.terminal !== undefined) c.tcsetpgrp(group.terminal, pid[0] ?? 0);
  return ok(pid[0] ?? 0);
}

/** A list of C strings; `texts` keeps alive what the pointers lead to. */
function cStrings(words: readonly string[]): {
  readonly pointers: BigUint64Array;
  readonly texts: readonly Buffer[];
} {
  const texts = words.map((word) => Buffer.from(`${word}\0`));
  const pointers = new BigUint64Array(texts.length + 1);
  texts.forEach((text, at) => {
    pointers[at] = BigInt(ptr(text));
  });
  return { pointers, texts };
}
