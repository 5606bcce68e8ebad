/** The table of a machine file: every key that may stand in it. */
import type { KeyShape, KeysShape, ListShape, NamesShape, Shape, TypedShape } from "./shape.ts";
import {
  COMMAND_WORD,
  MACHINE_ID,
  oneLine,
  PATTERN,
  plainName,
  SHELL_TEXT,
  STATE_NAME,
} from "./text-forms.ts";

/** Version of the format, `meta.smllm`. */
const FORMAT_VERSION = 1;
/** Timers hold no more milliseconds than fit 31 bits, and a longer one would end at once. */
const MAX_TIMEOUT_SECS = 2_147_483;

const TEXT: Shape = { kind: "text" };
const FLAG: Shape = { kind: "flag" };

function keys(members: Readonly<Record<string, KeyShape>>): KeysShape {
  return { kind: "keys", keys: members };
}

function optional(shape: Shape, describe: string): KeyShape {
  return { shape, describe };
}

function required(shape: Shape, describe: string): KeyShape {
  return { shape, describe, isRequired: true };
}

function namesOf(of: Shape): NamesShape {
  return { kind: "names", of };
}

function oneOrMore(of: Shape): ListShape {
  return { kind: "list", of, orOne: true };
}

const COMMAND = keys({
  run: required(
    {
      kind: "text-or",
      text: { kind: "text", form: SHELL_TEXT },
      other: {
        kind: "list",
        of: { kind: "text", form: COMMAND_WORD, rule: "DEC-4" },
        filledRule: "DEC-4",
      },
      rule: "DEC-4",
    },
    "A command for the shell, or a list of a program and its arguments, run without one",
  ),
  timeoutSecs: optional(
    { kind: "whole", min: 1, max: MAX_TIMEOUT_SECS, rule: "DEC-5" },
    "Seconds after which it is ended; 60 when absent",
  ),
  cwd: optional(
    { kind: "text", form: oneLine("CFG-1", "a folder") },
    "Folder to run in, from the machine file; the folder of the session when absent",
  ),
});

const PROMPT: KeysShape = {
  ...keys({
    text: optional(TEXT, "The words"),
    file: optional(
      { kind: "text", form: oneLine("CFG-4", "a path") },
      "A file with the words, from the machine file",
    ),
  }),
  exactlyOne: { keys: ["text", "file"], rule: "CFG-4" },
};

const VISITS = keys({
  state: required(TEXT, "Name of a state"),
  atLeast: required(
    { kind: "whole", min: 0, rule: "CFG-1" },
    "Passes when the state was entered so often, the present visit included",
  ),
});

const ACTION: TypedShape = {
  kind: "typed",
  noun: "action",
  rule: "CFG-4",
  types: { prompt: PROMPT, command: COMMAND, setRef: keys({}) },
  bare: ["setRef"],
};

const GUARD: TypedShape = {
  kind: "typed",
  noun: "guard",
  rule: "CFG-5",
  types: { command: COMMAND, visits: VISITS },
  bare: [],
};

const ACTIONS = oneOrMore(ACTION);

const TRANSITION = keys({
  target: optional(TEXT, "Name of the next state; the state stays when absent"),
  guard: optional(GUARD, "What must hold for this transition"),
  actions: optional(ACTIONS, "What is done on the way"),
  reenter: optional(FLAG, "With the own state as target: leave and enter it"),
  description: optional(TEXT, "Guidance for the event in this state"),
});

const CANDIDATES: ListShape = {
  ...oneOrMore({ kind: "text-or", text: TEXT, other: TRANSITION, rule: "CFG-1" }),
  filledRule: "CFG-1",
};

const PARAM = keys({
  type: required({ kind: "choice", values: ["string"], rule: "CFG-16" }, "Always string"),
  description: optional(TEXT, "Asks for the value"),
  enum: optional({ kind: "list", of: TEXT, filledRule: "CFG-7" }, "The values that it may have"),
  pattern: optional(
    { kind: "text", form: PATTERN },
    "A regular expression that is found in every value, anywhere",
  ),
});

const EVENT = keys({
  description: optional(TEXT, "Guidance where a state has none of its own"),
  params: optional(
    keys({
      type: required({ kind: "choice", values: ["object"], rule: "CFG-7" }, "Always object"),
      properties: optional(
        { ...namesOf(PARAM), names: plainName("CFG-7", "a name of a param") },
        "Params by name",
      ),
      required: optional({ kind: "list", of: TEXT }, "Names of the params that must be given"),
    }),
    "What the event carries",
  ),
});

const INSTANCE = keys({
  kind: optional(
    { kind: "text", form: oneLine("CFG-1", "a word") },
    "What the machine calls an instance, such as issue",
  ),
  ref: optional(
    keys({
      param: optional(
        { kind: "text", form: plainName("CFG-6", "a name of a param") },
        "Name of the param that carries the ref; ref when absent",
      ),
      description: optional(TEXT, "Asks for the ref"),
      pattern: optional(
        { kind: "text", form: PATTERN },
        "A regular expression that is found in every ref, anywhere",
      ),
    }),
    "The id of an instance elsewhere",
  ),
});

const SHARED_ACTIONS = keys({
  states: required({ kind: "list", of: TEXT }, "Names of states"),
  position: required(
    { kind: "choice", values: ["before", "after"], rule: "CFG-11" },
    "Before or after the actions of the state itself",
  ),
  entry: optional(ACTIONS, "What is done when one of the states is entered"),
  exit: optional(ACTIONS, "What is done when one of the states is left"),
});

const META = keys({
  smllm: required({ kind: "version", value: FORMAT_VERSION }, "Version of the format"),
  instance: optional(INSTANCE, "The pieces of work that walk through the machine"),
  events: optional(
    { ...namesOf(EVENT), names: oneLine("CFG-1", "a name of an event") },
    "Events by name; a built-in may be given other words",
  ),
  sharedActions: optional({ kind: "list", of: SHARED_ACTIONS }, "Actions of several states"),
});

const STATE: KeysShape = {
  ...keys({
    description: optional(TEXT, "For those who read the file"),
    type: optional(
      {
        kind: "choice",
        values: ["atomic", "final"],
        rule: "CFG-1",
        leftOut: ["parallel", "history", "compound"],
      },
      "A final state completes the instance",
    ),
    meta: optional(
      keys({
        entryPoint: optional(FLAG, "May be named in the param state of enter"),
        fallback: optional(FLAG, "Where unmatched goes"),
        paramDescriptions: optional(
          namesOf(namesOf(TEXT)),
          "Other words for params in this state, by event and param",
        ),
      }),
      "What XState has no key for",
    ),
    entry: optional(ACTIONS, "What is done when the state is entered"),
    exit: optional(ACTIONS, "What is done when the state is left"),
    on: optional(
      { ...namesOf(CANDIDATES), names: oneLine("CFG-1", "a name of an event") },
      "Transitions by event; of several the first whose guard passes is taken",
    ),
    always: optional(CANDIDATES, "Transitions that leave the state at once"),
  }),
  leftOut: ["states", "initial"],
};

export const MACHINE_SHAPE: KeysShape = keys({
  id: required({ kind: "text", form: MACHINE_ID }, "Names the machine"),
  initial: required(TEXT, "Name of the state in which an instance starts"),
  meta: required(META, "What XState has no key for"),
  states: required({ ...namesOf(STATE), names: STATE_NAME, needed: "state" }, "States by name"),
  description: optional(TEXT, "What the machine is for"),
});

/** Keys of XState that the format has nowhere. */
export const LEFT_OUT_KEYS: readonly string[] = [
  "invoke",
  "after",
  "context",
  "output",
  "tags",
  "history",
  "onDone",
  "types",
  "version",
];
