/** Looks through everything that is stored, as nobody writes: what is broken, doubled, locked or left behind. */
import fs from "node:fs";
import { basename, join } from "node:path";
import { withLockSync } from "../../src/files/lock.ts";
import type { HistoryEntry, InstanceRecord } from "../../src/workflow/engine/records.ts";
import { filesBelow } from "../e2e/program.ts";
import type { Project } from "./project.ts";

const SHELF_STATUS: Readonly<Record<string, string>> = {
  active: "active",
  interrupted: "interrupted",
  paused: "paused",
  done: "completed",
};

/** What is stored of one machine, and all that is wrong with it or with the sessions. */
export interface Audit {
  /** One line each. */
  readonly faults: readonly string[];
  /** Temporary files and moves that were not finished, by their paths. */
  readonly leftovers: readonly string[];
  /** By ref. */
  readonly instances: ReadonlyMap<string, InstanceRecord>;
  /** By ref. */
  readonly histories: ReadonlyMap<string, readonly HistoryEntry[]>;
  /** Keys of sessions that hold something that is theirs, by the ref of that. */
  readonly holders: ReadonlyMap<string, readonly string[]>;
}

/** `mayBeMoving`: a writer may have been killed between a record and its move, which the next one finishes. */
export function auditStore(
  project: Project,
  machine = "crowd",
  { mayBeMoving = false }: { readonly mayBeMoving?: boolean } = {},
): Audit {
  const folder = join(project.smllmFolder, "state", machine);
  const faults: string[] = [];
  const instances = new Map<string, InstanceRecord>();
  const histories = new Map<string, readonly HistoryEntry[]>();
  const paths = [project.userState, join(project.smllmFolder, "state")]
    .filter((path) => fs.existsSync(path))
    .flatMap((path) => filesBelow(path).map((name) => join(path, name)));
  const parsed = new Map<string, unknown>();
  for (const path of paths) {
    if (path.includes("/.tmp/") || !/\.jsonl?$/.test(path)) continue;
    parsed.set(path, parseFile(path, faults));
  }
  const ids = new Set<string>();
  for (const [path, value] of parsed) {
    const shelf = basename(join(path, ".."));
    if (!path.startsWith(`${folder}/`) || SHELF_STATUS[shelf] === undefined) continue;
    const record = value as InstanceRecord;
    if (ids.has(record.id)) faults.push(`${record.id} is there twice`);
    ids.add(record.id);
    if (basename(path) !== `${record.id}.json`) faults.push(`${path} is of ${record.id}`);
    if (record.status !== SHELF_STATUS[shelf] && !mayBeMoving) {
      faults.push(`${record.id}, ${record.status}, lies in ${shelf}`);
    }
    const isHeld = record.status === "active" || record.status === "interrupted";
    if ((record.holder !== null) !== isHeld) {
      faults.push(`${record.id}, ${record.status}, is held by ${record.holder}`);
    }
    const ref = record.ref ?? record.id;
    if (instances.has(ref)) faults.push(`two instances have the ref ${ref}`);
    instances.set(ref, record);
    const history = parsed.get(join(folder, "history", `${record.id}.jsonl`));
    histories.set(ref, (history ?? []) as readonly HistoryEntry[]);
  }
  return {
    faults: [...faults, ...locksHeld(paths)],
    leftovers: paths.filter((path) => /-[0-9a-f]{12}\.tmp$|\/\.tmp\/./.test(path)),
    instances,
    histories,
    holders: holdersOf(project, instances),
  };
}

function parseFile(path: string, faults: string[]): unknown {
  const text = fs.readFileSync(path, "utf8");
  try {
    if (path.endsWith(".json")) return JSON.parse(text) as unknown;
    if (!text.endsWith("\n")) throw new Error("its last line is cut");
    return text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown);
  } catch (error) {
    faults.push(`${path}: ${String(error)}: ${JSON.stringify(text.slice(0, 200))}`);
    return undefined;
  }
}

/** Locks that nobody should hold by now. */
function locksHeld(paths: readonly string[]): readonly string[] {
  return paths
    .filter((path) => path.endsWith(".lock"))
    .flatMap((path) => {
      const taken = withLockSync(path, () => true, { waitMs: 0 });
      return taken.ok ? [] : [taken.reason];
    });
}

function holdersOf(
  project: Project,
  instances: ReadonlyMap<string, InstanceRecord>,
): ReadonlyMap<string, readonly string[]> {
  const folder = join(project.userState, "sessions");
  const holders = new Map<string, string[]>();
  if (!fs.existsSync(folder)) return holders;
  const byId = new Map([...instances].map(([ref, record]) => [record.id, { ref, record }]));
  for (const name of fs.readdirSync(folder)) {
    const session = JSON.parse(fs.readFileSync(join(folder, name), "utf8")) as {
      readonly key: string;
      readonly holding: { readonly id: string } | null;
    };
    const held = session.holding === null ? undefined : byId.get(session.holding.id);
    if (held?.record.status !== "active" || held.record.holder !== session.key) continue;
    holders.set(held.ref, [...(holders.get(held.ref) ?? []), session.key]);
  }
  return holders;
}
