/** Tables in `docs/workflow.md` that are written by hand, against the code that they speak of. */
import { describe, expect, test } from "bun:test";
import fs from "node:fs";
import { join, resolve } from "node:path";
import { Engine } from "telltale/workflow";
import { commandEnv } from "../../src/workflow/engine/command-env.ts";
import { BUILT_IN_EVENTS } from "../../src/workflow/machine.ts";

const checkout = resolve(import.meta.dir, "../..");
const document = fs.readFileSync(join(checkout, "docs/workflow.md"), "utf8");

/** The cells of each row of the section with that heading. */
function rowsIn(heading: string): readonly (readonly string[])[] {
  const [, section = ""] = document.split(new RegExp(`^#+ ${heading}$`, "m"));
  const [own = ""] = section.split(/^#+ /m);
  return own
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .map((line) => line.split(" | ").map((cell) => cell.replace(/^\| | \|$/g, "")))
    .slice(2);
}

const codesIn = (text = ""): readonly string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);

describe("docs/workflow.md", () => {
  const sources = ["check", "configs", "format"].flatMap((room) =>
    [...new Bun.Glob(`src/workflow/${room}/*.ts`).scanSync(checkout)]
      .filter((path) => !path.endsWith(".test.ts"))
      .map((path) => fs.readFileSync(join(checkout, path), "utf8")),
  );

  // covers: workflow-reference-complete
  test("rules: all that the sources name, and no other", () => {
    const rule = /"((?:CFG|CLI|DEC|IDLE|STO|TURN)-\d+|graph)"/g;
    const named = sources.flatMap((text) => [...text.matchAll(rule)].map(([, id = ""]) => id));
    const listed = rowsIn("What `validate` says").flatMap(([id]) => codesIn(id));
    expect(listed.toSorted()).toEqual([...new Set(named)].toSorted());
  });

  test("levels of rules: those that the sources pair them with", () => {
    const levels = new Map(rowsIn("What `validate` says").map(([rule, level]) => [rule, level]));
    const pair = /"(error|warning|info)",\s*"([A-Z]+-\d+|graph)"/g;
    const pairs = sources.flatMap((text) => [...text.matchAll(pair)]);
    expect(pairs.length).toBeGreaterThan(15);
    const missing = pairs.filter(
      ([, level = "", id = ""]) => !levels.get(`\`${id}\``)?.includes(level),
    );
    expect(missing.map(([whole]) => whole)).toEqual([]);
  });

  // covers: workflow-reference-complete
  test("variables of commands: those that a command gets", () => {
    const env = commandEnv({
      session: "",
      machine: "",
      instance: "",
      ref: null,
      event: "",
      state: "",
      from: "A",
      to: "B",
      params: [["issueId", "1"]],
    });
    const named = rowsIn("Commands").flatMap(([names]) => codesIn(names));
    expect(named.toSorted()).toEqual(Object.keys(env).toSorted());
  });

  // covers: workflow-reference-complete
  test("fields of the status: those of a status, in their order", () => {
    const engine = new Engine({ machines: [] });
    const { session } = engine.bind("none");
    const status = engine.status(session ?? "");
    expect(rowsIn("The row").flatMap(([names]) => codesIn(names))).toEqual(Object.keys(status));
  });

  // covers: workflow-reference-complete
  test("events of the engine: all six", () => {
    const named = rowsIn("Words").flatMap(([name]) => codesIn(name));
    expect(named.toSorted()).toEqual([...BUILT_IN_EVENTS].toSorted());
  });

  test.each([
    ["format/limits.ts", "MAX_MACHINE_BYTES", "256 KiB"],
    ["prompt-size.ts", "MAX_PROMPT_BYTES", "1 MiB"],
    ["configs/find-configs.ts", "MAX_CONFIG_BYTES", "512 KiB"],
    ["configs/load.ts", "MAX_MACHINE_FILES", "1,000"],
    ["engine/walk.ts", "MAX_ALWAYS_HOPS", "32"],
    ["commands/run-command.ts", "DEFAULT_TIMEOUT_SECS", "60"],
    ["commands/tail-words.ts", "TAIL_UNITS", "400"],
    ["engine/text/quote.ts", "MAX_VALUE_UNITS", "2,000"],
  ])("limits, %s %s: %s", (file, name, shown) => {
    const text = fs.readFileSync(join(checkout, "src/workflow", file), "utf8");
    const [, value = ""] = new RegExp(`${name} = ([\\d_ *]+);`).exec(text) ?? [];
    const product = value.split("*").reduce((all, one) => all * Number(one.replaceAll("_", "")), 1);
    const units = { KiB: 1024, MiB: 1024 ** 2 } as const;
    const [number = "", unit] = shown.split(" ");
    const factor = unit === undefined ? 1 : units[unit as keyof typeof units];
    expect(product).toBe(Number(number.replace(",", "")) * factor);
    expect(
      rowsIn("Limits")
        .map(([, limit]) => limit)
        .join("\n"),
    ).toContain(shown);
  });

  test("blocks of the agent and findings that are shown: as the first guide has them", () => {
    const guide = fs.readFileSync(join(checkout, "docs/workflow-first-machine.md"), "utf8");
    const shown = [...document.matchAll(/^```text\n([\s\S]*?)^```$/gm)].map(
      ([, text = ""]) => text,
    );
    const printed = shown.filter((text) => /^(?:<smllm>|\.smllm)/.test(text));
    expect(printed).toHaveLength(2);
    expect(printed.filter((text) => !guide.includes(text))).toEqual([]);
  });
});
