/** An event fired by the command that an event of the same session waits for. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { programPath } from "../e2e/program.ts";
import { McpClient } from "./mcp-client.ts";
import { CASE_MS, Project } from "./project.ts";
import type { Session } from "./session.ts";

setDefaultTimeout(CASE_MS);

/** Far less than the minute that the command would wait for itself. */
const QUICK_MS = 20_000;

/** The guard is a script of the project. */
async function guarded(project: Project, script: string): Promise<Session> {
  project.write("guard.sh", script);
  project.edit("any", (text) => text.replace(/'printf [^\n]*kept'/, "sh guard.sh"));
  const session = await project.start("a");
  await session.go("enter stateMachine=any ref=T-1");
  return session;
}

// covers: smllm-fire-own-session
test("smllm fire in a guard, for the session that waits: refused at once, and the event is taken", async () => {
  using project = new Project("any");
  const fire = `"${await programPath()}" flow fire`;
  const session = await guarded(
    project,
    `${fire} --session "$SMLLM_SESSION" keep --param text=inner > said 2>&1; echo $? > code`,
  );
  const startMs = performance.now();
  await session.go("keep text=x");
  expect(performance.now() - startMs).toBeLessThan(QUICK_MS);
  expect(project.read("code")).toBe("2\n");
  expect(project.read("said")).toStartWith(`error: session ${session.key} waits for the command`);
  expect(project.instance("any", "T-1").record.visits).toEqual({ KEPT: 2 });
});

// covers: smllm-fire-own-session
test("what a guard leaves running, with the variable unset: takes its turn after the event", async () => {
  using project = new Project("any");
  const fire = `env -u SMLLM_SESSION "${await programPath()}" flow fire`;
  const session = await guarded(
    project,
    `test "$SMLLM_PARAM_TEXT" = x || exit 0
     (${fire} --session "$SMLLM_SESSION" keep --param text=later > said 2>&1; echo $? > code) &`,
  );
  await session.go("keep text=x");
  for (let round = 0; round < 400 && !project.exists("code"); round++) await Bun.sleep(50);
  expect(project.read("code")).toBe("0\n");
  expect(project.instance("any", "T-1").record.visits).toEqual({ KEPT: 3 });
});

// covers: smllm-fire-own-session
test("the tool of a server that a guard started: the event is refused, the view is not, other sessions are not", async () => {
  using project = new Project("any");
  const session = await guarded(project, "true");
  const other = await project.start("b");
  await using client = await McpClient.connect(project, {
    ...project.env,
    SMLLM_SESSION: session.key,
  });
  const own = await client.call({ session: session.key, event: "keep", params: { text: "x" } });
  expect(own.isError).toBe(true);
  expect(own.text).toContain(`session ${session.key} waits for the command`);
  expect((await client.call({ session: session.key })).isError).toBe(false);
  const enter = { event: "enter", params: { stateMachine: "any", ref: "T-2" } };
  expect((await client.call({ session: other.key, ...enter })).isError).toBe(false);
  expect(project.instance("any", "T-1").record.visits).toEqual({ KEPT: 1 });
});
