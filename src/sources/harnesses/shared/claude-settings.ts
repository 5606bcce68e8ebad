/**
 * The inset that a person gave the status line in Claude Code's settings: `statusLine.padding`
 * columns at each side. Settings files are laid over one another, the most local first.
 */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { asRecord } from "../../../base/shape.ts";
import type { Env } from "../harness.ts";
import { dirOf } from "./home.ts";
import { count } from "./values.ts";

/** A settings file beyond this size is not read on the way to a row. */
const MAX_SETTINGS_BYTES = 1_048_576;

/** No terminal is wide enough for more. */
const MAX_PADDING_COLS = 1000;

/** Where Claude Code keeps its settings, sessions and transcripts. */
export function claudeDir(env: Env): string | undefined {
  return dirOf(env, ".claude", "CLAUDE_CONFIG_DIR");
}

/** Columns that padding takes on both sides together; 0 when no settings file says anything. */
export function paddingCols(env: Env, projectDir?: string): number {
  const files: string[] = [];
  if (projectDir !== undefined) {
    files.push(join(projectDir, ".claude", "settings.local.json"));
    files.push(join(projectDir, ".claude", "settings.json"));
  }
  const userDir = claudeDir(env);
  if (userDir !== undefined) files.push(join(userDir, "settings.json"));
  for (const file of files) {
    const padding = paddingIn(file);
    if (padding !== undefined) return 2 * padding;
  }
  return 0;
}

function paddingIn(file: string): number | undefined {
  try {
    const stat = statSync(file, { throwIfNoEntry: false });
    if (stat?.isFile() !== true || stat.size > MAX_SETTINGS_BYTES) return undefined;
    const settings = asRecord(JSON.parse(readFileSync(file, "utf8").replace(/^\uFEFF/, "")));
    const padding = count(asRecord(settings?.statusLine)?.padding);
    return padding === undefined ? undefined : Math.min(Math.floor(padding), MAX_PADDING_COLS);
  } catch {
    return undefined;
  }
}
