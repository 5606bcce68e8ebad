/** Tables of `docs/osc7501.md` and of the room that sends: from the limits, and from what the code does. */
import { createProgramReader } from "../../src/sources/inbound/osc7501.ts";
import { automationOf } from "../../src/status/automation.ts";
import type { Fact } from "../../src/status/facts/fact.ts";
import { EMPTY_SNAPSHOT, foldAll, type Snapshot } from "../../src/status/snapshot.ts";
import { JSON_TOPICS } from "../../src/surfaces/emit/json.ts";
import { programReports } from "../../src/surfaces/emit/osc7501.ts";
import { progressReport } from "../../src/surfaces/emit/progress.ts";
import { terminalTitle } from "../../src/surfaces/emit/title.ts";
import {
  type BlockedKind,
  KINDS,
  LIMITS,
  type ProgramEvent,
  type ProgramRecord,
  type ProgramState,
  type RejectReason,
  STATES,
} from "../../src/wire/osc7501/message.ts";
import { code, table } from "./markdown.ts";

export function osc7501Blocks(): Readonly<Record<string, string>> {
  return {
    states: table(
      ["state", "the program"],
      STATES.map((state) => [code(state), STATE_MEANINGS[state]]),
    ),
    kinds: table(
      ["kind", "the person must"],
      KINDS.map((kind) => [code(kind), KIND_MEANINGS[kind]]),
    ),
    limits: table(["what", "at most"], LIMIT_ROWS),
    refusals: table(
      ["reason", "the sequence"],
      Object.entries(REFUSALS).map(([reason, text]) => [code(reason), text]),
    ),
    sent: table(
      ["the session", "`[V]` state", "root record", "`msg`", "OSC 9;4", "title"],
      SITUATIONS.map(sentRow),
    ),
    read: table(["reports, one after the other", "`[V]` state"], HEARD.map(readRow)),
  };
}

export function emitBlocks(): Readonly<Record<string, string>> {
  const rows = JSON_TOPICS.map(({ topic, holds }) => [code(topic), holds]);
  return { topics: table(["member", "holds"], rows) };
}

const STATE_MEANINGS: Readonly<Record<ProgramState, string>> = {
  idle: "is at rest, and nothing is new",
  working: "runs by itself",
  blocked: "goes on when the person has acted",
  done: "has finished something that was not looked at yet",
  error: "was stopped by a failure",
};

const KIND_MEANINGS: Readonly<Record<BlockedKind, string>> = {
  permission: "allow something or refuse it",
  question: "answer a question, or accept a plan",
  auth: "log in",
};

const LIMIT_ROWS: readonly (readonly string[])[] = [
  ["a sequence, from ESC to the last byte of its end", `${LIMITS.sequence} bytes, as received`],
  ["a key", `${LIMITS.key} bytes`],
  ["`msg`", `${LIMITS.msgEncoded} bytes in base64, ${LIMITS.msg} in UTF-8`],
  ["`title`", `${LIMITS.titleEncoded} bytes in base64, ${LIMITS.title} in UTF-8`],
  ["`app`", `${LIMITS.app} bytes`],
  ["`id`", `${LIMITS.id} bytes; ${LIMITS.idSegments} segments of ${LIMITS.idSegment}`],
  ["records that a terminal keeps", `${LIMITS.records}, the least recently updated goes first`],
];

const REFUSALS: Readonly<Record<RejectReason, string>> = {
  "no-state": "says no state",
  "unknown-state": "says a state that there is not",
  "bad-id": "has an id that names no record",
  "key-too-long": "has a key over the limit",
  "app-too-long": "has an `app` over the limit",
  "title-too-long": "has a `title` over one of its limits",
  "msg-too-long": "has a `msg` over one of its limits",
  "bad-base64": "has a text that is no base64",
  "bad-utf8": "has a text that is no UTF-8",
  "control-character": "has a control character in a text",
  "sequence-too-long": "is over the limit as a whole",
  "reply-form": "is a terminal's reply, and came from a program",
};

const TURN: Fact = { kind: "turn-started", turnId: "t-1", message: "Thinking" };
const asked = (asks: "permission" | "question" | "plan", about: string): Fact => ({
  kind: "interaction-opened",
  requestId: "r-1",
  asks,
  about,
});
const ended = (outcome: "done" | "fail" | "cancel", message?: string): Fact => ({
  kind: "turn-settled",
  turnId: "t-1",
  outcome,
  ...(message !== undefined && { message }),
});
const SEEN: Fact = { kind: "outcome-seen" };

/** What may be the case, in the facts that say so. */
const SITUATIONS: readonly (readonly [string, readonly Fact[]])[] = [
  ["nothing was told", []],
  ["at rest, before its first turn", [{ kind: "turn-idle" }]],
  ["a turn runs", [TURN]],
  [
    "a turn runs a tool and tells its share",
    [TURN, { kind: "activity-changed", message: "Running bash", progressPct: 40 }],
  ],
  ["the context is summarised", [TURN, { kind: "compaction-started" }]],
  [
    "a permission is asked for",
    [
      TURN,
      {
        kind: "interaction-opened",
        requestId: "r-1",
        asks: "permission",
        tool: "bash",
        target: "npm test",
      },
    ],
  ],
  ["a question", [TURN, asked("question", "Which colour?")]],
  ["a plan to accept", [TURN, asked("plan", "Split the module")]],
  ["a plan is shown while no turn runs", [{ kind: "turn-idle" }, asked("plan", "Split it")]],
  [
    "the answer is under way",
    [TURN, { kind: "interaction-opened", requestId: "r-1", asks: "plan", submitting: true }],
  ],
  ["the turn has ended well", [TURN, ended("done")]],
  ["it has failed", [TURN, ended("fail", "model overloaded")]],
  ["either, and the person has seen it", [TURN, ended("done"), SEEN]],
  ["the person interrupted it", [TURN, ended("cancel")]],
  ["a login is needed", [TURN, ended("fail"), { kind: "login-needed", message: "Log in again" }]],
  ["a fault of no turn", [{ kind: "fault-raised", message: "history is damaged" }]],
  ["the source was lost", [TURN, { kind: "connection-changed", phase: "lost" }]],
];

function sentRow([name, facts]: (typeof SITUATIONS)[number]): readonly string[] {
  const snapshot = foldAll(EMPTY_SNAPSHOT, facts);
  const root = programReports(undefined, snapshot).memory.sent.get("");
  const { state: shown, pct } = progressReport(snapshot);
  const [word = "", ...rest] = terminalTitle(snapshot).split(" | ");
  return [
    name,
    code(automationOf(snapshot).state),
    root === undefined ? "none" : stateText(root),
    root?.msg ?? "",
    pct === undefined ? shown : `${shown}, ${pct} %`,
    rest.length === 0 ? "" : word,
  ];
}

function stateText({ state, kind, progress }: ProgramRecord): string {
  const parts = [code(state)];
  if (kind !== undefined) parts.push(code(kind));
  if (progress !== undefined) parts.push(`${progress} %`);
  return parts.join(", ");
}

type Heard = ProgramState | BlockedKind | "clear" | "prompt" | "exit";

/** Reports of a root record, a kind standing for `blocked` with it, and what else happens. */
const HEARD: readonly (readonly Heard[])[] = [
  ["idle"],
  ["idle", "working"],
  ["working", "permission"],
  ["working", "question"],
  ["working", "auth"],
  ["working", "permission", "working"],
  ["idle", "question"],
  ["working", "done"],
  ["working", "error"],
  ["working", "idle"],
  ["working", "done", "idle"],
  ["done"],
  ["working", "done", "prompt"],
  ["working", "prompt"],
  ["working", "exit"],
  ["idle", "exit"],
  ["working", "clear"],
];

function readRow(heard: readonly Heard[]): readonly string[] {
  const reader = createProgramReader({ sessionId: "s-1" });
  let snapshot: Snapshot = EMPTY_SNAPSHOT;
  for (const each of heard) {
    const facts = each === "exit" ? reader.exited() : reader.read(eventOf(each));
    snapshot = foldAll(snapshot, facts);
  }
  return [heard.map(heardText).join(", "), code(automationOf(snapshot).state)];
}

function eventOf(heard: Exclude<Heard, "exit">): ProgramEvent {
  if (heard === "clear") return { event: "clear", id: "" };
  if (heard === "prompt") return { event: "prompt-start" };
  const kind = KINDS.find((name) => name === heard);
  if (kind !== undefined) return { event: "report", record: { id: "", state: "blocked", kind } };
  return { event: "report", record: { id: "", state: heard as ProgramState } };
}

function heardText(heard: Heard): string {
  if (heard === "prompt") return "a new prompt";
  if (heard === "exit") return "the program exits";
  return KINDS.some((name) => name === heard) ? `${code("blocked")} ${code(heard)}` : code(heard);
}
