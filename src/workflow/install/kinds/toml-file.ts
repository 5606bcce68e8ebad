/** What the parts in TOML files and the config share: reading a document. */
import { failed, type Result } from "../../../base/result.ts";
import { parseTomlDocument, type TomlDocument } from "../../../files/splice/toml.ts";
import type { PartFault } from "../part.ts";

/** The document of a TOML file, or what to correct in it. */
export function tomlOf(text: string): Result<TomlDocument, PartFault> {
  const document = parseTomlDocument(text);
  if (document.ok) return document;
  const { reason, line } = document.reason;
  return failed({
    reason: `it is no valid TOML: ${reason}; correct it first`,
    ...(line !== undefined && { line }),
  });
}
