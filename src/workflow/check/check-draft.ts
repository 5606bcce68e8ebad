/** What a machine that is well shaped still has wrong: one function a topic. */
import { checkAuthorTexts } from "./author-texts.ts";
import type { Draft } from "./draft.ts";
import type { Problem } from "./problem.ts";

/** All problems of the meaning, in no order. */
export function checkDraft(draft: Draft): readonly Problem[] {
  return [...checkAuthorTexts(draft)];
}
