/** What Claude Code's settings files say together: each file, which one wins, and whether it may act. */
import { join, resolve } from "node:path";
import { asFlag, asRecord } from "../../../base/shape.ts";
import { readBounded } from "../../../files/read-bounded.ts";
import type { JsonFault } from "../../../files/splice/json.ts";
import type { Env } from "../harness.ts";
import { claudeDir } from "../shared/claude-settings.ts";
import {
  parseSettings,
  readSettingsFile,
  type SettingsQuery,
  type SettingsScope,
  settingsFile,
} from "./settings-file.ts";

/** One settings file that exists. */
export interface SettingsLayer {
  readonly origin: "managed" | SettingsScope;
  readonly file: string;
  /** Absent if the file cannot be used. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Why it cannot be used, and what to do about it. */
  readonly problem?: Pick<JsonFault, "reason" | "remedy">;
}

/** The client keeps the history of all projects in it. */
const MAX_CLIENT_STATE_BYTES = 64 * 1024 * 1024;

/** The files that exist, the one that wins first. */
export function readLayers(query: SettingsQuery, managedFile: string): readonly SettingsLayer[] {
  const layers = [layerOf("managed", managedFile)];
  for (const scope of ["local", "project", "user"] as const) {
    const file = settingsFile(scope, query);
    if (file.ok) layers.push(layerOf(scope, file.value));
  }
  return layers.filter((layer) => layer !== undefined);
}

function layerOf(origin: SettingsLayer["origin"], file: string): SettingsLayer | undefined {
  const read = readSettingsFile(file);
  if (!read.ok)
    return { origin, file, problem: { reason: read.reason, remedy: "make it readable" } };
  if (read.value === undefined) return undefined;
  const { text } = read.value;
  if (text.trim() === "") return { origin, file, settings: {} };
  const document = parseSettings(text);
  if (!document.ok) return { origin, file, problem: document.reason };
  return { origin, file, settings: asRecord(JSON.parse(text)) ?? {} };
}

/** A setting and the file that it counts from. */
export interface Effective {
  readonly value: unknown;
  readonly layer: SettingsLayer;
}

/** The value of the first file that has the key. */
export function effectiveSetting(
  layers: readonly SettingsLayer[],
  key: string,
): Effective | undefined {
  for (const layer of layers) {
    const value = layer.settings?.[key];
    if (value !== undefined) return { value, layer };
  }
  return undefined;
}

/**
 * Whether the person trusts the folder, or one above it: without that, no command of the settings is
 * run. Undefined if the client has not noted anything yet. Nothing else of that file is looked at.
 */
export function isTrusted(env: Env, cwd: string): boolean | undefined {
  const file = clientStateFile(env, cwd);
  const read = file === undefined ? undefined : readBounded(file, MAX_CLIENT_STATE_BYTES);
  if (read === undefined || !read.ok) return undefined;
  try {
    const projects = asRecord(asRecord(JSON.parse(read.value))?.projects) ?? {};
    for (let folder = cwd; ; folder = resolve(folder, "..")) {
      if (asFlag(asRecord(projects[folder])?.hasTrustDialogAccepted) === true) return true;
      if (resolve(folder, "..") === folder) return false;
    }
  } catch {
    return undefined;
  }
}

function clientStateFile(env: Env, cwd: string): string | undefined {
  const named = env.CLAUDE_CONFIG_DIR;
  if (named !== undefined && named !== "") return resolve(cwd, named, ".claude.json");
  const folder = claudeDir(env);
  return folder === undefined ? undefined : join(folder, "..", ".claude.json");
}
