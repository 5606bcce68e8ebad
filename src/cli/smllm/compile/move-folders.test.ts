import { expect, test } from "bun:test";
import type { Action, CommandSpec, Guard, Machine } from "../../../workflow/machine.ts";
import { moveFolders } from "./move-folders.ts";

const FOLDERS = ["build", "./", "../x", "/abs", undefined];

/** A machine with such a folder in every place that a command has. */
function machineWith(cwd: string | undefined): Machine {
  const command: CommandSpec = { run: "x", ...(cwd !== undefined && { cwd }) };
  const action: Action = { kind: "command", command };
  const prompt: Action = { kind: "prompt", prompt: { text: "Do it." } };
  const guard: Guard = { kind: "command", command };
  const move = { target: "A", guard, actions: [action, prompt], reenter: false };
  const visits: Guard = { kind: "visits", state: "A", atLeast: 1 };
  return {
    id: "m",
    initial: "A",
    kind: "thing",
    refParam: "ref",
    events: [],
    states: [
      {
        name: "A",
        final: false,
        entryPoint: false,
        fallback: false,
        paramDescriptions: [],
        entry: [{ where: "A entry", actions: [action] }],
        exit: [{ where: "A exit", actions: [action] }],
        on: [{ event: "go", transitions: [move, { ...move, guard: visits }] }],
        always: [move],
      },
    ],
  };
}

const moved = (file: string, from: string) =>
  FOLDERS.map((cwd) => {
    const machine = moveFolders(machineWith(cwd), file, from);
    return { machine, cwd: machine.states[0]?.always[0]?.actions[0] };
  });

test("folders of commands, from the machine's file to the one that was compiled: the same folders", () => {
  const folders = (file: string, from: string) =>
    moved(file, from).map(({ cwd }) => (cwd?.kind === "command" ? cwd.command.cwd : "none"));
  expect(folders("/p/m.yaml", "/p/config.toml")).toEqual(["build", ".", "../x", "/abs", undefined]);
  expect(folders("/p/a/m.yaml", "/p/config.toml")).toEqual([
    "a/build",
    "a",
    "x",
    "/abs",
    undefined,
  ]);
  expect(folders("/q/m.yaml", "/p/c/config.toml")).toEqual([
    "../../q/build",
    "../../q",
    "../../x",
    "/abs",
    undefined,
  ]);
});

test("every place that has a command: guards, transitions, entry, exit; nothing else changes", () => {
  expect(moveFolders(machineWith("build"), "/p/a/m.yaml", "/p/c.toml")).toEqual(
    machineWith("a/build"),
  );
});
