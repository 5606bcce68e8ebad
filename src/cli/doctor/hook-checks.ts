/** Whether the hooks are in the settings, run quietly, and have told anything yet. */
import fs from "node:fs";
import { join } from "node:path";
import { asRecord } from "../../base/shape.ts";
import { HOOK_EVENTS } from "../../sources/harnesses/claude-code/hook-events.ts";
import { readHookCommand } from "../../sources/harnesses/claude-code/own-commands.ts";
import type { SettingsLayer } from "../../sources/harnesses/claude-code/settings-layers.ts";
import { sessionsDir } from "../../sources/sessions/store.ts";
import type { Io } from "../io.ts";
import { ageText, type Check, good, worth } from "./check.ts";
import { runShell } from "./run-shell.ts";

const WITHOUT = "permission mode, turn state and questions are not known";
const INSTALL = "telltale install claude-code";

/** Which events have our hook in some file, and whether its command works. */
export async function hookChecks(
  layers: readonly SettingsLayer[],
  io: Io,
): Promise<readonly Check[]> {
  const commands = new Map<string, string>();
  for (const { settings } of layers) collectHooks(settings?.hooks, commands);
  const missing = HOOK_EVENTS.filter(({ event }) => !commands.has(event)).map(({ event }) => event);
  if (missing.length === HOOK_EVENTS.length) {
    return [worth("hooks", `none are installed: ${WITHOUT}`, INSTALL)];
  }
  const installed = HOOK_EVENTS.length - missing.length;
  const checks: Check[] = [];
  if (missing.length === 0) checks.push(good("hooks", `all ${installed} are installed`));
  else checks.push(worth("hooks", `missing: ${missing.join(", ")}`, INSTALL));
  for (const command of new Set(commands.values())) checks.push(...(await runHook(command, io)));
  return checks;
}

function collectHooks(hooks: unknown, commands: Map<string, string>): void {
  for (const [event, groups] of Object.entries(asRecord(hooks) ?? {})) {
    for (const group of Array.isArray(groups) ? groups : []) {
      const list = asRecord(group)?.hooks;
      for (const hook of Array.isArray(list) ? list : []) {
        const command = asRecord(hook)?.command;
        if (typeof command === "string" && readHookCommand(command) !== undefined) {
          commands.set(event, command);
        }
      }
    }
  }
}

/** A payload without a session is taken and stores nothing. */
async function runHook(command: string, io: Io): Promise<readonly Check[]> {
  const run = await runShell(command, "{}", io);
  const program = readHookCommand(command)?.program.join(" ") ?? "";
  if (run.exitCode !== 0) {
    const how = run.problem ?? `exit code ${run.exitCode}`;
    return [worth("hook run", `${program} fails: ${how}; Claude Code reports it`, INSTALL)];
  }
  if (run.stdout.trim() !== "") {
    return [worth("hook run", `${program} prints something, which the agent reads`, INSTALL)];
  }
  return [good("hook run", `quiet, exit code 0, ${Math.round(run.durationMs)} ms`)];
}

/** When a hook last told something of any session. */
export function lastHookCheck(stateDir: string | undefined, nowMs: number): Check {
  const newestMs = stateDir === undefined ? undefined : newestFileMs(sessionsDir(stateDir));
  if (newestMs === undefined) {
    return worth("last hook", "none has told anything yet", "start claude and send a prompt");
  }
  return good("last hook", `${ageText(nowMs - newestMs)} ago`);
}

function newestFileMs(folder: string): number | undefined {
  try {
    const times = fs
      .readdirSync(folder)
      .filter((name) => name.endsWith(".json"))
      .map((name) => fs.statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0);
    return times.length === 0 ? undefined : Math.max(...times);
  } catch {
    return undefined;
  }
}
