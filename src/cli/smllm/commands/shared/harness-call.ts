/** What installing into a harness and looking at it have in common: their arguments, and what they print. */
import { failed, ok, type Result } from "../../../../base/result.ts";
import {
  type InstallHarness,
  SCOPES,
  type Scope,
} from "../../../../workflow/install/harnesses/harness.ts";
import { INSTALL_HARNESSES } from "../../../../workflow/install/harnesses/registry.ts";
import type { InstallReport } from "../../../../workflow/install/install.ts";
import type { InstallQuery } from "../../../../workflow/install/place.ts";
import { lacksStatusLine } from "../../../../workflow/install/status-line-note.ts";
import { printable } from "../../../arguments.ts";
import type { CommandOption, Invocation } from "../../../command.ts";
import { oneOperand } from "../../operands.ts";
import { shownPath } from "./shown-path.ts";

export const SCOPE_OPTION: CommandOption = {
  name: "scope",
  value: "SCOPE",
  choices: SCOPES,
  describe: "project: for everybody in it (the default); user: for you in all of them",
};

export const JSON_OPTION: CommandOption = {
  name: "json",
  describe: "Print {harness, scope, parts}",
};

/** Rows of the help: the names that a call takes. */
export const HARNESS_ROWS: readonly (readonly [string, string])[] = INSTALL_HARNESSES.map(
  ({ id, title }) => [id, title],
);

/** The installation that a call is about. */
export function installQuery(invocation: Invocation, form: string): Result<InstallQuery> {
  const { options, io } = invocation;
  const name = oneOperand(invocation, "the harness", form);
  if (!name.ok) return name;
  const harness = INSTALL_HARNESSES.find(({ id }) => id === name.value);
  if (harness === undefined) {
    const names = INSTALL_HARNESSES.map(({ id }) => id).join(", ");
    return failed(`there is no harness ${printable(name.value)}; there are ${names}`);
  }
  const scope: Scope = options.scope === "user" ? "user" : "project";
  const { config } = options;
  return ok({
    harness,
    scope,
    env: io.env,
    cwd: io.cwd,
    platform: io.platform,
    ...(typeof config === "string" && { config }),
  });
}

/** Prints how the parts stand, or what was done to them. */
export function printReport(
  { options, io }: Invocation,
  query: InstallQuery,
  { place, parts }: InstallReport,
): void {
  const { harness, scope } = query;
  if (options.json === true) {
    const listed = parts.map(({ part, file, state, action }) => ({
      part,
      file: shownPath(file, io.cwd),
      state,
      action: action ?? null,
    }));
    io.out(`${JSON.stringify({ harness: harness.id, scope, parts: listed })}\n`);
    return;
  }
  for (const { part, file, state, action } of parts) {
    io.out(`${action ?? state}  ${shownPath(file, io.cwd)} (${part})\n`);
  }
  if (parts.some(({ action }) => action !== undefined)) remark(harness, io);
  const declines = parts.some(({ part, state }) => part === "statusline" && state === "skipped");
  if (!declines && lacksStatusLine(query, place)) {
    io.err(
      `note: the status line of ${harness.title} does not show where the work is; ` +
        "ask it to add smllm (skill smllm-statusline), or see: smllm statusline --help\n",
    );
  }
}

function remark({ remark }: InstallHarness, io: Pick<Invocation["io"], "err">): void {
  if (remark !== undefined) io.err(`note: ${remark}\n`);
}
