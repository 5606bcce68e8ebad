/**
 * What Claude Code reports of itself, from its start to its end, as a terminal reads it.
 */
import { HELPER_TITLE, PROMPTS, QUESTION, SHELL_TITLE, TOOL_COMMAND } from "../fake-prompts.ts";
import { check, type Scenario } from "../scenario.ts";
import type { StatusStage } from "../status-stage.ts";
import { childRecords, clearedIds, rootRecords, type Walk, walk } from "../trail.ts";
import {
  asks,
  error,
  interrupt,
  leave,
  sayUntilBlocked,
  startsAs,
  turn,
  unanswered,
  VERDICTS,
} from "./status-steps.ts";

/** Long enough for a program to have begun. */
const WAIT_BEGINS_MS = 1500;
/** 128 and SIGKILL. */
const KILLED_CODE = 137;

const refusal: Scenario<StatusStage> = {
  id: "refusal",
  title: "a permission that is refused with Esc: blocked, then idle",
  needs: ["start"],
  async run(stage) {
    const walked = await sayUntilBlocked(stage, PROMPTS.tool, "permission");
    stage.client().pty.press("escape");
    await walked.expectRoot(["working", "blocked permission", "idle"]);
  },
};

/** Waits until a record with the title came, and all that came were cleared one by one. */
async function expectChild(walked: Walk, title: string): Promise<void> {
  await walked.expect(`a record "${title}"`, (events) =>
    childRecords(events).some((record) => record.title === title && record.state === "working"),
  );
  await walked.expect(`the record "${title}" is cleared`, (events) =>
    childRecords(events).every(({ id }) => clearedIds(events).includes(id)),
  );
}

const subagent: Scenario<StatusStage> = {
  id: "subagent",
  title: "a sub-agent: a record of its own with its title, cleared when it is over",
  needs: ["start"],
  async run(stage) {
    const walked = walk(stage.trail);
    await stage.client().say(PROMPTS.helper);
    await expectChild(walked, HELPER_TITLE);
    await walked.expectRoot(["working", "done"]);
  },
};

const subagentAsks: Scenario<StatusStage> = {
  id: "subagent-permission",
  title:
    "a sub-agent's command that must be approved: the root is blocked, its own record works on",
  needs: ["start"],
  async run(stage) {
    const walked = await sayUntilBlocked(stage, PROMPTS.askingHelper, "permission");
    const children = childRecords(walked.events());
    const works = children.length > 0 && children.every(({ state }) => state === "working");
    check(works, "the sub-agent's record says working", walked.events);
    stage.client().pty.press("enter");
    await expectChild(walked, HELPER_TITLE);
    await walked.expectRoot(["working", "blocked permission", "working", "done"]);
  },
};

const backgroundShell: Scenario<StatusStage> = {
  id: "background-shell",
  title: "a shell in the background: its own record; the root works on and says so until it ends",
  needs: ["start"],
  async run(stage) {
    const walked = walk(stage.trail);
    await stage.client().say(PROMPTS.shell);
    await walked.expect("the root says that a shell runs", (events) =>
      rootRecords(events).some(({ state, msg }) => state === "working" && /shell/.test(msg ?? "")),
    );
    const isDone = (): boolean => rootRecords(walked.events()).at(-1)?.state === "done";
    const judged = stage.wait?.().then((run) => ({ run, wasDone: isDone() }));
    await expectChild(walked, SHELL_TITLE);
    await walked.expectRoot(["working", "done"]);
    const verdict = await judged;
    check(
      verdict === undefined || (verdict.run.code === VERDICTS.reached && verdict.wasDone),
      "telltale wait ends with 0, and not before the shell has ended",
      () => verdict,
    );
  },
};

const killed: Scenario<StatusStage> = {
  id: "killed",
  title: "killed at work, started again after its end: it says nothing more, and a wait is over",
  needs: ["exit"],
  async run(stage) {
    const walked = walk(stage.trail);
    const client = stage.restart();
    check(await client.ready(), "it takes keys", client.pty.text);
    await client.say(PROMPTS.slow);
    await walked.expectRoot(["idle", "working"]);
    const judged = stage.wait?.();
    await Bun.sleep(WAIT_BEGINS_MS);
    const pid = client.pid?.();
    check(pid !== undefined, "its process is known");
    process.kill(pid, "SIGKILL");
    check((await client.pty.exited) === KILLED_CODE, "the exit code is that of the signal");
    await walked.expectRoot(["idle", "working"]);
    const run = await judged;
    const isOver = run === undefined || run.code === VERDICTS.failed;
    check(isOver, `telltale wait ends with ${VERDICTS.failed}`, () => run);
  },
};

/** In the order of their story. */
export const CLAUDE_STATUS_SCENARIOS: readonly Scenario<StatusStage>[] = [
  startsAs("claude-code"),
  turn,
  asks(
    "permission",
    TOOL_COMMAND,
    "a command that must be approved: blocked by a permission that names it, until approved",
  ),
  refusal,
  asks(
    "question",
    QUESTION.question,
    "a question of the model: blocked by it, in its words, until answered",
  ),
  interrupt,
  error,
  subagent,
  subagentAsks,
  backgroundShell,
  leave,
  killed,
  unanswered,
];
