/** What `install`, `uninstall` and `doctor` are about: a harness, and a settings file of it. */
import { failed, ok, type Result } from "../../base/result.ts";
import { filePaths } from "../../files/paths.ts";
import type { SettingsTarget } from "../../sources/harnesses/claude-code/install.ts";
import {
  SETTINGS_SCOPES,
  type SettingsScope,
  settingsFile,
} from "../../sources/harnesses/claude-code/settings-file.ts";
import { printable } from "../arguments.ts";
import type { CommandOption, Invocation } from "../command.ts";

export const SCOPE_OPTION: CommandOption = {
  name: "scope",
  value: "SCOPE",
  choices: SETTINGS_SCOPES,
  describe: "Settings file: yours for all projects (user, default), the project's, or yours in it",
};

/** Why the operands are no harness that we can be installed into; undefined if they are one. */
export function wrongHarness({ operands }: Invocation): string | undefined {
  const [harness, ...more] = operands;
  if (harness === undefined) return "name the harness: claude-code";
  if (harness !== "claude-code") return `there is no ${printable(harness)} here; it is claude-code`;
  return more.length > 0 ? `it takes one harness, not also ${printable(more[0] ?? "")}` : undefined;
}

/** The settings file of the asked scope, and the folder in which its installation is noted. */
export function settingsTarget({ options, io }: Invocation): Result<SettingsTarget> {
  const scope = (options.scope ?? "user") as SettingsScope;
  const file = settingsFile(scope, { env: io.env, cwd: io.cwd });
  if (!file.ok) return file;
  const { stateDir } = filePaths(io.env, io.platform);
  if (stateDir === undefined) {
    return failed("there is no folder for state: set HOME or TELLTALE_HOME");
  }
  return ok({ file: file.value, scope, stateDir });
}
