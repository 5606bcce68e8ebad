/**
 * Crash safety of the whole: processes that fire events are killed with SIGKILL at moments of chance, some
 * while others go on. What a reply said that was read is on disk afterwards, and all there is is whole.
 * `TELLTALE_CRASH_FIRES=10000` does so for so many successes.
 */
import { expect, test } from "bun:test";
import { MEMBERS, type Member, type MemberKind } from "./crew.ts";
import { type Ack, randomFrom } from "./crowd.ts";
import { Project } from "./project.ts";
import { type Audit, auditStore } from "./store-audit.ts";

const FIRES = Number(process.env.TELLTALE_CRASH_FIRES ?? 250);
/** A success in a second would be slow; the machine may be busy with other tests. */
const TEST_MS = 60_000 + FIRES * 1000;
const SHARED = ["S-1", "S-2", "S-3"];
const KINDS: readonly MemberKind[] = ["loop", "loop", "server", "shell"];

/** All successes that were read, and how many processes were killed. */
class Ledger {
  readonly acks: Ack[] = [];
  kills = 0;

  /** Writes of a job that were told. */
  writesOf(job: string): number {
    return this.acks.filter((ack) => ack.job === job || ack.alsoPaused === job).length;
  }

  /** What the store has less, or more than killed processes can have written. */
  faultsOf({ instances, histories, holders }: Audit): readonly string[] {
    const faults: string[] = [];
    for (const job of new Set(this.acks.map((ack) => ack.job))) {
      const record = instances.get(job);
      const written = this.writesOf(job);
      if (record === undefined || record.version < written) {
        faults.push(`${job}: ${written} writes were told, it has version ${record?.version}`);
        continue;
      }
      if (record.version > written + 2 * this.kills) {
        faults.push(`${job}: version ${record.version} after ${written} writes`);
      }
      const last = this.acks.findLast((ack) => ack.job === job || ack.alsoPaused === job);
      const isLast = record.version === written && !SHARED.includes(job);
      if (isLast && last?.holds !== (record.status === "active")) {
        faults.push(`${job}: the last that was told is ${last?.event}, it is ${record.status}`);
      }
      const history = histories.get(job) ?? [];
      const marks = new Set(history.map(({ params }) => params.mark));
      for (const ack of this.acks) {
        const isMissing = ack.mark !== undefined && !marks.has(ack.mark);
        if (ack.job === job && isMissing) faults.push(`${job}: no line for ${ack.mark}`);
      }
      if (history.length > record.version || history.length < record.version - this.kills) {
        faults.push(`${job}: ${history.length} lines of history at version ${record.version}`);
      }
      const keys = holders.get(job) ?? [];
      if (keys.length > 1) faults.push(`${job} is held by ${keys.join(" and ")}`);
    }
    return faults;
  }
}

/** Starts one of each, kills each a while after its first success, and waits until all are gone. */
async function round(
  project: Project,
  ledger: Ledger,
  keys: (string | undefined)[],
  at: number,
): Promise<void> {
  const random = randomFrom(at * 7919 + 1);
  const members = KINDS.map((kind, me) => {
    const wanted = 1 + Math.floor(random() * (kind === "shell" ? 4 : 40));
    const lateMs = random() * 40;
    let left = wanted;
    const member: Member = MEMBERS[kind]({
      project,
      course: { jobs: [`O-${me}a`, `O-${me}b`, ...SHARED], name: `r${at}m${me}` },
      key: keys[me],
      seed: at * 100 + me,
      onAck(ack) {
        ledger.acks.push(ack);
        keys[me] = ack.session;
        left -= 1;
        if (left === 0) setTimeout(member.kill, lateMs);
      },
    });
    return member.ended;
  });
  await Promise.all(members);
  ledger.kills += KINDS.length;
}

// covers: smllm-crash-safe
test(
  "SIGKILL at moments of chance: no file is broken, no success that was read is lost, and work goes on",
  async () => {
    using project = new Project("crowd");
    const ledger = new Ledger();
    const keys: (string | undefined)[] = KINDS.map(() => undefined);
    for (let at = 0; ledger.acks.length < FIRES; at += 1) {
      await round(project, ledger, keys, at);
      const audit = auditStore(project, "crowd", { mayBeMoving: true });
      expect([...audit.faults, ...ledger.faultsOf(audit)]).toEqual([]);
    }
    // Whoever comes next goes on with each session, and takes away what was left behind.
    const last = KINDS.map((kind, me) =>
      MEMBERS[kind]({
        project,
        course: { jobs: [`O-${me}a`, ...SHARED], name: `end${me}` },
        key: keys[me],
        seed: me,
        fires: 3,
        onAck: (ack) => ledger.acks.push(ack),
      }),
    );
    await Promise.all(last.map(({ ended }) => ended));
    const audit = auditStore(project);
    expect([...audit.faults, ...ledger.faultsOf(audit)]).toEqual([]);
    expect(audit.leftovers).toEqual([]);
    if (process.env.TELLTALE_CRASH_FIRES !== undefined) {
      process.stderr.write(`${ledger.acks.length} successes, ${ledger.kills} processes killed\n`);
    }
  },
  TEST_MS,
);
