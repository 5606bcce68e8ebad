/** Declared events and their params. */
import { BUILT_IN_EVENTS } from "../machine.ts";
import type { Draft, DraftEvent } from "./draft.ts";
import { type Problem, problem } from "./problem.ts";
import { RESERVED_PARAMS, refParamOf, setRefEvents } from "./ref-param.ts";
import { shownName } from "./shown-name.ts";

export function checkEvents(draft: Draft): readonly Problem[] {
  const used = new Set(draft.states.flatMap(({ on }) => on.map(({ event }) => event.value)));
  const withRef = setRefEvents(draft);
  const refParam = refParamOf(draft);
  return draft.events.flatMap((event) => {
    const { value: name, at } = event.name;
    if (BUILT_IN_EVENTS.some((builtIn) => builtIn === name)) return checkBuiltIn(event);
    const unused = `no state uses the event ${shownName(name)}`;
    return [
      ...(used.has(name) ? [] : [problem("warning", "CFG-9", at, unused)]),
      ...checkRequired(event),
      ...checkParamNames(event, withRef.has(name) ? undefined : refParam),
    ];
  });
}

function checkBuiltIn({ name, paramsAt }: DraftEvent): readonly Problem[] {
  if (paramsAt === undefined) return [];
  const message = `the params of ${name.value} are not the machine's to declare`;
  return [problem("error", "IDLE-1", paramsAt, message, "only its description can be changed")];
}

function checkRequired({ params, required }: DraftEvent): readonly Problem[] {
  const declared = new Set(params.map(({ name }) => name.value));
  return required
    .filter(({ value }) => !declared.has(value))
    .map(({ value, at }) => {
      const message = `no param has the name ${value === "" ? "of the empty text" : shownName(value)}`;
      return problem("error", "CFG-7", at, message, "declare it in properties");
    });
}

/** `refParam` is the one that the event does not set. */
function checkParamNames({ params }: DraftEvent, refParam: string | undefined): readonly Problem[] {
  return params.flatMap(({ name: { value, at } }) => {
    if (RESERVED_PARAMS.has(value)) {
      const message = `${value} is a param of enter, and something else here`;
      return [problem("warning", "CFG-13", at, message, "give it another name")];
    }
    if (value !== refParam) return [];
    const message = `${value} is the param of the ref, and this event sets none`;
    const hint = "add the action setRef to a transition of the event, or give it another name";
    return [problem("warning", "CFG-13", at, message, hint)];
  });
}
