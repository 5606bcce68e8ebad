import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { plainText } from "../../../text/span.ts";
import type { Machine, State, Transition } from "../../../workflow/machine.ts";
import { graphJson } from "./arrows.ts";
import { graphMermaid } from "./graph-mermaid.ts";
import { graphText } from "./graph-text.ts";

function state(name: string, more: Partial<State> = {}): State {
  return {
    name,
    final: false,
    entryPoint: false,
    fallback: false,
    paramDescriptions: [],
    entry: [],
    exit: [],
    on: [],
    always: [],
    ...more,
  };
}

function to(target: string | undefined, more: Partial<Transition> = {}): Transition {
  return { actions: [], reenter: false, ...(target !== undefined && { target }), ...more };
}

function machine(states: readonly State[], id = "m"): Machine {
  const initial = states[0]?.name ?? "A";
  return { id, initial, kind: "thing", refParam: "ref", events: [], states };
}

const command = (run: string | readonly string[]) =>
  ({ kind: "command", command: { run } }) as const;

const ALL = machine([
  state("A", {
    entryPoint: true,
    on: [
      { event: "stay", transitions: [to(undefined, { actions: [{ kind: "setRef" }] })] },
      {
        event: "go",
        transitions: [
          to("B", { guard: { kind: "visits", state: "A", atLeast: 2 } }),
          to("A", { reenter: true }),
        ],
      },
    ],
  }),
  state("B", {
    entryPoint: true,
    fallback: true,
    always: [to("Z", { guard: command(["test", "-e", "x y"]) }), to("A")],
  }),
  state("Z", { final: true }),
]);

const lines = (drawn: Machine) => graphText(drawn).map(plainText);

// covers: smllm-graph-text
describe("as text", () => {
  test("marks, events in file order, always behind them, guards, what stays and what enters anew", () => {
    expect(lines(ALL)).toEqual([
      "m (initial A)",
      "  A [entry point]",
      "    stay → (stays) (setRef)",
      "    go [visits A ≥ 2] → B",
      "    go → A (reenter)",
      "  B [entry point, fallback]",
      "    always [command [test -e x y]] → Z",
      "    always → A",
      "  Z [final]",
    ]);
  });

  test("names of control bytes and line ends: one line each, shown for what they are", () => {
    const hostile = state("A\u001b[31m", {
      on: [{ event: "e\nf", transitions: [to("B\u202e", { guard: command("a\rb") })] }],
    });
    expect(lines(machine([hostile]))).toEqual([
      "m (initial A\\x1b[31m)",
      "  A\\x1b[31m",
      "    e\\nf [command `a\\rb`] → B\\u202e",
    ]);
  });
});

// covers: smllm-graph-json
test("as JSON: states with marks and transitions, null for what is not there", () => {
  expect(graphJson([ALL])).toEqual({
    machines: [
      {
        id: "m",
        initial: "A",
        states: [
          {
            name: "A",
            final: false,
            entryPoint: true,
            fallback: false,
            transitions: [
              { event: "stay", target: null, guard: null, reenter: false },
              { event: "go", target: "B", guard: "visits A ≥ 2", reenter: false },
              { event: "go", target: "A", guard: null, reenter: true },
            ],
          },
          {
            name: "B",
            final: false,
            entryPoint: true,
            fallback: true,
            transitions: [
              { event: null, target: "Z", guard: "command [test -e x y]", reenter: false },
              { event: null, target: "A", guard: null, reenter: false },
            ],
          },
          { name: "Z", final: true, entryPoint: false, fallback: false, transitions: [] },
        ],
      },
    ],
  });
});

// covers: smllm-graph-mermaid
describe("for Mermaid", () => {
  test("title, start, other ways in, arrows with events and guards, the end", () => {
    expect(graphMermaid(ALL)).toBe(`---
title: m
---
stateDiagram-v2
  [*] --> A
  A --> A: stay
  A --> B: go [visits A ≥ 2]
  A --> A: go
  [*] --> B: enter
  [*] --> B: unmatched
  B --> Z: always [command [test -e x y]]
  B --> A: always
  Z --> [*]
`);
  });

  test("names that Mermaid reads otherwise: an alias that no state has, with the name beside it", () => {
    const names = ["end", "state1", "a-b", "__proto__", "Note", "x"];
    const drawn = graphMermaid(machine(names.map((name) => state(name))));
    expect(drawn).toContain('  state "end" as state2\n  state "a-b" as state3\n');
    expect(drawn).toContain('  state "__proto__" as state4\n  state "Note" as state5\n');
    expect(drawn).toContain("  [*] --> state2\n");
    expect(drawn).not.toContain('"x"');
  });

  test.each([
    ["true", '"true"'],
    ["12", '"12"'],
    ["-a", '"-a"'],
    ["a-1", "a-1"],
  ])("the id %s as title: %s", (id, title) => {
    expect(graphMermaid(machine([state("A")], id))).toStartWith(`---\ntitle: ${title}\n---\n`);
  });

  test("any names, events and guards: no line more, and nothing that ends a label", () => {
    const text = fc.string({ unit: "binary", minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(
        fc.uniqueArray(text, { minLength: 1, maxLength: 4 }),
        text,
        text,
        (names, event, run) => {
          const states = names.map((name) =>
            state(name, { on: [{ event, transitions: [to(names[0], { guard: command(run) })] }] }),
          );
          const [, , , head, ...rest] = graphMermaid(machine(states)).trimEnd().split("\n");
          expect(head).toBe("stateDiagram-v2");
          const named = rest.filter((line) => /^ {2}state "[^"]+" as state\d+$/.test(line));
          const arrows = rest.filter((line) =>
            /^ {2}(?:\[\*\]|\w+) --> (?:\[\*\]|\w+)(?:: [^:;#"'`%{}<>\x00-\x1f\x7f-\x9f]+)?$/.test(
              line,
            ),
          );
          expect(arrows).toHaveLength(1 + names.length);
          expect(named.length + arrows.length).toBe(rest.length);
        },
      ),
    );
  });
});
