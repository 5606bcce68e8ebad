/** Whether the status line of a harness shows the workflow: its command, and the scripts that it names. */
import { join, resolve } from "node:path";
import { asRecord, asText } from "../../base/shape.ts";
import { filePaths } from "../../files/paths.ts";
import { readBounded } from "../../files/read-bounded.ts";
import type { InstallPlace, InstallQuery } from "./place.ts";
import { MAX_FILE_BYTES } from "./working-file.ts";

const OUR_COMMAND = "smllm statusline";

/** Telltale's own line, with the items that its config names. */
const TELLTALE_LINE = /\btelltale\b.*\bstatusline\b/;
const TELLTALE_ITEM = /\b(?:workflow|smllm)\b/;

/** A script of a status line is short; what is bigger is a program. */
const MAX_SCRIPT_BYTES = 256 * 1024;

/** Words of a command that are looked at as files. */
const MAX_WORDS = 64;

/** True if the harness has a status line in this scope and it does not show the workflow. */
export function lacksStatusLine(query: InstallQuery, place: InstallPlace): boolean {
  const places = query.harness.statusLine;
  if (places === undefined) return false;
  const files = query.scope === "project" ? places.project.map((f) => join(place.folder, f)) : [];
  if (place.userFolder !== undefined) files.push(join(place.userFolder, places.user));
  const command = files.map(commandIn).find((found) => found !== undefined);
  return command === undefined || !shows(command, query, place);
}

function commandIn(file: string): string | undefined {
  const read = readBounded(file, MAX_FILE_BYTES);
  if (!read.ok) return undefined;
  try {
    const settings = asRecord(JSON.parse(read.value.replace(/^\uFEFF/, "")));
    return asText(asRecord(settings?.statusLine)?.command);
  } catch {
    return undefined;
  }
}

function shows(command: string, query: InstallQuery, place: InstallPlace): boolean {
  if (command.includes(OUR_COMMAND)) return true;
  if (TELLTALE_LINE.test(command)) {
    const { configFile } = filePaths(query.env, query.platform);
    return configFile !== undefined && TELLTALE_ITEM.test(textOf(configFile));
  }
  return filesIn(command, query, place).some((file) => textOf(file).includes(OUR_COMMAND));
}

function textOf(file: string): string {
  const read = readBounded(file, MAX_SCRIPT_BYTES);
  return read.ok ? read.value : "";
}

/** Words of the command as paths: quotes taken off, the home filled in. */
function filesIn(command: string, { env, platform }: InstallQuery, place: InstallPlace) {
  const home = (platform === "win32" ? env.USERPROFILE : env.HOME) ?? "";
  const words = command.match(/"[^"]*"|'[^']*'|[^\s"';|&()<>]+/g) ?? [];
  return words.slice(0, MAX_WORDS).map((word) => {
    const bare = word.replace(/^(["'])(.*)\1$/, "$2");
    const path = bare
      .replace(/^(?:~|\$HOME|\$\{HOME\})(?=\/)/, () => home)
      .replace(/^(?:\$CLAUDE_PROJECT_DIR|\$\{CLAUDE_PROJECT_DIR\})(?=\/)/, () => place.folder);
    return resolve(place.folder, path);
  });
}
