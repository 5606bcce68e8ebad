import type { PartFault } from "./part.ts";

/** `<file>:<line>: <reason>`. */
export function faultText(file: string, { reason, line }: PartFault): string {
  return `${file}${line === undefined ? "" : `:${line}`}: ${reason}`;
}
