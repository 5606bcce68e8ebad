/** From configuration to what is run, or the reason why nothing ever runs. */
import { failed, ok, type Result } from "../../base/result.ts";
import { commandLaunch, type Environment, type Launch } from "./launch.ts";
import { intervalMsOf, timeoutMsOf } from "./limits.ts";
import { tokenize } from "./tokenize.ts";

/** The members of `tui.customStatusLine` that concern running. Numbers may be out of range. */
export interface CommandSettings {
  readonly command?: string;
  readonly timeoutMs?: number;
  readonly intervalSeconds?: number;
}

/** What to start, and how long and how often; all in range. */
export interface CommandPlan {
  readonly launch: Launch;
  readonly timeoutMs: number;
  /** Absent: events only. */
  readonly intervalMs?: number;
}

/** The plan, or the reason why the item stays hidden: no command, or one that cannot be split. */
export function planCommand(
  settings: CommandSettings,
  platform: NodeJS.Platform,
  env: Environment,
): Result<CommandPlan> {
  if (settings.command === undefined || settings.command.trim() === "") {
    return failed("tui.customStatusLine.command is not set");
  }
  const argv = tokenize(settings.command);
  if (!argv.ok) return failed(`tui.customStatusLine.command cannot be used: ${argv.reason}`);
  const intervalMs = intervalMsOf(settings.intervalSeconds);
  return ok({
    launch: commandLaunch(argv.value, platform, env),
    timeoutMs: timeoutMsOf(settings.timeoutMs),
    ...(intervalMs === undefined ? {} : { intervalMs }),
  });
}
