/** Many programs that change one config at once. */
import { expect, setDefaultTimeout, test } from "bun:test";
import fs from "node:fs";
import { join } from "node:path";
import { CASE_MS, Project } from "./project.ts";

setDefaultTimeout(CASE_MS);

const IDS = ["m1", "m2", "m3", "m4", "m5", "m6", "m7", "m8"];

/** What the config says, as the program that reads it does. */
function configOf(project: Project): unknown {
  return Bun.TOML.parse(project.read(".smllm/config.toml"));
}

// covers: smllm-config-writers
test("eight new machines and two installs that decline a part, at once: all are listed, no change is lost", async () => {
  using project = new Project();
  expect((await project.smllm(["init"])).code).toBe(0);
  const calls = [
    ...IDS.map((id) => ["new", id, "--write"]),
    ["harness", "install", "claude", "--without", "statusline"],
    ["harness", "install", "codex", "--without", "mcp"],
  ];
  const ended = await Promise.all(calls.map((args) => project.smllm(args)));
  expect(ended.map(({ code, err }) => `${code} ${err.startsWith("error") ? err : ""}`)).toEqual(
    calls.map(() => "0 "),
  );
  const config = configOf(project) as { machines: { files: string[] } };
  expect(config.machines.files.toSorted()).toEqual(IDS.map((id) => `${id}.smllm.yaml`));
  expect(config).toMatchObject({
    harness: { claude: { without: ["statusline"] }, codex: { without: ["mcp"] } },
  });
  const record = project.read(".smllm/harness.toml");
  for (const harness of ["claude", "codex"]) expect(record).toContain(`[${harness}.hooks]`);
  const listed = JSON.parse((await project.smllm(["graph", "--json"])).out);
  expect(listed.machines).toHaveLength(IDS.length);
});

// covers: smllm-config-writers
test("one first config, asked for eight times at once: made once, and kept by the others", async () => {
  using project = new Project();
  const ended = await Promise.all(IDS.map(() => project.smllm(["init", "--json"])));
  const created = ended.map(({ out }) => JSON.parse(out).created as boolean);
  expect(created.filter((made) => made)).toHaveLength(1);
});

// covers: smllm-config-writers
test("no place for a lock, as without a home or with one that is closed: written all the same", async () => {
  using project = new Project();
  const without = { env: { HOME: "", XDG_STATE_HOME: "", XDG_CONFIG_HOME: "" } };
  expect((await project.smllm(["init"], without)).code).toBe(0);
  expect((await project.smllm(["new", "m1", "--write"], without)).code).toBe(0);
  const blocked = { env: { XDG_STATE_HOME: project.write("file", "") } };
  expect((await project.smllm(["new", "m2", "--write"], blocked)).code).toBe(0);
  const files = ["m1.smllm.yaml", "m2.smllm.yaml"];
  expect(configOf(project)).toEqual({ machines: { files } });
  expect(fs.readdirSync(join(project.folder, ".smllm")).toSorted()).toEqual([
    "config.toml",
    ...files,
  ]);
});
