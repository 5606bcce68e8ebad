/** The id of a machine file that does not parse, so that what it would have replaced can be told. */
import { MAX_MACHINE_BYTES } from "./limits.ts";

const ID_LINE = /^id[ \t]*:[ \t]+(["']?)([A-Za-z0-9_-]+)\1[ \t]*(?:#.*)?$/;

/** The value of the first top-level `id:` line; undefined when there is none that could be an id. */
export function idLineOf(text: string): string | undefined {
  const lines = text
    .slice(0, MAX_MACHINE_BYTES)
    .replace(/^\ufeff/, "")
    .split(/\r\n|\n/);
  for (const line of lines) {
    const id = ID_LINE.exec(line)?.[2];
    if (id !== undefined) return id;
  }
  return undefined;
}
