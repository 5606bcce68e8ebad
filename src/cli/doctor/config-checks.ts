/** What is wrong with `config.yaml`, and what in it comes to nothing. */
import fs from "node:fs";
import { resolve } from "node:path";
import { checkConfig } from "../../config/check.ts";
import { readSettings } from "../../config/read.ts";
import type { Settings } from "../../config/settings.ts";
import type { FilePaths } from "../../files/paths.ts";
import { tokenize } from "../../sources/custom-command/tokenize.ts";
import { commandLabel } from "../../sources/harnesses/claude-code/command-label.ts";
import { idleSettings } from "../config/idle-settings.ts";
import { type ItemNote, itemNotes } from "../config/item-notes.ts";
import type { Io } from "../io.ts";
import { type Check, good, worth } from "./check.ts";

/** Everything that is wrong with the configuration, a line each. */
export async function configChecks({ configFile }: FilePaths, io: Io): Promise<readonly Check[]> {
  const notes = await checkConfig(configFile);
  const { settings } = readSettings(configFile);
  const problems: readonly ItemNote[] = [
    ...notes.filter(({ level }) => level !== "info"),
    ...itemNotes(settings),
    ...idleSettings(settings),
    ...commandNotes(settings, io),
  ];
  if (problems.length > 0) {
    return problems.map(({ path, message, fix }) => worth("config", `${path}: ${message}`, fix));
  }
  const isThere = configFile !== undefined && fs.existsSync(configFile);
  return [good("config", isThere ? configFile : "none, so the defaults count")];
}

/** Why the command of one's own cannot even be started. Windows finds programs in ways of its own. */
function commandNotes({ tui }: Settings, io: Io): readonly ItemNote[] {
  const command = tui.customStatusLine?.command;
  if (command === undefined || io.platform === "win32") return [];
  const path = "tui.customStatusLine.command";
  const argv = tokenize(command);
  if (!argv.ok) return [{ path, message: argv.reason, fix: "correct it" }];
  const [program] = argv.value;
  if (isFound(program, io)) return [];
  return [{ path, message: `there is no program ${commandLabel(program)}`, fix: wayOut(program) }];
}

function isFound(program: string, { cwd, env }: Io): boolean {
  if (!program.includes("/")) return Bun.which(program, { PATH: env.PATH ?? "" }) !== null;
  try {
    const file = resolve(cwd, program);
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

/** No shell reads the command, which is the most frequent reason. */
function wayOut(program: string): string {
  if (program.startsWith("~"))
    return "write the whole path: no shell reads it, so ~ stays as it is";
  if (/^[A-Za-z_]\w*=/.test(program)) return "no shell reads it: write env before NAME=value";
  if (program.includes("/")) return "write the whole path of a file that can be executed";
  return "write its whole path, or add its folder to PATH";
}
