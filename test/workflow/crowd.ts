/**
 * What a session does among many that share the jobs of the machine `crowd`: chosen by chance from what
 * makes sense where it is, which is known from replies alone, as an agent knows it.
 */
import type { Reply } from "../../src/workflow/engine/reply.ts";

/** One event to fire, and the job that a success writes. */
export interface Step {
  readonly event: string;
  readonly params: Readonly<Record<string, string>>;
  readonly job: string;
}

/** One success, as whoever read the reply may rely on it. */
export interface Ack {
  readonly job: string;
  readonly event: string;
  /** The key of the session. */
  readonly session: string;
  /** Of a `step`, which its history repeats. */
  readonly mark?: string;
  /** The older work in the slot that the event made paused, which is one more write. */
  readonly alsoPaused?: string;
  /** Whether this session holds the job now. */
  readonly holds: boolean;
}

export interface CourseOptions {
  /** Jobs that this session takes part in. */
  readonly jobs: readonly string[];
  /** Begins each mark, so that no two processes make the same. */
  readonly name: string;
}

/** What a reply has that a course needs; `text` alone is known of the MCP server. */
export type CourseReply = Pick<Reply, "ok" | "text">;

const HEADER = /session (sm-[^ ]+) · (?:idle|crowd › (\w+)(?: \(visit \d+\))? · job (\S+))/;
const LEFT = /^Note: job "(\S+)" is (?:paused|interrupted) at/m;
const ALSO_PAUSED = /^Note: job "(\S+)" \(crowd\), interrupted before/m;

export class Course {
  /** The session, once a reply named it. */
  key: string | undefined;
  readonly #options: CourseOptions & { readonly random: () => number };
  #job: string | undefined;
  #steps = 0;

  /** `random` gives numbers from 0 to below 1. */
  constructor(options: CourseOptions & { readonly random: () => number }, key?: string) {
    this.#options = options;
    this.key = key;
  }

  /** The next event. */
  next(): Step {
    const { jobs, random, name } = this.#options;
    const dice = random();
    const job = this.#job;
    if (job === undefined) {
      if (this.key !== undefined && dice < 0.1) return { event: "resume", params: {}, job: "" };
      const chosen = jobs[Math.floor(random() * jobs.length)] ?? "";
      // With a state, completed work is opened again.
      const state = dice < 0.6 ? { state: "STEP" } : {};
      const params = { stateMachine: "crowd", job: chosen, ...state };
      return { event: "enter", params, job: chosen };
    }
    if (dice < 0.65) {
      this.#steps += 1;
      return { event: "step", params: { mark: `${name}-${this.#steps}` }, job };
    }
    const event =
      dice < 0.76 ? "pause" : dice < 0.86 ? "unmatched" : dice < 0.92 ? "yield" : "over";
    return { event, params: {}, job };
  }

  /** Takes the reply in; gives what may be relied on from now on, if it was a success. */
  took(step: Step, { ok, text }: CourseReply): Ack | undefined {
    const [, key, state, job] = HEADER.exec(text) ?? [];
    if (key !== undefined) this.key = key;
    this.#job = state === undefined || state === "OVER" ? undefined : job;
    // Let go of while its machine was broken: nothing was written of the work.
    const isLetGo = step.event === "pause" && /^Note: let go of /m.test(text);
    if (!ok || isLetGo || this.key === undefined) return undefined;
    // What another process of the session did meanwhile, the reply alone tells.
    const written = job ?? LEFT.exec(text)?.[1] ?? step.job;
    const alsoPaused = ALSO_PAUSED.exec(text)?.[1];
    return {
      job: written,
      event: step.event,
      session: this.key,
      holds: this.#job === written,
      ...(step.params.mark !== undefined && { mark: step.params.mark }),
      ...(alsoPaused !== undefined && { alsoPaused }),
    };
  }
}

/** Numbers from 0 to below 1, the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
