/** An event in a machine: what it must bring about, as lines of the ledger, and what is told. */
import {
  type ArrowDoc,
  arrowsOf,
  fallbackOf,
  kindOf,
  type MachineDoc,
  paramsOf,
  refParamOf,
  setsRef,
  type TakenParam,
} from "./machine-doc.ts";
import { docOf, idleMenu, idleWords, workMenu } from "./menus.ts";
import type { Answer, Oracle } from "./oracle.ts";
import type { Mentions, Told } from "./told.ts";
import { type Params, shownPrompts, Walking } from "./walking.ts";

export interface WorkEvent {
  readonly session: string;
  readonly work: string;
  readonly doc: MachineDoc;
  readonly event: string;
  readonly params: Params;
}

/** What makes an event's way through the machine known. */
export interface Arrival {
  readonly words: string;
  readonly from: string | null;
  readonly params: Params;
  readonly notes?: readonly Mentions[];
  /** Whether the reply repeats the parameters. */
  readonly repeats: boolean;
}

export function inWork(oracle: Oracle, its: WorkEvent): Answer {
  const { ledger } = oracle;
  const { session, work, doc, event, params: given } = its;
  const offered = workMenu(doc, ledger, work).map(({ name }) => name);
  if (!offered.includes(event)) return oracle.rejected(session, [[event]]);
  const taken = event === "yield" ? [NOTE] : BARE.includes(event) ? [] : paramsOf(doc, event);
  const params = keptParams(taken, given);
  if ("wrong" in params) return oracle.rejected(session, [params.wrong]);
  const walking = walkingOf(oracle, its, params.kept);
  const from = ledger.stateOf(work);
  switch (event) {
    case "yield":
      return rest(oracle, its, params.kept);
    case "pause":
      return putDown(oracle, its, walking, "paused");
    case "unmatched": {
      const fallback = fallbackOf(doc);
      if (fallback === undefined || fallback === from) {
        return putDown(oracle, its, walking, "interrupted");
      }
      ledger.add(work, { what: "way-back", state: from });
      walking.go({ from, to: fallback }, true);
      return settle(oracle, its, walking, {
        words: `unmatched from ${from}`,
        from,
        params: [],
        repeats: true,
      });
    }
    case "resume": {
      const to = ledger.wayBack(work) ?? "";
      ledger.add(work, { what: "way-back", state: null });
      walking.go({ from, to }, true);
      return settle(oracle, its, walking, { words: "resume", from, params: [], repeats: true });
    }
    default: {
      const arrow = walking.pick(arrowsOf(doc.states[from]?.on?.[event]));
      const wrong = arrow === undefined ? [event] : refFault(oracle, its, arrow, params.kept);
      if (arrow === undefined || wrong !== undefined) {
        const { told, ...rejected } = oracle.rejected(session, [wrong ?? []]);
        return { ...rejected, told: { ...told, guards: walking.guards } };
      }
      walking.take(arrow);
      return settle(oracle, its, walking, {
        words: `${event} from ${from}`,
        from,
        params: params.kept,
        repeats: true,
      });
    }
  }
}

const NOTE: TakenParam = { name: "note", required: false };
const BARE = ["pause", "unmatched", "resume"];

export function walkingOf(oracle: Oracle, its: WorkEvent, params: Params): Walking {
  const { ledger, flag, calls } = oracle;
  return new Walking({ ...its, params, ledger, flag, calls });
}

/** In the order of the declaration, the first of each name; or the data of the first fault. */
function keptParams(
  taken: readonly TakenParam[],
  given: Params,
): { readonly kept: Params } | { readonly wrong: Mentions } {
  const strange = given.find(([name]) => taken.every((param) => param.name !== name));
  if (strange !== undefined) return { wrong: [strange[0]] };
  const kept: (readonly [string, string])[] = [];
  for (const { name, required, enum: choices, pattern } of taken) {
    const value = given.find(([each]) => each === name)?.[1];
    if (value === undefined) {
      if (required) return { wrong: [name] };
      continue;
    }
    if (choices?.includes(value) === false) return { wrong: [name, ...choices] };
    if (pattern !== undefined && !new RegExp(pattern).test(value))
      return { wrong: [name, pattern] };
    kept.push([name, value]);
  }
  return { kept };
}

/** Why a transition cannot set its ref. */
function refFault({ ledger }: Oracle, { work, doc }: WorkEvent, arrow: ArrowDoc, params: Params) {
  if (!setsRef(arrow)) return undefined;
  const wanted = new Map(params).get(refParamOf(doc)) ?? "";
  const own = ledger.refOf(work);
  if (own === wanted) return undefined;
  if (own !== null) return [own];
  const owner = ledger
    .works()
    .find(
      (each) =>
        ledger.machineOf(each) === doc.id && (each === wanted || ledger.refOf(each) === wanted),
    );
  return owner === undefined || owner === work ? undefined : [wanted];
}

function rest(oracle: Oracle, { session, work, doc }: WorkEvent, params: Params): Answer {
  const { ledger } = oracle;
  const state = ledger.stateOf(work);
  ledger.add(session, { what: "yields", now: true });
  note(oracle, { session, work, event: "yield", from: state, to: state, params, trace: [] });
  oracle.succeeded(session);
  const told = oracle.block(session, oracle.header(session, doc, work));
  return { ok: true, session, told: { ...told, closing: [state] } };
}

/** One more version of the work, and a line of its history. */
function note(
  { ledger, atMs }: Oracle,
  line: {
    readonly session: string;
    readonly work: string;
    readonly event: string;
    readonly from: string | null;
    readonly to: string | null;
    readonly params: Params;
    readonly trace: readonly Mentions[];
  },
): void {
  const { work, params, trace, ...rest } = line;
  ledger.add(
    work,
    { what: "saved", at: atMs },
    {
      what: "told",
      at: atMs,
      ...rest,
      params: Object.fromEntries(params),
      trace: trace.map((mentions) => mentions.join(" … ")),
    },
  );
}

/** `pause`, and `unmatched` that leads to no fallback. */
function putDown(
  oracle: Oracle,
  its: WorkEvent,
  walking: Walking,
  status: "paused" | "interrupted",
): Answer {
  const { ledger } = oracle;
  const { session, work, event } = its;
  const from = ledger.stateOf(work);
  if (its.doc.states[from] !== undefined) walking.leave({ from });
  const holder = status === "paused" ? null : session;
  ledger.add(work, { what: "stands", status, holder });
  note(oracle, { session, work, event, from, to: null, params: [], trace: walking.trace });
  const notes: Mentions[] = [[ledger.labelOf(work), from]];
  if (status === "interrupted") {
    const older = ledger.asideOf(session);
    if (
      older !== null &&
      older !== work &&
      ledger.isOwn(older, session, "interrupted") &&
      docOf(oracle.configured, older, ledger) !== undefined
    ) {
      ledger.add(older, { what: "stands", status: "paused", holder: null });
      note(oracle, {
        session,
        work: older,
        event: "pause",
        from: ledger.stateOf(older),
        to: null,
        params: [],
        trace: [],
      });
      notes.push([ledger.labelOf(older)]);
    }
    ledger.add(session, { what: "put-aside", work });
  }
  ledger.add(session, { what: "holds", work: null });
  oracle.succeeded(session);
  return oracle.inIdle(session, {
    notes,
    failures: walking.failures,
    instructions: shownPrompts(walking.prompts),
  });
}

/** The work has come to rest: it is kept, completed in a final state, and told. */
export function settle(oracle: Oracle, its: WorkEvent, walking: Walking, arrival: Arrival): Answer {
  const { ledger } = oracle;
  const { session, work, doc, event } = its;
  const to = ledger.stateOf(work);
  const done = doc.states[to]?.type === "final";
  ledger.add(
    work,
    done
      ? { what: "stands", status: "completed", holder: null }
      : { what: "stands", status: "active", holder: session },
  );
  note(oracle, {
    session,
    work,
    event,
    from: arrival.from,
    to,
    params: arrival.params,
    trace: walking.trace,
  });
  ledger.add(session, { what: "yields", now: false }, { what: "holds", work: done ? null : work });
  oracle.succeeded(session);
  const via = walking.via.length === 0 ? "" : ` via ${walking.via.join(", ")}`;
  const params = arrival.repeats ? arrival.params : [];
  const told: Told = {
    ...oracle.block(session, oracle.header(session, doc, work)),
    arrival: `${arrival.words}${via}`,
    params:
      params.length === 0
        ? undefined
        : params.map(([name, value]) => `${name} = ${quoted(value)}`).join(", "),
    notes: arrival.notes ?? [],
    guards: walking.guards,
    failures: walking.failures,
    instructions: [...shownPrompts(walking.prompts), ...(done ? oracle.configured.idleTexts : [])],
    ...(done && {
      closing: [kindOf(doc), ledger.labelOf(work)],
      idle: idleWords(oracle.configured, ledger, session),
      menu: idleMenu(oracle.configured, ledger, session),
    }),
  };
  return { ok: true, session, told };
}

const quoted = (value: string) => `"${value.replace(/["\\]/g, "\\$&")}"`;
