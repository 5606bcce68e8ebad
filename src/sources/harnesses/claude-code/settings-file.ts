/** Where Claude Code's settings files are, which one wins, and how their bytes become text. */
import fs from "node:fs";
import { dirname, join, resolve } from "node:path";
import { failed, ok, type Result } from "../../../base/result.ts";
import { readBoundedBytes } from "../../../files/read-bounded.ts";
import {
  type JsonDocument,
  type JsonFault,
  parseJsonDocument,
} from "../../../files/splice/json.ts";
import { type TextContent, textContent } from "../../../files/text-content.ts";
import type { Env } from "../harness.ts";
import { claudeDir } from "../shared/claude-settings.ts";

/** Where an installation goes: all projects of a person, a project for everybody, a project for one. */
export type SettingsScope = "user" | "project" | "local";

export const SETTINGS_SCOPES: readonly SettingsScope[] = ["user", "project", "local"];

/** Settings hold rules and commands, some kilobytes; a bigger file is none. */
export const MAX_SETTINGS_BYTES = 1_048_576;

/** Whose settings, seen from which folder. */
export interface SettingsQuery {
  readonly env: Env;
  /** Absolute. */
  readonly cwd: string;
}

/** The file of a scope, absolute. */
export function settingsFile(scope: SettingsScope, { env, cwd }: SettingsQuery): Result<string> {
  const named = claudeDir(env);
  const userFile = named === undefined ? undefined : resolve(cwd, named, "settings.json");
  if (scope === "user") {
    if (userFile !== undefined) return ok(userFile);
    return failed(
      "there is no home folder: set HOME, or CLAUDE_CONFIG_DIR to Claude Code's folder",
    );
  }
  const name = scope === "project" ? "settings.json" : "settings.local.json";
  const file = join(projectRoot(cwd, userFile), ".claude", name);
  if (file !== userFile) return ok(file);
  return failed(`${file} is the file of the scope user; change to the folder of a project`);
}

/**
 * The folder that Claude Code would take for the project: the nearest one above that has a `.claude`
 * of its own or is a repository, else the working directory itself.
 */
export function projectRoot(cwd: string, userFile?: string): string {
  const userFolder = userFile === undefined ? undefined : dirname(userFile);
  for (let folder = cwd; ; folder = dirname(folder)) {
    const settings = join(folder, ".claude");
    if (settings !== userFolder && fs.existsSync(settings)) return folder;
    if (fs.existsSync(join(folder, ".git"))) return folder;
    if (dirname(folder) === folder) return cwd;
  }
}

/** The file with which an administrator sets rules for everybody on the machine. */
export function managedSettingsFile(platform: NodeJS.Platform): string {
  if (platform === "darwin") return "/Library/Application Support/ClaudeCode/managed-settings.json";
  if (platform === "win32") return "C:\\Program Files\\ClaudeCode\\managed-settings.json";
  return "/etc/claude-code/managed-settings.json";
}

/** Content of a settings file. */
export interface SettingsContent extends TextContent {
  readonly bytes: Uint8Array;
}

/** Reads a settings file; undefined inside the result if there is none. */
export function readSettingsFile(file: string): Result<SettingsContent | undefined> {
  const read = readBoundedBytes(file, MAX_SETTINGS_BYTES);
  if (!read.ok) return read.kind === "missing" ? ok(undefined) : failed(read.reason);
  const decoded = decodeSettings(read.value);
  return decoded === undefined
    ? failed(`${file} is no UTF-8 text; save it as UTF-8 first`)
    : ok(decoded);
}

/** Bytes as text; undefined if they are no UTF-8. */
export function decodeSettings(bytes: Uint8Array): SettingsContent | undefined {
  const content = textContent(bytes);
  return content && { bytes, ...content };
}

/** The document of a settings text. Claude Code reads JSON to the letter, and nothing of a file that is none. */
export function parseSettings(text: string): Result<JsonDocument, JsonFault> {
  const document = parseJsonDocument(text);
  if (document.ok || !document.reason.isInvalid) return document;
  const reason = `Claude Code itself skips this file because ${document.reason.reason}`;
  return failed({ ...document.reason, reason });
}
