/**
 * What an engine must answer, worked out from the text of the machine files and from the ledger of all
 * that happened. It has nothing of the engine: no records that change, no reader of machines, no texts.
 */

import { fireInIdle } from "./in-idle.ts";
import { inWork } from "./in-work.ts";
import { Ledger } from "./ledger.ts";
import { actionsAround, kindOf, type MachineDoc } from "./machine-doc.ts";
import {
  type Configured,
  docOf,
  idleMenu,
  idleWords,
  letGoMenu,
  liveAside,
  pausedWorks,
  workMenu,
} from "./menus.ts";
import type { Mentions, Told } from "./told.ts";
import { type Call, type Params, shownPrompts, textOf } from "./walking.ts";

/** What chance gave to the engine, for the oracle to name things alike. */
export interface Minted {
  readonly work: string;
  readonly session: string;
}

export interface Answer {
  readonly ok: boolean;
  readonly session: string | null;
  readonly told: Told;
}

export type Decision = "allow" | "block" | "runaway";

/** Where a held work stands towards its session. */
export type Claim = "none" | "live" | "moved" | "unconfigured";

export class Oracle {
  readonly ledger = new Ledger();
  configured: Configured;
  /** What `test -e flag` says. */
  flag = false;
  atMs = 0;
  calls: Call[] = [];

  constructor(configured: Configured) {
    this.configured = configured;
  }

  open(session: string, host: string | null): void {
    this.ledger.add(session, { what: "opened", at: this.atMs, host });
  }

  claim(session: string): Claim {
    const work = this.ledger.heldBy(session);
    if (work === null) return "none";
    if (docOf(this.configured, work, this.ledger) === undefined) return "unconfigured";
    return this.ledger.isOwn(work, session, "active") ? "live" : "moved";
  }

  /** The work that the session is in, with its machine. */
  held(session: string): { readonly work: string; readonly doc: MachineDoc } | undefined {
    const work = this.ledger.heldBy(session);
    const doc = docOf(this.configured, work, this.ledger);
    return work !== null && doc !== undefined && this.claim(session) === "live"
      ? { work, doc }
      : undefined;
  }

  fire(session: string, event: string, params: Params, minted: Minted): Answer {
    const held = this.held(session);
    if (held !== undefined) return inWork(this, { ...held, session, event, params });
    const claim = this.claim(session);
    if (event === "enter" || claim === "none") {
      return fireInIdle(this, { session, event, params, minted });
    }
    if (claim === "moved") {
      const error = this.movedWords(session);
      this.ledger.add(session, { what: "holds", work: null });
      return this.#idleFault(session, error);
    }
    return this.#letGo(session, event, params);
  }

  /** `enter` of who has no session yet: there is one if it succeeds. */
  fireKeyless(params: Params, minted: Minted): Answer {
    return fireInIdle(this, { session: null, event: "enter", params, minted });
  }

  #letGo(session: string, event: string, params: Params): Answer {
    const work = this.ledger.heldBy(session) ?? "";
    if (event !== "pause") return this.rejected(session, [[this.ledger.machineOf(work)]]);
    if (params.length > 0)
      return this.rejected(session, [params.map(([name]) => name).slice(0, 1)]);
    this.ledger.add(session, { what: "holds", work: null });
    this.succeeded(session);
    return this.inIdle(session, { notes: [[work, this.ledger.machineOf(work)]] });
  }

  /** An event of the session succeeded. */
  succeeded(session: string): void {
    this.ledger.add(
      session,
      { what: "was-held-back", now: false },
      { what: "was-active", at: this.atMs },
    );
  }

  stop(session: string, active: boolean): { readonly decision: Decision; readonly told?: Told } {
    const claim = this.claim(session);
    if (claim === "none" || this.ledger.yields(session) || claim === "unconfigured") {
      return { decision: "allow" };
    }
    if (claim === "moved") {
      const error = this.movedWords(session);
      this.ledger.add(session, { what: "holds", work: null });
      return { decision: "block", told: this.#idleFault(session, error).told };
    }
    if (active && this.ledger.wasHeldBack(session)) {
      return { decision: "runaway", told: this.events(session).told };
    }
    this.ledger.add(session, { what: "was-held-back", now: true });
    return { decision: "block", told: this.events(session).told };
  }

  prompt(session: string): void {
    const { ledger } = this;
    if (!ledger.yields(session) && !ledger.wasHeldBack(session)) return;
    ledger.add(
      session,
      { what: "yields", now: false },
      { what: "was-held-back", now: false },
      { what: "was-active", at: this.atMs },
    );
  }

  view(session: string): Answer {
    const held = this.held(session);
    if (held === undefined) return this.#idleView(session);
    const { work, doc } = held;
    const state = this.ledger.stateOf(work);
    const entries = actionsAround(doc, state, "entry").flatMap(({ actions }) => actions);
    const told = entries.flatMap((action) =>
      action !== "setRef" && action.type === "prompt" ? [textOf(action)] : [],
    );
    const base = this.events(session).told;
    return {
      ok: true,
      session,
      told: {
        ...base,
        instructions: shownPrompts(told.flatMap(({ text }) => text ?? [])),
        failures: told.flatMap(({ lost }) =>
          lost === undefined ? [] : [["Prompt failed: ", lost]],
        ),
      },
    };
  }

  /** Header and menu. */
  events(session: string): Answer {
    const held = this.held(session);
    if (held === undefined) {
      const { told, ...view } = this.#idleView(session);
      return { ...view, told: { ...told, instructions: [], idle: undefined } };
    }
    const { work, doc } = held;
    const state = this.ledger.stateOf(work);
    const found = doc.states[state];
    const stranded = found === undefined || found.type === "final";
    return {
      ok: true,
      session,
      told: {
        ...this.block(session, this.header(session, doc, work)),
        notes: stranded ? [[state]] : [],
        menu: workMenu(doc, this.ledger, work),
      },
    };
  }

  #idleView(session: string): Answer {
    const claim = this.claim(session);
    if (claim === "moved") return this.#idleFault(session, this.movedWords(session));
    return claim === "unconfigured" ? this.#unconfigured(session) : this.inIdle(session);
  }

  #unconfigured(session: string): Answer {
    const work = this.ledger.heldBy(session) ?? "";
    const error = [[this.ledger.machineOf(work)]];
    const { told } = this.#idleFault(session, error);
    return { ok: false, session, told: { ...told, menu: letGoMenu(this.configured) } };
  }

  /** What an error about the held work that moved names: its new session, else its status. */
  movedWords(session: string): readonly Mentions[] {
    const { status, holder } = this.ledger.stands(this.ledger.heldBy(session) ?? "");
    return [[holder === null || holder === session ? status : holder]];
  }

  #idleFault(session: string, error: readonly Mentions[]): Answer {
    const { told } = this.inIdle(session);
    return { ok: false, session, told: { ...told, error } };
  }

  /** The list of idle, with what comes before it. */
  inIdle(session: string, more: Partial<Told> = {}): Answer {
    const told: Told = {
      ...this.block(session, `session ${session} · idle`),
      idle: idleWords(this.configured, this.ledger, session),
      menu: idleMenu(this.configured, this.ledger, session),
      ...more,
      instructions: [...(more.instructions ?? []), ...this.configured.idleTexts],
    };
    return { ok: true, session, told };
  }

  /** Header, error and menu; one of the lists of words must be in the error. */
  rejected(session: string | null, error: readonly Mentions[]): Answer {
    const held = session === null ? undefined : this.held(session);
    if (session !== null && held !== undefined) {
      return { ok: false, session, told: { ...this.events(session).told, notes: [], error } };
    }
    const menu =
      session !== null && this.claim(session) === "unconfigured"
        ? letGoMenu(this.configured)
        : idleMenu(this.configured, this.ledger, session);
    const header = session === null ? "no session · idle" : `session ${session} · idle`;
    return { ok: false, session, told: { ...this.block(session, header), error, menu } };
  }

  header(session: string, doc: MachineDoc, work: string): string {
    const state = this.ledger.stateOf(work);
    const visits = this.ledger.visitsOf(work, state);
    const visit = visits >= 2 ? ` (visit ${visits})` : "";
    return `session ${session} · ${doc.id} › ${state}${visit} · ${kindOf(doc)} ${this.ledger.labelOf(work)}`;
  }

  block(_session: string | null, header: string): Told {
    return { header, notes: [], guards: [], failures: [], instructions: [], menu: [] };
  }

  /** The object of `statusline --json`. */
  status(session: string) {
    const { ledger, configured } = this;
    const held = this.held(session);
    const state = held === undefined ? null : ledger.stateOf(held.work);
    const shown = (work: string | undefined) => {
      const doc = docOf(configured, work ?? null, ledger);
      if (work === undefined || doc === undefined) return null;
      return {
        machine: doc.id,
        kind: kindOf(doc),
        id: work,
        ref: ledger.refOf(work),
        label: ledger.labelOf(work),
        status: ledger.stands(work).status,
      };
    };
    return {
      session,
      idle: held === undefined,
      machine: held?.doc.id ?? null,
      state,
      visit: held === undefined || state === null ? null : ledger.visitsOf(held.work, state),
      yielded: ledger.yields(session),
      instance: shown(held?.work),
      interrupted: shown(liveAside(configured, ledger, session)),
      paused: pausedWorks(configured, ledger).length,
    };
  }

  /** Where a reply says that the session is. */
  location(session: string | null) {
    const held = session === null ? undefined : this.held(session);
    if (held === undefined) return { machine: null, state: null, instance: null, ref: null };
    const { work, doc } = held;
    return {
      machine: doc.id,
      state: this.ledger.stateOf(work),
      instance: work,
      ref: this.ledger.refOf(work),
    };
  }
}
