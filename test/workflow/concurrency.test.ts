/** Many processes on the same machines, jobs and sessions at once: nothing is lost, doubled or left locked. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import fs from "node:fs";
import { join } from "node:path";
import { createEngine } from "../../src/workflow/engine/engine.ts";
import type { Store } from "../../src/workflow/engine/ports.ts";
import type { HistoryEntry } from "../../src/workflow/engine/records.ts";
import { openSession as openStored } from "../../src/workflow/open.ts";
import { MEMBERS, type MemberKind } from "./crew.ts";
import type { Ack } from "./crowd.ts";
import { McpClient } from "./mcp-client.ts";
import { CASE_MS, Project } from "./project.ts";
import { type Audit, auditStore } from "./store-audit.ts";

/** Thousands of events on a machine that runs other tests beside. */
setDefaultTimeout(3 * CASE_MS);

/** Runs so many members to their end; gives what they were told. */
async function crew(
  project: Project,
  kinds: readonly MemberKind[],
  fires: number,
  jobsOf: (me: number) => readonly string[],
  key?: string,
): Promise<readonly Ack[]> {
  const acks: Ack[] = [];
  const members = kinds.map((kind, me) =>
    MEMBERS[kind]({
      project,
      course: { jobs: jobsOf(me), name: `m${me}` },
      key,
      seed: me + 1,
      fires,
      onAck: (ack) => acks.push(ack),
    }),
  );
  await Promise.all(members.map(({ ended }) => ended));
  return acks;
}

/** Lines that stand where they cannot: each event but those that take the work is of who took it last. */
function disordered(history: readonly HistoryEntry[]): readonly HistoryEntry[] {
  let holder: string | undefined;
  return history.filter(({ event, session }) => {
    const isOrdered = event === "enter" || event === "resume" || session === holder;
    holder = event === "pause" || event === "over" ? undefined : session;
    return !isOrdered;
  });
}

/** Versions, histories and what was told say the same, to the last event. */
function expectNothingLost(audit: Audit, acks: readonly Ack[]): void {
  expect(audit.faults).toEqual([]);
  expect(audit.leftovers).toEqual([]);
  const writes = (job: string) => acks.filter((ack) => ack.job === job || ack.alsoPaused === job);
  for (const [job, { version, visits, state }] of audit.instances) {
    const history = audit.histories.get(job) ?? [];
    expect([job, version, history.length]).toEqual([job, writes(job).length, writes(job).length]);
    const entries = history.filter(({ to, event }) => to !== null && event !== "yield");
    const counted = Object.values(visits).reduce((sum, count) => sum + count, 0);
    expect([job, counted, entries.at(-1)?.to]).toEqual([job, entries.length, state]);
    expect([job, ...disordered(history)]).toEqual([job]);
    const marks = history.flatMap(({ params }) => params.mark ?? []).toSorted();
    const told = writes(job).flatMap(({ mark }) => mark ?? []);
    expect(marks).toEqual(told.toSorted());
    expect(audit.holders.get(job)?.length ?? 0).toBeLessThanOrEqual(1);
  }
  const written = [...audit.instances.values()].reduce((sum, { version }) => sum + version, 0);
  const alsoPaused = acks.filter((ack) => ack.alsoPaused !== undefined).length;
  expect(written).toBe(acks.length + alsoPaused);
}

describe("eight processes", () => {
  // covers: smllm-crowd
  test("2,000 events on five jobs, taken from each other, and on jobs of their own: none is lost", async () => {
    using project = new Project("crowd");
    const shared = ["S-1", "S-2", "S-3", "S-4", "S-5"];
    const kinds = Array<MemberKind>(8).fill("loop");
    const acks = await crew(project, kinds, 250, (me) => [...shared, `O-${me}`, `P-${me}`]);
    expect(acks).toHaveLength(2000);
    expectNothingLost(auditStore(project), acks);
    const sessions = fs.readdirSync(join(project.userState, "sessions"));
    expect(sessions).toHaveLength(8);
  });

  // covers: smllm-crowd, smllm-session-turns
  test("one session, driven by shells, servers and loops: one event after the other, none is lost", async () => {
    using project = new Project("crowd");
    const { key } = await project.start("h");
    const kinds: MemberKind[] = ["loop", "loop", "server", "server", "shell", "shell"];
    const hooks = { isOver: false };
    const [acks, calls] = await Promise.all([
      crew(project, kinds, 8, () => ["S-1", "S-2", "S-3"], key).finally(() => {
        hooks.isOver = true;
      }),
      pester(project, hooks),
    ]);
    expect(calls).toBeGreaterThan(1);
    expectNothingLost(auditStore(project), acks);
    expect(new Set(acks.map(({ session }) => session))).toEqual(new Set([key]));
    // The session knows what its last event took.
    const record = JSON.parse(
      fs.readFileSync(join(project.userState, "sessions", `${key}.json`), "utf8"),
    );
    const { instances } = auditStore(project);
    const held = [...instances.values()].filter(({ status }) => status === "active");
    expect(held.map(({ id }) => id)).toEqual(record.holding === null ? [] : [record.holding.id]);
  });
});

/** Calls the hooks and the row of a conversation until it is over; gives how often. */
async function pester(project: Project, hooks: { readonly isOver: boolean }): Promise<number> {
  for (let calls = 0; ; calls += 1) {
    if (hooks.isOver) return calls;
    const input = { session_id: "h", prompt: "go" };
    const ended = [
      await project.hook("stop", input),
      await project.hook("user-prompt-submit", input),
      await project.statusline({ host: "h" }),
      await project.startHook("h"),
    ];
    expect(ended.map(({ code, err }) => [code, err])).toEqual(Array(4).fill([0, ""]));
  }
}

// covers: smllm-crowd
test("a stop that is slower than an event of its session: what the event took stays held", async () => {
  using project = new Project("crowd");
  const [a, b] = [await project.start("a"), await project.start("b")];
  await a.go("enter stateMachine=crowd job=J-1");
  await b.go("enter stateMachine=crowd job=J-1");
  const place = { env: project.env, cwd: project.folder, platform: process.platform };
  const opened = await openStored(a.key, place);
  if (!opened.ok) throw opened.reason;
  const { loaded, store, host } = opened.value;
  const origin = { harness: "claude", cwd: project.folder, configs: loaded.configs };
  const engineOver = (over: Store) => createEngine({ set: loaded.set, store: over, host, origin });
  let isEntered = false;
  const stop = engineOver({
    ...store,
    // Between what the stop reads and what it writes, the session enters other work.
    instance(machine, id) {
      const read = store.instance(machine, id);
      if (!isEntered) {
        isEntered = true;
        const params = [["stateMachine", "crowd"] as const, ["job", "J-2"] as const];
        expect(engineOver(store).fire(a.key, "enter", params).ok).toBe(true);
      }
      return read;
    },
  });
  stop.stop(a.key);
  expect(await a.row()).toBe("smllm crowd › STEP · job J-2");
});

// covers: smllm-store-race
test("twelve processes that begin the same job at once: one instance, and one that holds it", async () => {
  using project = new Project("crowd");
  for (const job of ["J-1", "J-2"]) {
    const enter = ["fire", "enter", "--param", "stateMachine=crowd", "--param", `job=${job}`];
    const ended = await Promise.all(Array.from({ length: 12 }, () => project.smllm(enter)));
    expect(ended.filter(({ err }) => err !== "")).toEqual([]);
    const audit = auditStore(project);
    expect([audit.faults, audit.leftovers]).toEqual([[], []]);
    const { version, holder } = audit.instances.get(job) ?? {};
    expect(version).toBe(ended.filter(({ code }) => code === 0).length);
    expect(audit.holders.get(job)).toEqual([holder ?? ""]);
  }
  expect(auditStore(project).instances.size).toBe(2);
});

// covers: smllm-machine-edited
describe("a machine that is edited while events are fired", () => {
  test("an event that waits for one before it: judged by the machine as it is in its turn", async () => {
    using project = new Project("crowd");
    const slow = `      step:
        - guard: { type: command, params: { run: 'touch begun; sleep 2' } }
          target: STEP
          reenter: true
        - {}
`;
    const plain = "      step: { target: STEP, reenter: true }\n";
    project.edit("crowd", (text) => text.replace(plain, slow));
    await using server = await McpClient.connect(project);
    for (const by of ["shell", "server"] as const) {
      const { key, fire } = await project.start(by);
      const enter = { stateMachine: "crowd", job: by };
      await server.call({ session: key, event: "enter", params: enter });
      const first = fire("step mark=1");
      const begun = join(project.folder, "begun");
      for (let tries = 0; !fs.existsSync(begun) && tries < 2000; tries += 1) await Bun.sleep(5);
      fs.rmSync(begun);
      const second =
        by === "shell"
          ? fire("next").then(({ out }) => out)
          : server.call({ session: key, event: "next" }).then(({ text }) => text);
      // Long enough that it waits for its turn by now.
      await Bun.sleep(700);
      project.edit("crowd", (text) => text.replace("      over: OVER", "      next: OVER"));
      expect((await first).code).toBe(0);
      expect(await second).toContain(`crowd › OVER · job ${by}`);
      project.edit("crowd", (text) => text.replace("      next: OVER", "      over: OVER"));
    }
  });

  test("edited, broken and mended again and again: no success is lost, and each answer is of one machine", async () => {
    using project = new Project("crowd");
    const path = project.machinePath("crowd");
    const whole = fs.readFileSync(path, "utf8");
    const texts = [whole, whole.replace("Work that", "Jobs that"), whole.slice(0, 200), whole];
    let isOver = false;
    const edits = (async () => {
      for (let at = 0; !isOver; at += 1) {
        fs.writeFileSync(path, texts[at % texts.length] ?? "");
        await Bun.sleep(30);
      }
      fs.writeFileSync(path, whole);
    })();
    const kinds: MemberKind[] = ["loop", "loop", "server", "shell"];
    const acks = await crew(project, kinds, 12, (me) => ["S-1", `O-${me}`]);
    isOver = true;
    await edits;
    const audit = auditStore(project);
    expect([audit.faults, audit.leftovers]).toEqual([[], []]);
    const writes = acks.length + acks.filter((ack) => ack.alsoPaused !== undefined).length;
    const versions = [...audit.instances.values()].map(({ version }) => version);
    expect(versions.reduce((sum, version) => sum + version, 0)).toBe(writes);
  });
});
