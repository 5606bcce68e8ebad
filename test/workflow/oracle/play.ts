/** Random deeds done twice, by the real thing and by the oracle, and all that both say after each of them. */
import { expect } from "bun:test";
import fc from "fast-check";
import type { Reply } from "../../../src/workflow/engine/reply.ts";
import { type Pairs, SESSIONS_AT_FIRST, type TimedDeed } from "./any-deed.ts";
import { anyMachineDoc, STATES_MAX } from "./any-machine-doc.ts";
import { chooseEvent, enterParams } from "./choose-event.ts";
import type { MachineDoc } from "./machine-doc.ts";
import { type Answer, type Claim, type Decision, Oracle } from "./oracle.ts";
import type { Subject } from "./subject.ts";
import { alike, readTold, type Told } from "./told.ts";

const START_MS = Date.UTC(2031, 4, 7, 9, 30);
const TICK_MS = 61_000;

/** The machine files that a day has: two texts of `m`, one of `n`. */
export interface Docs {
  readonly m: readonly [MachineDoc, MachineDoc];
  readonly n: readonly [MachineDoc];
  readonly idleTexts: readonly string[];
}

export const anyDocs: fc.Arbitrary<Docs> = fc.record({
  m: fc.tuple(anyMachineDoc("m", "ref", [3, STATES_MAX]), anyMachineDoc("m", "ref", [2, 3])),
  n: fc.tuple(anyMachineDoc("n", "docPath")),
  idleTexts: fc.constantFrom([], ["Look around."]),
});

/** Where the session stood. */
interface Stand {
  readonly claim: Claim;
  readonly aside: string | null;
  /** Of the work that it was in before the deed; null too where there is none. */
  readonly ref: string | null;
  readonly stateGone: boolean;
}

/** What one deed was and gave, for counts of what the random days reach. */
export interface Done extends Pick<Stand, "aside" | "ref"> {
  readonly deed: TimedDeed;
  /** Of deeds that fire. */
  readonly event?: string;
  readonly answer?: Answer;
  readonly decision?: Decision;
  readonly before: Stand;
}

type Outcome = Pick<Done, "event" | "answer" | "decision">;

/** Plays a day from its beginning; throws where the two differ. */
export async function playDay(
  docs: Docs,
  deeds: readonly TimedDeed[],
  subject: Subject,
): Promise<readonly Done[]> {
  const play = new Play(docs, subject);
  await play.begin();
  const done: Done[] = [];
  for (const deed of deeds) done.push(await play.take(deed));
  return done;
}

class Play {
  readonly oracle: Oracle;
  readonly #docs: Docs;
  readonly #subject: Subject;

  constructor(docs: Docs, subject: Subject) {
    this.#docs = docs;
    this.#subject = subject;
    this.oracle = new Oracle({ docs: [], idleTexts: docs.idleTexts });
  }

  async begin(): Promise<void> {
    this.#goOn(START_MS);
    await this.#edit(0, 0);
    for (let at = 0; at < SESSIONS_AT_FIRST; at++) {
      const { key, text } = await this.#subject.bind(`host ${at}`);
      this.oracle.open(key, `host ${at}`);
      compareText(text, this.oracle.view(key).told);
    }
  }

  /** Does a deed in both, and looks at everything. */
  async take(deed: TimedDeed): Promise<Done> {
    if (deed.ticks) this.#goOn(TICK_MS);
    this.#subject.calls?.();
    this.oracle.calls = [];
    const key = "who" in deed ? this.#keyOf(deed.who) : "";
    const work = this.oracle.ledger.heldBy(key);
    const before = this.#stand(key, work);
    const outcome = await this.#act(deed);
    const calls = this.#subject.calls?.();
    if (calls !== undefined) expect(calls).toEqual(this.oracle.calls);
    await this.#look(key);
    return { deed, ...outcome, before, ...this.#stand(key, work) };
  }

  #goOn(byMs: number): void {
    this.oracle.atMs += byMs;
    this.#subject.setClock(this.oracle.atMs);
  }

  #keyOf(who: number): string {
    const keys = this.oracle.ledger.sessions();
    return keys[who % keys.length] ?? "";
  }

  #stand(key: string, work: string | null): Stand {
    const { ledger } = this.oracle;
    const doc = this.oracle.held(key)?.doc;
    return {
      claim: this.oracle.claim(key),
      aside: ledger.asideOf(key),
      ref: work === null ? null : ledger.refOf(work),
      stateGone:
        doc !== undefined && work !== null && doc.states[ledger.stateOf(work)] === undefined,
    };
  }

  async #act(deed: TimedDeed): Promise<Outcome> {
    switch (deed.do) {
      case "offered":
      case "fire":
      case "enter": {
        const key = this.#keyOf(deed.who);
        const [event, params] = chooseEvent(this.oracle, key, deed);
        return { event, answer: await this.#fire(key, event, params) };
      }
      case "keyless": {
        const params = enterParams(this.oracle, deed);
        return { event: "enter", answer: await this.#fire(undefined, "enter", params) };
      }
      case "stop":
        return this.#stop(this.#keyOf(deed.who), deed.active);
      case "prompt":
        await this.#prompt(this.#keyOf(deed.who));
        return {};
      case "bind": {
        const at = deed.who % SESSIONS_AT_FIRST;
        const { key, text } = await this.#subject.bind(`host ${at}`);
        expect(key).toBe(this.#keyOf(at));
        compareText(text, this.oracle.view(key).told);
        return {};
      }
      case "edit":
        await this.#edit(deed.m, deed.n);
        return {};
      case "flag":
        this.oracle.flag = deed.there;
        this.#subject.setFlag(deed.there);
        return {};
      default:
        return deed satisfies never;
    }
  }

  async #edit(m: 0 | 1 | undefined, n: 0 | undefined): Promise<void> {
    const { idleTexts } = this.#docs;
    const docs = [
      ...(m === undefined ? [] : [this.#docs.m[m]]),
      ...(n === undefined ? [] : [this.#docs.n[n]]),
    ];
    this.oracle.configured = { docs, idleTexts };
    await this.#subject.configure(docs, idleTexts);
  }

  async #fire(key: string | undefined, event: string, params: Pairs): Promise<Answer> {
    const { reply, minted } = await this.#subject.fire(key, event, params);
    const answer =
      key === undefined
        ? this.oracle.fireKeyless(params, minted)
        : this.oracle.fire(key, event, params, minted);
    this.#compare(reply, answer);
    return answer;
  }

  async #stop(key: string, active: boolean): Promise<Outcome> {
    if (this.#isOutOfReach(key)) return {};
    const expected = this.oracle.stop(key, active);
    const given = await this.#subject.stop(key, active);
    expect(given.decision).toBe(expected.decision);
    if (given.decision !== "allow") compareText(given.text, expected.told);
    return { decision: expected.decision };
  }

  async #prompt(key: string): Promise<void> {
    if (this.#isOutOfReach(key)) return;
    this.oracle.prompt(key);
    await this.#subject.prompt(key);
  }

  /** Hooks are called by conversations. */
  #isOutOfReach(key: string): boolean {
    const opened = this.oracle.ledger.last(key, "opened");
    return this.#subject.isProgram === true && opened?.host === null;
  }

  #compare(reply: Reply, { ok, session, told }: Answer): void {
    const { text, ...rest } = reply;
    compareText(text, told);
    expect<unknown>(rest).toEqual({ ok, session, location: this.oracle.location(session) });
  }

  /** All records, statuses and views; of the program, whose every answer is a process, those of one session. */
  async #look(key: string): Promise<void> {
    const { ledger } = this.oracle;
    for (const each of ledger.sessions()) {
      this.#compareSession(each);
      if (this.#subject.isProgram && each !== key) continue;
      expect<unknown>(await this.#subject.status(each)).toEqual(this.oracle.status(each));
      this.#compare(await this.#subject.view(each), this.oracle.view(each));
    }
    const events = key === "" ? undefined : await this.#subject.events?.(key);
    if (events !== undefined) this.#compare(events, this.oracle.events(key));
    for (const work of ledger.works()) this.#compareWork(work);
    this.#subject.check?.();
  }

  #compareSession(key: string): void {
    const record = this.#subject.session(key);
    const { harness: _harness, cwd: _cwd, configs: _configs, ...rest } = record ?? {};
    expect<unknown>(this.#timed(rest)).toEqual(this.#timed(this.oracle.ledger.sessionRecord(key)));
  }

  #compareWork(work: string): void {
    const { ledger } = this.oracle;
    const machine = ledger.machineOf(work);
    const record = { ...this.#subject.instance(machine, work) };
    expect<unknown>(this.#timed(record)).toEqual(this.#timed(ledger.workRecord(work)));
    const ref = ledger.refOf(work);
    if (ref !== null) expect(this.#subject.byRef(machine, ref)?.id).toBe(work);
    const lines = this.#subject.history(machine, work);
    const expected = ledger.historyOf(work);
    expect(lines.length).toBe(expected.length);
    for (const [index, { trace, ...line }] of expected.entries()) {
      const { trace: traced = [], ...written } = { ...lines[index] };
      expect<unknown>(this.#timed(written)).toEqual(this.#timed(line));
      compareTrace(traced, trace);
    }
  }

  /** Without times where the clock is nobody's. */
  #timed(record: object): object {
    if (!this.#subject.isProgram) return record;
    const times = ["at", "created", "updated", "lastActive"];
    return Object.fromEntries(Object.entries(record).filter(([name]) => !times.includes(name)));
  }
}

function compareText(text: string, told: Told | undefined): void {
  if (told === undefined) throw new Error(`nothing was to be told, and it is: ${text}`);
  const read = alike(readTold(text), told);
  expect(read).toEqual({ ...read, ...told });
}

/** Notes are the engine's own words; the rest must be told in its order. */
function compareTrace(lines: readonly string[], expected: readonly string[]): void {
  const told = lines.filter((line) => !line.startsWith("Note: "));
  expect(told.length).toBe(expected.length);
  for (const [at, line] of expected.entries()) {
    for (const word of line.split(" … ")) expect(told[at]).toContain(word);
  }
}
