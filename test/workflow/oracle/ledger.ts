/**
 * All that ever happened, in one list that only grows. Where something stands is never kept: it is read
 * off the list, a visit by counting arrivals, a holder by the last line that names one.
 */
import type { InstanceStatus } from "../../../src/workflow/engine/records.ts";

/** Lines about a piece of work; its subject is its id. */
export type WorkLine =
  | { readonly what: "began"; readonly machine: string; readonly at: number }
  | { readonly what: "entered"; readonly state: string }
  | { readonly what: "named"; readonly ref: string }
  | { readonly what: "stands"; readonly status: InstanceStatus; readonly holder: string | null }
  | { readonly what: "way-back"; readonly state: string | null }
  | { readonly what: "saved"; readonly at: number }
  | {
      readonly what: "told";
      readonly at: number;
      readonly session: string;
      readonly event: string;
      readonly from: string | null;
      readonly to: string | null;
      readonly params: Readonly<Record<string, string>>;
      readonly trace: readonly string[];
    };

/** Lines about a session; its subject is its key. */
export type SessionLine =
  | { readonly what: "opened"; readonly at: number; readonly host: string | null }
  | { readonly what: "holds"; readonly work: string | null }
  | { readonly what: "put-aside"; readonly work: string | null }
  | { readonly what: "yields"; readonly now: boolean }
  | { readonly what: "was-held-back"; readonly now: boolean }
  | { readonly what: "was-active"; readonly at: number };

type Line = WorkLine | SessionLine;
type Of<W extends Line["what"]> = Extract<Line, { readonly what: W }>;

export class Ledger {
  /** The same list, by subject; the order of the subjects is that of their first lines. */
  readonly #lines = new Map<string, Line[]>();

  add(subject: string, ...lines: readonly Line[]): void {
    const before = this.#lines.get(subject);
    if (before === undefined) this.#lines.set(subject, [...lines]);
    else before.push(...lines);
  }

  all<W extends Line["what"]>(subject: string, what: W): readonly Of<W>[] {
    return (this.#lines.get(subject) ?? []).filter((line): line is Of<W> => line.what === what);
  }

  last<W extends Line["what"]>(subject: string, what: W): Of<W> | undefined {
    return (this.#lines.get(subject) ?? []).findLast((line): line is Of<W> => line.what === what);
  }

  #subjects(what: "began" | "opened"): readonly string[] {
    return [...this.#lines.keys()].filter((subject) => this.last(subject, what) !== undefined);
  }

  /** Ids in the order in which the works began. */
  works(): readonly string[] {
    return this.#subjects("began");
  }

  /** Keys in the order in which the sessions were opened. */
  sessions(): readonly string[] {
    return this.#subjects("opened");
  }

  stateOf(work: string): string {
    return this.last(work, "entered")?.state ?? "";
  }

  visitsOf(work: string, state: string): number {
    return this.all(work, "entered").filter((line) => line.state === state).length;
  }

  machineOf(work: string): string {
    return this.last(work, "began")?.machine ?? "";
  }

  refOf(work: string): string | null {
    return this.last(work, "named")?.ref ?? null;
  }

  labelOf(work: string): string {
    return this.refOf(work) ?? work;
  }

  stands(work: string): Omit<Of<"stands">, "what"> {
    return this.last(work, "stands") ?? { status: "active", holder: null };
  }

  wayBack(work: string): string | null {
    return this.last(work, "way-back")?.state ?? null;
  }

  updated(work: string): number {
    return this.last(work, "saved")?.at ?? 0;
  }

  heldBy(session: string): string | null {
    return this.last(session, "holds")?.work ?? null;
  }

  asideOf(session: string): string | null {
    return this.last(session, "put-aside")?.work ?? null;
  }

  yields(session: string): boolean {
    return this.last(session, "yields")?.now ?? false;
  }

  wasHeldBack(session: string): boolean {
    return this.last(session, "was-held-back")?.now ?? false;
  }

  /** Whether the work is this session's in that status. */
  isOwn(work: string | null, session: string, status: InstanceStatus): boolean {
    if (work === null) return false;
    const stands = this.stands(work);
    return stands.status === status && stands.holder === session;
  }

  /** The record of the work's file. */
  workRecord(work: string) {
    const arrivals = this.all(work, "entered").map(({ state }) => state);
    const visits = Object.fromEntries(arrivals.map((state) => [state, this.visitsOf(work, state)]));
    return {
      id: work,
      machine: this.machineOf(work),
      ref: this.refOf(work),
      state: this.stateOf(work),
      status: this.stands(work).status,
      holder: this.stands(work).holder,
      version: this.all(work, "saved").length,
      visits,
      resumeState: this.wayBack(work),
      created: this.last(work, "began")?.at,
      updated: this.updated(work),
    };
  }

  /** What may change in the record of the session. */
  sessionRecord(session: string) {
    const key = (work: string | null) =>
      work === null ? null : { machine: this.machineOf(work), id: work };
    return {
      key: session,
      hostSession: this.last(session, "opened")?.host,
      holding: key(this.heldBy(session)),
      interrupted: key(this.asideOf(session)),
      yielded: this.yields(session),
      blocked: this.wasHeldBack(session),
      created: this.last(session, "opened")?.at,
      lastActive: this.last(session, "was-active")?.at ?? this.last(session, "opened")?.at,
    };
  }

  /** Lines of the work's history, oldest first. */
  historyOf(work: string) {
    return this.all(work, "told").map(({ what: _what, ...line }) => line);
  }
}
