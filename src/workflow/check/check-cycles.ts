/** Circles of states that `always` leaves: no event could ever come in between. */
import type { Draft, DraftState } from "./draft.ts";
import { type Problem, problem } from "./problem.ts";
import { shownName } from "./shown-name.ts";

/** Who mends these sees the others then; of long circles each costs as much as the file. */
const MAX_CIRCLES = 20;
/** A message names as many states of a circle; longer ones are cut in the middle of the list. */
const MAX_NAMED_STATES = 10;

/** One error for each circle that a walk from each state meets, whatever the guards say. */
export function checkCycles(draft: Draft): readonly Problem[] {
  const edges = new Map(
    draft.states.map((state) => [state.name.value, alwaysTargets(state)] as const),
  );
  const byName = new Map(draft.states.map((state) => [state.name.value, state]));
  return circlesIn(edges).flatMap((circle) => {
    const names = startingFirst(circle, [...edges.keys()]);
    const first = byName.get(names[0] ?? "");
    const at = first?.alwaysAt;
    if (at === undefined) return [];
    const way = [...names, names[0] ?? ""].map(shownName);
    const shown =
      way.length > MAX_NAMED_STATES + 1 ? [...way.slice(0, MAX_NAMED_STATES), "…", way[0]] : way;
    const message = `always goes round in a circle: ${shown.join(" → ")}`;
    return [problem("error", "DEC-2", at, message, "one of them has to wait for an event")];
  });
}

/** A transition without a target stays, and would be looked at again at once. */
function alwaysTargets({ name, always }: DraftState): readonly string[] {
  return [...new Set(always.map(({ target }) => target?.value ?? name.value))];
}

/** Each circle once: the way back from every edge that leads to a state of the way itself. */
function circlesIn(edges: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const circles: (readonly string[])[] = [];
  const done = new Set<string>();
  for (const start of edges.keys()) {
    // A stack of its own: a chain of states may be longer than that of the language.
    const way: string[] = [];
    const places = new Map<string, number>();
    const rest: Iterator<string>[] = [];
    const enter = (state: string): void => {
      places.set(state, way.length);
      way.push(state);
      rest.push((edges.get(state) ?? []).values());
    };
    if (!done.has(start)) enter(start);
    while (way.length > 0) {
      const next = rest.at(-1)?.next();
      if (next === undefined || next.done === true) {
        rest.pop();
        const left = way.pop() ?? "";
        places.delete(left);
        done.add(left);
        continue;
      }
      const place = places.get(next.value);
      if (place !== undefined && circles.length < MAX_CIRCLES) circles.push(way.slice(place));
      else if (place === undefined && !done.has(next.value) && edges.has(next.value)) {
        enter(next.value);
      }
    }
  }
  return circles;
}

/** The circle turned so that the state begins that stands first in the file. */
function startingFirst(circle: readonly string[], order: readonly string[]): readonly string[] {
  const inside = new Set(circle);
  const at = circle.indexOf(order.find((name) => inside.has(name)) ?? "");
  return [...circle.slice(at), ...circle.slice(0, at)];
}
