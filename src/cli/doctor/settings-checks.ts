/** What Claude Code's settings say about the status line, and what in them keeps it off. */
import { asRecord } from "../../base/shape.ts";
import { commandLabel } from "../../sources/harnesses/claude-code/command-label.ts";
import { mentionsUs, readStatusCommand } from "../../sources/harnesses/claude-code/own-commands.ts";
import {
  type Effective,
  effectiveSetting,
  isTrusted,
  type SettingsLayer,
} from "../../sources/harnesses/claude-code/settings-layers.ts";
import { RECORD_MARK } from "../../wire/record/message.ts";
import type { Io } from "../io.ts";
import { bad, type Check, good, worth } from "./check.ts";

const INSTALL = "telltale install claude-code";

/** One line for each settings file. */
export function fileChecks(layers: readonly SettingsLayer[], io: Io): readonly Check[] {
  const named = io.env.CLAUDE_CONFIG_DIR;
  const folder =
    named === undefined || named === ""
      ? good("config folder", "CLAUDE_CONFIG_DIR is not set: ~/.claude")
      : good("config folder", `CLAUDE_CONFIG_DIR is in force: ${named}`);
  const files = layers.map(({ origin, file, problem }) =>
    problem === undefined
      ? good("settings", `${file} (${origin})`)
      : bad("settings", `${file} (${origin}): ${problem.reason}`, problem.remedy),
  );
  if (files.length > 0) return [folder, ...files];
  return [folder, bad("settings", "there is no settings file", INSTALL)];
}

/** The status line that counts. `command` is there if it is ours. */
export function lineChecks(layers: readonly SettingsLayer[]): {
  readonly checks: readonly Check[];
  readonly command?: string;
  /** It is drawn between events as well. */
  readonly refreshes?: boolean;
} {
  const effective = effectiveSetting(layers, "statusLine");
  if (effective === undefined) {
    return { checks: [bad("status line", "none is set", INSTALL)] };
  }
  const line = asRecord(effective.value);
  const command = typeof line?.command === "string" ? line.command : "";
  if (line?.type !== "command" || command === "") {
    const text = `in ${effective.layer.file} is none that Claude Code can run`;
    return { checks: [bad("status line", text, `${INSTALL} --replace`)] };
  }
  const own = readStatusCommand(command);
  if (own === undefined) return { checks: [foreignCheck(command, effective, layers)] };
  const chained = own.chained === undefined ? "" : `, then ${commandLabel(own.chained.text)}`;
  const scope = effective.layer.origin;
  const text = `ours: ${own.program.join(" ")} (${scope})${chained}`;
  const refresh = refreshCheck(line);
  const refreshes = refresh.length > 0;
  return { checks: [good("status line", text), ...refresh], command, refreshes };
}

function foreignCheck(
  command: string,
  { layer }: Effective,
  layers: readonly SettingsLayer[],
): Check {
  const whose = `is not ours: ${commandLabel(command)} in ${layer.file} (${layer.origin})`;
  if (mentionsUs(command)) {
    const text = `${whose}, which runs telltale in a way that cannot be looked into`;
    return bad("status line", text, "run that command by hand, or install with --replace");
  }
  const behind = layers.some((other) => {
    const ours = asRecord(other.settings?.statusLine)?.command;
    return typeof ours === "string" && readStatusCommand(ours) !== undefined;
  });
  if (!behind) return bad("status line", whose, `${INSTALL} --chain (or --replace)`);
  const fix =
    layer.origin === "managed"
      ? "ask who manages this machine"
      : `${INSTALL} --scope ${layer.origin} --chain (or --replace)`;
  return bad("status line", `${whose}, and wins over ours`, fix);
}

function refreshCheck(line: Readonly<Record<string, unknown>>): readonly Check[] {
  const { refreshInterval } = line;
  if (typeof refreshInterval !== "number" || refreshInterval < 1) return [];
  return [good("refresh", `every ${refreshInterval} s, and at events`)];
}

/** Scripts act upon a record, and what they wait for may be no event. */
export function recordCheck(rows: readonly string[], refreshes: boolean): readonly Check[] {
  const isRecord = rows.some((row) => row.trimStart().startsWith(`${RECORD_MARK} `));
  if (!isRecord || refreshes) return [];
  const text = "the record may stay at run after an interrupt, which is no event";
  return [worth("refresh", text, `${INSTALL} --refresh 1`)];
}

/** What keeps Claude Code from running any status line. */
export function obstacleChecks(layers: readonly SettingsLayer[], io: Io): readonly Check[] {
  const checks: Check[] = [];
  const disabled = effectiveSetting(layers, "disableAllHooks");
  if (disabled?.value === true) {
    const text = `disableAllHooks is true in ${disabled.layer.file}, which turns it off as well`;
    checks.push(bad("switched off", text, "set it to false there"));
  }
  const trusted = isTrusted(io.env, io.cwd);
  if (trusted === true) checks.push(good("trust", "this folder is trusted"));
  else {
    const text =
      trusted === false
        ? "this folder is not trusted, so in it the row stays blank"
        : "Claude Code has noted nothing yet, so it asks whether this folder is trusted";
    checks.push(worth("trust", text, "start claude here and answer its question with yes"));
  }
  return checks;
}
