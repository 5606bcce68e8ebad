/**
 * Places that are closed, gone or replaced under the program, and files that may not grow: an error that
 * names the place, nothing broken, and work goes on when the place is back.
 */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import fs from "node:fs";
import { join } from "node:path";
import { programPath } from "../e2e/program.ts";
import { MEMBERS } from "./crew.ts";
import type { Ack } from "./crowd.ts";
import { McpClient } from "./mcp-client.ts";
import { CASE_MS, Project } from "./project.ts";
import type { Session } from "./session.ts";
import { auditStore } from "./store-audit.ts";

setDefaultTimeout(CASE_MS);

/** No folder is closed to root, who must be able to be somebody else. */
const isRoot = process.getuid?.() === 0;
const mayBeClosed = !isRoot || Bun.which("setpriv") !== null;
if (!mayBeClosed && process.env.CI === "true") throw new Error("CI needs setpriv to run as root");

const stateOf = (project: Project): string => join(project.smllmFolder, "state");

/** A session that works on J-1, in a project of its own. */
async function working(project: Project): Promise<Session> {
  const session = await project.start("h");
  await session.go("enter stateMachine=crowd job=J-1", "step mark=1");
  return session;
}

/** The records alone: places of locks may be made again. */
function records(project: Project): Readonly<Record<string, string>> {
  const prints = Object.entries(project.prints()).filter(([path]) => /\.jsonl?$/.test(path));
  return Object.fromEntries(prints);
}

// covers: smllm-full-unchanged
test("files that may not grow: exit 2 and all as it was, as soon as they may, it works", async () => {
  using project = new Project("crowd");
  const session = await working(project);
  await session.go(`step mark=${"m".repeat(3000)}`);
  const before = records(project);
  const program = await programPath();
  // In units of 512 bytes: cut in the line of the history, before it, and in the record.
  for (const limit of [8, 5, 1, 0]) {
    const step = ["step", "--session", session.key, "--param", `mark=${"x".repeat(900)}`];
    const child = Bun.spawn(
      ["sh", "-c", `ulimit -f ${limit}; exec "$0" "$@"`, program, "flow", "fire", ...step],
      { cwd: project.folder, env: { ...project.env }, stdout: "pipe", stderr: "pipe" },
    );
    const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
    expect([limit, await child.exited, out]).toEqual([limit, 2, ""]);
    expect(err).toMatch(/^error: [^\n]*(too large|full)[^\n]*\n$/);
    expect(Object.keys(records(project))).toEqual(Object.keys(before));
    const { version, visits } = project.instance("crowd", "J-1").record;
    expect([version, visits]).toEqual([3, { STEP: 3 }]);
    const audit = auditStore(project);
    expect([audit.faults, audit.leftovers]).toEqual([[], []]);
    expect(audit.histories.get("J-1")).toHaveLength(3);
  }
  await session.go("step mark=after");
});

// covers: smllm-no-home
test("no HOME and no place for state: exit 2 of fire, exit 1 of a start, silence of the rest", async () => {
  using project = new Project("crowd");
  const bare = { cwd: project.folder, env: { HOME: "", XDG_STATE_HOME: "", XDG_CONFIG_HOME: "" } };
  for (const args of [
    ["fire", "enter", "--param", "stateMachine=crowd"],
    ["fire", "step", "--session", "sm-abc123"],
  ]) {
    const { code, out, err } = await project.smllm(args, bare);
    expect([args, code, out]).toEqual([args, 2, ""]);
    expect(err).toMatch(/^error: [^\n]*HOME[^\n]*\n$/);
  }
  const input = { session_id: "h", cwd: project.folder };
  const started = await project.hook("session-start", input, bare);
  expect([started.code, started.out]).toEqual([1, ""]);
  expect(started.err).toMatch(/^error: [^\n]*HOME[^\n]*\n$/);
  // Nothing was ever bound there.
  for (const hook of ["user-prompt-submit", "stop"]) {
    expect(await project.hook(hook, input, bare)).toMatchObject({ code: 0, out: "{}\n", err: "" });
  }
  const row = await project.smllm(["statusline"], { ...bare, stdin: JSON.stringify(input) });
  expect([row.code, row.out]).toEqual([0, ""]);
  expect(row.err).toStartWith("smllm statusline: ");
  expect(fs.existsSync(stateOf(project))).toBe(false);
  expect(fs.readdirSync(project.folder)).toEqual([".smllm"]);
});

// covers: smllm-lost-folders
describe("the state folder", () => {
  test("removed between two events: the session is told that its work is gone, and begins anew", async () => {
    using project = new Project("crowd");
    const session = await working(project);
    await using server = await McpClient.connect(project);
    fs.rmSync(stateOf(project), { recursive: true });
    const moved = await server.call({ session: session.key, event: "step", params: { mark: "2" } });
    expect(moved.isError).toBe(true);
    expect(moved.text).toContain("i-");
    const again = await server.call({
      session: session.key,
      event: "enter",
      params: { stateMachine: "crowd", job: "J-1" },
    });
    expect(again.isError).toBe(false);
    expect(project.instance("crowd", "J-1").record.version).toBe(1);
    expect(fs.existsSync(join(stateOf(project), ".gitignore"))).toBe(true);
  });

  test("removed again and again while four fire: errors at worst, no broken file, and all go on", async () => {
    using project = new Project("crowd");
    let isOver = false;
    const removals = (async () => {
      while (!isOver) {
        await Bun.sleep(100);
        fs.rmSync(stateOf(project), { recursive: true, force: true, maxRetries: 20 });
      }
    })();
    const faults: string[] = [];
    // One that meets the hole may end with an error; another takes its place.
    const until = async (me: number): Promise<void> => {
      for (let acks: Ack[] = [], turn = 0; acks.length < 10 && turn < 10; turn += 1) {
        const member = MEMBERS.loop({
          project,
          course: { jobs: ["S-1", `O-${me}`], name: `m${me}t${turn}` },
          seed: me * 100 + turn,
          fires: 10 - acks.length,
          onAck: (ack) => acks.push(ack),
        });
        await member.ended.catch((error: Error) => faults.push(error.message));
      }
    };
    await Promise.all([0, 1, 2, 3].map(until));
    isOver = true;
    await removals;
    expect(faults.filter((text) => !/WorkflowError|cannot /.test(text))).toEqual([]);
    const session = await project.start("after");
    await session.go("enter stateMachine=crowd job=S-1", "step mark=after");
    const audit = auditStore(project);
    expect([audit.faults, audit.leftovers]).toEqual([[], []]);
  });

  test("replaced by a link to where it was moved: as before; to nowhere, by a file: exit 2, and back again", async () => {
    using project = new Project("crowd");
    const session = await working(project);
    const place = stateOf(project);
    const elsewhere = join(project.root, "moved");
    fs.renameSync(place, elsewhere);
    fs.symlinkSync(elsewhere, place);
    await session.go("step mark=2", "pause", "enter stateMachine=crowd job=J-1");
    expect(project.instance("crowd", "J-1").record.version).toBe(5);
    expect(fs.lstatSync(place).isSymbolicLink()).toBe(true);

    for (const replace of [
      () => fs.symlinkSync(join(project.root, "nowhere", "deep"), place),
      () => fs.writeFileSync(place, "mine"),
    ]) {
      fs.unlinkSync(place);
      replace();
      const entered = await project.smllm([
        ...["fire", "enter", "--param", "stateMachine=crowd", "--param", "job=J-9"],
      ]);
      expect([entered.code, entered.out]).toEqual([2, ""]);
      expect(entered.err).toMatch(/^error: [^\n]+\n$/);
      expect(await session.row()).toBe("smllm idle");
      fs.unlinkSync(place);
      fs.symlinkSync(elsewhere, place);
    }
    await session.go("step mark=3");
    expect(project.instance("crowd", "J-1").record.version).toBe(6);
  });

  test.skipIf(!mayBeClosed)(
    "closed to us, or the sessions are: each event is exit 2, and works when it is open (skipped: needs setpriv)",
    async () => {
      using project = new Project("crowd");
      const session = await working(project);
      const machine = join(stateOf(project), "crowd");
      const before = records(project);
      const { id } = project.instance("crowd", "J-1").record;
      const places = [
        ...["active", ".tmp", `history/${id}.jsonl`].map((name) => join(machine, name)),
        ...["sessions", ".tmp"].map((name) => join(project.userState, name)),
      ];
      openTo(project);
      for (const place of places) {
        const { mode } = fs.statSync(place);
        fs.chmodSync(place, 0o500);
        const { code, out, err } = await asSomebody(project, [
          ...["fire", "step", "--session", session.key, "--param", "mark=2"],
        ]);
        fs.chmodSync(place, mode);
        if (code === 0) throw new Error(`${place}: it could be written`);
        expect([place, code, out]).toEqual([place, 2, ""]);
        expect(err).toMatch(/^error: [^\n]+\n$/);
        expect(Object.keys(records(project))).toEqual(Object.keys(before));
        expect(project.instance("crowd", "J-1").record.version).toBe(2);
      }
      const open = ["fire", "step", "--session", session.key, "--param", "mark=3"];
      expect((await asSomebody(project, open)).code).toBe(0);
      const audit = auditStore(project);
      expect([audit.faults, audit.leftovers]).toEqual([[], []]);
    },
  );
});

/** The user and group of nobody. */
const NOBODY = 65_534;

/** Gives all of the project to nobody, if that is who will use it. */
function openTo(project: Project): void {
  if (!isRoot) return;
  const names = fs.readdirSync(project.root, { recursive: true, encoding: "utf8" });
  for (const path of [project.root, ...names.map((name) => join(project.root, name))]) {
    fs.lchownSync(path, NOBODY, NOBODY);
  }
}

async function asSomebody(project: Project, args: readonly string[]) {
  const drop = ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"];
  const before = isRoot ? drop : [];
  const copy = join(project.root, "telltale");
  // Nobody may not look into the checkout.
  if (!fs.existsSync(copy)) fs.copyFileSync(await programPath(), copy);
  const child = Bun.spawn([...before, copy, "flow", ...args], {
    cwd: project.folder,
    env: { ...project.env },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { code: await child.exited, out, err };
}
