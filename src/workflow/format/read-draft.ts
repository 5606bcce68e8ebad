/** The nodes of a machine file as a draft. What has the wrong shape is left out: `check-shape.ts` tells of it. */
import { known } from "../../base/shape.ts";
import type {
  Draft,
  DraftAction,
  DraftCommand,
  DraftEvent,
  DraftGuard,
  DraftShared,
  DraftState,
  DraftTransition,
  DraftWording,
  Placed,
} from "../check/draft.ts";
import {
  emptyNamesOf,
  isTrue,
  itemsOf,
  memberOf,
  membersOf,
  numberAt,
  type Spot,
  textAt,
} from "./spot.ts";

/** Undefined while what every machine must have is missing. */
export function readDraft(root: Spot): Draft | undefined {
  const id = textAt(memberOf(root, "id"));
  const initial = textAt(memberOf(root, "initial"));
  const states = memberOf(root, "states");
  if (id === undefined || initial === undefined || states === undefined) return undefined;
  const meta = memberOf(root, "meta");
  const instance = memberOf(meta, "instance");
  const ref = memberOf(instance, "ref");
  return {
    id,
    initial,
    ...known({
      description: textAt(memberOf(root, "description")),
      kind: textAt(memberOf(instance, "kind")),
      refParam: textAt(memberOf(ref, "param")),
      refPattern: textAt(memberOf(ref, "pattern")),
      refDescription: textAt(memberOf(ref, "description")),
    }),
    events: namedOf(memberOf(meta, "events"), readEvent),
    shared: itemsOf(memberOf(meta, "sharedActions")).map(readShared),
    states: namedOf(states, readState),
    statesAt: states.at,
    emptyStates: emptyNamesOf(states),
  };
}

function namedOf<T>(spot: Spot | undefined, read: (name: Placed, spot: Spot) => T): readonly T[] {
  const members = spot === undefined ? [] : membersOf(spot);
  return members.map((member) => read({ value: member.name, at: member.at }, member));
}

function textsOf(spot: Spot | undefined): readonly Placed[] {
  return itemsOf(spot)
    .map(textAt)
    .filter((text) => text !== undefined);
}

function readEvent(name: Placed, spot: Spot): DraftEvent {
  const params = memberOf(spot, "params");
  return {
    name,
    ...known({ description: textAt(memberOf(spot, "description")), paramsAt: params?.at }),
    params: namedOf(memberOf(params, "properties"), (paramName, param) => {
      const values = memberOf(param, "enum");
      return {
        name: paramName,
        ...known({
          description: textAt(memberOf(param, "description")),
          enum: values === undefined ? undefined : textsOf(values),
          pattern: textAt(memberOf(param, "pattern")),
        }),
      };
    }),
    required: textsOf(memberOf(params, "required")),
  };
}

function readShared(spot: Spot): DraftShared {
  return {
    states: textsOf(memberOf(spot, "states")),
    position: textAt(memberOf(spot, "position"))?.value === "after" ? "after" : "before",
    entry: readActions(memberOf(spot, "entry")),
    exit: readActions(memberOf(spot, "exit")),
  };
}

function readState(name: Placed, spot: Spot): DraftState {
  const meta = memberOf(spot, "meta");
  const fallback = memberOf(meta, "fallback");
  const on = memberOf(spot, "on");
  const always = memberOf(spot, "always");
  return {
    name,
    ...known({
      description: textAt(memberOf(spot, "description")),
      fallback: isTrue(fallback) ? fallback?.at : undefined,
      onAt: on?.at,
      alwaysAt: always?.at,
    }),
    final: textAt(memberOf(spot, "type"))?.value === "final",
    entryPoint: isTrue(memberOf(meta, "entryPoint")),
    paramDescriptions: namedOf(memberOf(meta, "paramDescriptions"), readWording),
    entry: readActions(memberOf(spot, "entry")),
    exit: readActions(memberOf(spot, "exit")),
    on: namedOf(on, (event, candidates) => ({
      event,
      transitions: itemsOf(candidates).map(readTransition),
    })),
    always: itemsOf(always).map(readTransition),
  };
}

function readWording(event: Placed, spot: Spot): DraftWording {
  const params = namedOf(spot, (name, text) => ({ name, text: textAt(text) }));
  return {
    event,
    params: params.flatMap(({ name, text }) => (text === undefined ? [] : [{ name, text }])),
  };
}

function readTransition(spot: Spot): DraftTransition {
  const target = spot.node.kind === "scalar" ? spot : memberOf(spot, "target");
  return {
    at: spot.at,
    ...known({
      target: textAt(target),
      guard: readGuard(memberOf(spot, "guard")),
      description: textAt(memberOf(spot, "description")),
    }),
    actions: readActions(memberOf(spot, "actions")),
    reenter: isTrue(memberOf(spot, "reenter")),
  };
}

function readActions(spot: Spot | undefined): readonly DraftAction[] {
  return itemsOf(spot)
    .map(readAction)
    .filter((action) => action !== undefined);
}

function readAction(spot: Spot): DraftAction | undefined {
  const { at } = spot;
  const type = textAt(spot.node.kind === "scalar" ? spot : memberOf(spot, "type"))?.value;
  const params = memberOf(spot, "params");
  if (type === "setRef") return { kind: "setRef", at };
  if (type === "command") {
    const command = readCommand(params);
    return command && { kind: "command", at, command };
  }
  if (type !== "prompt") return undefined;
  const words = { text: textAt(memberOf(params, "text")), file: textAt(memberOf(params, "file")) };
  return { kind: "prompt", at, ...known(words) };
}

function readGuard(spot: Spot | undefined): DraftGuard | undefined {
  if (spot === undefined) return undefined;
  const params = memberOf(spot, "params");
  const type = textAt(memberOf(spot, "type"))?.value;
  if (type === "command") {
    const command = readCommand(params);
    return command && { kind: "command", at: spot.at, command };
  }
  const state = textAt(memberOf(params, "state"));
  const atLeast = numberAt(memberOf(params, "atLeast"));
  if (type !== "visits" || state === undefined || atLeast === undefined) return undefined;
  return { kind: "visits", at: spot.at, state, atLeast };
}

function readCommand(params: Spot | undefined): DraftCommand | undefined {
  const run = memberOf(params, "run");
  if (run === undefined) return undefined;
  const words = textsOf(run).map((word) => word.value);
  const isShaped = run.node.kind !== "map" && words.length === itemsOf(run).length;
  if (!isShaped) return undefined;
  return {
    run: { value: run.node.kind === "list" ? words : (words[0] ?? ""), at: run.at },
    ...known({
      timeoutSecs: numberAt(memberOf(params, "timeoutSecs")),
      cwd: textAt(memberOf(params, "cwd")),
    }),
  };
}
