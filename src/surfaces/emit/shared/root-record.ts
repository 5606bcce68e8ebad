/**
 * What a session as a whole is doing, as the root record of OSC 7501 says it: a projection of the
 * judgement in `automation.ts`, with the words beside it. README.md has the table.
 */
import { automationOf, isLive, neededLogin, openQuestion } from "../../../status/automation.ts";
import type { Interaction } from "../../../status/facts/interaction.ts";
import { basePhase, type Turn } from "../../../status/facts/turn.ts";
import type { Snapshot } from "../../../status/snapshot.ts";
import { cutUnits } from "../../../text/clean.ts";
import type { BlockedKind, ProgramRecord } from "../../../wire/osc7501/message.ts";

/** What is said of a record beside its id and its program. */
export type Said = Omit<ProgramRecord, "id" | "app">;

/** Characters of what a tool would act on: enough to recognise it in a list of tabs. */
const MAX_TARGET_UNITS = 80;

/** Characters of other texts: one sentence. */
const MAX_TEXT_UNITS = 200;

/** Shown while the context is being summarised, whatever was done before. */
const COMPACTING = "Compacting context";

const KIND_OF: Readonly<Record<Interaction["asks"], BlockedKind>> = {
  permission: "permission",
  question: "question",
  plan: "question",
  auth: "auth",
};

/** The root record; undefined while nothing has been told of what the session does. */
export function rootRecord(snapshot: Snapshot): Said | undefined {
  if (!isTold(snapshot)) return undefined;
  const { turn, interactions = [], fault } = snapshot;
  const { state, requestId } = automationOf(snapshot);
  switch (state) {
    case "ready":
    case "cancel":
      return { state: "idle" };
    case "run": {
      // A machine may answer only what it can name, with its turn; a person is called either way.
      const open = openQuestion(snapshot);
      if (open !== undefined && open.submitting !== true) return blocked(open, turn);
      // What a source that was lost told last need not be what is done now.
      return isLive(snapshot) ? working(turn) : { state: "working" };
    }
    case "perm":
    case "ask":
    case "plan": {
      const open = interactions.find((candidate) => candidate.requestId === requestId);
      return open === undefined ? { state: "blocked" } : blocked(open, turn);
    }
    case "done":
      return turn?.seen ? { state: "idle" } : { state: "done", ...message(turn?.message) };
    case "fail":
      return turn?.seen ? { state: "idle" } : { state: "error", ...message(turn?.message) };
    case "error":
      if (fault !== undefined) return { state: "error", ...message(fault.message) };
      return { state: "blocked", kind: "auth", ...message(neededLogin(snapshot)?.message) };
    default:
      return state satisfies never;
  }
}

/** Whether anything was told of what the session does. What is not known is not reported. */
function isTold(snapshot: Snapshot): boolean {
  const { turn, interactions, connection, fault, chat, account } = snapshot;
  if (turn !== undefined || connection !== undefined || fault !== undefined) return true;
  return chat !== undefined || account?.login === "needed" || (interactions ?? []).length > 0;
}

/** A record that waits for the person, for the session or one of its members. */
export function blocked(open: Interaction, turn?: Turn): Said {
  return { state: "blocked", kind: KIND_OF[open.asks], ...progress(turn), ...message(about(open)) };
}

/** `msg`, if there is a text. */
export function message(text: string | undefined): Pick<ProgramRecord, "msg"> {
  const msg = flat(text ?? "", MAX_TEXT_UNITS);
  return msg === "" ? {} : { msg };
}

function working(turn: Turn | undefined): Said {
  if (turn?.phase === "compacting") return { state: "working", ...message(COMPACTING) };
  // What a turn said at its end is no activity of whatever comes after it.
  if (turn === undefined || basePhase(turn) !== "running") return { state: "working" };
  return { state: "working", ...progress(turn), ...message(turn.message) };
}

function progress(turn: Turn | undefined): Pick<ProgramRecord, "progress"> {
  const pct = turn?.phase === "running" ? turn.progressPct : undefined;
  if (pct === undefined || !(pct >= 0 && pct <= 100)) return {};
  return { progress: Math.trunc(pct) };
}

function about({ tool, target, about: said }: Interaction): string {
  if (tool === undefined || flat(tool, MAX_TARGET_UNITS) === "") return said ?? "";
  const shown = flat(target ?? "", MAX_TARGET_UNITS);
  const name = flat(tool, MAX_TARGET_UNITS);
  return shown === "" ? name : `${name} · ${shown}`;
}

/** The text on one line, cut with a sign. */
function flat(text: string, maxUnits: number): string {
  // Only as much is looked at as can be kept and a little more, whatever the length.
  const line = cutUnits(text, 4 * maxUnits)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  return line.length <= maxUnits ? line : `${cutUnits(line, maxUnits - 1).trimEnd()}…`;
}
