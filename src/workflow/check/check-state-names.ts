/** Names of states that no state has. */
import { nearestWord } from "../../base/nearest-word.ts";
import type { Draft, Placed } from "./draft.ts";
import { type Problem, problem } from "./problem.ts";
import { shownName } from "./shown-name.ts";
import { guardsOf, transitionsOf } from "./walk-draft.ts";

/** A person reads the list; of more states only the nearest is named. */
const MAX_LISTED_STATES = 12;
/** Looking for the nearest name costs a comparison with each: not for files that nobody wrote by hand. */
const MAX_COMPARED_STATES = 500;
const MAX_COMPARED_NAMES = 100;

export function checkStateNames(draft: Draft): readonly Problem[] {
  const targets = draft.states.flatMap(transitionsOf).map(({ target }) => target);
  const visited = guardsOf(draft).map((guard) =>
    guard.kind === "visits" ? guard.state : undefined,
  );
  return [
    ...unknownStates("CFG-3", [draft.initial, ...targets], draft),
    ...unknownStates("CFG-5", visited, draft),
    ...unknownStates(
      "CFG-11",
      draft.shared.flatMap(({ states }) => states),
      draft,
    ),
  ];
}

function unknownStates(
  rule: string,
  places: readonly (Placed | undefined)[],
  draft: Draft,
): readonly Problem[] {
  const names = draft.states.map(({ name }) => name.value);
  const empty = new Set(draft.emptyStates);
  const known = new Set(names);
  const unknown = places.filter((place) => place !== undefined && !known.has(place.value));
  const compared = names.length > MAX_COMPARED_STATES ? [] : names;
  const list =
    names.length > MAX_LISTED_STATES
      ? `there are ${names.length} states`
      : `states: ${names.map(shownName).join(", ")}`;
  return unknown.flatMap((place, index) => {
    if (place === undefined) return [];
    const { value, at } = place;
    if (empty.has(value)) {
      const message = `the state ${shownName(value)} has no value, so it is not there`;
      return [problem("error", rule, at, message, "write {} behind its name")];
    }
    const near = index < MAX_COMPARED_NAMES ? nearestWord(value, compared) : undefined;
    const hint = near === undefined ? list : `did you mean ${shownName(near)}? ${list}`;
    const found = value === "" ? "of the empty text" : shownName(value);
    return [problem("error", rule, at, `no state has the name ${found}`, hint)];
  });
}
