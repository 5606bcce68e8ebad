/**
 * Loaded configs for processes that live for milliseconds: the result is kept as JSON outside the
 * store, with all files that it came from. Each call looks at every one of them.
 */
import { join } from "node:path";
import { readBounded } from "../../files/read-bounded.ts";
import { writeWhole } from "../../files/write-whole.ts";
import { fnv1a64 } from "../store/file-names.ts";
import { parseJson } from "../store/parse-record.ts";
import { checkInputs } from "./check-inputs.ts";
import { contentHash } from "./input-log.ts";
import type { Loaded } from "./loaded.ts";

/** Goes up with each change of `Machine` or of what is kept beside it. */
const CACHE_VERSION = 2;
/** Machines of half a megabyte, a few of them. */
const MAX_CACHE_BYTES = 8_388_608;

/** `paths` are absolute. In mode `run`. Never throws; a cache that cannot be used costs time alone. */
export async function loadCached(
  paths: readonly string[],
  cacheDir: string | undefined,
): Promise<Loaded> {
  const file = cacheDir === undefined ? undefined : cacheFile(cacheDir, paths);
  const nowMs = Date.now();
  const kept = file === undefined ? undefined : readKept(file, paths);
  if (file !== undefined && kept !== undefined) {
    const state = checkInputs(kept.loaded.inputs, kept.builtMs, nowMs);
    if (state === "settled") writeKept(file, kept.loaded, nowMs);
    if (state !== "changed") return kept.loaded;
  }
  const { loadConfigs } = await import("./load.ts");
  const { placed: _placed, ...loaded } = loadConfigs(paths, "run");
  if (file !== undefined) writeKept(file, loaded, nowMs);
  return loaded;
}

interface Kept {
  readonly loaded: Loaded;
  /** When the reading of the files began. */
  readonly builtMs: number;
}

type KeptFile = Omit<Loaded, "stateDirs"> & {
  readonly version: number;
  readonly builtMs: number;
  readonly stateDirs: readonly (readonly [machine: string, folder: string])[];
};

function cacheFile(cacheDir: string, paths: readonly string[]): string {
  const name = fnv1a64(new TextEncoder().encode(JSON.stringify(paths)));
  return join(cacheDir, "configs", `${name}.json`);
}

function writeKept(file: string, loaded: Loaded, builtMs: number): void {
  const stateDirs = [...loaded.stateDirs];
  const body = JSON.stringify({ version: CACHE_VERSION, builtMs, ...loaded, stateDirs });
  if (body.length >= MAX_CACHE_BYTES) return;
  // Its file is private: machines may hold what only their owner should read.
  writeWhole(file, `${contentHash(body)}\n${body}\n`, { durable: false, mode: 0o600 });
}

/**
 * What was kept for these configs. The first line is a hash of the rest, which only this program writes:
 * a file that was cut or edited is none, and what is inside needs no second look on each call.
 */
function readKept(file: string, paths: readonly string[]): Kept | undefined {
  const text = readBounded(file, MAX_CACHE_BYTES);
  if (!text.ok) return undefined;
  const [hash, body] = text.value.split("\n");
  if (body === undefined || contentHash(body) !== hash) return undefined;
  const kept = parseJson(body) as KeptFile | undefined;
  if (kept?.version !== CACHE_VERSION) return undefined;
  if (JSON.stringify(kept.configs) !== JSON.stringify(paths)) return undefined;
  const { version: _version, builtMs, ...loaded } = kept;
  return { loaded: { ...loaded, stateDirs: new Map(kept.stateDirs) }, builtMs };
}
