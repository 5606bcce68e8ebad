/** Functions of the C library through `bun:ffi`, under the names that it has on each system. */
import { dlopen, type FFIFunction, type Library } from "bun:ffi";
import { failed, ok, type Result } from "../base/result.ts";

/** glibc and musl, macOS. Windows has none of the calls that are wanted here. */
const LIBRARIES: Readonly<Record<string, readonly string[]>> = {
  linux: ["libc.so.6", "libc.musl-x86_64.so.1", "libc.musl-aarch64.so.1"],
  darwin: ["libSystem.B.dylib"],
};

/** The functions asked for, or why they cannot be had. */
export function openCLibrary<F extends Record<string, FFIFunction>>(
  functions: F,
  platform: string = process.platform,
): Result<Library<F>["symbols"]> {
  for (const name of LIBRARIES[platform] ?? []) {
    try {
      return ok(dlopen(name, functions).symbols);
    } catch {
      // Another C library, or one without such a function: the next name.
    }
  }
  return failed(`the C library of this system (${platform}) is not known`);
}
