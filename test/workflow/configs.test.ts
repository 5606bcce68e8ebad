/** Which config counts, and what becomes of machines that several configs list or that are broken. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { chownSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { CASE_MS, Project } from "./project.ts";
import { enter, instructionsIn } from "./session.ts";
import { layConfig } from "./state.ts";

setDefaultTimeout(CASE_MS);

/** The ids of machines that a call knows, in their order. */
async function machinesOf(
  project: Project,
  ...args: readonly string[]
): Promise<readonly string[]> {
  const { out } = await project.smllm(["graph", "--json", ...args]);
  const { machines } = JSON.parse(out) as { readonly machines: readonly { id: string }[] };
  return machines.map(({ id }) => id);
}

const userFolder = (project: Project) => join(project.root, "config/smllm");

function writeBelow(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

describe("configs", () => {
  // covers: smllm-config-lookup
  test("where they are looked for: option, variable, else the user's and the nearest above", async () => {
    using project = new Project("fix");
    layConfig(userFolder(project), ["ask"]);
    expect(await machinesOf(project)).toEqual(["ask", "fix"]);
    const deep = join(project.folder, "deep/er");
    mkdirSync(deep, { recursive: true });
    const below = await project.smllm(["graph"], { cwd: deep });
    expect(below.out).toContain("fix (initial CODE)\n");

    layConfig(join(project.folder, "other"), ["gate"]);
    expect(await machinesOf(project, "--config", "other/config.toml")).toEqual(["gate"]);
    const env = { SMLLM_CONFIG: "other/config.toml" };
    const named = await project.smllm(["graph"], { env });
    expect(named.out).toStartWith("gate (initial WRITE)\n");
    const both = await project.smllm(["graph", "--config", ".smllm/config.toml"], { env });
    expect(both.out).toStartWith("fix (initial CODE)\n");
    const empty = await project.smllm(["graph"], { env: { SMLLM_CONFIG: "" } });
    expect(empty.out).toContain("fix (initial CODE)\n");
    const missing = await project.smllm(["graph"], { env: { SMLLM_CONFIG: "not-there.toml" } });
    expect(missing).toMatchObject({ code: 2, out: "" });
    expect(missing.err).toContain("not-there.toml");
  });

  // covers: smllm-config-replaces, smllm-config-state-dir
  test("a machine that both have: the project's stands in the user's place, which is an info", async () => {
    using project = new Project("fix");
    layConfig(userFolder(project), ["fix", "ask"]);
    expect(await machinesOf(project)).toEqual(["fix", "ask"]);
    const { code, out } = await project.smllm(["validate", "--info"]);
    expect(code).toBe(0);
    expect(out).toMatch(/: info: .*fix.*\(CFG-15\)\n0 errors, 0 warnings, 1 info\n$/);
    const a = await project.start("a");
    await a.go(enter("fix", "T-1"));
    expect(project.instance("fix", "T-1").shelf).toBe("active");
  });

  // covers: smllm-config-withdraws, smllm-config-one-bad-file
  test("a broken machine: it is left out, and the user's of the same id with it; others work", async () => {
    using project = new Project("fix", "gate");
    layConfig(userFolder(project), ["fix", "ask"]);
    project.edit("fix", (text) => text.replace("ready: CHECKUP", "ready: NOWHERE"));
    const { code, out } = await project.smllm(["validate", "--warnings"]);
    expect(code).toBe(1);
    expect(out).toMatch(/: warning: .*fix.*\(CFG-15\)$/m);
    const a = await project.start("a");
    expect(a.context).toContain("- ask\n");
    expect(a.context).toContain("- gate\n");
    expect(a.context).not.toContain("- fix");
    project.write(".smllm/config.toml", "[machines\n");
    expect((await a.fire("enter stateMachine=ask")).code).toBe(1);
  });

  // covers: smllm-config-twice
  test("one id twice in a config, or in other letter case: an error", async () => {
    using project = new Project("fix");
    const text = project.read(".smllm/fix.smllm.yaml");
    for (const id of ["fix", "FIX"]) {
      project.write(".smllm/twin.smllm.yaml", text.replace("id: fix", `id: ${id}`));
      const files = '[machines]\nfiles = ["fix.smllm.yaml", "twin.smllm.yaml"]\n';
      project.write(".smllm/config.toml", files);
      const { code, out } = await project.smllm(["validate"]);
      expect([id, code]).toEqual([id, 1]);
      expect(out).toMatch(/: error: .*\(CFG-1\)\n1 errors, /);
    }
  });

  // covers: smllm-config-recorded
  test("a session: the configs of its start, wherever it is asked for later", async () => {
    using project = new Project("fix");
    const a = await project.start("a");
    expect(a.record().configs).toEqual([join(project.smllmFolder, "config.toml")]);
    const elsewhere = join(project.root, "elsewhere");
    layConfig(join(elsewhere, ".smllm"), ["ask"]);
    const shown = await project.smllm(["session", "show", a.key], { cwd: elsewhere });
    expect(shown.out).toContain("- fix — ");
    expect(shown.out).not.toContain("- ask");
  });

  // covers: smllm-kept-build
  test("a load that is kept: taken by the build that kept it, made anew by another", async () => {
    using project = new Project("fix");
    const a = await project.start("a");
    await a.go(enter("fix", "T-1"));
    const shown = async () => (await project.smllm(["session", "show", a.key])).out;
    const folder = join(project.root, "home/.cache/smllm/configs");
    const [name = ""] = readdirSync(folder);
    const reseal = (change: (body: string) => string) => {
      const body = change(readFileSync(join(folder, name), "utf8").split("\n")[1] ?? "");
      writeFileSync(join(folder, name), `${Bun.hash(body).toString(36)}\n${body}\n`);
    };
    reseal((body) => body.replace("Repair it.", "It was kept."));
    expect(instructionsIn(await shown())).toBe("It was kept.");
    reseal((body) => body.replace(/"build":"[0-9a-f]{64}"/, `"build":"${"0".repeat(64)}"`));
    expect(instructionsIn(await shown())).toBe("Repair it.");
  });

  // covers: smllm-config-idle-text
  test("on-enter of idle: its text stands in the idle list; a later table replaces it, even an empty one", async () => {
    using project = new Project("fix");
    const config = project.read(".smllm/config.toml");
    layConfig(userFolder(project), ["ask"]);
    const user = join(userFolder(project), "config.toml");
    writeFileSync(user, `[machines]\nfiles = []\n[idle]\non-enter = { text = "Choose well." }\n`);
    expect(instructionsIn((await project.start("a")).context)).toBe("Choose well.");
    project.write(".smllm/idle.md", "Choose here.\n\n");
    project.write(".smllm/config.toml", `${config}[idle]\non-enter = { file = "idle.md" }\n`);
    expect(instructionsIn((await project.start("b")).context)).toBe("Choose here.");
    project.write(".smllm/config.toml", `${config}[idle]\n`);
    expect(instructionsIn((await project.start("c")).context)).toBe("");
  });

  // covers: smllm-config-lookup
  test.if(process.getuid?.() === 0)(
    "a config that another user put above: it is told which, and how it is used all the same",
    async () => {
      using project = new Project("fix");
      const path = join(project.smllmFolder, "config.toml");
      chownSync(path, 65_534, 65_534);
      const { code, err } = await project.smllm(["validate"]);
      expect(code).toBe(2);
      expect(err).toContain(`"${path}" is another user's`);
      expect((await project.smllm(["validate", "--config", path])).code).toBe(0);
    },
  );

  // covers: smllm-config-state-dir, smllm-store-gitignore
  test("the state folder: where the config says, and passed over by git", async () => {
    using project = new Project("fix");
    project.write(
      ".smllm/config.toml",
      `${project.read(".smllm/config.toml")}[state]\ndir = "../kept/here"\n`,
    );
    const a = await project.start("a");
    expect(project.exists("kept")).toBe(false);
    await a.go(enter("fix", "T-1"), "pause");
    expect(project.read("kept/here/.gitignore")).toMatch(/^#.*\n\*\n$/);
    expect(project.exists("kept/here/fix/paused")).toBe(true);
    expect(project.exists(".smllm/state")).toBe(false);
  });
});

describe("machine files", () => {
  // covers: smllm-implied-prompt
  test("a state without a prompt: the file with its name, if it is there", async () => {
    using project = new Project("ask");
    project.edit("ask", (text) =>
      text.replace("    entry: { type: prompt, params: { text: Answer. } }\n", ""),
    );
    const a = await project.start("a");
    expect(instructionsIn(await a.go("enter stateMachine=ask"))).toBe("");
    await a.go("pause");
    project.write(".smllm/enter-OPEN.md", "Answer from the file.\n");
    expect(instructionsIn(await a.go("enter stateMachine=ask"))).toBe("Answer from the file.");
  });

  // covers: smllm-guidance, smllm-format-literal
  test("guidance: the transition's own, else its event's; braces stay as they are", async () => {
    using project = new Project("fix");
    project.edit("fix", (text) =>
      text
        .replace(
          "ready: CHECKUP",
          'ready: { target: CHECKUP, description: "Say {{it}} is {%done%}." }',
        )
        .replace("text: Repair it.", 'text: "Repair {{this}} and $(that)."'),
    );
    const a = await project.start("a");
    const entered = await a.go(enter("fix", "T-1"));
    expect(instructionsIn(entered)).toBe("Repair {{this}} and $(that).");
    const held = JSON.parse((await a.stop()).out) as { readonly reason: string };
    expect(held.reason).toContain("- ready — Say {{it}} is {%done%}.\n");
    await a.go("ready");
    const next = JSON.parse((await a.stop()).out) as { readonly reason: string };
    expect(next.reason).toContain("- ship — Nothing left to find.\n");
  });

  test("a prompt file that goes away: told, and the event goes on", async () => {
    using project = new Project("fix");
    project.edit("fix", (text) => text.replace("text: Look it over.", "file: look.md"));
    const path = writeBelow(join(project.smllmFolder, "look.md"), "Look from the file.\n");
    const a = await project.start("a");
    await a.go(enter("fix", "T-1"));
    expect(instructionsIn(await a.go("ready"))).toBe("Look from the file.");
    await a.go("pause");
    await Bun.file(path).delete();
    const { code, out } = await project.smllm(["validate"]);
    expect([code, /\(CFG-4\)$/m.test(out)]).toEqual([1, true]);
  });
});
