import { asRecord } from "../../base/shape.ts";
import {
  installInto,
  previewInstall,
  type Refusal,
} from "../../sources/harnesses/claude-code/install.ts";
import {
  programText,
  readStatusCommand,
} from "../../sources/harnesses/claude-code/own-commands.ts";
import type { Wanted } from "../../sources/harnesses/claude-code/settings-edit.ts";
import { managedSettingsFile } from "../../sources/harnesses/claude-code/settings-file.ts";
import {
  effectiveSetting,
  readLayers,
} from "../../sources/harnesses/claude-code/settings-layers.ts";
import { type Command, EXIT_FAILED, EXIT_OK, EXIT_USAGE, type Invocation } from "../command.ts";
import { installedProgram, typedProgram, unstablePlace } from "../install/program.ts";
import { doneText, trialText } from "../install/report.ts";
import { SCOPE_OPTION, settingsTarget, wrongHarness } from "../install/target.ts";
import type { Io } from "../io.ts";
import { notice, pageCols } from "../page.ts";

/** Puts the status line into a harness. What stands in its settings stays there, byte for byte. */
export const install: Command = {
  name: "install",
  summary: "Puts the status line and its hooks into a harness's settings",
  usage: ["install claude-code [--scope SCOPE] [--chain | --replace] [OPTIONS]"],
  options: [
    SCOPE_OPTION,
    { name: "chain", describe: "Keep the status line that is there: its rows follow ours" },
    { name: "replace", describe: "Put ours in its place; it comes back when you uninstall" },
    {
      name: "refresh",
      value: "SECONDS",
      describe:
        "Draw again every so many seconds, for countdowns and the turn state between events; 0: at events only",
    },
    { name: "without-hooks", describe: "The status line alone: no permission mode and turn state" },
    { name: "dry-run", describe: "Show the lines that would change, and change nothing" },
  ],
  examples: [
    { command: "telltale install claude-code", describe: "For all your projects" },
    {
      command: "telltale install claude-code --chain",
      describe: "Beside the status line you have",
    },
    {
      command: "telltale install claude-code --scope local --refresh 5",
      describe: "For you in this project, drawn at least every five seconds",
    },
  ],
  exitCodes: [
    { code: EXIT_OK, when: "it is installed, or was already" },
    { code: EXIT_FAILED, when: "it could not be installed; the settings are as they were" },
    { code: EXIT_USAGE, when: "the call could not be understood" },
  ],
  async run(invocation) {
    const { options, io } = invocation;
    const wrong = wrongHarness(invocation) ?? wrongOptions(options);
    if (wrong !== undefined) {
      io.err(notice(`telltale install: ${wrong}`, io));
      return EXIT_USAGE;
    }
    const target = settingsTarget(invocation);
    if (!target.ok) {
      io.err(notice(`telltale install: ${target.reason}`, io));
      return EXIT_FAILED;
    }
    const program = installedProgram(io);
    const wanted = wantedOf(options, programText(program, io.platform));
    const { file } = target.value;
    const isTrial = options["dry-run"] === true;
    const done = isTrial
      ? previewInstall(target.value, wanted)
      : await installInto(target.value, wanted);
    if (!done.ok) return refuse(invocation, done.reason);
    const typed = typedProgram(program, io);
    const page = { program: typed, cols: pageCols(io) };
    io.out(isTrial ? trialText(file, done.value) : doneText(file, done.value, options, page));
    const place = isTrial || done.value.changed ? placeWarnings(program) : [];
    for (const warning of [...place, ...warningsOf(file, io)]) {
      io.err(notice(`telltale install: warning: ${warning}`, io));
    }
    return EXIT_OK;
  },
};

/** Said when the place is written down, and not again while nothing changes. */
function placeWarnings(program: readonly string[]): readonly string[] {
  const unstable = unstablePlace(program);
  if (unstable === undefined) return [];
  return [`this program may be gone one day: ${unstable.reason}. ${unstable.remedy}`];
}

/** What keeps the row from being seen, whatever `file` itself says. */
function warningsOf(file: string, io: Io): readonly string[] {
  const warnings: string[] = [];
  const layers = readLayers({ env: io.env, cwd: io.cwd }, managedSettingsFile(io.platform));
  const winner = effectiveSetting(layers, "statusLine");
  const command = asRecord(winner?.value)?.command;
  const isElsewhere = winner !== undefined && winner.layer.file !== file;
  if (isElsewhere && typeof command === "string" && readStatusCommand(command) === undefined) {
    warnings.push(`in this folder the status line of ${winner.layer.file} wins over ours`);
  }
  const disabled = effectiveSetting(layers, "disableAllHooks");
  if (disabled?.value === true) {
    warnings.push(`disableAllHooks is true in ${disabled.layer.file}, so no status line is shown`);
  }
  return warnings;
}

function wrongOptions(options: Invocation["options"]): string | undefined {
  if (options.chain === true && options.replace === true) {
    return "--chain keeps the status line that is there and --replace does not: choose one";
  }
  const { refresh } = options;
  if (refresh === undefined || /^(?:0|[1-9]\d{0,6})$/.test(String(refresh))) return undefined;
  return "--refresh takes a whole number of seconds; 0 takes the refresh out";
}

function wantedOf(options: Invocation["options"], program: string): Wanted {
  const foreign =
    options.chain === true ? "chain" : options.replace === true ? "replace" : "refuse";
  const refresh = options.refresh === undefined ? {} : { refreshSeconds: Number(options.refresh) };
  return { program, hooks: options["without-hooks"] !== true, foreign, ...refresh };
}

/** The reason stands at the bottom, where it is seen first. */
function refuse({ io }: Invocation, { reason, snippet }: Refusal): number {
  if (snippet !== undefined) io.err(`To do it by hand, add this to the file:\n${snippet}\n`);
  io.err(notice(`telltale install: ${reason}`, io));
  return EXIT_FAILED;
}
