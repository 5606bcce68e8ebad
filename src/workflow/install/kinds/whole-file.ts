/** A file that is ours as a whole. Line ends do not count; they are kept where there is a file already. */
import { ok } from "../../../base/result.ts";
import type { PartText } from "../part.ts";

/** The part for a file with this text, `\n` at its line ends. */
export function wholeFile(content: string): PartText {
  return {
    wanted: content,
    read: (text) => ok(text === "" ? undefined : text.replaceAll("\r\n", "\n")),
    put: (text) => ok(text.includes("\r\n") ? content.replaceAll("\n", "\r\n") : content),
  };
}
