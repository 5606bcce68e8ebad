/**
 * `harness.toml`: what an installation put where, by the hash of it, so that a later one can tell an
 * older text of ours from one that somebody edited. A table for each part: `[claude.mcp]` with `file`
 * and `hash`.
 */
import { failed, ok, type Result } from "../../base/result.ts";
import { asRecord, asText } from "../../base/shape.ts";
import { parseTomlDocument } from "../../files/splice/toml.ts";
import { tomlKey, tomlValue } from "../../files/splice/toml-edit.ts";
import { PART_NAMES, type PartFault, type PartName } from "./part.ts";

export interface RecordEntry {
  readonly harness: string;
  readonly part: PartName;
  /** From the project with `/`, or absolute in the user scope. */
  readonly file: string;
  readonly hash: string;
}

/** A harness has five parts; more entries than for a hundred of them are no record. */
const MAX_ENTRIES = 500;

const HEAD = `# Written by smllm harness install. It tells by this whether somebody changed what it put there.
`;

/** The entries of a record; what is not understood is dropped. */
export function parseRecord(text: string): Result<readonly RecordEntry[], PartFault> {
  const document = parseTomlDocument(text);
  if (!document.ok) {
    const { reason, line } = document.reason;
    const told = `it is no valid TOML: ${reason}; correct or delete it`;
    return failed({ reason: told, ...(line !== undefined && { line }) });
  }
  const entries = Object.entries(document.value.value).flatMap(([harness, parts]) =>
    PART_NAMES.flatMap((part) => {
      const entry = asRecord(asRecord(parts)?.[part]);
      const [file, hash] = [asText(entry?.file), asText(entry?.hash)];
      return file === undefined || hash === undefined ? [] : [{ harness, part, file, hash }];
    }),
  );
  return ok(entries.slice(0, MAX_ENTRIES));
}

/** The text of a record, `\n` at its line ends; the same for the same entries in any order. */
export function encodeRecord(entries: readonly RecordEntry[]): string {
  const tables = entries.map(
    ({ harness, part, file, hash }) =>
      `\n[${tomlKey(harness)}.${part}]\nfile = ${tomlValue(file)}\nhash = ${tomlValue(hash)}\n`,
  );
  return HEAD + tables.sort().join("");
}

/** The hash of what compares. */
export function partHash(canonical: string): string {
  return new Bun.CryptoHasher("sha256").update(canonical).digest("hex");
}
