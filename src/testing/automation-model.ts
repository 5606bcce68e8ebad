/**
 * A second opinion on what a machine may act on, for tests: everything is looked up anew in the whole
 * history of facts, with no memory from one fact to the next. Slow, and written apart from the judge.
 */
import type { Chat } from "../status/facts/chat.ts";
import type { Fact } from "../status/facts/fact.ts";
import type { Interaction } from "../status/facts/interaction.ts";
import type { TurnsRead } from "../status/facts/turn.ts";
import { findLast, type Inquiry, inquire, type Told } from "./automation-inquiry.ts";
import { modelCounts } from "./automation-model-counts.ts";

/** What the last fact that speaks of something says of it. */
function lastWord<T>(
  facts: readonly (readonly [Fact, number])[],
  say: (fact: Fact) => { readonly word: T } | undefined,
): T | undefined {
  return findLast(facts, say)?.found.word;
}

/** What should be published after the whole history. */
export function tell(history: readonly Fact[]): Told {
  const inquiry = inquire(history);
  const session = inquiry.session(history.length);
  return { session, ...judged(inquiry), ...modelCounts(inquiry) };
}

function judged(ask: Inquiry): Pick<Told, "state" | "turn" | "request"> {
  const at = ask.history.length;
  const facts = ask.own(at);
  if (!isConnected(ask)) return { state: "run" };
  if (hasFault(ask) || needsLogin(ask, at)) return { state: "error" };
  const pending = ask.isPending(at) ? ask.turnId(at) : undefined;
  const end = ask.isPending(at) ? undefined : ask.end(at);
  const chat = chatOf(ask, at);
  if (chat?.phase === "error") {
    const failed = end?.outcome === "fail" && ask.turnId(at) !== undefined;
    return failed ? { state: "fail", turn: ask.turnId(at) } : { state: "run", turn: pending };
  }
  const question = mostUrgent(openQuestions(ask, at));
  if (question !== undefined) {
    const mine = question.sessionId === undefined || question.sessionId === ask.session(at);
    const turn = question.turnId ?? (mine ? pending : undefined);
    if (turn === undefined || question.submitting === true) return { state: "run", turn };
    const word = { permission: "perm", question: "ask", plan: "plan", auth: "run" }[question.asks];
    return { state: word, turn, request: question.requestId };
  }
  if (ask.isPending(at) || isBusy(ask, chat)) return { state: "run", turn: pending };
  if (end !== undefined) {
    const turn = ask.turnId(at);
    return { state: turn === undefined ? "run" : end.outcome, turn };
  }
  const quiet = facts.some(([fact]) => fact.kind === "turn-idle" || fact.kind === "state-read");
  return { state: quiet && isReadSince(ask) ? "ready" : "run" };
}

function isConnected({ history }: Inquiry): boolean {
  const last = history.findLast((fact) => fact.kind === "connection-changed");
  return last === undefined || last.phase === "live";
}

/** Without a connection there is nothing to wait for; with one, a state since its gap, of this session. */
function isReadSince(ask: Inquiry): boolean {
  const { history } = ask;
  const first = history.findIndex((fact) => fact.kind === "connection-changed");
  if (first < 0) return true;
  const place = history.findLastIndex((fact, at) => fact.kind === "state-read" && ask.isOwn(at));
  const isGap = (fact: Fact) =>
    fact.kind === "connection-changed" && fact.phase !== "live" && fact.phase !== "loading";
  const later = history.slice(place + 1);
  const same = later.every((_, at) => ask.session(place + 1) === ask.session(place + 2 + at));
  return place > first && same && !later.some(isGap);
}

function chatOf(ask: Inquiry, at: number): Chat | undefined {
  return lastWord(ask.own(at), (fact) => {
    if (fact.kind === "chat-read") return { word: fact };
    return fact.kind === "state-read" ? { word: fact.chat } : undefined;
  });
}

function needsLogin(ask: Inquiry, at: number): boolean {
  const all = ask.history.slice(0, at).map((fact, place) => [fact, place] as const);
  const login = lastWord(
    all.filter(([, place]) => ask.isOwn(place)),
    (fact) => {
      if (fact.kind === "login-needed" || fact.kind === "login-done") return { word: fact.kind };
      const told = fact.kind === "state-read" ? fact.account?.login : undefined;
      return told === undefined ? undefined : { word: `login-${told}` };
    },
  );
  return login === "login-needed" || openQuestions(ask, at).some(({ asks }) => asks === "auth");
}

/**
 * Told of the open session, or found after one of the facts since it was opened: a chat that is lost for
 * good, with nothing to blame. What was found is forgotten where a whole state tells of the chat.
 */
function hasFault(ask: Inquiry): boolean {
  const { history } = ask;
  const since = opening(ask);
  const isToldAt = (fact: Fact) => {
    if (fact.kind === "state-read") return fact.fault !== undefined;
    return fact.kind === "fault-raised" || fact.kind === "interaction-invalid";
  };
  const isTold = history.some((fact, at) => at >= since && ask.isOwn(at) && isToldAt(fact));
  const news = history.findLastIndex(
    (fact, at) => fact.kind === "state-read" && fact.chat !== undefined && ask.isOwn(at),
  );
  const from = Math.max(since, news);
  return isTold || history.some((_, at) => at >= from && isGivenUp(ask, at + 1));
}

/** Place of the fact since which this session is open, or none is. */
function opening({ history, session }: Inquiry): number {
  const open = session(history.length);
  return history.findLastIndex((_, place) => session(place) !== open);
}

function isGivenUp(ask: Inquiry, at: number): boolean {
  const chat = chatOf(ask, at);
  if (chat?.phase !== "error" || chat.retryable !== false) return false;
  return !ask.isPending(at) && ask.end(at)?.outcome !== "fail" && !needsLogin(ask, at);
}

/** Open questions, the one that was told last at the end. */
function openQuestions(ask: Inquiry, at: number): readonly Interaction[] {
  const facts = ask.own(at);
  const isClear = (fact: Fact) =>
    fact.kind === "state-read" ||
    (fact.kind === "interaction-closed" && fact.requestId === undefined && fact.own !== true);
  const clear = facts.findLastIndex(([fact]) => isClear(fact));
  const read = facts[clear]?.[0];
  const listed = read?.kind === "state-read" ? read.interactions : [];
  const later = facts.slice(clear + 1).map(([fact]) => fact);
  const told = [...listed, ...later.filter((fact) => fact.kind === "interaction-opened")];
  return told.filter((question, index) => {
    if (told.findLastIndex(({ requestId }) => requestId === question.requestId) !== index)
      return false;
    const opened = (later as readonly unknown[]).lastIndexOf(question);
    const closed = later.findLastIndex((fact) => {
      if (fact.kind !== "interaction-closed") return false;
      const isNamed = fact.requestId === question.requestId;
      return isNamed || (fact.requestId === undefined && question.agentId === undefined);
    });
    return closed < opened || closed === -1;
  });
}

function mostUrgent(questions: readonly Interaction[]): Interaction | undefined {
  const waiting = questions.filter((question) => question.submitting !== true);
  const of = (asks: string) => waiting.filter((question) => question.asks === asks).at(-1);
  return of("permission") ?? of("plan") ?? of("question") ?? questions.at(-1);
}

function isBusy(ask: Inquiry, chat: Chat | undefined): boolean {
  const facts = ask.own(ask.history.length);
  if (chat?.phase === "starting" || chat?.phase === "running") return true;
  const of = (say: (fact: Fact, turns: TurnsRead | undefined) => boolean | undefined): boolean =>
    lastWord(facts, (fact) => {
      const word = say(fact, fact.kind === "state-read" ? fact.turns : undefined);
      return word === undefined ? undefined : { word };
    }) === true;
  const summary = of((fact, turns) => {
    if (fact.kind === "compaction-started") return true;
    if (fact.kind === "compaction-ended" || fact.kind === "turn-idle") return false;
    return turns && turns.compacting === true;
  });
  const queue = of((fact, turns) => {
    if (fact.kind === "queue-counted") return fact.queued > 0;
    return turns && (turns.queued ?? 0) > 0;
  });
  const handOff = of((fact, turns) => {
    if (fact.kind === "queue-counted") return fact.handingOff === true;
    return fact.kind === "turn-idle" ? false : turns && turns.handingOff === true;
  });
  const ended = ask.end(ask.history.length)?.place ?? -1;
  const retried = facts.findLast(
    ([{ kind }]) => kind === "retry-changed" || kind === "turn-idle" || kind === "state-read",
  );
  const [fact, place = -1] = retried ?? [];
  const waits =
    fact?.kind === "retry-changed"
      ? fact.waiting
      : fact?.kind === "state-read" && fact.turns.retrying === true;
  const isLater = place > ended || (place === ended && fact?.kind === "state-read");
  return summary || queue || handOff || (waits && isLater);
}
