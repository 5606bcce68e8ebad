/**
 * Histories of a session for property tests: everything from which a machine's leave to act is judged,
 * with few ids, so that facts meet; stale, repeated and lost ones among them.
 */
import fc from "fast-check";
import type { Fact } from "../status/facts/fact.ts";

const sessionId = fc.constantFrom("s-1", "s-1", "s-1", "s-2");
const turnId = fc.constantFrom("t-1", "t-2", "t-3");
const requestId = fc.constantFrom("r-1", "r-2");
const outcome = fc.constantFrom("done", "fail", "cancel");
const stage = fc.constantFrom("active", "retiring", "stopping");
const request = fc.integer({ min: 1, max: 4 });
const flag = fc.boolean();
const agentId = fc.constantFrom("m-1", "m-2", "m-3", "s-2");

/** An object with all of these members, or some. */
function some<T extends object>(
  must: { [K in keyof T]?: fc.Arbitrary<T[K]> },
  may: { [K in keyof T]?: fc.Arbitrary<T[K]> } = {},
): fc.Arbitrary<T> {
  const requiredKeys = Object.keys(must) as never[];
  const shape = { ...must, ...may } as Record<string, fc.Arbitrary<unknown>>;
  return fc.record(shape, { requiredKeys, noNullPrototype: true }) as unknown as fc.Arbitrary<T>;
}

type Of<K extends Fact["kind"]> = Extract<Fact, { kind: K }>;
type Members<K extends Fact["kind"]> = { [M in keyof Of<K>]?: fc.Arbitrary<Of<K>[M]> };

/** Facts of one kind. */
interface Saying {
  readonly kind: Fact["kind"];
  readonly any: fc.Arbitrary<Fact>;
}

function saying<K extends Fact["kind"]>(kind: K, must: Members<K>, may: Members<K> = {}): Saying {
  const all = { ...must, kind: fc.constant(kind) };
  return { kind, any: some<object>(all, may) as unknown as fc.Arbitrary<Fact> };
}

const oneOf = (sayings: readonly Saying[]) => fc.oneof(...sayings.map(({ any }) => any));

const status = fc.constantFrom("queued", "running", "waiting", "done", "fail", "cancel");
const bound = {
  parentId: fc.constantFrom("s-1", "m-1", "m-2", "elsewhere"),
  taskId: fc.constant("k"),
  deliveryTurnId: turnId,
};
const member = some<Of<"agent-changed">>({ agentId, status }, { ...bound, delivered: flag });
const members = fc.uniqueArray(member, { maxLength: 3, selector: (one) => one.agentId });
const tasks = fc.array(
  some<Of<"tasks-listed">["tasks"][number]>(
    {
      taskId: fc.constantFrom("k-1", "k-2"),
      status: fc.constantFrom("queued", "running", "stopping", "done"),
    },
    { foreground: flag },
  ),
  { maxLength: 3 },
);
const question = some<Of<"interaction-opened">>(
  { requestId, asks: fc.constantFrom("permission", "question", "plan") },
  {
    turnId,
    agentId: fc.constant("m-1"),
    sessionId: fc.constantFrom("s-1", "child"),
    submitting: flag,
  },
);
const live = fc.uniqueArray(
  some<Of<"state-read">["turns"]["live"][number]>({ turnId }, { stage }),
  { maxLength: 2, selector: (turn) => turn.turnId },
);
const turns = some<Of<"state-read">["turns"]>(
  { live },
  {
    settled: some<NonNullable<Of<"state-read">["turns"]["settled"]>>({ turnId, outcome }),
    newestTurnId: turnId,
    queued: fc.nat(1),
    compacting: flag,
    retrying: flag,
    handingOff: flag,
  },
);
const quiet = fc.constant<Of<"state-read">["turns"]>({ live: [] });
const chatPhase = fc.constantFrom("starting", "running", "idle", "idle", "error");
const chat = some<NonNullable<Of<"state-read">["chat"]>>({ phase: chatPhase }, { retryable: flag });

const started = saying("turn-started", { turnId }, { stage });
const settled = saying("turn-settled", { turnId, outcome }, { sessionId });

const often: readonly Saying[] = [
  started,
  started,
  settled,
  settled,
  saying("interaction-opened", {
    requestId,
    asks: fc.constantFrom("permission", "question", "plan"),
    turnId,
  }),
  saying("interaction-closed", {}, { requestId, own: fc.constant(true) }),
  saying("agent-changed", { agentId, status }, bound),
  saying("tasks-requested", { request }, { sessionId }),
  saying("tasks-listed", { request, tasks }, { sessionId }),
  saying("state-read", {
    turns: quiet,
    interactions: fc.constant([]),
  }),
];

const seldom: readonly Saying[] = [
  saying("session-started", { sessionId }, { role: fc.constantFrom("main", "main", "subagent") }),
  saying("session-closed", {}),
  saying(
    "connection-changed",
    {
      phase: fc.constantFrom("starting", "loading", "live", "live", "live", "reconnecting", "lost"),
    },
    { listsTasks: flag },
  ),
  saying("turn-started", {}, { stage, sessionId }),
  saying("turn-settled", { outcome }),
  saying("turn-vanished", {}, { turnId, sessionId }),
  saying("turn-idle", {}, { sessionId }),
  saying("activity-changed", {}),
  saying("queue-counted", { queued: fc.nat(1) }, { handingOff: flag, sessionId }),
  saying("compaction-started", {}, { sessionId }),
  saying("compaction-ended", {}, { sessionId }),
  saying("retry-changed", { waiting: flag }, { sessionId }),
  saying(
    "interaction-opened",
    { requestId, asks: fc.constantFrom("permission", "auth") },
    {
      agentId: fc.constant("m-1"),
      sessionId: fc.constantFrom("s-1", "child"),
      submitting: flag,
    },
  ),
  saying("agents-listed", { members }, { rootId: sessionId }),
  saying("background-counted", { tasks: fc.nat(2) }),
  saying("chat-read", { phase: chatPhase }, { retryable: flag, sessionId }),
  saying(
    "state-read",
    {
      turns,
      interactions: fc.uniqueArray(question, { maxLength: 2, selector: (one) => one.requestId }),
    },
    {
      sessionId,
      chat,
      account: some<NonNullable<Of<"state-read">["account"]>>({
        login: fc.constantFrom("needed", "done", "done"),
      }),
      agents: some<NonNullable<Of<"state-read">["agents"]>>(
        { members },
        { rootId: fc.constant("s-1") },
      ),
      tasks: some<NonNullable<Of<"state-read">["tasks"]>>({ request, tasks }),
    },
  ),
  saying("chat-read", { phase: fc.constant("error"), retryable: fc.constant(false) }),
  saying("login-done", {}),
];

const rare: readonly Saying[] = [
  saying("fault-raised", {}, { sessionId }),
  saying("interaction-invalid", {}, { sessionId }),
  saying("login-needed", {}),
  saying("state-read", {
    turns: quiet,
    interactions: fc.constant([]),
    fault: fc.constant({}),
  }),
];

const OPENED: Fact = { kind: "session-started", sessionId: "s-1" };

/** All kinds, the ordinary ones more often than those that stop everything. */
const mixed = fc.array(
  fc.oneof(
    { weight: 30, arbitrary: oneOf(often) },
    { weight: 20, arbitrary: oneOf(seldom) },
    { weight: 1, arbitrary: oneOf(rare) },
  ),
  { maxLength: 25 },
);

/** Kinds that bear upon each other: among all the others they seldom stand side by side. */
const THEMES: readonly (readonly Fact["kind"][])[] = [
  ["turn-started", "turn-settled", "turn-vanished", "turn-idle", "retry-changed", "state-read"],
  ["turn-settled", "compaction-started", "compaction-ended", "queue-counted", "state-read"],
  ["session-started", "session-closed", "connection-changed", "turn-idle", "state-read"],
  ["agent-changed", "agents-listed", "session-started", "turn-started", "turn-settled"],
  ["agent-changed", "agents-listed"],
  ["tasks-requested", "tasks-listed", "turn-started", "turn-settled", "state-read"],
  ["chat-read", "interaction-opened", "interaction-closed", "login-needed", "login-done"],
  ["fault-raised", "chat-read", "turn-settled", "session-started", "state-read"],
  ["fault-raised", "chat-read", "session-started", "session-closed", "state-read", "login-done"],
];

const themed = fc.constantFrom(...THEMES).chain((kinds) => {
  const sayings = [...often, ...seldom, ...rare].filter(({ kind }) => kinds.includes(kind));
  return fc.array(oneOf(sayings), { maxLength: 16 });
});

const LIVE: Fact = { kind: "connection-changed", phase: "live", listsTasks: true };
const READ: Fact = { kind: "state-read", turns: { live: [] }, interactions: [] };

/** Facts in the order in which they come. Most begin with a session that is read or connected. */
export const anyHistory: fc.Arbitrary<readonly Fact[]> = fc
  .tuple(
    fc.constantFrom<Fact[]>([], [OPENED], [OPENED, LIVE], [OPENED, LIVE, READ]),
    fc.oneof(mixed, themed),
  )
  .map(([first, rest]) => [...first, ...rest]);
