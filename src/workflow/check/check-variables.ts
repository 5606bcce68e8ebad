/** Params that reach commands as the same variable: a command is told the last of them alone. */
import { paramVariable } from "../engine/command-env.ts";
import type { Draft, Placed } from "./draft.ts";
import { type Problem, problem } from "./problem.ts";
import { RESERVED_PARAMS, refParamOf, setRefEvents } from "./ref-param.ts";
import { shownName } from "./shown-name.ts";
import { commandsOf } from "./walk-draft.ts";

/** Nothing for a machine without commands, which has no use for variables. */
export function checkVariables(draft: Draft): readonly Problem[] {
  if (commandsOf(draft).length === 0) return [];
  const withRef = setRefEvents(draft);
  const ref = refParamOf(draft);
  return [
    ...(draft.refParam === undefined ? [] : sharing([...RESERVED_PARAMS], [draft.refParam])),
    ...draft.events.flatMap((event) => {
      const names = event.params.map(({ name }) => name);
      return sharing(withRef.has(event.name.value) ? [ref] : [], names);
    }),
  ];
}

/** Names with the variable of one before them. */
function sharing(first: readonly string[], names: readonly Placed[]): readonly Problem[] {
  const owners = new Map(first.map((name) => [paramVariable(name), name]));
  return names.flatMap(({ value, at }) => {
    const variable = paramVariable(value);
    const owner = owners.get(variable);
    if (owner === undefined) owners.set(variable, value);
    if (owner === undefined || owner === value) return [];
    const message = `${shownName(owner)} and ${shownName(value)} reach commands as one variable, ${shownName(variable)}`;
    return [problem("warning", "CFG-7", at, message, "only one of them would be seen; rename one")];
  });
}
