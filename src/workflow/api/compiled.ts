/**
 * What `smllm compile` printed, read back: each member of the kind it must be, each name that refers to
 * something there. The engine walks machines without looking twice, so this is where a file that
 * somebody cut, merged or wrote by hand is refused, with the place.
 */
import { failed, ok, type Result } from "../../base/result.ts";
import { known } from "../../base/shape.ts";
import type {
  Action,
  ActionList,
  CommandSpec,
  EventType,
  Guard,
  Machine,
  MachineSet,
  Param,
  Prompt,
  State,
  Transition,
} from "../machine.ts";
import { findFlaw } from "./find-flaw.ts";
import { readShape, type Spot } from "./shape-reader.ts";

/** Machines out of a JSON text or the value of one. Never throws; the reason begins with the place. */
export function parseCompiled(compiled: unknown): Result<MachineSet> {
  const value = typeof compiled === "string" ? parseJson(compiled) : ok(compiled);
  if (!value.ok) return value;
  const { root, wrong } = readShape(value.value, "the compiled machines");
  const set: MachineSet = {
    machines: root.at("machines").each(readMachine),
    idle: root.at("idle").eachIfAny(readPrompt),
  };
  const flaw = wrong() ?? findFlaw(set);
  return flaw === undefined ? ok(set) : failed(flaw);
}

function parseJson(text: string): Result<unknown> {
  try {
    return ok(JSON.parse(text));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return failed(`the compiled machines: not JSON: ${why}`);
  }
}

function readMachine(spot: Spot): Machine {
  return known({
    id: spot.at("id").text(),
    description: spot.at("description").optionalText(),
    initial: spot.at("initial").text(),
    kind: spot.at("kind").text(),
    refParam: spot.at("refParam").text(),
    refPattern: spot.at("refPattern").optionalText(),
    refDescription: spot.at("refDescription").optionalText(),
    events: spot.at("events").eachIfAny(readEvent),
    states: spot.at("states").each(readState),
  });
}

function readEvent(spot: Spot): EventType {
  return known({
    name: spot.at("name").text(),
    description: spot.at("description").optionalText(),
    params: spot.at("params").eachIfAny(readParam),
  });
}

function readParam(spot: Spot): Param {
  const allowed = spot.at("enum");
  return known({
    name: spot.at("name").text(),
    description: spot.at("description").optionalText(),
    required: spot.at("required").flag(),
    enum: allowed.isAbsent ? undefined : allowed.each((value) => value.text()),
    pattern: spot.at("pattern").optionalText(),
  });
}

function readState(spot: Spot): State {
  return known({
    name: spot.at("name").text(),
    description: spot.at("description").optionalText(),
    final: spot.at("final").flag(),
    entryPoint: spot.at("entryPoint").flag(),
    fallback: spot.at("fallback").flag(),
    paramDescriptions: spot.at("paramDescriptions").eachIfAny((words) => ({
      event: words.at("event").text(),
      param: words.at("param").text(),
      text: words.at("text").text(),
    })),
    entry: spot.at("entry").eachIfAny(readActionList),
    exit: spot.at("exit").eachIfAny(readActionList),
    on: spot.at("on").eachIfAny((handled) => ({
      event: handled.at("event").text(),
      transitions: handled.at("transitions").each(readTransition),
    })),
    always: spot.at("always").eachIfAny(readTransition),
  });
}

function readActionList(spot: Spot): ActionList {
  return { where: spot.at("where").text(), actions: spot.at("actions").each(readAction) };
}

function readTransition(spot: Spot): Transition {
  const guard = spot.at("guard");
  return known({
    target: spot.at("target").optionalText(),
    guard: guard.isAbsent ? undefined : readGuard(guard),
    actions: spot.at("actions").eachIfAny(readAction),
    reenter: spot.at("reenter").flag(),
    description: spot.at("description").optionalText(),
  });
}

function readPrompt(spot: Spot): Prompt {
  const text = spot.at("text").optionalText();
  const file = spot.at("file").optionalText();
  if (text !== undefined && file === undefined) return { text };
  if (file === undefined || text !== undefined) spot.misfit("a text or a file");
  return { file: file ?? "", ...(spot.at("optional").flag() && { optional: true }) };
}

function readAction(spot: Spot): Action {
  const kind = spot.at("kind");
  switch (kind.text()) {
    case "prompt":
      return { kind: "prompt", prompt: readPrompt(spot.at("prompt")) };
    case "command":
      return { kind: "command", command: readCommand(spot.at("command")) };
    case "setRef":
      return { kind: "setRef" };
    default:
      kind.misfit("prompt, command or setRef");
      return { kind: "setRef" };
  }
}

function readGuard(spot: Spot): Guard {
  const kind = spot.at("kind");
  switch (kind.text()) {
    case "command":
      return { kind: "command", command: readCommand(spot.at("command")) };
    case "visits":
      return {
        kind: "visits",
        state: spot.at("state").text(),
        atLeast: spot.at("atLeast").whole(0),
      };
    default:
      kind.misfit("command or visits");
      return { kind: "visits", state: "", atLeast: 0 };
  }
}

function readCommand(spot: Spot): CommandSpec {
  const run = spot.at("run");
  const timeout = spot.at("timeoutSecs");
  return known({
    run: run.isList ? run.each((part) => part.text()) : run.text(),
    timeoutSecs: timeout.isAbsent ? undefined : timeout.whole(1),
    cwd: spot.at("cwd").optionalText(),
  });
}
