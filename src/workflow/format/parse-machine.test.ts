import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findingsOf, machineText } from "../../testing/machine-findings.ts";
import { type Machine, stateOf } from "../machine.ts";
import { parseMachine } from "./parse-machine.ts";

const ROOT = join(import.meta.dir, "../../..");
const FIXTURES = join(ROOT, "test/workflow/fixtures");
const EXAMPLES = join(ROOT, "examples/workflows");
const END = "Z: { type: final }";

/** The machine of a text that is sound. */
function soundMachine(text: string, file = "/p/.smllm/m.smllm.yaml"): Machine {
  const { machine, findings } = parseMachine(text, file);
  expect(findings).toEqual([]);
  if (machine === undefined) throw new Error("no machine");
  return machine;
}

function state(machine: Machine, name: string) {
  const found = stateOf(machine, name);
  if (found === undefined) throw new Error(`no state ${name}`);
  return found;
}

describe("whole machines", () => {
  test.each([
    [FIXTURES, "fix"],
    [FIXTURES, "ask"],
    [FIXTURES, "gate"],
    [FIXTURES, "dev"],
    [EXAMPLES, "issue"],
    [EXAMPLES, "release"],
    [EXAMPLES, "document-review"],
  ])("%s/%s: no finding", (folder, id) => {
    const file = join(folder, `${id}.smllm.yaml`);
    expect(soundMachine(readFileSync(file, "utf8"), file).id).toBe(id);
  });

  test("a machine with a ref and params: all its words in their places", () => {
    const machine = soundMachine(readFileSync(join(FIXTURES, "fix.smllm.yaml"), "utf8"));
    const { events, states, ...head } = machine;
    expect(head).toEqual({
      id: "fix",
      description: "Repair a ticket, then have it looked over.",
      initial: "CODE",
      kind: "ticket",
      refParam: "ticketId",
      refPattern: "^T-[0-9]+$",
      refDescription: "Ticket number, T-12 for instance.",
    });
    expect(events).toEqual([
      { name: "ready", description: "The repair is in place.", params: [] },
      {
        name: "redo",
        description: "The look-over found a gap.",
        params: [
          { name: "why", required: true, description: "What is missing." },
          { name: "size", required: false, enum: ["small", "large"] },
        ],
      },
      { name: "ship", description: "Nothing left to find.", params: [] },
    ]);
    expect(states.map(({ name, final, entryPoint }) => [name, final, entryPoint])).toEqual([
      ["CODE", false, true],
      ["CHECKUP", false, true],
      ["SHIPPED", true, false],
    ]);
    expect(state(machine, "CHECKUP")).toEqual({
      name: "CHECKUP",
      final: false,
      entryPoint: true,
      fallback: false,
      paramDescriptions: [{ event: "redo", param: "why", text: "Which point of the list." }],
      entry: [
        {
          where: "CHECKUP entry",
          actions: [{ kind: "prompt", prompt: { text: "Look it over." } }],
        },
      ],
      exit: [],
      on: [
        { event: "redo", transitions: [{ target: "CODE", actions: [], reenter: false }] },
        { event: "ship", transitions: [{ target: "SHIPPED", actions: [], reenter: false }] },
      ],
      always: [],
    });
  });

  test("a machine with guards and setRef: guards, candidates and the required ref", () => {
    const machine = soundMachine(readFileSync(join(FIXTURES, "gate.smllm.yaml"), "utf8"));
    expect(machine.events.map(({ name }) => name)).toEqual([
      "named",
      "submit",
      "poke",
      "retry",
      "unstuck",
    ]);
    expect(machine.events[0]?.params).toEqual([
      { name: "notePath", required: true, pattern: "^[a-z]+\\.txt$" },
    ]);
    expect(state(machine, "WRITE").on[0]).toEqual({
      event: "named",
      transitions: [{ actions: [{ kind: "setRef" }], reenter: false }],
    });
    expect(state(machine, "WRITE").on[2]?.transitions[0]?.reenter).toBe(true);
    expect(state(machine, "PROBE").always.map(({ guard, target }) => [guard, target])).toEqual([
      [{ kind: "command", command: { run: 'test -s "$SMLLM_REF"' } }, "DONE"],
      [{ kind: "visits", state: "WRITE", atLeast: 3 }, "STUCK"],
      [undefined, "WRITE"],
    ]);
  });

  test("a machine that says little: the defaults", () => {
    const machine = soundMachine(machineText([END, "A: { on: { go: Z } }"]));
    const { kind, refParam } = machine;
    expect([kind, refParam]).toEqual(["instance", "ref"]);
    expect("description" in machine || "refPattern" in machine).toBe(false);
  });
});

// covers: smllm-format-forms
describe("forms", () => {
  test("one action and a list, a bare setRef and a mapping: the same", () => {
    const one = soundMachine(
      machineText([END, "A: { on: { go: { target: Z, actions: setRef } } }"]),
    );
    const list = soundMachine(
      machineText([END, "A: { on: { go: [{ target: Z, actions: [{ type: setRef }] }] } }"]),
    );
    expect(one).toEqual(list);
  });

  test("a target alone, in a mapping and in a list: the same", () => {
    const forms = ["Z", "{ target: Z }", "[Z]", "[{ target: Z }]"];
    const machines = forms.map((form) =>
      soundMachine(machineText([END, `A: { on: { go: ${form} } }`])),
    );
    for (const machine of machines) expect(machine).toEqual(machines[0] as Machine);
  });

  // covers: smllm-format-literal
  test("braces, dollars and tags in texts: as they are written", () => {
    const text = "{{ref}} $\u007bx} <b> %s \\n";
    const machine = soundMachine(
      machineText([
        END,
        `A: { entry: { type: prompt, params: { text: '${text}' } }, on: { go: Z } }`,
      ]),
    );
    expect(state(machine, "A").entry[0]?.actions).toEqual([{ kind: "prompt", prompt: { text } }]);
  });
});

describe("names and their order", () => {
  test("numbers, and words that objects and YAML know: names in file order", () => {
    const names = ["10", "2", "__proto__", "constructor", "true", "null", "01", "1e3", "yes"];
    // A key is a name as it is written; a target has to be a text by YAML as well.
    const events = names.map((name, at) => `${name}: "${names[at + 1] ?? "Z"}"`).join(", ");
    const states = names.map((name) => `${name}: { on: { ${events} } }`);
    const first = `A: { on: { go: "${names[0]}" } }`;
    const machine = soundMachine(machineText([...states, first, END]));
    expect(machine.states.map(({ name }) => name)).toEqual([...names, "A", "Z"]);
    expect(machine.events.map(({ name }) => name)).toEqual([...names, "go"]);
    expect(state(machine, "__proto__").on.map(({ event }) => event)).toEqual(names);
    expect(stateOf(machine, "hasOwnProperty")).toBeUndefined();
  });

  test("params named by numbers and prototype: in file order", () => {
    const params =
      "9: { type: string }, __proto__: { type: string, enum: [a] }, 1: { type: string }";
    const meta = `smllm: 1, events: { go: { params: { type: object, properties: { ${params} }, required: [__proto__] } } }`;
    const machine = soundMachine(machineText([END, "A: { on: { go: Z } }"], meta));
    expect(machine.events[0]?.params).toEqual([
      { name: "9", required: false },
      { name: "__proto__", required: true, enum: ["a"] },
      { name: "1", required: false },
    ]);
  });

  test("a state without a value that is a target: not there, with what to write", () => {
    const text = machineText([END, "A: { on: { go: B, e: Z } }", "B:"]);
    expect(findingsOf(text)).toEqual(["6 error states.A.on.go CFG-3"]);
    expect(parseMachine(text, "/m.yaml").findings[0]).toMatchObject({
      message: "the state B has no value, so it is not there",
      hint: "write {} behind its name",
    });
  });
});

describe("setRef and the params of its event", () => {
  const states = [END, "A: { on: { name: { actions: setRef }, go: B } }", "B: { on: { name: Z } }"];
  const paramsWith = (event: string) => {
    const ref = "ref: { param: note, pattern: '^n', description: Which note. }";
    const meta = `smllm: 1, instance: { ${ref} }${event}`;
    const machine = soundMachine(machineText(states, meta));
    return machine.events.find(({ name }) => name === "name")?.params;
  };

  test("an event that is not declared: the ref alone, required, in the machine's words", () => {
    expect(paramsWith("")).toEqual([
      { name: "note", required: true, pattern: "^n", description: "Which note." },
    ]);
  });

  test("an event with other params: the ref is put first", () => {
    const event =
      ", events: { name: { params: { type: object, properties: { why: { type: string } } } } }";
    expect(paramsWith(event)?.map(({ name, required }) => [name, required])).toEqual([
      ["note", true],
      ["why", false],
    ]);
  });

  test("an event that declares it: its place and its own words stay, what is missing is inherited", () => {
    const properties = "why: { type: string }, note: { type: string, pattern: '^m' }";
    const event = `, events: { name: { params: { type: object, properties: { ${properties} } } } }`;
    expect(paramsWith(event)).toEqual([
      { name: "why", required: false },
      { name: "note", required: true, pattern: "^m", description: "Which note." },
    ]);
  });
});

// covers: smllm-shared-actions, smllm-implied-prompt
describe("action lists", () => {
  const prompt = (text: string) => `{ type: prompt, params: { text: ${text} } }`;

  test("shared actions: around the own in file order, each time that a state is named", () => {
    const shared = [
      `{ states: [A], position: after, entry: ${prompt("a1")}, exit: ${prompt("x1")} }`,
      `{ states: [A, B, A], position: before, entry: [${prompt("b1")}, ${prompt("b2")}] }`,
      `{ states: [A], position: before, exit: ${prompt("x2")} }`,
    ].join(", ");
    const states = [
      END,
      `A: { entry: ${prompt("own")}, exit: ${prompt("out")}, on: { go: B } }`,
      `B: { entry: [], on: { go: Z } }`,
    ];
    const machine = soundMachine(machineText(states, `smllm: 1, sharedActions: [${shared}]`));
    const shown = (name: string, moment: "entry" | "exit") =>
      state(machine, name)[moment].map(({ where, actions }) => {
        const texts = actions.map((action) => {
          if (action.kind !== "prompt") return action.kind;
          return "text" in action.prompt ? action.prompt.text : action.prompt.file;
        });
        return `${where}: ${texts.join(" ")}`;
      });
    expect(shown("A", "entry")).toEqual([
      "sharedActions[1] entry: b1 b2",
      "sharedActions[1] entry: b1 b2",
      "A entry: own",
      "sharedActions[0] entry: a1",
    ]);
    expect(shown("A", "exit")).toEqual([
      "sharedActions[2] exit: x2",
      "A exit: out",
      "sharedActions[0] exit: x1",
    ]);
    expect(shown("B", "entry")).toEqual([
      "sharedActions[1] entry: b1 b2",
      "B entry: /p/.smllm/enter-B.md",
    ]);
    expect(shown("B", "exit")).toEqual([]);
  });

  test("a state without a prompt of its own: an optional file beside the machine, behind its commands", () => {
    const states = [
      END,
      "A: { entry: { type: command, params: { run: x } }, on: { go: 'a/b' } }",
      "'a/b': { on: { go: Z } }",
    ];
    const machine = soundMachine(machineText(states));
    expect(state(machine, "A").entry).toEqual([
      {
        where: "A entry",
        actions: [
          { kind: "command", command: { run: "x" } },
          { kind: "prompt", prompt: { file: "/p/.smllm/enter-A.md", optional: true } },
        ],
      },
    ]);
    expect(state(machine, "a/b").entry).toEqual([]);
  });

  test("prompt files: absolute, with their places, those that may be missing marked", () => {
    const states = [
      "Z: { type: final, entry: { type: prompt, params: { file: ../end.md } } }",
      "A: { exit: { type: prompt, params: { file: /abs.md } }, on: { go: { target: Z, actions: { type: prompt, params: { file: a/go.md } } } } }",
    ];
    const { promptFiles } = parseMachine(machineText(states), "/p/.smllm/m.smllm.yaml");
    expect(
      promptFiles.map(({ file, written, at, isOptional }) => [
        file,
        written,
        `${at.line} ${at.path}`,
        isOptional,
      ]),
    ).toEqual([
      ["/p/end.md", "../end.md", "5 states.Z.entry.params.file", false],
      ["/p/.smllm/enter-A.md", "enter-A.md", "6 states.A", true],
      ["/abs.md", "/abs.md", "6 states.A.exit.params.file", false],
      ["/p/.smllm/a/go.md", "a/go.md", "6 states.A.on.go.actions.params.file", false],
    ]);
  });

  test("the folder of a command: absolute, or as written where that is asked for", () => {
    const command = "{ type: command, params: { run: [a, b], cwd: ../x, timeoutSecs: 5 } }";
    const text = machineText([END, `A: { exit: ${command}, on: { go: Z } }`]);
    const exitOf = (machine: Machine | undefined) =>
      machine && state(machine, "A").exit[0]?.actions;
    const read = { run: ["a", "b"], timeoutSecs: 5 };
    expect(exitOf(soundMachine(text))).toEqual([
      { kind: "command", command: { ...read, cwd: "/p/x" } },
    ]);
    const asWritten = parseMachine(text, "/p/.smllm/m.smllm.yaml", { cwd: "as-written" });
    expect(exitOf(asWritten.machine)).toEqual([
      { kind: "command", command: { ...read, cwd: "../x" } },
    ]);
  });
});

test("errors drop the machine, warnings do not; findings go by line and name the file", () => {
  const states = [END, "B: { on: { go: Z } }", "A: { on: { go: Z } }"];
  const warned = parseMachine(machineText(states, "smllm: 1, events: { x: {} }"), "/m.yaml");
  expect(warned.machine?.id).toBe("m");
  expect(warned.findings.map(({ line, file }) => [line, file])).toEqual([
    [3, "/m.yaml"],
    [6, "/m.yaml"],
  ]);
  const wrong = parseMachine(machineText([...states, "C: { on: { pause: Z } }"]), "/m.yaml");
  expect(wrong.machine).toBeUndefined();
});
