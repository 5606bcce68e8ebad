/**
 * A small model of two sessions on one machine, written from the rules of the format and from nothing of
 * the engine: where every work is, who has it, and what is on offer. It changes its own records in place.
 */
import type { Guard, Machine, State, Transition } from "../../src/workflow/machine.ts";

type Status = "active" | "interrupted" | "paused" | "completed";

/** One piece of work; sessions and works are known by their numbers. */
export interface Work {
  ref: string | null;
  state: string;
  status: Status;
  holder: number | null;
  version: number;
  visits: Record<string, number>;
  resumeState: string | null;
}

export interface ModelSession {
  holding: number | null;
  slot: number | null;
  yielded: boolean;
  blocked: boolean;
}

export type Params = readonly (readonly [name: string, value: string])[];
export type StopAnswer = "allow" | "block" | "runaway";

/** An id stands for its work as `#0`; a ref for itself. */
const ID = /^#([0-9]+)$/;
const HOPS_MAX = 32;
const LISTED_PAUSED_MAX = 10;

export class Model {
  readonly works: Work[] = [];
  readonly sessions: readonly ModelSession[] = [newSession(), newSession()];
  readonly #machine: Machine;

  constructor(machine: Machine) {
    this.#machine = machine;
  }

  /** The events that are on offer, in their order. */
  offered(at: number): readonly string[] {
    const work = this.#held(at);
    if (work === undefined) {
      const { slot } = this.#session(at);
      return [
        "enter",
        ...(this.#own(at, slot, "interrupted") === undefined ? [] : ["resume"]),
        ...(this.pausedCount() > LISTED_PAUSED_MAX ? ["listPaused"] : []),
      ];
    }
    const state = this.#state(work.state);
    return [
      ...state.on.map(({ event }) => event),
      ...(state.fallback && work.resumeState !== null ? ["resume"] : []),
      "yield",
      "pause",
      "unmatched",
    ];
  }

  pausedCount(): number {
    return this.works.filter(({ status }) => status === "paused").length;
  }

  /** The number of the work that the session is in; undefined in idle. */
  heldNumber(at: number): number | undefined {
    return this.#held(at) === undefined ? undefined : (this.#session(at).holding ?? undefined);
  }

  /** Whether the event succeeds. */
  fire(at: number, event: string, params: Params): boolean {
    const session = this.#session(at);
    const work = this.#held(at);
    if (work === undefined && session.holding !== null && event !== "enter") {
      session.holding = null;
      return false;
    }
    const ok =
      work === undefined ? this.#inIdle(at, event, params) : this.#inWork(at, work, event, params);
    if (ok && event !== "listPaused") session.blocked = false;
    return ok;
  }

  stop(at: number, active: boolean): StopAnswer {
    const session = this.#session(at);
    if (session.holding === null || session.yielded) return "allow";
    if (this.#held(at) === undefined) {
      session.holding = null;
      return "block";
    }
    if (active && session.blocked) return "runaway";
    session.blocked = true;
    return "block";
  }

  prompt(at: number): void {
    Object.assign(this.#session(at), { yielded: false, blocked: false });
  }

  #inIdle(at: number, event: string, params: Params): boolean {
    switch (event) {
      case "enter":
        return this.#enter(at, new Map(params), params);
      case "resume":
        return this.#resumeSlot(at, params);
      case "listPaused":
        return this.pausedCount() > LISTED_PAUSED_MAX && params.length === 0;
      default:
        return false;
    }
  }

  #enter(at: number, given: ReadonlyMap<string, string>, params: Params): boolean {
    const { id, refParam, initial } = this.#machine;
    const known = ["stateMachine", refParam, "state"];
    if (params.some(([name]) => !known.includes(name))) return false;
    if (new Set(params.map(([name]) => name)).size < params.length) return false;
    if (given.get("stateMachine") !== id) return false;
    const ref = given.get(refParam);
    const wanted = given.get("state");
    const isEntry = wanted !== undefined && this.#find(wanted)?.entryPoint === true;
    if (wanted !== undefined && !isEntry) return false;
    const number = ref === undefined ? undefined : this.#numberOf(ref);
    if (number === undefined) {
      this.works.push(newWork(ref ?? null));
      return this.#arrive(at, this.works.length - 1, wanted ?? initial);
    }
    const work = this.#work(number);
    if (work.status === "completed" && wanted === undefined) return false;
    return this.#arrive(at, number, wanted ?? work.state);
  }

  /** From idle into a state of a work. */
  #arrive(at: number, number: number, state: string): boolean {
    const work = this.#work(number);
    const session = this.#session(at);
    if (!this.#state(state).fallback) work.resumeState = null;
    if (session.slot === number) session.slot = null;
    Object.assign(work, { holder: at, status: "active" });
    session.holding = number;
    this.#visit(work, state);
    return this.#settle(at, work);
  }

  #resumeSlot(at: number, params: Params): boolean {
    const session = this.#session(at);
    if (session.slot === null) return false;
    if (this.#own(at, session.slot, "interrupted") === undefined) {
      session.slot = null;
      return false;
    }
    return params.length === 0 && this.#arrive(at, session.slot, this.#work(session.slot).state);
  }

  #inWork(at: number, work: Work, event: string, params: Params): boolean {
    if (!this.offered(at).includes(event)) return false;
    if (!this.#takes(event, params)) return false;
    const session = this.#session(at);
    switch (event) {
      case "yield":
        session.yielded = true;
        work.version++;
        return true;
      case "pause":
        Object.assign(work, { status: "paused", holder: null, version: work.version + 1 });
        session.holding = null;
        return true;
      case "unmatched":
        return this.#unmatched(at, work);
      case "resume":
        this.#visit(work, work.resumeState ?? "");
        work.resumeState = null;
        return this.#settle(at, work);
      default:
        return this.#take(at, work, event, new Map(params));
    }
  }

  #takes(event: string, params: Params): boolean {
    const declared = this.#machine.events.find(({ name }) => name === event)?.params ?? [];
    const known = event === "yield" ? ["note"] : declared.map(({ name }) => name);
    const given = params.map(([name]) => name);
    return (
      given.every((name) => known.includes(name)) &&
      declared.every(({ name, required }) => !required || given.includes(name))
    );
  }

  #unmatched(at: number, work: Work): boolean {
    const fallback = this.#machine.states.find((state) => state.fallback)?.name;
    if (fallback !== undefined && fallback !== work.state) {
      work.resumeState = work.state;
      this.#visit(work, fallback);
      return this.#settle(at, work);
    }
    const session = this.#session(at);
    const older = this.#own(at, session.slot, "interrupted");
    if (older !== undefined) {
      Object.assign(older, { status: "paused", holder: null, version: older.version + 1 });
    }
    Object.assign(work, { status: "interrupted", version: work.version + 1 });
    session.slot = session.holding;
    session.holding = null;
    return true;
  }

  #take(at: number, work: Work, event: string, params: ReadonlyMap<string, string>): boolean {
    const state = this.#state(work.state);
    const candidates = state.on.find((each) => each.event === event)?.transitions ?? [];
    const chosen = candidates.find((candidate) => this.#passes(work, candidate.guard));
    if (chosen === undefined) return false;
    if (!this.#setRef(work, chosen, params)) return false;
    const { target } = chosen;
    if (target !== undefined && (target !== work.state || chosen.reenter)) {
      if (state.fallback && target !== work.state) work.resumeState = null;
      this.#visit(work, target);
    }
    return this.#settle(at, work);
  }

  /** False where the ref cannot be set. */
  #setRef(work: Work, { actions }: Transition, params: ReadonlyMap<string, string>): boolean {
    if (!actions.some(({ kind }) => kind === "setRef")) return true;
    const given = params.get(this.#machine.refParam) ?? "";
    if (work.ref === given) return true;
    const owner = this.#numberOf(given);
    if (work.ref !== null || (owner !== undefined && this.#work(owner) !== work)) return false;
    work.ref = given;
    return true;
  }

  /** Follows what leaves at once, then keeps the result. */
  #settle(at: number, work: Work): boolean {
    for (let hops = 0; hops < HOPS_MAX; hops++) {
      const passed = this.#state(work.state).always.find(({ guard }) => this.#passes(work, guard));
      if (passed?.target === undefined) break;
      this.#visit(work, passed.target);
    }
    const session = this.#session(at);
    session.yielded = false;
    work.version++;
    if (this.#state(work.state).final) {
      Object.assign(work, { status: "completed", holder: null });
      session.holding = null;
    }
    return true;
  }

  #visit(work: Work, state: string): void {
    work.state = state;
    work.visits[state] = (work.visits[state] ?? 0) + 1;
  }

  #passes(work: Work, guard: Guard | undefined): boolean {
    if (guard === undefined) return true;
    if (guard.kind === "visits") return (work.visits[guard.state] ?? 0) >= guard.atLeast;
    return passesByWord(String(guard.command.run), work.ref ?? "");
  }

  #numberOf(name: string): number | undefined {
    const id = ID.exec(name)?.[1];
    if (id !== undefined && Number(id) < this.works.length) return Number(id);
    const found = this.works.findIndex(({ ref }) => ref === name);
    return found < 0 ? undefined : found;
  }

  #held(at: number): Work | undefined {
    return this.#own(at, this.#session(at).holding, "active");
  }

  /** The work if it is still the session's, in that status. */
  #own(at: number, number: number | null, status: Status): Work | undefined {
    const work = number === null ? undefined : this.works[number];
    return work?.status === status && work.holder === at ? work : undefined;
  }

  #session(at: number): ModelSession {
    return there(this.sessions[at]);
  }

  #work(number: number): Work {
    return there(this.works[number]);
  }

  #find(name: string): State | undefined {
    return this.#machine.states.find((state) => state.name === name);
  }

  #state(name: string): State {
    return there(this.#find(name));
  }
}

/** What a guard of the random machines answers; a machine in a file has commands that do the same. */
export function passesByWord(word: string, ref: string): boolean {
  return word === "yes" || (word === "maybe" && ref !== "");
}

function newSession(): ModelSession {
  return { holding: null, slot: null, yielded: false, blocked: false };
}

function newWork(ref: string | null): Work {
  return {
    ref,
    state: "",
    status: "active",
    holder: null,
    version: 0,
    visits: {},
    resumeState: null,
  };
}

function there<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("the model has lost something");
  return value;
}
