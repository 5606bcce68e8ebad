/** The size of a terminal, asked anew each time. */
import { openCLibrary } from "./c-library.ts";

export interface TerminalSize {
  readonly cols: number;
  readonly rows: number;
}

type AskSize = (fd: number) => TerminalSize | undefined;

/** `TIOCGWINSZ` by system. */
const GET_SIZE: Readonly<Record<string, number>> = { linux: 0x5413, darwin: 0x40087468 };

/** What asks a descriptor for its size: undefined where it is no terminal or does not know. */
export function openSize(): AskSize {
  const request = GET_SIZE[process.platform] ?? 0;
  const ioctl = openIoctl();
  return (fd) => {
    // struct winsize: rows, columns, and two sizes in pixels that are seldom filled in.
    const words = new Uint16Array(4);
    if (ioctl?.(fd, request, words) !== 0) return undefined;
    const [rows = 0, cols = 0] = words;
    return rows > 0 && cols > 0 ? { cols, rows } : undefined;
  };
}

/**
 * ioctl(2) takes its third argument as a variadic one, which Apple's ARM passes on the stack and all
 * others in the third register. `bun:ffi` knows no variadic calls: there, the registers are filled
 * with zeros, so that the pointer comes to lie on the stack.
 */
function openIoctl(): ((fd: number, request: number, words: Uint16Array) => number) | undefined {
  if (process.platform === "darwin" && process.arch === "arm64") {
    const stacked = openCLibrary({
      ioctl: {
        args: ["i32", "u64", "u64", "u64", "u64", "u64", "u64", "u64", "ptr"],
        returns: "i32",
      },
    });
    if (!stacked.ok) return undefined;
    return (fd, request, words) => stacked.value.ioctl(fd, request, 0, 0, 0, 0, 0, 0, words);
  }
  const plain = openCLibrary({ ioctl: { args: ["i32", "u64", "ptr"], returns: "i32" } });
  return plain.ok ? plain.value.ioctl : undefined;
}
