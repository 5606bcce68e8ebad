/** Which config files count for a call. Source: `smllm`, config files and precedence. */
import { realpathSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { failed, ok, type Result } from "../../base/result.ts";
import { type ReadResult, readBounded } from "../../files/read-bounded.ts";
import { type Environment, workflowPlaces } from "../places.ts";

/** A config lists files and a few words; what is longer is none. */
export const MAX_CONFIG_BYTES = 524_288;

/** Deeper paths than systems allow end here. */
const MAX_FOLDERS = 4096;

/** The config that a header on its own line shows to be one, without any parser: nearly all there are. */
const PLAIN_HEADER = /^\[machines\][ \t]*(?:#.*)?$/m;

export interface ConfigLookup {
  readonly env: Environment;
  readonly cwd: string;
  readonly platform: NodeJS.Platform;
  /** `--config FILE`. */
  readonly config?: string | undefined;
}

/**
 * Absolute paths, the later before the earlier in weight. Either the one file of `--config` or
 * `SMLLM_CONFIG`, which must be there; or the user's and the nearest one at or above `cwd`, as far as
 * they have a `[machines]` table. One above that another user put there does not count. Empty where
 * there is none. The reason is for a person.
 */
export async function findConfigs(lookup: ConfigLookup): Promise<Result<readonly string[]>> {
  const { env, cwd, platform } = lookup;
  const asked = lookup.config ?? (env.SMLLM_CONFIG || undefined);
  if (asked !== undefined) return explicitConfig(asked, cwd);
  const user = workflowPlaces(env, platform).userConfig;
  const project = await nearestConfig(cwd);
  const isOwn = user !== undefined && (await isConfig(user));
  const found = isOwn && (project === undefined || !isSameFile(user, project)) ? [user] : [];
  return ok(project === undefined ? found : [...found, project]);
}

/** The nearest config above that does not count because another user put it there. */
export function passedOverConfig(cwd: string): string | undefined {
  const trusted = trustedOwners(resolve(cwd));
  return foldersUp(cwd)
    .map((folder) => join(folder, ".smllm", "config.toml"))
    .find((path) => ownerOf(path) !== undefined && !isTrusted(dirname(dirname(path)), trusted));
}

/** The folder of user configs may be a link to one that is found from the home as well. */
function isSameFile(one: string, other: string): boolean {
  try {
    return one === other || realpathSync(one) === realpathSync(other);
  } catch {
    return false;
  }
}

function explicitConfig(asked: string, cwd: string): Result<readonly string[]> {
  const path = resolve(cwd, asked);
  const text = asked === "" ? undefined : readBounded(path, MAX_CONFIG_BYTES);
  if (text === undefined) return failed("the path of the config is empty");
  return text.ok ? ok([path]) : failed(`cannot use the config: ${text.reason}`);
}

async function nearestConfig(cwd: string): Promise<string | undefined> {
  const trusted = trustedOwners(resolve(cwd));
  for (const folder of foldersUp(cwd)) {
    const path = join(folder, ".smllm", "config.toml");
    if (isTrusted(folder, trusted) && (await isConfig(path))) return path;
  }
  return undefined;
}

/** The directory and all above it. */
function foldersUp(cwd: string): readonly string[] {
  const folders = [resolve(cwd)];
  for (let depth = 0; depth < MAX_FOLDERS; depth++) {
    const parent = dirname(folders.at(-1) ?? "");
    if (parent === folders.at(-1)) break;
    folders.push(parent);
  }
  return folders;
}

function trustedOwners(cwd: string): ReadonlySet<number | undefined> {
  return new Set([0, process.getuid?.(), ownerOf(cwd)]);
}

/**
 * Machines run commands, and anybody may put a folder into `/tmp`: what is found on the way up counts if
 * it is the caller's, the system's, or of whoever owns the directory that the caller works in.
 */
function isTrusted(folder: string, trusted: ReadonlySet<number | undefined>): boolean {
  const held = join(folder, ".smllm");
  return [held, join(held, "config.toml")].every((path) => {
    const owner = ownerOf(path);
    return owner === undefined || trusted.has(owner);
  });
}

/** Undefined where there is nothing to look at. */
function ownerOf(path: string): number | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })?.uid;
  } catch {
    return undefined;
  }
}

/**
 * Whether the file is a config and not only a list of declined parts of a harness. One that cannot be
 * read or parsed counts if it could be one, so that its fault is told and not passed over.
 */
async function isConfig(path: string): Promise<boolean> {
  const text: ReadResult<string> = readBounded(path, MAX_CONFIG_BYTES);
  if (!text.ok) return text.kind === "unreadable" || text.kind === "too-big";
  const content = text.value.replaceAll("\r\n", "\n");
  const holdsLongTexts = content.includes('"""') || content.includes("'''");
  if (!holdsLongTexts && PLAIN_HEADER.test(content)) return true;
  if (!content.includes("machines") && !content.includes("\\")) return false;
  const { parseTomlDocument } = await import("../../files/splice/toml.ts");
  const document = parseTomlDocument(text.value);
  return document.ok ? "machines" in document.value.value : content.includes("machines");
}
