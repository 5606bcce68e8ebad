/**
 * Waits for a file descriptor to have something to read, without an event loop: poll(2) of the C
 * library. It costs a fraction of what the first asynchronous read costs in a short program.
 */

/** What poll(2) says about a descriptor. */
export type Readiness = "ready" | "silent" | "failed";

/** Blocks until the descriptor can be read or has ended, at most `timeoutMs`. */
export type Poll = (fd: number, timeoutMs: number) => Readiness;

/** C libraries by system: glibc and musl, macOS. Elsewhere there is no poll(2) to call. */
const LIBRARIES: Readonly<Record<string, readonly string[]>> = {
  linux: ["libc.so.6", "libc.musl-x86_64.so.1", "libc.musl-aarch64.so.1"],
  darwin: ["libSystem.B.dylib"],
};

/** POLLIN, the same number on every system above. */
const WANTS_READ = 1;

/** Opens poll(2); undefined where it cannot be had, which costs only speed. */
export async function openPoll(platform: string = process.platform): Promise<Poll | undefined> {
  const names = LIBRARIES[platform];
  if (names === undefined || typeof Bun === "undefined") return undefined;
  const { dlopen } = await import("bun:ffi");
  for (const name of names) {
    try {
      const { symbols } = dlopen(name, { poll: { args: ["ptr", "u64", "i32"], returns: "i32" } });
      // struct pollfd: the descriptor, then two halves of a word, wanted and seen events.
      const asked = new Int32Array(2);
      return (fd, timeoutMs) => {
        asked[0] = fd;
        asked[1] = WANTS_READ;
        const ready = symbols.poll(asked, 1, Math.max(0, Math.ceil(timeoutMs)));
        if (ready === 0) return "silent";
        return ready > 0 ? "ready" : "failed";
      };
    } catch {
      // The next name, then none: the caller has a slower way.
    }
  }
  return undefined;
}
