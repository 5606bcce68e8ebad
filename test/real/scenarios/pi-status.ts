/**
 * What pi reports of itself, from its start to its end, as a terminal reads it. It asks the person
 * through extensions only, and it has no record but the root.
 */
import { QUESTION } from "../fake-prompts.ts";
import { PERMISSION_TITLE } from "../pi.ts";
import { check, type Scenario } from "../scenario.ts";
import type { StatusStage } from "../status-stage.ts";
import { childRecords, walk } from "../trail.ts";
import { asks, error, interrupt, leave, startsAs, turn, unanswered } from "./status-steps.ts";

const SCREEN_MS = 5000;

const login: Scenario<StatusStage> = {
  id: "login",
  title: "/login with a key that is not given: blocked until the person turns away, then idle",
  needs: ["start"],
  async run(stage) {
    const walked = walk(stage.trail);
    const { pty, say } = stage.client();
    const shows = async (words: string): Promise<void> => {
      const isThere = await pty.wait((rows) => rows.join("\n").includes(words), SCREEN_MS);
      check(isThere, `the screen shows "${words}"`);
    };
    await say("/login");
    await shows("Sign in with an API key");
    pty.press("down");
    pty.press("enter");
    await shows("Select provider");
    pty.press("enter");
    await walked.expectRoot(["blocked auth"]);
    pty.press("escape");
    await walked.expectRoot(["blocked auth", "idle"]);
  },
};

const rootAlone: Scenario<StatusStage> = {
  id: "root-alone",
  title: "in all of this no record but the root ever came",
  needs: ["exit"],
  async run(stage) {
    const children = childRecords(stage.trail.events());
    check(children.length === 0, "the root alone", () => children);
  },
};

/** In the order of their story. */
export const PI_STATUS_SCENARIOS: readonly Scenario<StatusStage>[] = [
  startsAs("pi"),
  login,
  turn,
  asks(
    "permission",
    PERMISSION_TITLE,
    "an extension that asks before a command: blocked by a permission until approved",
  ),
  asks(
    "question",
    QUESTION.question,
    "an extension's tool that asks: blocked by the question until answered",
  ),
  interrupt,
  error,
  leave,
  rootAlone,
  unanswered,
];
