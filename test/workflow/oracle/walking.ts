/** One event on its way through a machine: what runs, what is told and where it comes to rest. */
import type { Ledger } from "./ledger.ts";
import {
  type ActionDoc,
  type ArrowDoc,
  actionsAround,
  arrowsOf,
  fallbackOf,
  type GuardDoc,
  listed,
  type MachineDoc,
  type NamedActions,
  refParamOf,
  setsRef,
} from "./machine-doc.ts";
import { answerOf, PROMPT_FILES } from "./script.ts";
import type { Mentions } from "./told.ts";

/** As many states that are left at once are followed in a row. */
const HOPS_MAX = 32;

export type Params = readonly (readonly [name: string, value: string])[];

/** A command that a host was asked for. */
export interface Call {
  readonly how: "check" | "run";
  readonly run: string | readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Whose event it is. */
export interface Happening {
  readonly ledger: Ledger;
  readonly session: string;
  readonly work: string;
  readonly doc: MachineDoc;
  readonly event: string;
  readonly params: Params;
  readonly flag: boolean;
  readonly calls: Call[];
}

interface Ends {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export class Walking {
  readonly prompts: string[] = [];
  readonly guards: string[] = [];
  readonly failures: Mentions[] = [];
  readonly via: string[] = [];
  readonly trace: Mentions[] = [];
  readonly #its: Happening;

  constructor(its: Happening) {
    this.#its = its;
  }

  get #state(): string {
    return this.#its.ledger.stateOf(this.#its.work);
  }

  /** The first whose guard passes. */
  pick(arrows: readonly ArrowDoc[]): ArrowDoc | undefined {
    return arrows.find(({ guard }) => guard === undefined || this.#passes(guard));
  }

  /** Takes a transition and what follows it at once. */
  take(arrow: ArrowDoc): void {
    this.#step(arrow);
    this.#follow();
  }

  /** Goes to a state from another one, or from nowhere, without a transition. */
  go(
    { from, to }: { readonly from?: string | undefined; readonly to: string },
    exits: boolean,
  ): void {
    if (exits && from !== undefined) this.leave({ from, to });
    this.#enter({ from, to });
    this.#follow();
  }

  leave({ from, to }: { readonly from: string; readonly to?: string | undefined }): void {
    for (const list of actionsAround(this.#its.doc, from, "exit"))
      this.#run(list, from, { from, to });
  }

  #enter({ from, to }: { readonly from?: string | undefined; readonly to: string }): void {
    const { ledger, work, doc } = this.#its;
    ledger.add(work, { what: "entered", state: to });
    // Whoever comes to another state than the fallback has come back already, or goes elsewhere.
    if (to !== fallbackOf(doc) && ledger.wayBack(work) !== null) {
      ledger.add(work, { what: "way-back", state: null });
    }
    for (const list of actionsAround(doc, to, "entry")) this.#run(list, to, { from, to });
  }

  #step(arrow: ArrowDoc): void {
    const { ledger, work, doc } = this.#its;
    const from = this.#state;
    const moves = arrow.target !== undefined && (arrow.target !== from || arrow.reenter === true);
    const to = moves ? (arrow.target ?? from) : from;
    if (moves) this.leave({ from, to });
    const named = new Map(this.#its.params).get(refParamOf(doc));
    if (setsRef(arrow) && named !== undefined && ledger.refOf(work) === null) {
      ledger.add(work, { what: "named", ref: named });
    }
    const actions = listed(arrow.actions);
    this.#run({ where: `${from} transition actions`, actions }, from, { from, to });
    if (moves) this.#enter({ from, to });
  }

  #follow(): void {
    for (let hops = 0; ; hops++) {
      const state = this.#state;
      const arrows = arrowsOf(this.#its.doc.states[state]?.always);
      if (arrows.length === 0) return;
      if (hops === HOPS_MAX) {
        this.#fail([state, String(HOPS_MAX)]);
        return;
      }
      const arrow = this.pick(arrows);
      if (arrow === undefined) {
        this.#fail([state]);
        return;
      }
      this.via.push(state);
      this.trace.push([`Passed through: ${state}`]);
      this.#step(arrow);
    }
  }

  #fail(mentions: Mentions): void {
    this.failures.push(mentions);
    this.trace.push(mentions);
  }

  #run({ where, actions }: NamedActions, state: string, ends: Ends): void {
    let broken = false;
    for (const [index, action] of actions.entries()) {
      if (action === "setRef" || action.type === "setRef") continue;
      if (action.type === "prompt") this.#prompt(action);
      else if (!broken) {
        const detail = this.#command(action.params.run, state, ends);
        broken = detail !== "";
        if (broken) this.#fail([`Action failed: ${where}[${index}] command: ${detail}`]);
      }
    }
  }

  #prompt(action: Extract<ActionDoc, { readonly type: "prompt" }>): void {
    const told = textOf(action);
    if (told.text !== undefined) this.prompts.push(told.text);
    if (told.lost !== undefined) this.#fail(["Prompt failed: ", told.lost]);
  }

  #command(run: string | readonly string[], state: string, { from, to }: Ends): string {
    const env = {
      ...this.#env(state),
      ...(from !== undefined && { SMLLM_FROM: from }),
      ...(to !== undefined && { SMLLM_TO: to }),
    };
    this.#its.calls.push({ how: "run", run, env });
    return answerOf(run, env, this.#its.flag);
  }

  #passes(guard: GuardDoc): boolean {
    const [label, detail, passes] =
      guard.type === "visits" ? this.#countVisits(guard.params) : this.#ask(guard.params.run);
    const line = `Guard: ${label} → ${passes}${detail === "" ? "" : ` (${detail})`}`;
    this.guards.push(line);
    this.trace.push([line]);
    return passes;
  }

  #countVisits({ state, atLeast }: { readonly state: string; readonly atLeast: number }) {
    const visits = this.#its.ledger.visitsOf(this.#its.work, state);
    return [`visits ${state} ≥ ${atLeast}`, `visits: ${visits}`, visits >= atLeast] as const;
  }

  #ask(run: string | readonly string[]) {
    const env = this.#env(this.#state);
    this.#its.calls.push({ how: "check", run, env });
    const detail = answerOf(run, env, this.#its.flag);
    const shown = typeof run === "string" ? `\`${run}\`` : `[${run.join(" ")}]`;
    return [`command ${shown}`, detail, detail === ""] as const;
  }

  #env(state: string): Record<string, string> {
    const { ledger, session, work, doc, event, params } = this.#its;
    return {
      SMLLM_SESSION: session,
      SMLLM_MACHINE: doc.id,
      SMLLM_STATE: state,
      SMLLM_EVENT: event,
      SMLLM_INSTANCE: work,
      SMLLM_REF: ledger.refOf(work) ?? "",
      ...Object.fromEntries(params.map(([name, value]) => [PARAM_VARIABLES[name] ?? name, value])),
    };
  }
}

/** How commands see the parameters of the random machines and of `enter`. */
const PARAM_VARIABLES: Readonly<Record<string, string>> = {
  why: "SMLLM_PARAM_WHY",
  size: "SMLLM_PARAM_SIZE",
  codeNumber: "SMLLM_PARAM_CODE_NUMBER",
  "a-b": "SMLLM_PARAM_A_B",
  ref: "SMLLM_PARAM_REF",
  docPath: "SMLLM_PARAM_DOC_PATH",
  stateMachine: "SMLLM_PARAM_STATE_MACHINE",
  state: "SMLLM_PARAM_STATE",
  note: "SMLLM_PARAM_NOTE",
};

/** A prompt's text; nothing for the file of a state's own name that is not there. */
export function textOf({ params }: Extract<ActionDoc, { readonly type: "prompt" }>): {
  readonly text?: string;
  readonly lost?: string;
} {
  if ("text" in params) return { text: params.text };
  const text = PROMPT_FILES[params.file];
  if (text !== undefined) return { text };
  return params.file.startsWith("enter-") ? {} : { lost: params.file };
}

/** Prompts as a section has them. */
export function shownPrompts(prompts: readonly string[]): readonly string[] {
  return prompts.map((prompt) => prompt.trimEnd()).filter((prompt) => prompt !== "");
}
