/**
 * The calls that start a process inside of a process group, and hear that it stopped: Bun's own way of
 * starting one has neither. Opened once, when first wanted.
 */
import { ok, type Result } from "../../base/result.ts";
import { openCLibrary } from "../../tty/c-library.ts";

const FUNCTIONS = {
  posix_spawn: { args: ["ptr", "ptr", "ptr", "ptr", "ptr", "ptr"], returns: "i32" },
  posix_spawnattr_init: { args: ["ptr"], returns: "i32" },
  posix_spawnattr_destroy: { args: ["ptr"], returns: "i32" },
  posix_spawnattr_setflags: { args: ["ptr", "i16"], returns: "i32" },
  posix_spawnattr_setpgroup: { args: ["ptr", "i32"], returns: "i32" },
  posix_spawnattr_setsigdefault: { args: ["ptr", "ptr"], returns: "i32" },
  posix_spawnattr_setsigmask: { args: ["ptr", "ptr"], returns: "i32" },
  posix_spawn_file_actions_init: { args: ["ptr"], returns: "i32" },
  posix_spawn_file_actions_destroy: { args: ["ptr"], returns: "i32" },
  posix_spawn_file_actions_adddup2: { args: ["ptr", "i32", "i32"], returns: "i32" },
  posix_spawn_file_actions_addclose: { args: ["ptr", "i32"], returns: "i32" },
  sigfillset: { args: ["ptr"], returns: "i32" },
  sigemptyset: { args: ["ptr"], returns: "i32" },
  sigdelset: { args: ["ptr", "i32"], returns: "i32" },
  waitpid: { args: ["i32", "ptr", "i32"], returns: "i32" },
  tcsetpgrp: { args: ["i32", "i32"], returns: "i32" },
  getpgid: { args: ["i32"], returns: "i32" },
  getsid: { args: ["i32"], returns: "i32" },
  signal: { args: ["i32", "u64"], returns: "ptr" },
  dup: { args: ["i32"], returns: "i32" },
  pipe: { args: ["ptr"], returns: "i32" },
} as const;

/** glibc 2.35 and later: the new process takes the terminal before its program starts. */
const TAKE_TERMINAL = {
  posix_spawn_file_actions_addtcsetpgrp_np: { args: ["ptr", "i32"], returns: "i32" },
} as const;

type Symbols = Extract<ReturnType<typeof openFunctions>, { ok: true }>["value"];

export interface ProcessCalls {
  readonly c: Symbols;
  /** Adds "take this terminal" to what the new process does first, where the system can. */
  readonly addTakeTerminal?: (actions: Uint8Array, fd: number) => void;
}

function openFunctions() {
  return openCLibrary(FUNCTIONS);
}

let opened: Result<ProcessCalls> | undefined;

/** The calls, or why there are none on this system. */
export function processCalls(): Result<ProcessCalls> {
  opened ??= openCalls();
  return opened;
}

function openCalls(): Result<ProcessCalls> {
  const library = openFunctions();
  if (!library.ok) return library;
  const newer = openCLibrary(TAKE_TERMINAL);
  if (!newer.ok) return ok({ c: library.value });
  const add = newer.value.posix_spawn_file_actions_addtcsetpgrp_np;
  return ok({ c: library.value, addTakeTerminal: (actions, fd) => void add(actions, fd) });
}
