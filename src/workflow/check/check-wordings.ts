/** Other words for params of a state: each must belong to something. */
import type { Draft, DraftWording } from "./draft.ts";
import { type Problem, problem } from "./problem.ts";
import { refParamOf } from "./ref-param.ts";
import { shownName } from "./shown-name.ts";

export function checkWordings(draft: Draft): readonly Problem[] {
  const params = new Map(
    draft.events.map((event) => [event.name.value, event.params.map(({ name }) => name.value)]),
  );
  const refParam = refParamOf(draft);
  return draft.states.flatMap((state) => {
    const offered = new Set(state.on.map(({ event }) => event.value));
    return state.paramDescriptions.flatMap((wording) => {
      const { value, at } = wording.event;
      if (offered.has(value)) {
        return undeclaredParams(wording, [...(params.get(value) ?? []), refParam]);
      }
      const message = `${shownName(state.name.value)} has no transition for ${shownName(value)}`;
      return [problem("warning", "CFG-8", at, message, "nobody sees these words")];
    });
  });
}

function undeclaredParams(wording: DraftWording, declared: readonly string[]): readonly Problem[] {
  return wording.params
    .filter(({ name }) => !declared.includes(name.value))
    .map(({ name: { value, at } }) => {
      const message = `${shownName(wording.event.value)} has no param ${shownName(value)}`;
      return problem("error", "CFG-8", at, message, "declare it in meta.events");
    });
}
