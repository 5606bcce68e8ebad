/** `enter`, `resume` and `listPaused` from idle. */
import { settle, walkingOf } from "./in-work.ts";
import { entryPointsOf, kindOf, type MachineDoc, refParamOf, refPatternOf } from "./machine-doc.ts";
import { docOf, idleMenu, idleWords } from "./menus.ts";
import type { Answer, Minted, Oracle } from "./oracle.ts";
import type { Mentions } from "./told.ts";
import type { Params } from "./walking.ts";

export interface IdleEvent {
  /** Null: there is none unless the event succeeds. */
  readonly session: string | null;
  readonly event: string;
  readonly params: Params;
  readonly minted: Minted;
}

/** Where `enter` leads, or the data of every fault that it has. */
interface EnterPlan {
  readonly doc: MachineDoc;
  /** Undefined: a new one. */
  readonly work: string | undefined;
  readonly to: string;
  readonly words: string;
}

export function fireInIdle(oracle: Oracle, its: IdleEvent): Answer {
  const { session, event, params } = its;
  if (event === "enter") return enter(oracle, its);
  if (session === null) throw new Error("only enter works without a session");
  if (event === "resume" && oracle.ledger.asideOf(session) !== null) {
    return resume(oracle, { ...its, session });
  }
  const offered = idleMenu(oracle.configured, oracle.ledger, session).map(({ name }) => name);
  if (event !== "listPaused" || !offered.includes(event))
    return oracle.rejected(session, [[event]]);
  if (params.length > 0) return oracle.rejected(session, [[params[0]?.[0] ?? ""]]);
  const { told, ...listed } = oracle.inIdle(session);
  const idle = idleWords(oracle.configured, oracle.ledger, session, true);
  return { ...listed, told: { ...told, instructions: [], idle } };
}

function resume(
  oracle: Oracle,
  { session, params }: IdleEvent & { readonly session: string },
): Answer {
  const { ledger } = oracle;
  const work = ledger.asideOf(session) ?? "";
  const doc = docOf(oracle.configured, work, ledger);
  if (doc === undefined) return oracle.rejected(session, [[ledger.machineOf(work)]]);
  if (!ledger.isOwn(work, session, "interrupted")) {
    const { status, holder } = ledger.stands(work);
    ledger.add(session, { what: "put-aside", work: null });
    return oracle.rejected(session, [[holder === null || holder === session ? status : holder]]);
  }
  const state = ledger.stateOf(work);
  const wrong: Mentions[] = [
    ...(doc.states[state] === undefined ? [Object.keys(doc.states)] : []),
    ...(params.length > 0 ? [[params[0]?.[0] ?? ""]] : []),
  ];
  if (wrong.length > 0) return oracle.rejected(session, wrong);
  return arrive(oracle, {
    session,
    event: "resume",
    doc,
    work,
    to: state,
    words: "resume",
    from: null,
    params: [],
  });
}

/** Every fault of the call: an engine may name any of them first. */
function enterFaults({ configured, ledger }: Oracle, params: Params): readonly Mentions[] {
  const names = params.map(([name]) => name);
  const given = new Map(params);
  const twice = names.filter((name, index) => names.indexOf(name) < index).map((name) => [name]);
  const machine = given.get("stateMachine");
  const doc = configured.docs.find(({ id }) => id === machine);
  // Whatever is said then: there is nothing to enter.
  if (configured.docs.length === 0) return [[]];
  if (machine === undefined) return [["stateMachine"], ...twice];
  if (doc === undefined) return [configured.docs.map(({ id }) => id), ...twice];
  const known = ["stateMachine", refParamOf(doc), "state"];
  const strange = names.filter((name) => !known.includes(name)).map((name) => [name, ...known]);
  const wanted = given.get("state");
  const ref = given.get(refParamOf(doc));
  const pattern = refPatternOf(doc);
  const work = ref === undefined ? undefined : workOf(ledger, doc, ref);
  const isNew = work === undefined;
  const misfit =
    isNew && ref !== undefined && pattern !== undefined && !new RegExp(pattern).test(ref);
  const entries = entryPointsOf(doc);
  const isDone = !isNew && ledger.stands(work).status === "completed";
  const isLost = !isNew && doc.states[ledger.stateOf(work)] === undefined;
  const isEntry = wanted !== undefined && entries.includes(wanted);
  const placeFaults = (): readonly Mentions[] => {
    if (isDone) return isEntry ? [] : [entries];
    if (isLost)
      return wanted !== undefined && doc.states[wanted] !== undefined
        ? []
        : [Object.keys(doc.states)];
    return wanted === undefined || isEntry ? [] : [[wanted, ...entries]];
  };
  return [...twice, ...strange, ...(misfit ? [[refParamOf(doc), pattern]] : []), ...placeFaults()];
}

/** By id, else by ref. */
function workOf(ledger: Oracle["ledger"], doc: MachineDoc, name: string): string | undefined {
  const works = ledger.works().filter((work) => ledger.machineOf(work) === doc.id);
  return works.find((work) => work === name) ?? works.find((work) => ledger.refOf(work) === name);
}

function enterPlan({ configured, ledger }: Oracle, params: Params): EnterPlan {
  const given = new Map(params);
  const doc = configured.docs.find(({ id }) => id === given.get("stateMachine")) as MachineDoc;
  const ref = given.get(refParamOf(doc));
  const wanted = given.get("state");
  const work = ref === undefined ? undefined : workOf(ledger, doc, ref);
  if (work === undefined) {
    return { doc, work, to: wanted ?? doc.initial, words: `enter (new ${kindOf(doc)})` };
  }
  const saved = ledger.stateOf(work);
  const to = wanted ?? saved;
  if (ledger.stands(work).status === "completed") {
    return { doc, work, to, words: `enter (reopened from ${saved})` };
  }
  if (doc.states[saved] === undefined) {
    return { doc, work, to, words: `enter (saved state ${saved} no longer exists)` };
  }
  return { doc, work, to, words: wanted === undefined ? "enter" : `enter (jump from ${saved})` };
}

function enter(oracle: Oracle, { session, params, minted }: IdleEvent): Answer {
  const { ledger } = oracle;
  const faults = enterFaults(oracle, params);
  if (faults.length > 0) return oracle.rejected(session, faults);
  const { doc, work, to, words } = enterPlan(oracle, params);
  const key = session ?? minted.session;
  const letGo = session !== null && oracle.claim(session) === "unconfigured";
  const left = ledger.heldBy(key) ?? "";
  const notes: Mentions[] = letGo ? [[left, ledger.machineOf(left)]] : [];
  if (session === null) oracle.open(key, null);
  const kept = ["stateMachine", refParamOf(doc), "state"].flatMap((name) =>
    params.filter(([each]) => each === name),
  );
  const common = { session: key, event: "enter", doc, to, words, params: kept };
  if (work === undefined) {
    ledger.add(minted.work, { what: "began", machine: doc.id, at: oracle.atMs });
    const ref = new Map(params).get(refParamOf(doc));
    if (ref !== undefined) ledger.add(minted.work, { what: "named", ref });
    return arrive(oracle, { ...common, work: minted.work, from: null, notes });
  }
  const { status, holder } = ledger.stands(work);
  if (holder !== null && holder !== key) notes.push([holder, "UTC"]);
  if (status === "completed") notes.push([ledger.labelOf(work)]);
  const from = words === "enter" ? null : ledger.stateOf(work);
  return arrive(oracle, { ...common, work, from, notes });
}

interface Arriving {
  readonly session: string;
  readonly event: string;
  readonly doc: MachineDoc;
  readonly work: string;
  readonly to: string;
  readonly words: string;
  readonly from: string | null;
  readonly params: Params;
  readonly notes?: readonly Mentions[];
}

/** From idle into a state: there is nothing to leave. */
function arrive(oracle: Oracle, { to, from, words, params, notes = [], ...its }: Arriving): Answer {
  const { ledger } = oracle;
  const { session, work } = its;
  ledger.add(work, { what: "stands", status: "active", holder: session });
  ledger.add(session, { what: "holds", work });
  if (ledger.asideOf(session) === work) ledger.add(session, { what: "put-aside", work: null });
  const walking = walkingOf(oracle, { ...its, params }, params);
  walking.go({ from: from ?? undefined, to }, false);
  return settle(oracle, { ...its, params }, walking, {
    words,
    from,
    params,
    notes,
    repeats: false,
  });
}
