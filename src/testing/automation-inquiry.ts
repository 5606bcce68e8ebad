/**
 * Questions to a whole history of facts, for the second opinion in `automation-model.ts`: which session
 * is open, and what is known of its turns.
 */
import type { Fact } from "../status/facts/fact.ts";
import type { TurnsRead } from "../status/facts/turn.ts";

/** What should be published after a history, but for the number. */
export interface Told {
  readonly state: string;
  readonly session?: string | undefined;
  readonly turn?: string | undefined;
  readonly request?: string | undefined;
  readonly active: number;
  readonly total: number;
  readonly background: number;
}

type Of<K extends Fact["kind"]> = Extract<Fact, { kind: K }>;

/** Questions to a history. `at` is the number of facts that count: those before it. */
export interface Inquiry {
  readonly history: readonly Fact[];
  /** Id of the open session. */
  session(at: number): string | undefined;
  /** The facts of the session that is open at `at`, with their places, oldest first. */
  own(at: number): readonly (readonly [fact: Fact, place: number])[];
  /** Whether the fact is about the session that was open when it came, or about none. */
  isOwn(place: number): boolean;
  /** The turn that was last seen or has ended. */
  turnId(at: number): string | undefined;
  isPending(at: number): boolean;
  /** The last end that counted, and where it was told. */
  end(at: number): { readonly outcome: string; readonly place: number } | undefined;
}

export function inquire(history: readonly Fact[]): Inquiry {
  const memo = new Map<string, unknown>();
  const once: Once = (key, find) => {
    if (!memo.has(key)) memo.set(key, find());
    return memo.get(key) as ReturnType<typeof find>;
  };
  const session = (at: number): string | undefined => {
    const [last] = history.slice(0, at).filter(isSessionFact).slice(-1);
    return last?.kind === "session-started" ? last.sessionId : undefined;
  };
  const isOwn = (place: number): boolean => {
    const fact = history[place];
    if (fact === undefined || fact.kind === "interaction-opened") return true;
    const about = "sessionId" in fact ? fact.sessionId : undefined;
    return about === undefined || about === session(place);
  };
  /** Where the facts of the open session begin: after whatever ended the one before. */
  const begin = (at: number): number => {
    for (let place = at - 1; place >= 0; place--) {
      const before = session(place);
      if (before !== undefined && before !== session(place + 1)) return place + 1;
    }
    return 0;
  };
  const own = (at: number) =>
    once(`own ${at}`, () => {
      const out: Placed[] = [];
      for (let place = begin(at); place < at; place++) {
        const fact = history[place];
        if (fact !== undefined && isOwn(place)) out.push([fact, place]);
      }
      return out;
    });
  return { history, session, own, isOwn, ...inquireTurns(own, once) };
}

type Placed = readonly [fact: Fact, place: number];
type Once = <T>(key: string, find: () => T) => T;

/** What is known of turns: the last sight of one that counts, and the last end that counts. */
function inquireTurns(
  own: Inquiry["own"],
  once: Once,
): Pick<Inquiry, "turnId" | "isPending" | "end"> {
  const lastSight = (at: number) =>
    once(`sight ${at}`, () => findLast(own(at), (fact, place) => sight(fact, place, turns)));
  const lastEnd = (at: number) =>
    once(`end ${at}`, () => findLast(own(at), (fact, place) => ending(fact, place, turns)));
  const isPending = (at: number): boolean =>
    (lastSight(at)?.place ?? -1) > (lastEnd(at)?.place ?? -1);
  const turnId = (at: number): string | undefined =>
    isPending(at) ? lastSight(at)?.found.turnId : lastEnd(at)?.found.turnId;
  const isRunning = (at: number): boolean => {
    const seen = lastSight(at);
    if (seen === undefined || !isPending(at)) return false;
    return !own(at).some(([fact, place]) => {
      if (fact.kind === "state-read") return place >= seen.place && fact.turns.live.length === 0;
      if (place <= seen.place) return false;
      if (fact.kind === "turn-idle") return true;
      if (fact.kind !== "turn-vanished") return false;
      return !isOther(fact.turnId, seen.found.turnId);
    });
  };
  const turns: Turns = { turnId, isPending, isRunning };
  const end = (at: number) => {
    const last = lastEnd(at);
    return last && { outcome: last.found.outcome, place: last.place };
  };
  return { turnId, isPending, end };
}

interface Turns {
  readonly turnId: (at: number) => string | undefined;
  readonly isPending: (at: number) => boolean;
  readonly isRunning: (at: number) => boolean;
}

const isOther = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && a !== b;

/** A turn was seen here that counts as the one that runs. */
function sight(
  fact: Fact,
  place: number,
  { turnId, isPending, isRunning }: Turns,
): { readonly turnId: string | undefined } | undefined {
  const known = turnId(place);
  if (fact.kind === "turn-started") {
    if (fact.turnId === undefined) return { turnId: isPending(place) ? known : undefined };
    const leaves = fact.stage === "retiring" || fact.stage === "stopping";
    const isLate = leaves && isOther(known, fact.turnId) && isRunning(place);
    return isLate ? undefined : { turnId: fact.turnId };
  }
  if (fact.kind !== "state-read") return undefined;
  const { live, newestTurnId } = fact.turns;
  if (live.length > 0) return { turnId: firstLive(live) };
  const isNews = newestTurnId !== undefined && newestTurnId !== known;
  return isNews ? { turnId: newestTurnId } : undefined;
}

/** An end was told here that counts. */
function ending(
  fact: Fact,
  place: number,
  { turnId, isPending }: Turns,
): { readonly turnId: string | undefined; readonly outcome: string } | undefined {
  const known = turnId(place);
  if (fact.kind === "turn-settled") {
    if (isPending(place) && isOther(fact.turnId, known)) return undefined;
    return { turnId: fact.turnId ?? known, outcome: fact.outcome };
  }
  if (fact.kind !== "state-read" || fact.turns.live.length > 0) return undefined;
  const { settled, newestTurnId } = fact.turns;
  if (settled === undefined) return undefined;
  if (newestTurnId !== undefined) return newestTurnId === settled.turnId ? settled : undefined;
  return isPending(place) && isOther(settled.turnId, known) ? undefined : settled;
}

function isSessionFact(fact: Fact): fact is Of<"session-started"> | Of<"session-closed"> {
  return fact.kind === "session-started" || fact.kind === "session-closed";
}

function firstLive(live: TurnsRead["live"]): string | undefined {
  const at = (stage: string) => live.find((turn) => (turn.stage ?? "active") === stage)?.turnId;
  return at("active") ?? at("retiring") ?? at("stopping");
}

/** What the last fact says in which something is found, and its place. */
export function findLast<T>(
  facts: readonly (readonly [Fact, number])[],
  look: (fact: Fact, place: number) => T | undefined,
): { readonly found: T; readonly place: number } | undefined {
  for (const [fact, place] of facts.toReversed()) {
    const found = look(fact, place);
    if (found !== undefined) return { found, place };
  }
  return undefined;
}
