/** Scenarios of reported status that are the same for every client, and steps that several take. */
import { ERROR_TEXT, PROMPTS, REPLY_TEXT } from "../fake-prompts.ts";
import { check, type Scenario } from "../scenario.ts";
import type { StatusStage } from "../status-stage.ts";
import { rootRecords, type Walk, walk } from "../trail.ts";

/** A dialog drops the keys of its first moments, so that what was meant for the composer is no answer. */
const DIALOG_DEAF_MS = 1200;
/** Long enough for a streamed reply to have begun. */
const STREAM_MS = 1500;
const EXIT_MS = 10_000;

export function startsAs(app: string): Scenario<StatusStage> {
  return {
    id: "start",
    title: "it asks, is answered, and is idle under its name",
    async run(stage) {
      const walked = walk(stage.trail);
      check(await stage.client().ready(), "it takes keys", stage.picture);
      await walked.expectRoot(["idle"]);
      check(walked.events()[0]?.event === "query", "it asks first", walked.events);
      const named = rootRecords(walked.events()).every((record) => record.app === app);
      check(named, `app is ${app}`, walked.events);
    },
  };
}

/** What `telltale wait` makes of the log of `spy`; nothing where there is no log. */
export const VERDICTS = { reached: 0, failed: 1, needsPerson: 3 } as const;

async function expectVerdict(stage: StatusStage, verdict: keyof typeof VERDICTS): Promise<void> {
  const run = await stage.wait?.();
  check(
    run === undefined || run.code === VERDICTS[verdict],
    `telltale wait ends with ${VERDICTS[verdict]}`,
    () => run,
  );
}

export const turn: Scenario<StatusStage> = {
  id: "turn",
  title: "a prompt and its reply: working, done",
  needs: ["start"],
  async run(stage) {
    const walked = walk(stage.trail);
    await stage.client().say(PROMPTS.text);
    await walked.expectRoot(["working", "done"]);
    await expectVerdict(stage, "reached");
  },
};

type BlockingKind = "permission" | "question";

/** Says the prompt, and waits until the client is blocked and its dialog takes keys. */
export async function sayUntilBlocked(
  stage: StatusStage,
  prompt: string,
  kind: BlockingKind,
): Promise<Walk> {
  const walked = walk(stage.trail);
  await stage.client().say(prompt);
  await walked.expectRoot(["working", `blocked ${kind}`]);
  await expectVerdict(stage, "needsPerson");
  await Bun.sleep(DIALOG_DEAF_MS);
  return walked;
}

/** The client asks, with these words in its message, and is answered with Enter. */
export function asks(kind: BlockingKind, words: string, title: string): Scenario<StatusStage> {
  return {
    id: kind,
    title,
    needs: ["start"],
    async run(stage) {
      const prompt = kind === "permission" ? PROMPTS.tool : PROMPTS.question;
      const walked = await sayUntilBlocked(stage, prompt, kind);
      const { msg } = rootRecords(walked.events()).at(-1) ?? {};
      check(msg?.includes(words), `the message says "${words}"`, walked.events);
      stage.client().pty.press("enter");
      await walked.expectRoot(["working", `blocked ${kind}`, "working", "done"]);
    },
  };
}

export const interrupt: Scenario<StatusStage> = {
  id: "interrupt",
  title: "Esc before the reply begins, and in the middle of it: idle each time, never done",
  needs: ["start"],
  async run(stage) {
    const { pty, say } = stage.client();
    for (const prompt of [PROMPTS.slow, PROMPTS.stream]) {
      const walked = walk(stage.trail);
      await say(prompt);
      await walked.expectRoot(["working"]);
      await Bun.sleep(STREAM_MS);
      pty.press("escape");
      await walked.expectRoot(["working", "idle"]);
      await expectVerdict(stage, "failed");
      // Some put the interrupted prompt back into the composer.
      pty.press("ctrlU");
    }
  },
};

export const error: Scenario<StatusStage> = {
  id: "error",
  title: "the model service refuses: error, with its words",
  needs: ["start"],
  async run(stage) {
    const walked = walk(stage.trail);
    await stage.client().say(PROMPTS.error);
    await walked.expectRoot(["working", "error"]);
    const { msg } = rootRecords(walked.events()).at(-1) ?? {};
    check(msg?.includes(ERROR_TEXT), "the message says why", walked.events);
    await expectVerdict(stage, "failed");
  },
};

export const leave: Scenario<StatusStage> = {
  id: "exit",
  title: "it is left with Ctrl+C twice: everything is cleared",
  needs: ["start"],
  async run(stage) {
    const walked = walk(stage.trail);
    const client = stage.client();
    await client.leave();
    const code = await Promise.race([client.pty.exited, Bun.sleep(EXIT_MS)]);
    check(code === 0, "it ends with 0", () => code);
    await walked.expectRoot(["clear"]);
    const through = stage.outer?.seen() ?? [];
    check(through.length === 0, "spy keeps it from the terminal around", () => through);
  },
};

export const unanswered: Scenario<StatusStage> = {
  id: "unanswered",
  title: "a terminal that does not answer: the query, and nothing more through a whole turn",
  needs: ["exit"],
  async run(stage) {
    const { client, tap } = stage.startUnanswered();
    check(await client.ready(), "it takes keys", client.pty.text);
    await client.say(PROMPTS.text);
    const replied = await client.pty.wait((rows) => rows.join("\n").includes(REPLY_TEXT), EXIT_MS);
    check(replied, "the reply is on the screen", client.pty.text);
    await client.leave();
    check((await Promise.race([client.pty.exited, Bun.sleep(EXIT_MS)])) === 0, "it ends with 0");
    const events = tap.seen().map(({ event }) => event.event);
    check(events.join() === "query", "the query alone", () => events);
  },
};
