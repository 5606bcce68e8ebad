/** Commands that make or show machine files: graph, compile, new, init. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Engine, memoryStorage } from "../../src/workflow/api/workflow.ts";
import { CASE_MS, Project } from "./project.ts";
import { enter } from "./session.ts";

setDefaultTimeout(CASE_MS);

describe("E: graph, compile, new, init", () => {
  // covers: smllm-graph-text, smllm-graph-mermaid, smllm-graph-json
  test("E8 graph: marks, guards and arrows as text, a diagram, data; both at once is exit 2", async () => {
    using project = new Project("gate");
    const text = await project.smllm(["graph", "gate"]);
    expect(text.code).toBe(0);
    expect(text.out.split("\n").slice(0, 7)).toEqual([
      "gate (initial WRITE)",
      "  WRITE [entry point]",
      "    named → (stays) (setRef)",
      "    poke → WRITE",
      "    retry → WRITE (reenter)",
      "    submit → PROBE",
      "  PROBE",
    ]);
    expect(text.out).toContain('    always [command `test -s "$SMLLM_REF"`] → DONE\n');
    const mermaid = await project.smllm(["graph", "gate", "--mermaid"]);
    expect(mermaid.out).toContain("stateDiagram-v2\n");
    expect(mermaid.out).toMatch(/^ *\[\*\] --> WRITE$/m);
    expect(mermaid.out).toMatch(/^ *DONE --> \[\*\]$/m);
    const json = await project.smllm(["graph", "gate", "--json"]);
    const { machines } = JSON.parse(json.out) as { readonly machines: readonly unknown[] };
    expect(machines[0]).toMatchObject({ id: "gate", initial: "WRITE" });
    expect((await project.smllm(["graph", "nope"])).code).toBe(2);
    const both = await project.smllm(["graph", "--json", "--mermaid"]);
    expect(both).toMatchObject({ code: 2, out: "" });
  });

  // covers: smllm-compile, smllm-compile-errors, smllm-embed-compiled, smllm-embed-unknown
  test("E9 compile: one line with all texts, and the engine in JavaScript does with it what the program does", async () => {
    using project = new Project("fix", "ask", "gate");
    project.edit("fix", (text) => text.replace("text: Repair it.", "file: repair.md"));
    project.write(".smllm/repair.md", "Repair it from a file.\n");
    const compiled = await project.smllm(["compile", ".smllm/config.toml"]);
    expect(compiled).toMatchObject({ code: 0, err: "" });
    expect(compiled.out).toStartWith("{");
    expect(compiled.out.indexOf("\n")).toBe(compiled.out.length - 1);
    expect(compiled.out).toContain("Repair it from a file.");
    expect(compiled.out).toContain("Look it over.");
    expect(compiled.out).not.toContain(".md");
    const elsewhere = join(project.folder, "deep/er");
    mkdirSync(elsewhere, { recursive: true });
    const again = await project.smllm(["compile", "../../.smllm/config.toml"], { cwd: elsewhere });
    expect(again.out).toBe(compiled.out);
    const outFile = join(project.folder, "compiled.json");
    expect((await project.smllm(["compile", ".smllm/config.toml", "-o", outFile])).code).toBe(0);
    expect(readFileSync(outFile, "utf8")).toBe(compiled.out);

    const engine = new Engine(compiled.out, {}, memoryStorage());
    const key = engine.bind("claude", "a").session ?? "";
    const a = await project.start("a");
    const params = { stateMachine: "fix", ticketId: "T-1" };
    engine.fire(key, "enter", params);
    engine.fire(key, "ready");
    engine.fire(key, "redo", { why: "x" });
    await a.go(enter("fix", "T-1"), "ready", "redo why=x");
    const status = await a.json();
    const own = engine.status(key);
    const unkeyed = { session: "", instance: { ...own.instance, id: "" } };
    expect<unknown>({ ...own, ...unkeyed }).toEqual({
      ...status,
      session: "",
      instance: { ...status.instance, id: "" },
    });
    expect(() => engine.status("sm-zzzzzz")).toThrow("sm-zzzzzz");
    engine.free();

    project.edit("fix", (text) => text.replace("ready: CHECKUP", "ready: NOWHERE"));
    const broken = await project.smllm(["compile", ".smllm/config.toml"]);
    expect(broken).toMatchObject({ code: 1, out: "" });
    expect(broken.err).toContain("(CFG-3)");
  });

  // covers: smllm-init, smllm-new, smllm-new-refuses, smllm-usage-writes-nothing
  test("E10 new/init: a config, a machine in it, and no second of either", async () => {
    using project = new Project();
    const made = await project.smllm(["init"]);
    expect(made).toMatchObject({ code: 0, out: "created .smllm/config.toml\n" });
    const before = project.prints();
    const again = await project.smllm(["init"]);
    expect(again.code).toBe(0);
    expect(again.out).toContain(".smllm/config.toml");
    expect(again.out).not.toStartWith("created");
    expect(project.prints()).toEqual(before);

    const shown = await project.smllm(["new", "demo"]);
    expect(shown.out).toContain("id: demo\n");
    expect(project.prints()).toEqual(before);
    expect((await project.smllm(["new", "demo", "--write"])).code).toBe(0);
    expect(project.read(".smllm/demo.smllm.yaml")).toBe(shown.out);
    expect(project.read(".smllm/config.toml")).toContain('"demo.smllm.yaml"');
    const written = project.prints();
    expect((await project.smllm(["new", "demo", "--write"])).code).toBe(2);
    expect((await project.smllm(["new", "bad id", "--write"])).code).toBe(2);
    expect(project.prints()).toEqual(written);
    const validated = await project.smllm(["validate", "--warnings"]);
    expect(validated.code).toBe(0);
    expect(validated.out).toStartWith("0 errors, 0 warnings, ");
  });

  // covers: smllm-init, smllm-new, smllm-json-alone
  test("init and new with --json: one object, with the paths that were written", async () => {
    using project = new Project();
    const json = async (...args: readonly string[]) => {
      const { code, out, err } = await project.smllm([...args, "--json"]);
      expect({ code, err }).toEqual({ code: 0, err: "" });
      return JSON.parse(out) as Record<string, unknown>;
    };
    const made = await json("init");
    expect(made).toEqual({ path: ".smllm/config.toml", created: true });
    expect(await json("init")).toEqual({ ...made, created: false });
    const shown = await json("new", "demo");
    expect(shown).toMatchObject({ id: "demo", path: null });
    const written = await json("new", "demo", "--write");
    expect(written).toMatchObject({ id: "demo" });
    expect(String(written.path)).toEndWith("demo.smllm.yaml");
    expect(String(written.config)).toEndWith("config.toml");
    expect(project.read(".smllm/demo.smllm.yaml")).toBe(String(shown.text));
    expect(await json("init", "--user")).toMatchObject({ created: true });
    expect(await Bun.file(`${project.root}/config/smllm/config.toml`).exists()).toBe(true);
  });

  // covers: smllm-new, smllm-config-state-dir
  test("new with a folder: the path is from the config, its other text stays", async () => {
    using project = new Project("fix");
    const config =
      '# Ours.\n[machines] # listed\nfiles = [\n  "fix.smllm.yaml", # first\n]\n\n[state]\ndir = "kept"\n';
    project.write(".smllm/config.toml", config);
    project.write("machines/.keep", "");
    const made = await project.smllm(["new", "demo", "--dir", "machines", "--write"]);
    expect(made.code).toBe(0);
    const text = project.read(".smllm/config.toml");
    expect(text).toContain('"../machines/demo.smllm.yaml"');
    expect(text.split("\n").filter((line) => !line.includes("demo"))).toEqual(config.split("\n"));
    expect((await project.smllm(["validate"])).code).toBe(0);
  });
});
