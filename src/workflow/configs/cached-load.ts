/**
 * Loaded configs for processes that live for milliseconds: the result is kept as JSON outside the
 * store, with all files that it came from and the build that read them. Each call looks at every file.
 */
import { join } from "node:path";
import { readBounded } from "../../files/read-bounded.ts";
import { writeWhole } from "../../files/write-whole.ts";
import { fnv1a64 } from "../store/file-names.ts";
import { parseJson } from "../store/parse-record.ts";
import { BUILD_MARK } from "./build-mark.ts";
import { checkInputs } from "./check-inputs.ts";
import { contentHash } from "./input-log.ts";
import type { Loaded } from "./loaded.ts";

/** Machines of half a megabyte, a few of them. */
const MAX_CACHE_BYTES = 8_388_608;

/** No config: nothing to read, and nothing to keep. */
const NOTHING: Loaded = {
  set: { machines: [], idle: [] },
  stateDirs: new Map(),
  findings: [],
  configs: [],
  inputs: [],
};

/**
 * `paths` are absolute. In mode `run`. Never throws; a cache that cannot be used costs time alone. What
 * another build kept counts for nothing, as it may have let pass what this one refuses; without a build
 * nothing is kept.
 */
export async function loadCached(
  paths: readonly string[],
  cacheDir: string | undefined,
  build: string | undefined = BUILD_MARK,
): Promise<Loaded> {
  if (paths.length === 0) return NOTHING;
  const keeping =
    cacheDir === undefined || build === undefined
      ? undefined
      : { file: cacheFile(cacheDir, paths), build };
  const nowMs = Date.now();
  const kept = keeping && readKept(keeping, paths);
  if (keeping !== undefined && kept !== undefined) {
    const state = checkInputs(kept.loaded.inputs, kept.builtMs, nowMs);
    if (state === "settled") writeKept(keeping, kept.loaded, nowMs);
    if (state !== "changed") return kept.loaded;
  }
  const { loadConfigs } = await import("./load.ts");
  const { placed: _placed, ...loaded } = loadConfigs(paths, "run");
  if (keeping !== undefined) writeKept(keeping, loaded, nowMs);
  return loaded;
}

/** Where a load is kept, and who keeps it. */
interface Keeping {
  readonly file: string;
  readonly build: string;
}

interface Kept {
  readonly loaded: Loaded;
  /** When the reading of the files began. */
  readonly builtMs: number;
}

type KeptFile = Omit<Loaded, "stateDirs"> & {
  readonly build: string;
  readonly builtMs: number;
  readonly stateDirs: readonly (readonly [machine: string, folder: string])[];
};

function cacheFile(cacheDir: string, paths: readonly string[]): string {
  const name = fnv1a64(new TextEncoder().encode(JSON.stringify(paths)));
  return join(cacheDir, "configs", `${name}.json`);
}

function writeKept({ file, build }: Keeping, loaded: Loaded, builtMs: number): void {
  const stateDirs = [...loaded.stateDirs];
  const body = JSON.stringify({ build, builtMs, ...loaded, stateDirs });
  if (body.length >= MAX_CACHE_BYTES) return;
  // Its file is private: machines may hold what only their owner should read.
  writeWhole(file, `${contentHash(body)}\n${body}\n`, { durable: false, mode: 0o600 });
}

/**
 * What was kept for these configs. The first line is a hash of the rest, which only this program writes:
 * a file that was cut or edited is none, and what is inside needs no second look on each call.
 */
function readKept({ file, build }: Keeping, paths: readonly string[]): Kept | undefined {
  const text = readBounded(file, MAX_CACHE_BYTES);
  if (!text.ok) return undefined;
  const [hash, body] = text.value.split("\n");
  if (body === undefined || contentHash(body) !== hash) return undefined;
  const kept = parseJson(body) as KeptFile | undefined;
  if (kept?.build !== build) return undefined;
  if (JSON.stringify(kept.configs) !== JSON.stringify(paths)) return undefined;
  const { build: _build, builtMs, ...loaded } = kept;
  return { loaded: { ...loaded, stateDirs: new Map(kept.stateDirs) }, builtMs };
}
