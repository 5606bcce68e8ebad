/**
 * Changes one key of `config.yaml`: under the lock, from what the file says now, written as a whole.
 */
import { createHash } from "node:crypto";
import { basename, dirname, join, resolve } from "node:path";
import { failed, ok, type Result } from "../base/result.ts";
import { withLock } from "../files/lock.ts";
import { readBoundedBytes } from "../files/read-bounded.ts";
import { realTarget } from "../files/real-target.ts";
import { writeWhole } from "../files/write-whole.ts";
import { MAX_CONFIG_BYTES } from "./read.ts";
import { spliceKey } from "./splice.ts";
import { blockText, plainValue } from "./yaml-text.ts";

/** The file and the lock that all its writers share; see `configLockFile`. */
export interface ConfigPlace {
  readonly configFile: string;
  readonly lockFile: string;
}

/** A write takes a few milliseconds: who waits this long waits for a stopped process. */
const LOCK_WAIT_MS = 5000;
/** The file may hold a command with a token in it: nobody else reads it. */
const CONFIG_MODE = 0o600;

/**
 * Sets the key at `keyPath` to `value`, or removes it for undefined; parents are made and, when they
 * hold nothing else, removed. All else in the file stays byte for byte. `changed` is false when the
 * file said so already; then nothing is written. A missing file is made (0600 in a 0700 folder), a
 * link stays. Refused, with the file untouched: broken YAML, text that is no UTF-8, a parent that is
 * no mapping, a read-only file, a change that would reach another key. Reasons never quote the file.
 */
export async function setConfigValue(
  place: ConfigPlace,
  keyPath: readonly string[],
  value: unknown,
): Promise<Result<{ readonly changed: boolean }>> {
  const { configFile, lockFile } = place;
  const result = await withLock(lockFile, () => change(configFile, keyPath, value), {
    waitMs: LOCK_WAIT_MS,
  });
  return result.ok ? result.value : result;
}

async function change(
  configFile: string,
  keyPath: readonly string[],
  value: unknown,
): Promise<Result<{ readonly changed: boolean }>> {
  const text = readText(configFile);
  if (!text.ok) return text;
  const spliced = await spliceKey(text.value, keyPath, value);
  if (!spliced.ok) return failed(`${configFile} was not changed: ${spliced.reason}`);
  if (spliced.value === text.value) return ok({ changed: false });
  const written = writeWhole(configFile, spliced.value, { mode: CONFIG_MODE });
  return written.ok ? ok({ changed: true }) : failed(written.reason);
}

/** The file's text with its byte order mark; empty if there is no file. */
function readText(configFile: string): Result<string> {
  const bytes = readBoundedBytes(configFile, MAX_CONFIG_BYTES);
  if (!bytes.ok) return bytes.kind === "missing" ? ok("") : failed(bytes.reason);
  try {
    return ok(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes.value));
  } catch {
    return failed(`${configFile} was not changed: it is no UTF-8 text; save it as UTF-8 first`);
  }
}

/**
 * The lock of a config file: in the state folder, one for each real file, so that a link and its
 * target share it. Without a state folder it stands beside the file.
 */
export function configLockFile(configFile: string, stateDir: string | undefined): string {
  const real = realPath(configFile);
  if (stateDir === undefined) return join(dirname(real), `.${basename(real)}.lock`);
  const name = createHash("sha256").update(real).digest("hex").slice(0, 16);
  return join(stateDir, "locks", `config-${name}.lock`);
}

function realPath(path: string): string {
  try {
    return realTarget(path);
  } catch {
    return resolve(path);
  }
}

/** What a person adds by hand where we may not write. */
export function configSnippet(keyPath: readonly string[], value: unknown): string {
  const whole = keyPath.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
  const plain = plainValue(whole);
  const style = { eol: "\n", stepCols: 2, dashCols: 2 } as const;
  return plain === undefined ? "" : `${blockText(plain, 0, style)}\n`;
}
