import {
  type Installed,
  previewUninstall,
  uninstallFrom,
} from "../../sources/harnesses/claude-code/install.ts";
import { type Command, EXIT_FAILED, EXIT_OK, EXIT_USAGE } from "../command.ts";
import { SCOPE_OPTION, settingsTarget, wrongHarness } from "../install/target.ts";

/** Takes out what `install` put in. */
export const uninstall: Command = {
  name: "uninstall",
  summary: "Takes the status line and its hooks out of a harness's settings",
  usage: ["uninstall claude-code [--scope SCOPE] [--dry-run]"],
  options: [SCOPE_OPTION, { name: "dry-run", describe: "Say what would go, and change nothing" }],
  examples: [
    { command: "telltale uninstall claude-code", describe: "The settings are as they were before" },
  ],
  exitCodes: [
    { code: EXIT_OK, when: "nothing of ours is left" },
    { code: EXIT_FAILED, when: "it could not be taken out; the settings are as they were" },
    { code: EXIT_USAGE, when: "the call could not be understood" },
  ],
  async run(invocation) {
    const { options, io } = invocation;
    const wrong = wrongHarness(invocation);
    if (wrong !== undefined) {
      io.err(`telltale uninstall: ${wrong}\n`);
      return EXIT_USAGE;
    }
    const target = settingsTarget(invocation);
    if (!target.ok) {
      io.err(`telltale uninstall: ${target.reason}\n`);
      return EXIT_FAILED;
    }
    const isTrial = options["dry-run"] === true;
    const done = isTrial ? previewUninstall(target.value) : await uninstallFrom(target.value);
    if (!done.ok) {
      io.err(`telltale uninstall: ${done.reason.reason}\n`);
      return EXIT_FAILED;
    }
    io.out(report(target.value.file, done.value, isTrial));
    return EXIT_OK;
  },
};

function report(file: string, { changed, after, statusLine }: Installed, isTrial: boolean): string {
  if (!changed) return `nothing to do: ${file} holds nothing of ours\n`;
  const would = isTrial ? "would be " : "";
  if (after === undefined) return `${would}removed ${file}, which held nothing else\n`;
  const before = statusLine === "restored" ? "; the status line from before is back" : "";
  return `${would}removed from ${file}${before}\n`;
}
