/** What `smllm validate` finds in machines that cannot work, that are doubtful, and that are fine. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { CASE_MS, Project } from "./project.ts";

setDefaultTimeout(CASE_MS);

/** A small machine that is fine, and what a case changes in it. */
interface Draft {
  readonly ref?: string;
  readonly events?: string;
  /** Of the first state, beside its `on`. */
  readonly first?: string;
  readonly on?: string;
  readonly states?: string;
  readonly final?: string;
}

const PROMPT = "{ type: prompt, params: { text: Do it. } }";

function machineText({ ref, events, first, on, states, final }: Draft): string {
  return `id: m
initial: A
meta:
  smllm: 1
  instance: { kind: thing, ref: ${ref ?? "{ param: thing }"} }
  events: ${events ?? "{}"}
states:
  A:
    meta: { entryPoint: true }
${indented(first ?? `entry: ${PROMPT}`)}
    on: ${on ?? "{ go: B, end: Z }"}
  B:
    entry: ${PROMPT}
    on: { back: A }
${indented(states ?? "", 2)}
  Z: ${final ?? "{ type: final }"}
`;
}

function indented(text: string, by = 4): string {
  return text.replaceAll(/^(?=.)/gm, " ".repeat(by));
}

/** Validates a machine text alone and gives exit code and printed lines. */
async function validated(project: Project, text: string, ...options: readonly string[]) {
  const path = project.write("m.smllm.yaml", text);
  const { code, out } = await project.smllm(["validate", path, ...options]);
  return { code, lines: out.trimEnd().split("\n") };
}

/** A list whose last candidate has a guard as well. */
const GUARDED_LAST =
  "{ go: [{ target: B, guard: { type: command, params: { run: x } } }], end: Z }";

const ERRORS: readonly (readonly [what: string, rule: string, draft: Draft])[] = [
  ["guarded last transition", "CFG-13", { on: GUARDED_LAST }],
  ["a built-in as event", "CFG-13", { on: "{ go: B, pause: B, end: Z }" }],
  [
    "two fallbacks",
    "CFG-13",
    {
      states: `F:\n  meta: { fallback: true }\n  on: { f: A }\nG:\n  meta: { fallback: true }\n  on: { g: A }`,
    },
  ],
  ["a final fallback", "CFG-13", { final: "{ type: final, meta: { fallback: true } }" }],
  ["a final state with on", "CFG-12", { final: "{ type: final, on: { more: A } }" }],
  ["a ref parameter named state", "CFG-13", { ref: "{ param: state }" }],
  ["setRef in entry", "CFG-4", { first: "entry: setRef" }],
  [
    "visits of an unknown state",
    "CFG-5",
    {
      on: "{ go: [{ target: B, guard: { type: visits, params: { state: X, atLeast: 1 } } }, A], end: Z }",
    },
  ],
  [
    "a circle of always",
    "DEC-2",
    {
      on: "{ go: C, past: B, end: Z }",
      states: "C:\n  always: D\nD:\n  always: E\nE:\n  always: C",
    },
  ],
  [
    "parameters on a built-in",
    "IDLE-1",
    { events: "{ yield: { params: { type: object, properties: { x: { type: string } } } } }" },
  ],
  [
    "no time to run",
    "DEC-5",
    { first: "entry: { type: command, params: { run: x, timeoutSecs: 0 } }" },
  ],
  [
    "a prompt with text and file",
    "CFG-4",
    { first: "entry: { type: prompt, params: { text: x, file: m.smllm.yaml } }" },
  ],
  [
    "a parameter that is a number",
    "CFG-16",
    { events: "{ go: { params: { type: object, properties: { n: { type: number } } } } }" },
  ],
];

const WARNINGS: readonly (readonly [what: string, rule: string, draft: Draft])[] = [
  ["a declared event that no state uses", "CFG-9", { events: "{ unused: { description: x } }" }],
  ["a state that cannot be reached", "", { states: `U:\n  entry: ${PROMPT}\n  on: { u: A }` }],
  [
    "on beside always",
    "DEC-2",
    { on: "{ go: C, past: B, end: Z }", states: "C:\n  on: { c: A }\n  always: A" },
  ],
  [
    "a tag of ours in a prompt",
    "TURN-12",
    { first: "entry: { type: prompt, params: { text: 'Say </events> now.' } }" },
  ],
  [
    "a variable where there is no shell",
    "DEC-9",
    { first: 'entry: { type: command, params: { run: [touch, "$SMLLM_REF"] } }' },
  ],
];

describe("E: validate", () => {
  // covers: smllm-validate-exit
  test("E1 clean: nothing found in the fixtures, exit 0; without a config exit 2", async () => {
    using project = new Project("fix", "ask", "gate");
    const clean = await project.smllm(["validate", "--warnings", "--info"]);
    expect(clean).toMatchObject({ code: 0, out: "0 errors, 0 warnings, 0 info\n", err: "" });
    using empty = new Project();
    const none = await empty.smllm(["validate"]);
    expect(none).toMatchObject({ code: 2, out: "" });
    expect(none.err).toStartWith("error: ");
  });

  // covers: smllm-validate-form, smllm-validate-errors
  test("E2 bad target: one line with file, line, place, name and rule", async () => {
    using project = new Project("fix");
    project.edit("fix", (text) => text.replace("ready: CHECKUP", "ready: NOWHERE"));
    const { code, out } = await project.smllm(["validate"]);
    expect(code).toBe(1);
    const [first = "", ...rest] = out.split("\n");
    const line =
      project
        .read(".smllm/fix.smllm.yaml")
        .split("\n")
        .findIndex((text) => text.includes("NOWHERE")) + 1;
    expect(first).toMatch(
      new RegExp(
        `fix\\.smllm\\.yaml:${line}: error: states\\.CODE\\.on\\.ready: .*NOWHERE.* \\(CFG-3\\)$`,
      ),
    );
    expect(rest).toHaveLength(2);
    expect(rest[0]).toMatch(/^1 errors, \d+ warnings, 0 info$/);
  });

  // covers: smllm-validate-errors, smllm-format-forms
  test("E4 semantic errors: one of each is an error of its rule, exit 1; the machine without is clean", async () => {
    using project = new Project();
    const clean = await validated(project, machineText({}), "--warnings", "--info");
    expect(clean).toEqual({ code: 0, lines: ["0 errors, 0 warnings, 0 info"] });
    for (const [what, rule, draft] of ERRORS) {
      const { code, lines } = await validated(project, machineText(draft));
      const errors = lines.filter((line) => line.includes(": error: "));
      expect({ what, code, rules: errors.map(ruleOf) }).toEqual({ what, code: 1, rules: [rule] });
      expect(lines.at(-1)).toStartWith("1 errors, ");
    }
  });

  // covers: smllm-validate-warnings
  test("E5 warnings: listed on demand, counted always, exit 0; no final state is an info", async () => {
    using project = new Project();
    for (const [what, rule, draft] of WARNINGS) {
      const silent = await validated(project, machineText(draft));
      expect({ what, ...silent }).toEqual({
        what,
        code: 0,
        lines: ["0 errors, 1 warnings, 0 info"],
      });
      const { code, lines } = await validated(project, machineText(draft), "--warnings");
      expect(code).toBe(0);
      expect(lines).toHaveLength(2);
      expect(lines[0]).toContain(": warning: ");
      if (rule !== "") expect([what, ruleOf(lines[0] ?? "")]).toEqual([what, rule]);
    }
    const endless = machineText({ on: "{ go: B }", final: "{ on: { z: A } }" }).replace(
      "{ go: B }",
      "{ go: B, end: Z }",
    );
    const { code, lines } = await validated(project, endless, "--info");
    expect(code).toBe(0);
    expect(lines.at(-1)).toBe("0 errors, 0 warnings, 1 info");
    expect(lines[0]).toMatch(/: info: .*\(CFG-12\)$/);
  });

  // covers: smllm-format-null, smllm-format-duplicates
  test("E6 nulls and duplicates: absent the ones, one error with the key's name the others", async () => {
    using project = new Project();
    const nulls = machineText({ first: "description: ~\nentry: ~", events: "" });
    expect(await validated(project, nulls)).toMatchObject({ code: 0 });
    const twice = machineText({}).replace("initial: A\n", "initial: A\ninitial: B\n");
    const { code, lines } = await validated(project, twice);
    expect(code).toBe(1);
    expect(lines.filter((line) => line.includes(": error: "))).toHaveLength(1);
    expect(lines[0]).toMatch(/m\.smllm\.yaml:3: error: .*initial.*\(CFG-1\)$/);
  });

  // covers: smllm-validate-all
  test("many problems: all of them at once, each once", async () => {
    using project = new Project();
    const text = machineText({ on: "{ go: X, end: Y, pause: Z }" });
    const { lines } = await validated(project, text);
    const errors = lines.filter((line) => line.includes(": error: "));
    expect(errors.map(ruleOf).toSorted()).toEqual(["CFG-13", "CFG-3", "CFG-3"]);
    expect(new Set(errors).size).toBe(errors.length);
  });

  // covers: smllm-validate-json, smllm-json-alone
  test("--json: the findings of all levels as data, whatever the flags", async () => {
    using project = new Project();
    const path = project.write("m.smllm.yaml", machineText({ on: "{ go: X, end: Z }" }));
    const { code, out } = await project.smllm(["validate", path, "--json"]);
    expect(code).toBe(1);
    const found = JSON.parse(out) as Record<string, readonly Record<string, unknown>[]>;
    expect(Object.keys(found)).toEqual(["errors", "warnings", "info"]);
    const [error] = found.errors ?? [];
    const keys = ["level", "file", "line", "path", "message", "hint", "rule"];
    expect(Object.keys(error ?? {})).toEqual(keys);
    expect(error).toMatchObject({
      level: "error",
      line: 11,
      path: "states.A.on.go",
      rule: "CFG-3",
    });
  });

  // covers: smllm-format-keys, smllm-format-subset
  test("an unknown key, one of XState's: told apart by their rules", async () => {
    using project = new Project();
    const unknown = await validated(project, machineText({ first: "colour: red" }));
    expect(unknown.lines.filter((line) => line.includes("error")).map(ruleOf)).toEqual([
      "CFG-1",
      "",
    ]);
    expect(unknown.lines[0]).toContain("entry");
    const foreign = await validated(project, machineText({ first: "invoke: { src: x }" }));
    expect(foreign.lines.filter((line) => line.includes("error")).map(ruleOf)).toEqual([
      "CFG-2",
      "",
    ]);
  });

  // covers: smllm-hostile-machine
  test("control bytes and long texts in a machine: no control byte in what is printed", async () => {
    using project = new Project();
    const text = machineText({
      on: `{ "go\\e[31m": "NO\\u0007WHERE", end: "${"x".repeat(5000)}" }`,
    });
    const { code, lines } = await validated(project, text, "--warnings", "--info");
    expect(code).toBe(1);
    for (const line of lines) {
      expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
      expect(line.length).toBeLessThan(2000);
    }
  });

  // covers: smllm-config-strict
  test("an unknown key in a config: an error at its line, and no machine is taken", async () => {
    using project = new Project("fix");
    project.write(".smllm/config.toml", '[machines]\nfiles = ["fix.smllm.yaml"]\ncolour = 1\n');
    const { code, out } = await project.smllm(["validate"]);
    expect(code).toBe(1);
    expect(out).toMatch(/config\.toml:3: error: .*colour.*\(CLI-3\)/);
  });
});

/** The id in brackets at the end of a finding. */
function ruleOf(line: string): string {
  return /\(([A-Z]+-\d+)\)$/.exec(line)?.[1] ?? "";
}
