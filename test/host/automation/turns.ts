/** Turns of every kind, as somebody plays them who knows the record alone. */
import type { Driver, Sighting } from "./driver.ts";

/** What a turn may do to the world around it. */
export interface Stage {
  readonly driver: Driver;
  /** Hands each record that was acted upon to the referee. */
  readonly saw: (sighting: Sighting) => Promise<void>;
  /** Cuts every connection between the host and its runtime. */
  readonly cut: () => void;
}

export interface TurnKind {
  readonly name: string;
  /** How many turns with a prompt it makes. */
  readonly prompts: number;
  /** Plays it after the record `seq`; gives the seq of the last record. */
  readonly play: (stage: Stage, seq: string) => Promise<string>;
}

const ENDS = "done,fail,cancel,error,perm,ask,plan";

/** Sends a prompt and waits for the states, which are the only ones that may come. */
async function expectState(stage: Stage, states: string, seq: string): Promise<Sighting> {
  const seen = await stage.driver.wait(ENDS, seq);
  if (!states.split(",").includes(seen.record.state)) {
    throw new Error(`expected ${states}, the record said ${JSON.stringify(seen.record)}`);
  }
  await stage.saw(seen);
  return seen;
}

function simple(name: string, prompt: string, state: string): TurnKind {
  return {
    name,
    prompts: 1,
    async play(stage, seq) {
      stage.driver.type(prompt);
      return (await expectState(stage, state, seq)).record.seq;
    },
  };
}

/** A question in the middle of the turn, answered by keys. */
function asking(
  name: string,
  prompt: string,
  asks: string,
  keys: readonly string[],
  end: string,
): TurnKind {
  return {
    name,
    prompts: 1,
    async play(stage, seq) {
      stage.driver.type(prompt);
      const asked = await expectState(stage, asks, seq);
      stage.driver.press(...keys);
      return (await expectState(stage, end, asked.record.seq)).record.seq;
    },
  };
}

const CANCEL: TurnKind = {
  name: "cancel",
  prompts: 1,
  async play(stage, seq) {
    stage.driver.type("hang");
    const running = await stage.driver.wait("run", seq);
    stage.driver.press("Escape");
    return (await expectState(stage, "cancel", running.record.seq)).record.seq;
  },
};

const QUEUE: TurnKind = {
  name: "queue",
  prompts: 2,
  async play(stage, seq) {
    // The first turn waits for the person, so the second prompt surely waits behind it.
    stage.driver.type("run true");
    const asked = await expectState(stage, "perm", seq);
    stage.driver.press("1");
    stage.driver.type("hello behind it");
    const first = await settled(stage, asked.record.seq);
    return first.record.seq;
  },
};

/** The end of the last turn: a record that stays while nothing is queued. */
async function settled(stage: Stage, seq: string): Promise<Sighting> {
  const seen = await expectState(stage, "done", seq);
  await Bun.sleep(300);
  const now = await stage.driver.wait(`run,${ENDS}`);
  if (now.record.seq === seen.record.seq) return now;
  return now.record.state === "run" ? settled(stage, now.record.seq) : settledAt(stage, now);
}

async function settledAt(stage: Stage, seen: Sighting): Promise<Sighting> {
  await stage.saw(seen);
  return seen;
}

const BACKGROUND: TurnKind = {
  name: "background",
  prompts: 1,
  async play(stage, seq) {
    stage.driver.type("start 2 background tasks");
    const done = await expectState(stage, "done", seq);
    // The agent wakes and reports; until then work goes on in the background.
    return (await quiet(stage, done)).record.seq;
  },
};

const MEMBERS: TurnKind = {
  name: "members",
  prompts: 1,
  async play(stage, seq) {
    stage.driver.type("delegate to 3 members");
    const done = await expectState(stage, "done", seq);
    if (done.record.agents.total < 3) throw new Error("the members were not counted");
    return (await quiet(stage, done)).record.seq;
  },
};

/** Two readings of `done` without agents and tasks, one after the other, as the contract asks for. */
async function quiet(stage: Stage, seen: Sighting): Promise<Sighting> {
  const isQuiet = ({ record }: Sighting): boolean =>
    record.state === "done" && record.background === 0 && record.agents.active === 0;
  let last = seen;
  for (let tries = 0; tries < 400; tries += 1) {
    await Bun.sleep(100);
    const now = await stage.driver.wait(`run,${ENDS}`);
    if (now.record.state !== "run") await stage.saw(now);
    if (isQuiet(now) && isQuiet(last)) return now;
    last = now;
  }
  throw new Error(`work in the background never ended: ${JSON.stringify(last.record)}`);
}

const RECONNECT: TurnKind = {
  name: "reconnect",
  prompts: 1,
  async play(stage, seq) {
    stage.driver.type("answer slowly");
    const running = await stage.driver.wait("run", seq);
    stage.cut();
    await Bun.sleep(150);
    stage.cut();
    return (await expectState(stage, "done", running.record.seq)).record.seq;
  },
};

const NEW_SESSION: TurnKind = {
  name: "new session",
  prompts: 1,
  async play(stage, seq) {
    stage.driver.type("/new");
    // Numbers begin again with a session: its `ready` is told from all before by its state.
    const ready = await stage.driver.wait("ready", seq);
    await stage.saw(ready);
    stage.driver.type("hello in a new session");
    return (await expectState(stage, "done", ready.record.seq)).record.seq;
  },
};

/** Every kind that the contract tells apart. */
export const TURN_KINDS: readonly TurnKind[] = [
  simple("success", "hello", "done"),
  simple("failure", "fail", "fail"),
  simple("refusal", "refuse", "fail"),
  simple("agent crash", "crash", "fail"),
  simple("nonsense", "/nonsense", "done"),
  CANCEL,
  asking("permission allowed", "run true", "perm", ["1"], "done"),
  asking("permission refused", "run true", "perm", ["3"], "done,fail,cancel"),
  asking("question", "ask me something", "ask", ["2"], "done"),
  asking("plan", "make a plan", "plan", ["2"], "done"),
  QUEUE,
  MEMBERS,
  BACKGROUND,
  RECONNECT,
  NEW_SESSION,
];
