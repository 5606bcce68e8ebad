/** The item `workflow` on the status line beside the row of `smllm statusline`, from the same files. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { CASE_MS, Project } from "../workflow/project.ts";
import { enter } from "../workflow/session.ts";
import { callProgram } from "./program.ts";

setDefaultTimeout(CASE_MS);

const ITEM = ["statusline", "--items", "workflow", "--color", "never"];

/** The line of Claude Code, or of Codex, for a conversation of the project. */
function draw(project: Project, host: string, args: readonly string[] = ITEM) {
  const stdin = JSON.stringify({
    session_id: host,
    cwd: project.folder,
    model: { id: "m-1", display_name: "M 1" },
    workspace: { current_dir: project.folder, project_dir: project.folder },
  });
  return callProgram(args, { stdin, cwd: project.folder, env: project.env });
}

const lineOf = async (project: Project, host: string) => (await draw(project, host)).out.trimEnd();

// covers: smllm-row-item, smllm-row-reads-only
test("held, yielded, idle with paused work: the item shows what the row shows, and writes nothing", async () => {
  using project = new Project("fix");
  const a = await project.start("a");
  expect(await lineOf(project, "a")).toBe("smllm idle");
  const steps = [enter("fix", "T-1"), "ready", "redo why=x", "yield", "pause"];
  for (const step of steps) {
    await a.go(step);
    const before = project.prints();
    expect(await lineOf(project, "a")).toBe(await a.row());
    expect(project.prints()).toEqual(before);
  }
  expect(await lineOf(project, "a")).toBe("smllm idle · 1 paused");
});

// covers: smllm-row-item
test("nothing is bound, the session is broken, the item is not on the line: nothing of it, and no fault", async () => {
  using project = new Project("fix");
  const a = await project.start("a");
  await a.go(enter("fix", "T-1"));
  expect(await draw(project, "unheard-of")).toMatchObject({ code: 0, out: "", err: "" });
  const others = ["statusline", "--items", "model", "--color", "never"];
  expect((await draw(project, "a", others)).out).not.toContain("smllm");
  writeFileSync(join(project.userState, "sessions", `${a.key}.json`), "{ nope");
  expect(await draw(project, "a")).toMatchObject({ code: 0, out: "", err: "" });
  const explained = await draw(project, "a", [...ITEM, "--explain"]);
  expect(explained.err).toContain("workflow: ");
  expect(explained.err).toContain(`${a.key}.json`);
});

test("a narrow row: the item gives its parts up one after another, the state last", async () => {
  using project = new Project("fix");
  await (await project.start("a")).go(enter("fix", "T-1"));
  const widths = [29, 28, 22, 9];
  const rows: string[] = [];
  for (const width of widths) {
    rows.push((await draw(project, "a", [...ITEM, "--width", String(width)])).out.trimEnd());
  }
  expect(rows).toEqual([
    "smllm fix › CODE · ticket T-1",
    "fix › CODE · ticket T-1",
    "fix › CODE",
    "CODE",
  ]);
});
