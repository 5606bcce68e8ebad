/**
 * What the product relies on in the client itself, tried with a recorder in place of the product.
 * When a new version of the client breaks one of these, the product has to learn something.
 */
import fs from "node:fs";
import { asCount, asRecord, asText } from "../../../src/base/shape.ts";
import { PROMPTS, REPLY_TEXT, TOOL_COMMAND } from "../fake-prompts.ts";
import { pressTwice } from "../keys.ts";
import { RECORDER_MARK, type Recorder, type Recording } from "../recorder.ts";
import { check, type Scenario } from "../scenario.ts";
import { NARROW, SCREEN, type Stage } from "../stage.ts";

export interface ClientStage extends Stage {
  readonly recorder: Recorder;
}

const FIRST_ROW_MS = 20_000;
const WAIT_MS = 10_000;
/** Long enough for a debounced run or a late hook to show up. */
const QUIET_MS = 1500;
const INTERRUPT_MS = 3000;

function contextOf(call: Recording | undefined): Readonly<Record<string, unknown>> | undefined {
  return asRecord(call?.payload.context_window);
}

function lastLine(stage: ClientStage): Recording | undefined {
  return stage.recorder.lines().at(-1);
}

function costOf(call: Recording | undefined): number | undefined {
  return asCount(asRecord(call?.payload.cost)?.total_cost_usd);
}

async function reply(stage: ClientStage, prompt: string): Promise<void> {
  const stopped = (): number => stage.recorder.hookNames().filter((name) => name === "Stop").length;
  const before = stopped();
  await stage.claude().say(prompt);
  const settled = await stage.claude().pty.wait(() => stopped() > before, WAIT_MS);
  check(settled, `the prompt "${prompt}" gets a reply and a Stop hook`);
  await Bun.sleep(QUIET_MS);
}

const firstRow: Scenario<ClientStage> = {
  id: "first-row",
  title: "a status line command in settings.json runs at the start with no use of context known",
  async run(stage) {
    const claude = stage.claude();
    check(
      await claude.waitLine((row) => row.includes(RECORDER_MARK), FIRST_ROW_MS),
      "a row appears",
    );
    const call = lastLine(stage);
    check(call?.columns === String(SCREEN.cols), "COLUMNS is the terminal's", () => call?.columns);
    check(contextOf(call)?.current_usage === null, "current_usage is null", () => contextOf(call));
    check(contextOf(call)?.used_percentage === null, "used_percentage is null");
    check(call?.payload.permission_mode === undefined, "the payload has no permission mode");
    check(claude.registry()?.status === "idle", "the registry says idle", () => claude.registry());
  },
};

const modeChange: Scenario<ClientStage> = {
  id: "mode-change",
  title: "Shift+Tab runs the line again, but no hook, no payload and no file tells the new mode",
  needs: ["first-row"],
  async run(stage) {
    const claude = stage.claude();
    const runs = stage.recorder.lines().length;
    const hooks = stage.recorder.hooks().length;
    check(await claude.switchMode("manual mode"), "the footer names manual mode", claude.footer);
    await Bun.sleep(QUIET_MS);
    check(stage.recorder.lines().length > runs, "the line ran again");
    check(stage.recorder.hooks().length === hooks, "no hook fired", stage.recorder.hookNames);
    await reply(stage, PROMPTS.text);
    const hook = stage.recorder
      .hooks()
      .findLast((call) => call.payload.hook_event_name === "UserPromptSubmit");
    const mode = asText(hook?.payload.permission_mode);
    check(mode === "default", "the next prompt's hook says default", () => mode);
    check(claude.pty.text().includes(REPLY_TEXT), "the reply stands on the screen");
  },
};

const permission: Scenario<ClientStage> = {
  id: "permission",
  title:
    "a tool call that must be approved: registry waits, hooks follow in order, the row is hidden",
  needs: ["mode-change"],
  async run(stage) {
    const claude = stage.claude();
    const seen = stage.recorder.hooks().length;
    await claude.say(PROMPTS.tool);
    check(await claude.waitStatus("waiting"), "the registry waits", claude.registry);
    check(claude.registry()?.waitingFor === "permission prompt", "for a permission");
    check(await claude.waitDialog(), "the dialog opens");
    check(!claude.pty.text().includes(RECORDER_MARK), "the dialog hides the row");
    claude.pty.press("enter");
    check(await claude.waitStatus("idle"), "idle after the approval", claude.registry);
    await Bun.sleep(QUIET_MS);
    const names = stage.recorder.hookNames().slice(seen);
    const expected = ["UserPromptSubmit", "PreToolUse", "PermissionRequest", "PostToolUse", "Stop"];
    const inOrder = expected.every(
      (name, i) => names.filter((n) => expected.includes(n))[i] === name,
    );
    check(inOrder, `hooks: ${expected.join(" ")}`, () => names);
    const file = TOOL_COMMAND.split(" ")[1] ?? "";
    check(fs.existsSync(`${stage.workspace.project}/${file}`), "the tool ran in the project");
  },
};

const interrupt: Scenario<ClientStage> = {
  id: "interrupt",
  title: "Esc during a turn fires no hook and runs no line; only the registry returns to idle",
  needs: ["mode-change"],
  async run(stage) {
    const claude = stage.claude();
    await claude.say(PROMPTS.slow);
    check(await claude.waitStatus("busy"), "busy while the model is awaited", claude.registry);
    await Bun.sleep(QUIET_MS);
    const hooks = stage.recorder.hooks().length;
    const runs = stage.recorder.lines().length;
    claude.pty.press("escape");
    check(await claude.waitStatus("idle", INTERRUPT_MS), "idle at once", claude.registry);
    await Bun.sleep(QUIET_MS);
    check(stage.recorder.hooks().length === hooks, "no hook fired", stage.recorder.hookNames);
    check(stage.recorder.lines().length === runs, "the line did not run");
    await claude.clearComposer();
  },
};

const compact: Scenario<ClientStage> = {
  id: "compact",
  title: "/compact: the payload forgets the use of context, the transcript has it",
  needs: ["mode-change"],
  async run(stage) {
    const claude = stage.claude();
    const known = asCount(contextOf(lastLine(stage))?.used_percentage);
    check(known !== undefined && known > 0, "the use is known before");
    const seen = stage.recorder.hooks().length;
    await claude.say("/compact");
    const after = (): readonly string[] => stage.recorder.hookNames().slice(seen);
    check(await claude.pty.wait(() => after().includes("PostCompact"), WAIT_MS), "it ends", after);
    await Bun.sleep(QUIET_MS);
    const used = contextOf(lastLine(stage))?.used_percentage;
    check(used === null || used === 0, "used_percentage is null or 0", () => used);
    const boundary = claude.transcript().findLast((line) => line.subtype === "compact_boundary");
    const size = asCount(asRecord(boundary?.compactMetadata)?.postTokens);
    check(size !== undefined && size > 0, "the transcript has the new size", () => boundary);
    await reply(stage, PROMPTS.text);
    check(
      asCount(contextOf(lastLine(stage))?.used_percentage) === known,
      "the next reply tells it",
    );
  },
};

const clear: Scenario<ClientStage> = {
  id: "clear",
  title: "/clear: new session id, cost 0 again, no use of context; a title given by hand stays",
  needs: ["mode-change"],
  async run(stage) {
    const claude = stage.claude();
    await claude.say("/rename Night shift");
    const renamed = (): unknown => lastLine(stage)?.payload.session_name;
    check(await claude.pty.wait(() => renamed() === "Night shift", WAIT_MS), "renamed", renamed);
    const before = lastLine(stage)?.payload.session_id;
    check((costOf(lastLine(stage)) ?? 0) > 0, "the session has cost something");
    await claude.say("/clear");
    const cleared = (): boolean => lastLine(stage)?.payload.session_id !== before;
    check(await claude.pty.wait(cleared, WAIT_MS), "a new session id arrives");
    check(costOf(lastLine(stage)) === 0, "the cost is 0", () => costOf(lastLine(stage)));
    check(contextOf(lastLine(stage))?.current_usage === null, "current_usage is null");
    check(renamed() === "Night shift", "the title stays", renamed);
    check(claude.registry()?.sessionId === lastLine(stage)?.payload.session_id, "registry agrees");
  },
};

const resize: Scenario<ClientStage> = {
  id: "resize",
  title: "a narrower terminal: the line runs again and COLUMNS follows",
  needs: ["first-row"],
  async run(stage) {
    const { pty } = stage.claude();
    pty.resize(NARROW.cols, NARROW.rows);
    const columns = (): string | undefined => lastLine(stage)?.columns;
    check(await pty.wait(() => columns() === String(NARROW.cols), WAIT_MS), "COLUMNS", columns);
    pty.resize(SCREEN.cols, SCREEN.rows);
    check(await pty.wait(() => columns() === String(SCREEN.cols), WAIT_MS), "back", columns);
  },
};

const liveSettings: Scenario<ClientStage> = {
  id: "live-settings",
  title: "statusLine taken out of settings.json: the row goes without a restart, and comes back",
  needs: ["first-row"],
  async run(stage) {
    const claude = stage.claude();
    const file = stage.workspace.settingsFile;
    const text = fs.readFileSync(file, "utf8");
    fs.writeFileSync(file, JSON.stringify({ ...JSON.parse(text), statusLine: undefined }));
    const gone = (): boolean => claude.lineRows().length === 0;
    check(await claude.pty.wait(gone, WAIT_MS), "the row goes", claude.lineRows);
    fs.writeFileSync(file, text);
    check(await claude.waitLine((row) => row.includes(RECORDER_MARK)), "the row comes back");
  },
};

const leave: Scenario<ClientStage> = {
  id: "leave",
  title: "Ctrl+C twice ends the client: SessionEnd fires and its registry file goes",
  needs: ["first-row"],
  async run(stage) {
    const claude = stage.claude();
    await pressTwice(claude.pty, "ctrlC");
    const code = await Promise.race([claude.pty.exited, Bun.sleep(WAIT_MS)]);
    check(code === 0, "it ends with 0", () => code);
    check(claude.registry() === undefined, "no registry file is left");
    check(stage.recorder.hookNames().at(-1) === "SessionEnd", "SessionEnd fired");
  },
};

/** In the order of their story. */
export const CLIENT_SCENARIOS: readonly Scenario<ClientStage>[] = [
  firstRow,
  modeChange,
  permission,
  interrupt,
  resize,
  compact,
  clear,
  liveSettings,
  leave,
];
