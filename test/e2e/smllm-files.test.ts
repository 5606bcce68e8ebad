/** Files that calls of smllm name: what is checked, and what is compiled to where. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { statSync } from "node:fs";
import { join } from "node:path";
import { CASE_MS, Project } from "../workflow/project.ts";

setDefaultTimeout(CASE_MS);

interface Item {
  readonly file: string;
  readonly rule: string;
  readonly hint: unknown;
}

const ENDLESS = "id: e\ninitial: A\nmeta: { smllm: 1 }\nstates:\n  A: { on: { a: A } }\n";
const BROKEN = "id: b\ninitial: A\nmeta: { smllm: 1 }\nstates:\n  A: { on: { a: NONE, b: A } }\n";

describe("validate of named files", () => {
  // covers: smllm-validate-form, smllm-validate-exit
  test("a config and machines, from above and below: paths as one may type them there", async () => {
    using project = new Project("fix");
    const broken = project.write("deep/b.smllm.yaml", BROKEN);
    const args = ["validate", "project/.smllm/config.toml", "project/deep/b.smllm.yaml"];
    const above = await project.smllm(args, { cwd: project.root });
    expect(above.code).toBe(1);
    expect(above.out).toMatch(
      /^project\/deep\/b\.smllm\.yaml:5: error: states\.A\.on\.a: .* \(CFG-3\)\n/,
    );
    expect(above.out).toEndWith("\n1 errors, 0 warnings, 0 info\n");
    const beside = await project.smllm(["validate", broken], { cwd: join(project.root, "home") });
    expect(beside.out).toStartWith(`${broken}:5: error: `);
    expect(await project.smllm(["validate", ".smllm/fix.smllm.yaml"])).toMatchObject({
      code: 0,
      out: "0 errors, 0 warnings, 0 info\n",
    });
  });

  // covers: smllm-validate-json
  test("--json: absolute paths, and null for what a finding has not", async () => {
    using project = new Project();
    const file = project.write("b.smllm.yaml", BROKEN);
    const endless = project.write("e.smllm.yaml", ENDLESS);
    const args = ["validate", "b.smllm.yaml", "e.smllm.yaml", "--json"];
    const { code, out } = await project.smllm(args);
    expect(code).toBe(1);
    const { errors, warnings, info } = JSON.parse(out) as Readonly<Record<string, readonly Item[]>>;
    expect(errors).toEqual([expect.objectContaining({ file, line: 5, rule: "CFG-3" })]);
    expect(warnings).toEqual([]);
    expect(info).toEqual([expect.objectContaining({ file: endless, hint: null, rule: "CFG-12" })]);
    const all = [...(errors ?? []), ...(info ?? [])];
    expect(all.filter(({ hint }) => hint !== null && typeof hint !== "string")).toEqual([]);
  });

  // covers: smllm-validate-store, smllm-usage-writes-nothing
  test("saved work in a state that is gone: a warning with its name, and nothing is written", async () => {
    using project = new Project("fix");
    const enter = ["enter", "--param", "stateMachine=fix", "--param", "ticketId=T-1"];
    expect((await project.smllm(["fire", ...enter])).code).toBe(0);
    project.edit("fix", (text) => text.replaceAll("CODE", "BUILD"));
    const before = project.prints();
    const { code, out } = await project.smllm(["validate", "--warnings"]);
    expect(code).toBe(0);
    expect(out).toMatch(/: warning: .*T-1.*CODE.* \(IDLE-4\)\n0 errors, 1 warnings, 0 info\n$/);
    expect(project.prints()).toEqual(before);
  });
});

/** A machine elsewhere, with folders of commands in a guard and in actions. */
const WITH_FOLDERS = `id: far
initial: A
meta: { smllm: 1 }
states:
  A:
    entry:
      - { type: command, params: { run: ls, cwd: tools } }
      - { type: prompt, params: { file: ../texts/a.md } }
    on:
      go:
        - { target: B, guard: { type: command, params: { run: ls, cwd: .. } } }
        - { target: A, actions: { type: command, params: { run: ls, cwd: /abs } } }
  B: { type: final }
`;

// covers: smllm-compile, smllm-compile-folders
describe("compile", () => {
  function withFar(): Project {
    const project = new Project("fix");
    project.write("machines/far.smllm.yaml", WITH_FOLDERS);
    project.write("texts/a.md", "From a file.\n");
    project.write("machines/enter-B.md", "All done.\n");
    project.write(
      ".smllm/config.toml",
      '[machines]\nfiles = ["fix.smllm.yaml", "../machines/far.smllm.yaml"]\n[idle]\non-enter = { text = "Hello." }\n',
    );
    return project;
  }

  test("folders of commands: from the compiled file; texts inside, implied ones too; idle's text", async () => {
    using project = withFar();
    const config = await project.smllm(["compile", ".smllm/config.toml"]);
    expect(config).toMatchObject({ code: 0, err: "" });
    const { machines, idle } = JSON.parse(config.out) as {
      readonly machines: readonly { readonly id: string }[];
      readonly idle: unknown;
    };
    expect(machines.map(({ id }) => id)).toEqual(["fix", "far"]);
    expect(idle).toEqual([{ text: "Hello." }]);
    const folders = (out: string) => [...out.matchAll(/"cwd":"([^"]*)"/g)].map(([, cwd]) => cwd);
    expect(folders(config.out)).toEqual(["../machines/tools", "..", "/abs"]);
    expect(config.out).toContain("From a file.");
    expect(config.out).toContain("All done.");
    const alone = await project.smllm(["compile", "machines/far.smllm.yaml"]);
    expect(folders(alone.out)).toEqual(["tools", "..", "/abs"]);
    expect(alone.out).not.toContain(project.root);
  });

  test("from any folder: the same bytes", async () => {
    using project = withFar();
    const here = await project.smllm(["compile", ".smllm/config.toml"]);
    for (const cwd of [project.root, project.smllmFolder, "/"]) {
      const path = join(project.smllmFolder, "config.toml");
      expect((await project.smllm(["compile", path], { cwd })).out).toBe(here.out);
    }
    const near = await project.smllm(["compile", "config.toml"], { cwd: project.smllmFolder });
    expect(near.out).toBe(here.out);
  });

  // covers: smllm-compile-errors, smllm-usage-writes-nothing
  test("--out: a file as a shell makes it; with errors or in no place it stays as it was", async () => {
    using project = withFar();
    const printed = await project.smllm(["compile", "machines/far.smllm.yaml"]);
    const args = ["compile", "machines/far.smllm.yaml", "-o", "out.json"];
    expect(await project.smllm(args)).toMatchObject({ code: 0, out: "", err: "" });
    expect(project.read("out.json")).toBe(printed.out);
    expect(statSync(join(project.folder, "out.json")).mode & 0o777).toBe(0o644);
    project.write("machines/far.smllm.yaml", BROKEN);
    const broken = await project.smllm(args);
    expect(broken).toMatchObject({ code: 1, out: "" });
    expect(broken.err).toMatch(/^machines\/far\.smllm\.yaml:5: error: .*\n1 errors, /);
    expect(project.read("out.json")).toBe(printed.out);
    const nowhere = await project.smllm(["compile", ".smllm/fix.smllm.yaml", "--out=/dev/null/x"]);
    expect(nowhere).toMatchObject({ code: 2, out: "" });
    expect(nowhere.err).toMatch(/^error: .+\n$/);
  });
});
