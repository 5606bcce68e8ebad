/**
 * Runs a program as a harness does, its stdin and stdout pipes, and says exactly what it cost: the
 * wall time from start to end, the CPU time and the page faults of that one process. `Bun.spawn`
 * can say none of these to the microsecond, so the system's own calls are used (Linux and macOS).
 */
import { dlopen, FFIType, ptr } from "bun:ffi";
import { closeSync, openSync, readSync, writeSync } from "node:fs";
import { devNull } from "node:os";

const { i32, pointer } = FFIType;
const libc = dlopen(process.platform === "darwin" ? "libSystem.B.dylib" : "libc.so.6", {
  pipe: { args: [pointer], returns: i32 },
  fcntl: { args: [i32, i32, i32], returns: i32 },
  posix_spawn: { args: [pointer, pointer, pointer, pointer, pointer, pointer], returns: i32 },
  posix_spawn_file_actions_init: { args: [pointer], returns: i32 },
  posix_spawn_file_actions_adddup2: { args: [pointer, i32, i32], returns: i32 },
  posix_spawn_file_actions_addchdir_np: { args: [pointer, pointer], returns: i32 },
  posix_spawn_file_actions_destroy: { args: [pointer], returns: i32 },
  wait4: { args: [i32, pointer, i32, pointer], returns: i32 },
}).symbols;

/** Larger than `posix_spawn_file_actions_t` of any system (80 bytes with glibc). */
const FILE_ACTIONS_BYTES = 256;
/** `struct rusage`: two times of two words each, then fourteen counters. */
const RUSAGE_WORDS = 18;
/** Where the counter of faults that needed no disk stands in it. */
const MINOR_FAULTS_WORD = 8;
/** What a pipe holds by default; input beyond it would block before the program runs. */
const PIPE_BYTES = 65_536;
const F_SETFD = 2;
const FD_CLOEXEC = 1;

/** Where what a program says on stderr goes. */
const nowhere = openSync(devNull, "w");

/** A program to run. Its path is absolute, its environment complete. */
export interface Program {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** At most what a pipe holds. */
  readonly input: string;
}

/** What one run took. */
export interface Cost {
  readonly wallMs: number;
  readonly cpuMs: number;
  /** Pages that were mapped, of the program and of what it waited for. */
  readonly faults: number;
  /** -1 when a signal ended it. */
  readonly exitCode: number;
  readonly output: string;
}

/** A program whose strings stand in memory as the system wants them. */
export interface Prepared {
  readonly run: () => Cost;
}

/** Puts a program in the form in which starting it is one call. */
export function prepare(program: Program): Prepared {
  const input = new TextEncoder().encode(program.input);
  if (input.length > PIPE_BYTES) throw new Error("the input is larger than a pipe");
  const argv = stringTable(program.argv);
  const env = stringTable(Object.entries(program.env).map(([name, value]) => `${name}=${value}`));
  const path = cString(program.argv[0] ?? "");
  const cwd = cString(program.cwd);
  return { run: () => runOnce({ path, argv, env, cwd, input }) };
}

/** Pointers to strings, ended by null; the strings must live as long as the pointers. */
interface StringTable {
  readonly pointers: BigUint64Array;
  readonly strings: readonly Uint8Array[];
}

interface Call {
  readonly path: Uint8Array;
  readonly argv: StringTable;
  readonly env: StringTable;
  readonly cwd: Uint8Array;
  readonly input: Uint8Array;
}

function runOnce(call: Call): Cost {
  const [inputEnd, inputStart] = makePipe();
  const [outputEnd, outputStart] = makePipe();
  const actions = new Uint8Array(FILE_ACTIONS_BYTES);
  check(libc.posix_spawn_file_actions_init(ptr(actions)));
  check(libc.posix_spawn_file_actions_adddup2(ptr(actions), inputEnd, 0));
  check(libc.posix_spawn_file_actions_adddup2(ptr(actions), outputStart, 1));
  check(libc.posix_spawn_file_actions_adddup2(ptr(actions), nowhere, 2));
  check(libc.posix_spawn_file_actions_addchdir_np(ptr(actions), ptr(call.cwd)));
  writeSync(inputStart, call.input);
  closeSync(inputStart);
  const pid = new Int32Array(1);
  const status = new Int32Array(1);
  const usage = new BigInt64Array(RUSAGE_WORDS);
  const startedAtMs = performance.now();
  check(
    libc.posix_spawn(
      ptr(pid),
      ptr(call.path),
      ptr(actions),
      null,
      ptr(call.argv.pointers),
      ptr(call.env.pointers),
    ),
  );
  libc.wait4(pid[0] ?? -1, ptr(status), 0, ptr(usage));
  const wallMs = performance.now() - startedAtMs;
  libc.posix_spawn_file_actions_destroy(ptr(actions));
  closeSync(inputEnd);
  closeSync(outputStart);
  const output = drain(outputEnd);
  const word = status[0] ?? -1;
  return {
    wallMs,
    cpuMs: timeMs(usage, 0) + timeMs(usage, 2),
    faults: Number(usage[MINOR_FAULTS_WORD] ?? 0n),
    exitCode: (word & 0x7f) === 0 ? (word >> 8) & 0xff : -1,
    output,
  };
}

/** Both ends close when another program starts: a run sees no pipe but its own. */
function makePipe(): readonly [read: number, write: number] {
  const ends = new Int32Array(2);
  check(libc.pipe(ptr(ends)));
  const [read = -1, write = -1] = ends;
  libc.fcntl(read, F_SETFD, FD_CLOEXEC);
  libc.fcntl(write, F_SETFD, FD_CLOEXEC);
  return [read, write];
}

/** What the program left in the pipe; a process that it left behind may still hold the other end. */
function drain(fd: number): string {
  const bytes = new Uint8Array(PIPE_BYTES);
  const length = readSync(fd, bytes);
  closeSync(fd);
  return new TextDecoder().decode(bytes.subarray(0, length));
}

function timeMs(usage: BigInt64Array, word: number): number {
  // macOS keeps microseconds in half a word, with padding behind.
  const microseconds = Number((usage[word + 1] ?? 0n) & 0xffff_ffffn);
  return Number(usage[word] ?? 0n) * 1000 + microseconds / 1000;
}

function check(code: number): void {
  if (code !== 0) throw new Error(`the system refused to start a program: ${code}`);
}

function cString(text: string): Uint8Array {
  return new TextEncoder().encode(`${text}\0`);
}

function stringTable(texts: readonly string[]): StringTable {
  const strings = texts.map(cString);
  const pointers = new BigUint64Array(strings.length + 1);
  for (const [index, text] of strings.entries()) pointers[index] = BigInt(ptr(text));
  return { pointers, strings };
}
