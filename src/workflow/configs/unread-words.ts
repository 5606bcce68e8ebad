/** Why a file was not read, as the end of a sentence about it. */
import type { ReadFailureKind } from "../../files/read-bounded.ts";

/** `is not there`, `is no regular file` and their like; without its path, which the sentence has. */
export function unreadWords(kind: ReadFailureKind, maxBytes: number): string {
  switch (kind) {
    case "missing":
      return "is not there";
    case "not-a-file":
      return "is no regular file";
    case "too-big":
      return `is larger than ${maxBytes} bytes`;
    case "unreadable":
      return "cannot be read";
    default:
      return kind satisfies never;
  }
}
