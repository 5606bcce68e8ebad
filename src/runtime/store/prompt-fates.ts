/** What became of each prompt, so that one that is sent twice is one, also after a restart. */
import type { SessionEvent } from "../../wire/runtime/event.ts";

export type PromptFate = "queued" | "dropped" | "ran";
export type PromptFates = Map<string, PromptFate>;

/** A client sends a prompt again within seconds; ten thousand prompts later it does not any more. */
const MAX_FATES = 10_000;

/** Takes an event into account; changes `fates`. */
export function foldFate(fates: PromptFates, event: SessionEvent): void {
  switch (event.kind) {
    case "prompt-queued":
      put(fates, event.prompt.promptId, "queued");
      return;
    case "prompt-dropped":
      put(fates, event.promptId, event.why === "steered" ? "ran" : "dropped");
      return;
    case "turn-started":
      if (event.turn.promptId !== undefined) put(fates, event.turn.promptId, "ran");
      return;
    default:
  }
}

function put(fates: PromptFates, promptId: string, fate: PromptFate): void {
  fates.set(promptId, fate);
  if (fates.size <= MAX_FATES) return;
  for (const [id, each] of fates) {
    if (each === "queued") continue;
    fates.delete(id);
    return;
  }
}
