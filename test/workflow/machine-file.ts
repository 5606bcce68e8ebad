/** A random machine as the text of its file, with commands that answer as the model does. */
import type { Guard, Machine, State, Transition } from "../../src/workflow/machine.ts";

const COMMANDS: Readonly<Record<string, string>> = {
  yes: "true",
  no: "false",
  maybe: 'test -n "$SMLLM_REF"',
};

/** JSON, which is YAML as well. Actions but `setRef` are left out. */
export function machineFileText(machine: Machine): string {
  return JSON.stringify({
    id: machine.id,
    initial: machine.initial,
    meta: {
      smllm: 1,
      instance: { kind: machine.kind, ref: { param: machine.refParam } },
      events: Object.fromEntries(
        machine.events.map(({ name, params }) => [
          name,
          params.length === 0 ? {} : { params: schemaOf(params) },
        ]),
      ),
    },
    states: Object.fromEntries(machine.states.map((state) => [state.name, stateData(state)])),
  });
}

function schemaOf(params: Machine["events"][number]["params"]) {
  return {
    type: "object",
    properties: Object.fromEntries(params.map(({ name }) => [name, { type: "string" }])),
    required: params.filter(({ required }) => required).map(({ name }) => name),
  };
}

function stateData({ final, entryPoint, fallback, on, always }: State) {
  if (final) return { type: "final" };
  return {
    meta: { entryPoint, fallback },
    ...(on.length > 0 && {
      on: Object.fromEntries(
        on.map(({ event, transitions }) => [event, transitions.map(arrowData)]),
      ),
    }),
    ...(always.length > 0 && { always: always.map(arrowData) }),
  };
}

function arrowData({ target, guard, actions, reenter }: Transition) {
  const setsRef = actions.some(({ kind }) => kind === "setRef");
  return {
    ...(target !== undefined && { target }),
    ...(guard !== undefined && { guard: guardData(guard) }),
    ...(setsRef && { actions: "setRef" }),
    reenter,
  };
}

function guardData(guard: Guard) {
  if (guard.kind === "visits") {
    return { type: "visits", params: { state: guard.state, atLeast: guard.atLeast } };
  }
  return { type: "command", params: { run: COMMANDS[String(guard.command.run)] } };
}
