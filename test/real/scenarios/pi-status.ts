/**
 * What pi reports of itself, from its start to its end, as a terminal reads it. It asks the person
 * through extensions only, and it has no record but the root.
 */
import { PERMISSION_TITLE } from "../pi.ts";
import { check, type Scenario } from "../scenario.ts";
import type { StatusStage } from "../status-stage.ts";
import { childRecords } from "../trail.ts";
import {
  error,
  interrupt,
  leave,
  permissionIn,
  questionTitled,
  startsAs,
  turn,
} from "./status-steps.ts";

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
  turn,
  permissionIn(
    PERMISSION_TITLE,
    "an extension that asks before a command: blocked by a permission until approved",
  ),
  questionTitled("an extension's tool that asks: blocked by the question until answered"),
  interrupt,
  error,
  leave,
  rootAlone,
];
