import { afterEach, expect, test } from "bun:test";
import fs from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { type AgentProcess, type AgentProcessOptions, startAgentProcess } from "./agent-process.ts";
import { isStartedWith, readProcessTable } from "./process-table.ts";
import { MARK_VARIABLE } from "./process-tree.ts";

const PATIENCE_MS = 20_000;

const started: AgentProcess[] = [];
afterEach(async () => {
  for (const agent of started.splice(0)) await agent.end();
});

function start(script: string, more: Partial<AgentProcessOptions> = {}): AgentProcess {
  const agent = startAgentProcess({
    command: ["/bin/sh", "-c", script],
    cwd: os.tmpdir(),
    env: { PATH: process.env.PATH },
    platform: process.platform,
    ...more,
  });
  if (!agent.ok) throw new Error(agent.reason);
  started.push(agent.value);
  return agent.value;
}

/** The lines that the agent has printed, up to one that is awaited. */
async function printed(agent: AgentProcess, lines: number): Promise<readonly string[]> {
  const reader = agent.stdout.getReader();
  let text = "";
  while (text.split("\n").length <= lines) {
    const { done, value } = await reader.read();
    if (done) break;
    text += new TextDecoder().decode(value);
  }
  reader.releaseLock();
  return text.split("\n").slice(0, lines);
}

const lives = (pid: number) => readProcessTable(process.platform).some((each) => each.pid === pid);

async function until(holds: () => boolean): Promise<boolean> {
  for (const endMs = performance.now() + PATIENCE_MS; performance.now() < endMs; ) {
    if (holds()) return true;
    await Bun.sleep(20);
  }
  return holds();
}

test("an agent that reads to the end of stdin: is spoken to, answers, and ends by itself", async () => {
  const agent = start('while read -r line; do echo "got $line"; done; exit 3');
  const writer = agent.stdin.getWriter();
  await writer.write(new TextEncoder().encode("one\n"));
  expect(await printed(agent, 1)).toEqual(["got one"]);
  await agent.end();
  expect(await agent.ended).toEqual({ exitCode: 3 });
});

test("the last line of stderr: told with the end, without control bytes, and each line as it comes", async () => {
  const lines: string[] = [];
  const agent = start("printf 'first\\n\\033[31mno \\007key\\033[0m\\n\\n' >&2; exit 1", {
    onStderrLine: (line) => lines.push(line),
  });
  expect(await agent.ended).toEqual({ exitCode: 1, lastStderr: "no key" });
  expect(lines).toEqual(["first", "no key"]);
});

test("an endless line of stderr: cut, and the process goes on", async () => {
  const lines: string[] = [];
  const agent = start("head -c 100000 /dev/zero | tr '\\0' x >&2", {
    onStderrLine: (line) => lines.push(line),
  });
  await agent.ended;
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.every((line) => line.length <= 4096)).toBe(true);
});

// covers: agent-process-tree-ended
test("an agent that ignores SIGTERM and the end of stdin: is killed with its children", async () => {
  const agent = start("trap '' TERM; sleep 300 & echo $!; while :; do sleep 300; done");
  const [child] = await printed(agent, 1);
  await agent.end();
  expect((await agent.ended).signal).toBe("SIGKILL");
  expect([lives(agent.pid), lives(Number(child))]).toEqual([false, false]);
}, 20_000);

// covers: agent-process-tree-ended
test("a wrapper that is killed: its child of the same group is ended, and `ended` waits for that", async () => {
  const agent = start("sleep 300 & echo $!; wait");
  const [child] = await printed(agent, 1);
  process.kill(agent.pid, "SIGKILL");
  expect(await agent.ended).toMatchObject({ signal: "SIGKILL" });
  expect(lives(Number(child))).toBe(false);
}, 20_000);

// covers: agent-process-tree-ended
test.skipIf(process.platform !== "linux")(
  "a child in a session of its own whose parent is gone: is found by its mark and ended",
  async () => {
    const agent = start("(setsid sleep 300 & echo $!) ; exec sleep 300");
    const [child] = await printed(agent, 1);
    expect(await until(() => isMarked(Number(child)))).toBe(true);
    await agent.end();
    expect(lives(Number(child))).toBe(false);
  },
  20_000,
);

function isMarked(pid: number): boolean {
  try {
    const mark = fs.readFileSync(`/proc/${pid}/environ`, "utf8").split(`${MARK_VARIABLE}=`)[1];
    return isStartedWith(pid, MARK_VARIABLE, mark?.split("\0")[0] ?? "");
  } catch {
    return false;
  }
}

test("two calls of `end`, and one after the end: all resolve", async () => {
  const agent = start("cat");
  await Promise.all([agent.end(), agent.end()]);
  await agent.end();
  expect(await agent.ended).toEqual({ exitCode: 0 });
});

test("writing to an agent that has ended: rejects, and nothing else happens", async () => {
  const agent = start("exit 0");
  await agent.ended;
  const writer = agent.stdin.getWriter();
  expect(
    writer.write(new Uint8Array([10])).then(
      () => "written",
      () => "refused",
    ),
  ).resolves.toBe("refused");
  await writer.closed.catch(() => {});
});

test.each([
  [["/nowhere/agent"], "cannot start /nowhere/agent"],
  [["no-such-agent-of-anybody"], "cannot start no-such-agent-of-anybody"],
  [[], "the command of the agent is empty"],
])("a program that cannot be started, %j: a reason", (command, reason) => {
  const result = startAgentProcess({
    command,
    cwd: os.tmpdir(),
    env: { PATH: process.env.PATH },
    platform: process.platform,
  });
  expect(result.ok).toBe(false);
  if (!result.ok) expect(result.reason).toStartWith(reason);
});

/** Our program, which starts an agent and then does what the script says. */
function startOwner(folder: string, then: string) {
  const source = join(folder, "owner.ts");
  const room = join(import.meta.dir, "agent-process.ts");
  fs.writeFileSync(
    source,
    `import { startAgentProcess } from ${JSON.stringify(room)};
const agent = startAgentProcess({ command: ["/bin/sh", "-c", "trap '' TERM; sleep 300 & echo $!; while :; do sleep 300; done"],
  cwd: "/", env: { PATH: process.env.PATH }, platform: process.platform });
if (!agent.ok) throw new Error(agent.reason);
const { value } = await agent.value.stdout.getReader().read();
console.log(agent.value.pid, new TextDecoder().decode(value).trim());
${then}`,
  );
  return Bun.spawn([process.execPath, source], { stdout: "pipe", stderr: "inherit" });
}

// covers: agent-process-dies-with-us
test.each([
  ["exits", "process.exit(0);", undefined],
  ["is killed", "await new Promise(() => setInterval(() => {}, 1000));", "SIGKILL"],
  ["is told to end", "await new Promise(() => setInterval(() => {}, 1000));", "SIGTERM"],
] as const)(
  "our program %s: the agent and its children end",
  async (_, then, signal) => {
    const folder = fs.mkdtempSync(join(os.tmpdir(), "agent-owner-"));
    const owner = startOwner(folder, then);
    const { value } = await owner.stdout.getReader().read();
    const pids = new TextDecoder().decode(value).trim().split(" ").map(Number);
    expect(pids).toHaveLength(2);
    if (signal !== undefined) owner.kill(signal);
    await owner.exited;
    expect(await until(() => !pids.some(lives))).toBe(true);
    fs.rmSync(folder, { recursive: true });
  },
  30_000,
);
