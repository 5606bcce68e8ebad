/**
 * A machine as a Mermaid `stateDiagram-v2`. Names that Mermaid would not read as one word, or as a word of
 * its own, get an alias; what would end a label is taken out of it.
 */
import { cleanLine } from "../../../text/clean.ts";
import type { Machine, State } from "../../../workflow/machine.ts";
import { arrowsOf } from "./arrows.ts";

const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Words that mean something at the start of a line or as a name, in any letter case. */
const OWN_WORDS: ReadonlySet<string> = new Set([
  ...["accdescr", "acctitle", "as", "class", "classdef", "click", "default", "direction", "end"],
  ...["hide", "href", "note", "scale", "state", "statediagram", "style", "root"],
]);

/** Ids that YAML reads as the text that they are. */
const PLAIN_TITLE = /^(?!(?:true|false|null|yes|no|on|off|y|n)$)[A-Za-z][\w-]*$/i;

/** Of a label: quotes, backticks and colons, and what Mermaid ends or begins something with. */
const UNSAFE = /["'`:;#%{}<>]/g;

/** The diagram, with a line end. */
export function graphMermaid(machine: Machine): string {
  const ids = aliases(machine.states);
  const id = (name: string): string => ids.get(name) ?? name;
  const lines = [
    ...machine.states
      .filter(({ name }) => id(name) !== name)
      .map(({ name }) => `state "${label(name)}" as ${id(name)}`),
    `[*] --> ${id(machine.initial)}`,
    ...machine.states.flatMap((state) => stateLines(state, machine, id)),
  ];
  return [
    `---`,
    `title: ${titleOf(machine.id)}`,
    `---`,
    "stateDiagram-v2",
    ...lines.map((line) => `  ${line}`),
    "",
  ].join("\n");
}

function titleOf(id: string): string {
  return PLAIN_TITLE.test(id) ? id : JSON.stringify(id);
}

function stateLines(
  state: State,
  { initial }: Machine,
  id: (name: string) => string,
): readonly string[] {
  const from = id(state.name);
  return [
    ...(state.entryPoint && state.name !== initial ? [`[*] --> ${from}: enter`] : []),
    ...(state.fallback ? [`[*] --> ${from}: unmatched`] : []),
    ...arrowsOf(state).map(({ event, target, guard }) => {
      const to = id(target ?? state.name);
      const condition = guard === null ? "" : ` [${label(guard)}]`;
      return `${from} --> ${to}: ${event === null ? "always" : label(event)}${condition}`;
    }),
    ...(state.final ? [`${from} --> [*]`] : []),
  ];
}

/** An alias for each name that needs one, and is no other's name. */
function aliases(states: readonly State[]): ReadonlyMap<string, string> {
  const taken = new Set(states.map(({ name }) => name));
  const found = new Map<string, string>();
  for (const { name } of states) {
    if (isPlain(name)) continue;
    let count = found.size + 1;
    while (taken.has(`state${count}`)) count++;
    taken.add(`state${count}`);
    found.set(name, `state${count}`);
  }
  return found;
}

/** Mermaid keeps states as members of objects, which have some of their own. */
function isPlain(name: string): boolean {
  return PLAIN_NAME.test(name) && !OWN_WORDS.has(name.toLowerCase()) && !(name in {});
}

/** A text within a line; never empty, since Mermaid wants something there. */
function label(text: string): string {
  return cleanLine(text).replace(UNSAFE, "").replace(/\s+/g, " ").trim() || "?";
}
