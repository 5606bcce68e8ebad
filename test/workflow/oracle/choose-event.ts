/** Which event with which parameters a deed is, where the sessions and works are now. */
import type { Deed, EnterDeed, Name, Pairs } from "./any-deed.ts";
import { entryPointsOf, paramsOf, refParamOf, type TakenParam } from "./machine-doc.ts";
import { idleMenu, workMenu } from "./menus.ts";
import type { Oracle } from "./oracle.ts";
import type { MenuItem } from "./told.ts";

type OfferedDeed = Extract<Deed, { readonly do: "offered" }>;
type FiringDeed = Extract<Deed, { readonly do: "offered" | "fire" | "enter" }>;

export function chooseEvent(
  oracle: Oracle,
  key: string,
  deed: FiringDeed,
): readonly [event: string, params: Pairs] {
  switch (deed.do) {
    case "fire":
      return [deed.event, deed.params];
    case "enter":
      return ["enter", enterParams(oracle, deed)];
    case "offered":
      return chooseOffered(oracle, key, deed);
    default:
      return deed satisfies never;
  }
}

/** One of the menu. */
function chooseOffered(
  oracle: Oracle,
  key: string,
  deed: OfferedDeed,
): readonly [event: string, params: Pairs] {
  const { configured, ledger } = oracle;
  const held = oracle.held(key);
  if (oracle.claim(key) === "unconfigured") {
    const event = ["yield", "pause", "go", "resume", "listPaused"][deed.nth % 5] ?? "";
    return [event, filled(oracle, [], deed)];
  }
  // A slot that somebody else emptied is not on the menu, and yet answers.
  if (held === undefined && deed.nth % 3 === 0 && ledger.asideOf(key) !== null) {
    return ["resume", filled(oracle, [], deed)];
  }
  const menu =
    held === undefined ? idleMenu(configured, ledger, key) : workMenu(held.doc, ledger, held.work);
  const naming = held === undefined ? undefined : namingItem(oracle, held, menu);
  if (naming !== undefined && deed.value % 2 === 0) {
    const fresh = { by: "text" as const, text: `R-${ledger.works().length}` };
    const taken = paramsOf((held as Held).doc, naming.name);
    return [naming.name, filled(oracle, taken, { ...deed, name: fresh })];
  }
  const item = menu[deed.nth % Math.max(1, menu.length)];
  if (item === undefined || item.name === "enter") {
    const state = deed.value % 3 === 0 ? 0 : undefined;
    const name = deed.nth % 3 === 1 ? undefined : deed.name;
    return ["enter", enterParams(oracle, { machine: "m", name, state, odd: "no" })];
  }
  if (held === undefined) return [item.name, filled(oracle, [], deed)];
  const taken =
    item.name === "yield" ? [{ name: "note", required: false }] : paramsOf(held.doc, item.name);
  return [item.name, filled(oracle, taken, deed)];
}

type Held = NonNullable<ReturnType<Oracle["held"]>>;

/** An event that gives work its ref, where it has none yet: a rare chance. */
function namingItem(
  { ledger }: Oracle,
  { work, doc }: Held,
  menu: readonly MenuItem[],
): MenuItem | undefined {
  if (ledger.refOf(work) !== null) return undefined;
  return menu.find(({ params }) =>
    params.some((param) => param.startsWith(`${refParamOf(doc)} (required`)),
  );
}

function filled(
  oracle: Oracle,
  taken: readonly TakenParam[],
  { fill, value, name }: OfferedDeed,
): Pairs {
  const fitting = taken.map((param) => [param.name, valueFor(oracle, param, value, name)] as const);
  switch (fill) {
    case "fitting":
      return value % 2 === 0 ? fitting : fitting.toReversed();
    case "fewest":
      return fitting.filter((_, index) => taken[index]?.required);
    case "strange":
      return [...fitting, ["strange", "x"]];
    case "misfit":
      return fitting.map(([param]) => [param, "no fit"]);
    case "twice":
      return fitting.flatMap(
        ([param, first]): Pairs => [
          [param, first],
          [param, "second"],
        ],
      );
    default:
      return fill satisfies never;
  }
}

function valueFor(oracle: Oracle, param: TakenParam, value: number, name: Name): string {
  if (param.name === "ref" || param.name === "docPath") return nameText(oracle, name);
  if (param.enum !== undefined) return param.enum[value % param.enum.length] ?? "";
  if (param.pattern !== undefined) return "17";
  return ["x", "some words", 'say "\\hi"'][value % 3] ?? "";
}

function nameText({ ledger }: Oracle, name: Name): string {
  if (name.by === "text") return name.text;
  const works = ledger.works();
  const work = works[name.nth % Math.max(1, works.length)];
  if (work === undefined) return "R-1";
  return name.by === "id" ? work : ledger.labelOf(work);
}

export function enterParams(
  oracle: Oracle,
  { machine, name, state, odd }: Omit<EnterDeed, "do">,
): Pairs {
  const doc = oracle.configured.docs.find(({ id }) => id === machine);
  const names =
    doc === undefined ? [] : [...entryPointsOf(doc), ...Object.keys(doc.states).slice(0, 6), "S9"];
  // Who names a state often means work that is completed: only so it is opened again.
  const { ledger } = oracle;
  const completed = ledger
    .works()
    .filter(
      (work) => ledger.machineOf(work) === doc?.id && ledger.stands(work).status === "completed",
    );
  const again = (state ?? 1) % 2 === 0 ? completed.at(-1) : undefined;
  const stateName = names[(state ?? 0) % Math.max(1, names.length)] ?? "S0";
  const refParam = doc === undefined ? "ref" : refParamOf(doc);
  const machineName = machine === "unknown" ? "zz" : machine;
  const params: Pairs = [
    ...(machine === "none" ? [] : [["stateMachine", machineName] as const]),
    ...(state === undefined ? [] : [["state", stateName] as const]),
    ...(name === undefined ? [] : [[refParam, again ?? nameText(oracle, name)] as const]),
  ];
  if (odd === "twice") return [...params, ...params.slice(0, 1)];
  return odd === "strange" ? [...params, ["strange", "x"]] : params;
}
