/** A caller that ends while its guard runs: the guard and all that it started end with it, and nothing was taken. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { startPty } from "../../src/testing/pty.ts";
import { programPath } from "../e2e/program.ts";
import { McpClient } from "./mcp-client.ts";
import { CASE_MS, Project } from "./project.ts";

setDefaultTimeout(CASE_MS);

/** How long the guard would go on: longer than a test takes. */
const SLOW_SECS = 50;
/** Within it everybody is gone: in a tenth of it, but for machines with much else to do. */
const GONE_MS = 4000;

/** Deaf to every signal that can be ignored, and so are its children. */
const SLOW = `test -e slow || exit 0
trap '' HUP INT QUIT TERM
(sleep ${SLOW_SECS}; touch late) &
ps -o pgid= -p $$ > group.new && mv group.new group
sleep ${SLOW_SECS}
touch late
`;

/** Members of a process group that are not dead. */
function living(group: string): number {
  const lines = Bun.spawnSync(["ps", "-eo", "pgid=,stat="]).stdout.toString().split("\n");
  const words = lines.map((line) => line.trim().split(/\s+/));
  return words.filter(([id, state]) => id === group && !state?.startsWith("Z")).length;
}

async function until(happens: () => boolean, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (!happens()) {
    if (performance.now() > deadline) return false;
    await Bun.sleep(20);
  }
  return true;
}

interface Slow {
  readonly project: Project;
  readonly key: string;
  /** The arguments that fire the event with the guard. */
  readonly args: readonly string[];
  /** Until the guard and its child are there. */
  readonly started: () => Promise<void>;
  /** That they are gone, did nothing, and stand in nobody's way. */
  readonly expectEnded: () => Promise<void>;
}

async function slowGuard(project: Project): Promise<Slow> {
  project.write("guard.sh", SLOW);
  project.edit("any", (text) => text.replace(/'printf [^\n]*kept'/, "sh guard.sh"));
  const session = await project.start("a");
  await session.go("enter stateMachine=any ref=T-1");
  project.write("slow", "");
  const temp = join(project.root, "temp");
  const before = JSON.stringify(project.instance("any", "T-1").record);
  const args = ["fire", "--session", session.key, "keep", "--param", "text=x"];
  let group = "";
  return {
    project,
    key: session.key,
    args,
    async started() {
      expect(await until(() => project.exists("group"), 20_000)).toBe(true);
      group = project.read("group").trim();
      expect(await until(() => living(group) >= 3, 20_000)).toBe(true);
    },
    async expectEnded() {
      expect(await until(() => living(group) === 0, GONE_MS)).toBe(true);
      expect(JSON.stringify(project.instance("any", "T-1").record)).toBe(before);
      rmSync(join(project.folder, "slow"));
      await session.go("keep text=y");
      expect(JSON.stringify(project.instance("any", "T-1").record)).not.toBe(before);
      expect(project.exists("late")).toBe(false);
      const left = () => readdirSync(temp).filter((name) => name !== ".keep");
      await until(() => left().length === 0, GONE_MS);
      expect(left()).toEqual([]);
    },
  };
}

/** Its own folder for temporary files, so that what is left there is seen. */
function withTemp(project: Project): Record<string, string> {
  project.write("../temp/.keep", "");
  return { ...project.env, TMPDIR: join(project.root, "temp") };
}

// covers: smllm-run-ends-with-us
describe("a guard that is deaf to signals, and whose caller ends", () => {
  test.each(["SIGINT", "SIGTERM", "SIGHUP", "SIGKILL"] as const)(
    "smllm fire, %s: gone with its children, the event not taken, the next one is",
    async (signal) => {
      using project = new Project("any");
      const env = withTemp(project);
      const slow = await slowGuard(project);
      const child = Bun.spawn([await programPath(), "flow", ...slow.args], {
        cwd: project.folder,
        env,
        stdio: ["ignore", "ignore", "ignore"],
      });
      await slow.started();
      child.kill(signal);
      await slow.expectEnded();
      expect(await child.exited).not.toBe(0);
    },
  );

  test("smllm fire at a terminal, Ctrl-C: the same", async () => {
    using project = new Project("any");
    const env = withTemp(project);
    const slow = await slowGuard(project);
    const pty = startPty([await programPath(), "flow", ...slow.args], { cwd: project.folder, env });
    try {
      await slow.started();
      pty.press("ctrlC");
      await slow.expectEnded();
    } finally {
      await pty.end();
    }
  });

  test.each(["SIGINT", "SIGTERM", "SIGHUP", "SIGKILL"] as const)(
    "smllm mcp, %s: the same",
    async (signal) => {
      using project = new Project("any");
      const env = withTemp(project);
      const slow = await slowGuard(project);
      const client = await McpClient.connect(project, env);
      const answer = client
        .call({ session: slow.key, event: "keep", params: { text: "x" } })
        .catch(() => undefined);
      await slow.started();
      client.kill(signal);
      await slow.expectEnded();
      await client[Symbol.asyncDispose]();
      void answer;
    },
  );
});
