/** The machines in `examples/workflows/`: sound, drawn as they are, and walked through by the real program. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { join, resolve } from "node:path";
import { EXAMPLE_MACHINES } from "../../scripts/docs/workflow-examples.ts";
import { CASE_MS, Project } from "../workflow/project.ts";
import { errorIn, instructionsIn, offeredIn, type Session } from "../workflow/session.ts";

setDefaultTimeout(CASE_MS);

const EXAMPLES = resolve(import.meta.dir, "../../examples/workflows");

/** A project whose `.smllm` is a copy of the examples, as their README advises. */
function copied(): Project {
  const project = new Project();
  fs.cpSync(EXAMPLES, project.smllmFolder, { recursive: true });
  return project;
}

/** Commands of machines look at the project: a Git repository with all of it committed. */
function commitAll(project: Project): void {
  const git = (...args: readonly string[]) => {
    const identity = ["-c", "user.name=Ana", "-c", "user.email=ana@example.org"];
    const run = spawnSync("git", [...identity, ...args], {
      cwd: project.folder,
      env: { ...project.env },
      encoding: "utf8",
    });
    if (run.status !== 0) throw new Error(`git ${args.join(" ")}: ${run.stderr}`);
  };
  if (!project.exists(".git")) git("init", "--quiet");
  git("add", "--all");
  git("commit", "--quiet", "--message", "state");
}

/** The machine's own events in the answer to a view, without those of the engine. */
async function ownEvents(project: Project, { key }: Session): Promise<readonly string[]> {
  const { out } = await project.smllm(["session", "show", key]);
  const engine = ["resume", "yield", "pause", "unmatched"];
  return offeredIn(out).filter((name) => !engine.includes(name));
}

// covers: workflow-examples-clean
test("the examples, as a config and each by itself: no error, no warning, no note", async () => {
  using project = copied();
  const clean = { code: 0, out: "0 errors, 0 warnings, 0 info\n", err: "" };
  expect(await project.smllm(["validate", "--warnings", "--info"])).toMatchObject(clean);
  for (const id of EXAMPLE_MACHINES) {
    const path = join(EXAMPLES, `${id}.smllm.yaml`);
    expect(await project.smllm(["validate", path, "--warnings", "--info"])).toMatchObject(clean);
  }
  const files = fs.readdirSync(EXAMPLES).filter((name) => name.endsWith(".smllm.yaml"));
  expect(files.toSorted()).toEqual(EXAMPLE_MACHINES.map((id) => `${id}.smllm.yaml`).toSorted());
});

// covers: workflow-examples-drawn
test.each(EXAMPLE_MACHINES)("%s: its README shows what graph --mermaid prints", async (id) => {
  using project = copied();
  const { code, out } = await project.smllm(["graph", id, "--mermaid"]);
  expect(code).toBe(0);
  expect(fs.readFileSync(join(EXAMPLES, "README.md"), "utf8")).toContain(
    `\`\`\`mermaid\n${out}\`\`\``,
  );
});

// covers: workflow-examples-walked
test("issue: a plan, tests that fail three times, advice, a review with a change, and done", async () => {
  using project = copied();
  const pass = join(project.folder, "works");
  project.write("package.json", JSON.stringify({ scripts: { test: "test -e works" } }));
  const session = await project.start("c-1");
  expect(session.context).toContain("Ask the person what to work on");
  const plan = await session.go("enter stateMachine=issue issueId=GH-7");
  expect(instructionsIn(plan)).toContain("ask the person whether to go on");
  await session.go("yield");
  expect(await session.row()).toBe("smllm issue › PLAN · issue GH-7 · yielded");
  expect((await session.stop()).out).toBe("{}\n");
  await session.prompt();
  expect(instructionsIn(await session.go("planned"))).toContain("Keep the change to this issue");

  // The third run of failing tests is one for the person.
  expect(await session.go("built")).toContain("issue › BUILD (visit 2)");
  expect(await session.go("built")).toContain("issue › BUILD (visit 3)");
  expect(await session.go("built")).toContain("issue › STUCK");
  expect(await ownEvents(project, session)).toEqual(["advised", "dropped"]);
  await session.go("advised");

  fs.writeFileSync(pass, "");
  expect(await session.go("built")).toContain("issue › REVIEW");
  expect((await session.fire("changes")).code).toBe(1);
  await session.go("changes what=name");
  expect(await session.go("built")).toContain("issue › REVIEW (visit 2)");

  // Something else comes up; the stop is held until it is dealt with.
  const aside = await session.go("unmatched");
  expect(aside).toContain("issue › ASIDE");
  expect(JSON.parse((await session.stop()).out)).toMatchObject({ decision: "block" });
  await session.go("resume");
  const done = await session.go("approved");
  expect(instructionsIn(done)).toContain("in two sentences");
  expect(await session.row()).toBe("smllm idle");
  expect(project.instance("issue", "GH-7")).toMatchObject({
    shelf: "done",
    record: { visits: { PLAN: 1, BUILD: 5, CHECK: 5, STUCK: 1, REVIEW: 3, ASIDE: 1, DONE: 1 } },
  });
});

// covers: workflow-examples-walked
test("issue, given up while it is put aside: dropped, and what is left behind is asked for", async () => {
  using project = copied();
  const session = await project.start("c-1");
  await session.go("enter stateMachine=issue issueId=GH-8 state=REVIEW", "unmatched");
  expect(instructionsIn(await session.go("dropped"))).toContain("what is left behind");
  expect(errorIn((await session.fire("enter stateMachine=issue issueId=8")).out)).not.toBe("");
});

// covers: workflow-examples-walked
test("release: a dirty folder is not prepared, failed packages go back, and the commit is tagged", async () => {
  using project = copied();
  project.write(".gitignore", ".smllm/state/\n");
  commitAll(project);
  const session = await project.start("c-1");
  await session.go("enter stateMachine=release version=1.4.0");
  project.write("CHANGELOG.md", "1.4.0");
  const dirty = await session.go("prepared");
  expect(dirty).toContain("release › PREPARE (visit 2)");
  expect(dirty).toContain("→ false");
  commitAll(project);
  expect(await session.go("prepared")).toContain("release › BUILD");
  expect((await session.fire(["failed", "why=empty", "where=elsewhere"])).code).toBe(1);
  expect(await session.go(["failed", "why=empty", "where=build"])).toContain("PREPARE (visit 3)");
  await session.go("prepared", "built");
  expect(await session.row()).toBe("smllm release › PUBLISH · release 1.4.0");
  const announced = await session.go("published");
  expect(instructionsIn(announced)).toContain("short announcement");
  expect(announced).not.toContain("Action failed");
  expect(project.exists(".git/refs/tags/v1.4.0")).toBe(true);
});

// covers: workflow-examples-walked
test("release without a version, announced: the agent is told that there is nothing to tag", async () => {
  using project = copied();
  commitAll(project);
  const session = await project.start("c-1");
  await session.go("enter stateMachine=release state=BUILD", "built");
  const announced = await session.go("published");
  expect(announced).toContain("Action failed: ANNOUNCED entry[1] command: exited");
  expect(announced).toContain("the release has no version");
});

// covers: workflow-examples-walked
test("document-review: named by its file, read three times, decided by the person", async () => {
  using project = copied();
  const session = await project.start("c-1");
  await session.go("enter stateMachine=document-review");
  expect((await session.fire("outlined")).code).toBe(1);
  await session.go("outlined file=guide.md");
  expect(await session.row()).toBe("smllm document-review › DRAFT · document guide.md");
  expect(await session.go("drafted")).toContain("DRAFT (visit 2)");
  project.write("guide.md", "# Guide\n");
  expect(instructionsIn(await session.go("drafted"))).toContain("each claim without a reason");
  expect((await session.fire("remarks count=many")).code).toBe(1);
  await session.go("remarks count=4", "settled", "remarks count=2", "settled");
  expect(await session.go("remarks count=1")).toContain("document-review › DECIDE");
  const shown = await project.smllm(["session", "show", session.key]);
  expect(shown.out).toContain("- yield — Stop, to show the person something or to ask");
  await session.go("accepted");
  expect(project.instance("document-review", "guide.md")).toMatchObject({
    shelf: "done",
    record: { visits: { OUTLINE: 1, DRAFT: 2, READ: 3, ANSWER: 2, DECIDE: 1, ACCEPTED: 1 } },
  });
});
