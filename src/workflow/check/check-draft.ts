/** What a machine that is well shaped still has wrong: one file a topic. */

import { checkAuthorTexts } from "./author-texts.ts";
import { checkActions } from "./check-actions.ts";
import { checkCycles } from "./check-cycles.ts";
import { checkEvents } from "./check-events.ts";
import { checkReachable } from "./check-reachable.ts";
import { checkStateNames } from "./check-state-names.ts";
import { checkStates } from "./check-states.ts";
import { checkVariables } from "./check-variables.ts";
import { checkWordings } from "./check-wordings.ts";
import type { Draft } from "./draft.ts";
import type { Problem } from "./problem.ts";

/** All problems of the meaning, in no order. */
export function checkDraft(draft: Draft): readonly Problem[] {
  const unnamed = checkStateNames(draft);
  return [
    ...unnamed,
    ...checkStates(draft),
    ...checkEvents(draft),
    ...checkWordings(draft),
    ...checkVariables(draft),
    ...checkActions(draft),
    ...checkCycles(draft),
    // Where a target is misspelt, the state that was meant is no island.
    ...(unnamed.some(({ rule }) => rule === "CFG-3") ? [] : checkReachable(draft)),
    ...checkAuthorTexts(draft),
  ];
}
