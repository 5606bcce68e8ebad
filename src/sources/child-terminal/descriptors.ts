/**
 * Descriptors beyond stderr that a command was given by its caller: those that its arguments name
 * (`/dev/fd/63`, as a shell writes `<(...)`) and those of a `make` above us. Others cannot be told
 * from those of our own runtime, and are not passed on.
 */
import { fstatSync } from "node:fs";

const NAMED = /^(?:.*=)?\/(?:dev|proc\/self)\/fd\/(\d{1,4})$/;
const JOB_SERVER = /--jobserver-(?:auth|fds)=(\d{1,4}),(\d{1,4})/;

/** Their numbers, each once. */
export function namedDescriptors(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): readonly number[] {
  const found = new Set<number>();
  for (const argument of argv) {
    const number = NAMED.exec(argument)?.[1];
    if (number !== undefined) found.add(Number(number));
  }
  for (const number of JOB_SERVER.exec(env.MAKEFLAGS ?? "")?.slice(1) ?? []) {
    found.add(Number(number));
  }
  return [...found].filter((number) => number > 2 && isOpen(number));
}

/** Whether there is such a descriptor. */
export function isOpen(fd: number): boolean {
  try {
    fstatSync(fd);
    return true;
  } catch {
    return false;
  }
}
