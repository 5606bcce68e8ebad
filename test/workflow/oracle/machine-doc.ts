/**
 * A machine as its author wrote it, the data of the file itself, and what that says about a place in it.
 * The oracle reads this and never what the reader of machine files makes of it.
 */

export type Many<T> = T | readonly T[];

export type ActionDoc =
  | {
      readonly type: "prompt";
      readonly params: { readonly text: string } | { readonly file: string };
    }
  | { readonly type: "command"; readonly params: { readonly run: Many<string> } }
  | "setRef"
  | { readonly type: "setRef" };

export type GuardDoc =
  | { readonly type: "command"; readonly params: { readonly run: Many<string> } }
  | {
      readonly type: "visits";
      readonly params: { readonly state: string; readonly atLeast: number };
    };

export interface ArrowDoc {
  readonly target?: string;
  readonly guard?: GuardDoc;
  readonly actions?: Many<ActionDoc>;
  readonly reenter?: boolean;
  readonly description?: string;
}

export interface StateDoc {
  readonly type?: "atomic" | "final";
  readonly meta?: {
    readonly entryPoint?: boolean;
    readonly fallback?: boolean;
    readonly paramDescriptions?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
  readonly entry?: Many<ActionDoc>;
  readonly exit?: Many<ActionDoc>;
  readonly on?: Readonly<Record<string, Many<string | ArrowDoc>>>;
  readonly always?: Many<string | ArrowDoc>;
}

export interface ParamDoc {
  readonly type: "string";
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly pattern?: string;
}

export interface EventDoc {
  readonly description?: string;
  readonly params?: {
    readonly type: "object";
    readonly properties?: Readonly<Record<string, ParamDoc>>;
    readonly required?: readonly string[];
  };
}

export interface SharedDoc {
  readonly states: readonly string[];
  readonly position: "before" | "after";
  readonly entry?: Many<ActionDoc>;
  readonly exit?: Many<ActionDoc>;
}

export interface MachineDoc {
  readonly id: string;
  readonly description?: string;
  readonly initial: string;
  readonly meta: {
    readonly smllm: 1;
    readonly instance?: {
      readonly kind?: string;
      readonly ref?: {
        readonly param?: string;
        readonly pattern?: string;
        readonly description?: string;
      };
    };
    readonly events?: Readonly<Record<string, EventDoc>>;
    readonly sharedActions?: readonly SharedDoc[];
  };
  readonly states: Readonly<Record<string, StateDoc>>;
}

/** A parameter that an event takes somewhere. */
export interface TakenParam extends Omit<ParamDoc, "type"> {
  readonly name: string;
  readonly required: boolean;
}

/** Actions that fail together; the name is that of failure lines. */
export interface NamedActions {
  readonly where: string;
  readonly actions: readonly ActionDoc[];
}

export function listed<T>(one: Many<T> | undefined): readonly T[] {
  if (one === undefined) return [];
  return Array.isArray(one) ? (one as readonly T[]) : [one as T];
}

export const kindOf = (doc: MachineDoc) => doc.meta.instance?.kind ?? "instance";
export const refParamOf = (doc: MachineDoc) => doc.meta.instance?.ref?.param ?? "ref";
export const refPatternOf = (doc: MachineDoc) => doc.meta.instance?.ref?.pattern;

export function arrowsOf(from: Many<string | ArrowDoc> | undefined): readonly ArrowDoc[] {
  return listed(from).map((arrow) => (typeof arrow === "string" ? { target: arrow } : arrow));
}

export function setsRef({ actions }: ArrowDoc): boolean {
  return listed(actions).some((action) => action === "setRef" || action.type === "setRef");
}

export function entryPointsOf(doc: MachineDoc): readonly string[] {
  return Object.keys(doc.states).filter((name) => doc.states[name]?.meta?.entryPoint === true);
}

export function fallbackOf(doc: MachineDoc): string | undefined {
  return Object.keys(doc.states).find((name) => doc.states[name]?.meta?.fallback === true);
}

/** Shared before, the state's own, shared after, as they run. */
export function actionsAround(
  doc: MachineDoc,
  state: string,
  edge: "entry" | "exit",
): readonly NamedActions[] {
  const own = listed(doc.states[state]?.[edge]);
  const tells = own.some((action) => action !== "setRef" && action.type === "prompt");
  const implied: readonly ActionDoc[] =
    edge === "entry" && doc.states[state] !== undefined && !tells
      ? [{ type: "prompt", params: { file: `enter-${state}.md` } }]
      : [];
  const shared = (position: SharedDoc["position"]) =>
    (doc.meta.sharedActions ?? []).flatMap((each, index) =>
      each.position === position
        ? each.states
            .filter((name) => name === state)
            .map(() => ({ where: `sharedActions[${index}] ${edge}`, actions: listed(each[edge]) }))
        : [],
    );
  return [
    ...shared("before"),
    { where: `${state} ${edge}`, actions: [...own, ...implied] },
    ...shared("after"),
  ];
}

/** What an event takes, in the order in which it is checked and shown. */
export function paramsOf(doc: MachineDoc, event: string): readonly TakenParam[] {
  const { properties = {}, required = [] } = doc.meta.events?.[event]?.params ?? {};
  const declared = Object.entries(properties).map(([name, { type: _type, ...rest }]) => ({
    name,
    required: required.includes(name),
    ...rest,
  }));
  const naming = Object.values(doc.states).some((state) =>
    arrowsOf(state.on?.[event]).some(setsRef),
  );
  if (!naming) return declared;
  const name = refParamOf(doc);
  const { pattern, description } = doc.meta.instance?.ref ?? {};
  const inherited = {
    ...(pattern !== undefined && { pattern }),
    ...(description !== undefined && { description }),
  };
  return properties[name] === undefined
    ? [{ name, required: true, ...inherited }, ...declared]
    : declared.map((param) =>
        param.name === name ? { ...inherited, ...param, required: true } : param,
      );
}

/** The author's words for an event in a state, if there are any. */
export function guidanceOf(doc: MachineDoc, state: string, event: string): string | undefined {
  const here = arrowsOf(doc.states[state]?.on?.[event]).find(
    ({ description }) => description !== undefined,
  );
  return here?.description ?? doc.meta.events?.[event]?.description;
}
