/** What is on offer, and what the list of idle shows. */
import type { Ledger } from "./ledger.ts";
import {
  entryPointsOf,
  fallbackOf,
  guidanceOf,
  kindOf,
  type MachineDoc,
  paramsOf,
  refParamOf,
  refPatternOf,
  type TakenParam,
} from "./machine-doc.ts";
import type { IdleWords, MenuItem } from "./told.ts";

/** What is configured now. */
export interface Configured {
  readonly docs: readonly MachineDoc[];
  readonly idleTexts: readonly string[];
}

const LISTED_MAX = 10;

export function docOf(
  { docs }: Configured,
  work: string | null,
  ledger: Ledger,
): MachineDoc | undefined {
  return work === null ? undefined : docs.find(({ id }) => id === ledger.machineOf(work));
}

/** The interrupted work that the session can go back to. */
export function liveAside(
  configured: Configured,
  ledger: Ledger,
  session: string | null,
): string | undefined {
  const aside = session === null ? null : ledger.asideOf(session);
  if (session === null || aside === null || !ledger.isOwn(aside, session, "interrupted"))
    return undefined;
  return docOf(configured, aside, ledger) === undefined ? undefined : aside;
}

/** All paused works of configured machines, as they are listed. */
export function pausedWorks(configured: Configured, ledger: Ledger): readonly string[] {
  const before = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
  return ledger
    .works()
    .filter(
      (work) =>
        ledger.stands(work).status === "paused" && docOf(configured, work, ledger) !== undefined,
    )
    .toSorted(
      (one, other) =>
        ledger.updated(other) - ledger.updated(one) ||
        before(ledger.machineOf(one), ledger.machineOf(other)) ||
        before(ledger.labelOf(one), ledger.labelOf(other)),
    );
}

export function idleMenu(
  configured: Configured,
  ledger: Ledger,
  session: string | null,
): readonly MenuItem[] {
  const { docs } = configured;
  const aside = liveAside(configured, ledger, session);
  const asideDoc = docOf(configured, aside ?? null, ledger);
  return [
    ...(docs.length === 0 ? [] : [enterItem(docs)]),
    ...(aside === undefined ? [] : [builtIn("resume", asideDoc)]),
    ...(pausedWorks(configured, ledger).length > LISTED_MAX ? [builtIn("listPaused")] : []),
  ];
}

function enterItem(docs: readonly MachineDoc[]): MenuItem {
  const ids = [...new Set(docs.map(refParamOf))].join(" | ");
  const params = ["stateMachine (required)", `${ids} (optional)`, "state (optional)"];
  return { name: "enter", guidance: null, params };
}

/** While the machine of the held work is gone. */
export function letGoMenu({ docs }: Configured): readonly MenuItem[] {
  return [...(docs.length === 0 ? [] : [enterItem(docs)]), builtIn("pause")];
}

function builtIn(name: string, doc?: MachineDoc): MenuItem {
  const params = name === "yield" ? ["note (optional)"] : [];
  return { name, guidance: doc?.meta.events?.[name]?.description ?? null, params };
}

export function workMenu(doc: MachineDoc, ledger: Ledger, work: string): readonly MenuItem[] {
  const name = ledger.stateOf(work);
  const state = doc.states[name];
  const leave = [builtIn("pause", doc), builtIn("unmatched", doc)];
  if (state === undefined || state.type === "final") return leave;
  const back = ledger.wayBack(work);
  const canGoBack = name === fallbackOf(doc) && back !== null && doc.states[back] !== undefined;
  return [
    ...Object.keys(state.on ?? {}).map((event) => ({
      name: event,
      guidance: guidanceOf(doc, name, event),
      params: paramsOf(doc, event).map((param) => paramLine(doc, name, event, param)),
    })),
    ...(canGoBack ? [builtIn("resume", doc)] : []),
    builtIn("yield", doc),
    ...leave,
  ];
}

function paramLine(doc: MachineDoc, state: string, event: string, param: TakenParam): string {
  const words =
    doc.states[state]?.meta?.paramDescriptions?.[event]?.[param.name] ?? param.description;
  const conditions = [
    param.required ? "required" : "optional",
    ...(param.enum === undefined ? [] : [`one of: ${param.enum.join(", ")}`]),
    ...(param.pattern === undefined ? [] : [`pattern: ${param.pattern}`]),
  ];
  return `${param.name} (${conditions.join(", ")})${words === undefined ? "" : `: ${words}`}`;
}

/** The body of idle; `all` lists every paused work and nothing else of it. */
export function idleWords(
  configured: Configured,
  ledger: Ledger,
  session: string,
  all = false,
): IdleWords {
  const aside = liveAside(configured, ledger, session);
  const paused = pausedWorks(configured, ledger);
  const words = (work: string) => {
    const kind = kindOf(docOf(configured, work, ledger) as MachineDoc);
    const place = `(${ledger.machineOf(work)}) at ${ledger.stateOf(work)}`;
    return `${kind} ${ledger.labelOf(work)} ${place}`;
  };
  if (all) {
    const list = paused.map(words);
    return { machines: undefined, interrupted: undefined, paused: list, more: 0 };
  }
  return {
    machines: configured.docs.flatMap(machineLines),
    interrupted: aside === undefined ? undefined : words(aside),
    paused: paused.slice(0, LISTED_MAX).map(words),
    more: Math.max(0, paused.length - LISTED_MAX),
  };
}

function machineLines(doc: MachineDoc): readonly string[] {
  const description = doc.meta.instance?.ref?.description;
  const pattern = refPatternOf(doc);
  const entries = entryPointsOf(doc);
  return [
    `- ${doc.id}${doc.description === undefined ? "" : ` — ${doc.description}`}`,
    `    ${kindOf(doc)} id param: ${refParamOf(doc)}${description === undefined ? "" : ` — ${description}`}${pattern === undefined ? "" : ` (pattern: ${pattern})`}`,
    `    starts at: ${doc.initial}${entries.length === 0 ? "" : `; entry points: ${entries.join(", ")}`}`,
  ];
}
