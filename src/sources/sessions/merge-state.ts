/**
 * One state out of several witnesses of the same session: what its hooks left behind, what the
 * harness's own registry says, and what stands in its transcript. Pure.
 *
 * Rules:
 * - The newest observation of a subject decides; a witness that is missing or was not read in time
 *   says nothing, and the last known state stands with its age (`atMs` in the facts).
 * - No hook reports an interrupt. So an idle registry that is newer than a running turn ends that turn
 *   as cancelled, and a turn that has settled by itself stays what it was.
 * - A busy registry that is newer than an open question means that it was answered.
 * - A waiting registry adds a question only if the hooks told of none of that kind: they know what it
 *   is about.
 * - No hook reports that another one refused the end of a turn (see `open-end.ts`).
 * - No hook reports that a person ended a shell. So a registry that is newer than the count of the hooks
 *   takes the shells out of it once none is left.
 * - The permission mode comes from hooks or from the transcript, whichever was written later. Without
 *   a time on the transcript's side the hooks win.
 */
import type { Fact } from "../../status/facts/fact.ts";
import { foldObserved } from "./fold-observed.ts";
import type { Observation } from "./observation.ts";
import { refusedEnd } from "./open-end.ts";
import { sessionFacts } from "./session-facts.ts";
import { emptySession, type StoredSession } from "./stored-session.ts";

/** What a transcript says beside its totals. */
export interface TranscriptState {
  readonly permissionMode?: { readonly mode: string; readonly atMs?: number };
  readonly title?: string;
}

/**
 * A hook's clock is read when its process has started, up to this much later than what it reports; an
 * idle report that seems older by less is taken as the later one, or an interrupt right after a tool
 * call would never be seen.
 */
const HOOK_LAG_MS = 100;

/**
 * The facts about mode, title, turn, questions and agents that all witnesses together give; empty if
 * there is none. They begin with the session's own fact: fold them before those of a payload.
 */
export function mergeState(
  sessionId: string,
  stored: StoredSession | undefined,
  registry?: Observation,
  transcript?: TranscriptState,
): Fact[] {
  if (stored === undefined && registry === undefined && transcript === undefined) return [];
  let merged = stored ?? emptySession("", sessionId);
  if (registry !== undefined) {
    const idle = registry.facts.some((fact) => fact.kind === "turn-idle");
    const refused = refusedEnd(merged, registry);
    if (refused !== undefined) merged = foldObserved(merged, [refused], registry.readAtMs ?? 0);
    const facts = registry.facts.flatMap((fact) => countedWith(merged, fact) ?? []);
    merged = foldObserved(merged, facts, registry.atMs + (idle ? HOOK_LAG_MS : 0));
  }
  if (transcript !== undefined) {
    const { title, permissionMode } = transcript;
    if (title !== undefined) merged = foldTitle(merged, title);
    if (permissionMode !== undefined) {
      merged = foldObserved(merged, modeFacts(permissionMode.mode), permissionMode.atMs ?? 0);
    }
  }
  return sessionFacts(merged);
}

/** The two facts that a permission mode stands for. */
export function modeFacts(mode: string): Fact[] {
  return [
    { kind: "permission-mode-set", mode },
    { kind: "plan-mode-set", on: mode === "plan" },
  ];
}

/**
 * The registry knows only whether any shell runs. Hooks have counted them at the end of the turn, and
 * with them other tasks, of which the registry says nothing.
 */
function countedWith(stored: StoredSession, fact: Fact): Fact | undefined {
  if (fact.kind !== "background-counted") return fact;
  const { backgroundTasks: tasks, backgroundShells: known } = stored.snapshot.agents ?? {};
  if (tasks === undefined) return fact.tasks === 0 ? undefined : fact;
  if (known === undefined) return tasks >= fact.tasks ? undefined : fact;
  const shells = fact.tasks === 0 ? 0 : Math.max(known, fact.tasks);
  return { kind: "background-counted", tasks: tasks - known + shells, shells };
}

/** A transcript has the title that was given last; hooks only the one at the start. */
function foldTitle(stored: StoredSession, title: string): StoredSession {
  const session = { ...stored.snapshot.session, id: stored.sessionId, title };
  return { ...stored, snapshot: { ...stored.snapshot, session } };
}
