import { expect, test } from "bun:test";
import fc from "fast-check";
import { compileMachines } from "./compile.ts";
import { parseCompiled } from "./compiled.ts";

const TEXT = `
id: gate
description: Write a note.
initial: WRITE
meta:
  smllm: 1
  instance: { kind: note, ref: { param: notePath, pattern: '^[a-z]+\\.txt$', description: A file. } }
  events:
    named: { description: Give the note its file. }
    submit:
      params:
        type: object
        properties:
          why: { type: string, description: What for. }
          size: { type: string, enum: [small, large] }
        required: [why]
  sharedActions:
    - { states: [WRITE], position: before, entry: { type: prompt, params: { text: Shared. } } }
states:
  WRITE:
    meta: { entryPoint: true, paramDescriptions: { submit: { why: Which one. } } }
    entry: { type: prompt, params: { text: Write the note. } }
    exit: { type: command, params: { run: [touch, done], timeoutSecs: 5 } }
    on:
      named: { actions: setRef }
      retry: { target: WRITE, reenter: true }
      submit: PROBE
  PROBE:
    always:
      - guard: { type: command, params: { run: 'test -s "$SMLLM_REF"' } }
        target: DONE
      - guard: { type: visits, params: { state: WRITE, atLeast: 3 } }
        target: SIDE
      - target: WRITE
  SIDE:
    meta: { fallback: true }
    entry: { type: prompt, params: { text: Help. } }
    on: { unstuck: WRITE }
  DONE: { type: final }
`;

const { set, findings } = compileMachines([{ text: TEXT }], { idle: "Ask first." });

type Place = readonly (string | number)[];
type Change = readonly [place: string, value: unknown];

/** The compiled machines with some members replaced; a place is the names on the way, by dots. */
function changed(...changes: readonly (readonly [place: Place, value: unknown])[]): unknown {
  const copy: unknown = JSON.parse(JSON.stringify(set));
  for (const [place, value] of changes) {
    let holder = copy as Record<string | number, unknown>;
    for (const step of place.slice(0, -1)) holder = holder[step] as typeof holder;
    holder[place.at(-1) ?? ""] = value;
  }
  return copy;
}

const inMachine = ([place, value]: Change) =>
  [["machines", 0, ...place.split(".")], value] as const;

const reasonOf = (compiled: unknown) => {
  const parsed = parseCompiled(compiled);
  return parsed.ok ? undefined : parsed.reason;
};

// covers: smllm-embed-compiled
test("compiled machines, as text and as a value: the same machines again", () => {
  expect(findings.filter(({ level }) => level === "error")).toEqual([]);
  expect(parseCompiled(JSON.stringify(set))).toEqual({ ok: true, value: set as never });
  expect(parseCompiled(set)).toEqual({ ok: true, value: set as never });
});

test("lists and flags that are absent: empty and false", () => {
  const bare = {
    machines: [{ id: "a", initial: "S", kind: "x", refParam: "ref", states: [{ name: "S" }] }],
  };
  const parsed = parseCompiled(bare);
  expect(parsed).toMatchObject({
    ok: true,
    value: { idle: [], machines: [{ events: [], states: [{ name: "S", final: false, on: [] }] }] },
  });
});

test.each<[string, unknown, string]>([
  ["no JSON", "{", "the compiled machines: not JSON: "],
  ["a number", 7, "the compiled machines: expected an object"],
  ["null", "null", "the compiled machines: expected an object"],
  ["a list", [], "the compiled machines: expected an object"],
  ["nothing in it", {}, "machines: expected a list"],
  ["a machine that is none", { machines: [7] }, "machines[0]: expected an object"],
])("%s: refused with its place", (_, compiled, reason) => {
  expect(reasonOf(compiled)).toStartWith(reason);
});

const EXIT = "states.0.exit.0.actions.0";

test.each<[reason: string, ...Change[]]>([
  ["id: expected a string", ["id", 7]],
  ["id: expected letters", ["id", "a/b"]],
  ["initial: names no state", ["initial", "NO"]],
  ["refPattern: not a regular expression", ["refPattern", "("]],
  ["refParam: expected letters", ["refParam", ""]],
  ["events[1].params[0].name: expected letters", ["events.1.params.0.name", "a b"]],
  ["events[1].params[1].name: taken", ["events.1.params.1.name", "why"]],
  ["events[1].params[0].pattern: not a regular", ["events.1.params.0.pattern", "["]],
  ["events[1].name: taken", ["events.1.name", "named"]],
  ["states: expected a list", ["states", {}]],
  ["states[1].name: taken", ["states.1.name", "WRITE"]],
  ["states[0].name: expected a name", ["states.0.name", "A B"], ["initial", "A B"]],
  ["states: more than one fallback", ["states.0.fallback", true]],
  ["states[3]: a final state", ["states.3.fallback", true], ["states.2.fallback", false]],
  ["states[0].final: expected true or false", ["states.0.final", "no"]],
  ["states[0].on[0].event: the name of a built-in", ["states.0.on.0.event", "pause"]],
  ["states[0].on[0].event: names none", ["states.0.on.0.event", "other"]],
  ["states[0].on[1].event: taken", ["states.0.on.1.event", "named"]],
  [
    "states[0].on[2].transitions[0].target: names no state",
    ["states.0.on.2.transitions.0.target", "NO"],
  ],
  ["states[1].always[1].guard.state: names no state", ["states.1.always.1.guard.state", "NO"]],
  ["states[1].always[0].guard.kind: expected command", ["states.1.always.0.guard.kind", "no"]],
  ["states[1].always[1].guard.atLeast: expected a", ["states.1.always.1.guard.atLeast", -1]],
  [`${places(EXIT)}.command.run: expected a string`, [`${EXIT}.command.run`, null]],
  [`${places(EXIT)}.command.run[1]: expected a string`, [`${EXIT}.command.run.1`, 7]],
  [`${places(EXIT)}.command.timeoutSecs: expected a`, [`${EXIT}.command.timeoutSecs`, 0]],
  [`${places(EXIT)}.kind: expected prompt`, [`${EXIT}.kind`, "x"]],
])("a machine with %s: refused with this place", (reason, ...changes) => {
  expect(reasonOf(changed(...changes.map(inMachine)))).toStartWith(`machines[0].${reason}`);
});

test("two machines of one id, and a text of idle that is none or two: refused with the place", () => {
  const [one] = set?.machines ?? [];
  expect(reasonOf(changed([["machines", 1], one]))).toStartWith("machines[1].id: taken");
  expect(reasonOf(changed([["idle", 0], {}]))).toBe("idle[0]: expected a text or a file");
  expect(reasonOf(changed([["idle", 0, "file"], "/x"]))).toBe("idle[0]: expected a text or a file");
});

/** `states.0.exit` as a reason says it. */
function places(path: string): string {
  return path.replace(/\.(\d+)/g, "[$1]");
}

test("any member replaced by any value: machines or a reason, never a throw, no prototype changed", () => {
  const found: Place[] = [];
  const walk = (value: unknown, place: Place): void => {
    if (place.length > 0) found.push(place);
    if (typeof value === "object" && value !== null)
      for (const [name, member] of Object.entries(value)) walk(member, [...place, name]);
  };
  walk(set, []);
  const anything = fc.oneof(fc.jsonValue(), fc.constant(JSON.parse('{"__proto__":{"x":1}}')));
  fc.assert(
    fc.property(fc.constantFrom(...found), anything, (place, value) => {
      const parsed = parseCompiled(changed([place, value]));
      expect(parsed.ok || parsed.reason.length > 0).toBe(true);
      expect(({} as { x?: number }).x).toBeUndefined();
    }),
    { numRuns: 1000 },
  );
});
