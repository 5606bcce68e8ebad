/**
 * The title of a terminal's window or tab (OSC 2): what the session is doing, where, and in which
 * program. The same state as in the `[V]` record and in OSC 7501, in words.
 */
import { type Automation, automationOf } from "../../status/automation.ts";
import { lastPart, shownPath } from "../../status/items/shared/paths.ts";
import type { Snapshot } from "../../status/snapshot.ts";
import { cleanLine, cutUnits } from "../../text/clean.ts";
import type { BlockedKind } from "../../wire/osc7501/message.ts";
import { rootRecord } from "./shared/root-record.ts";

const WORDS: Readonly<Record<Automation["state"], string>> = {
  ready: "Ready",
  run: "Working",
  perm: "Needs approval",
  ask: "Asks a question",
  plan: "Has a plan to approve",
  done: "Done",
  fail: "Failed",
  cancel: "Interrupted",
  error: "Cannot go on",
};

const CALLS: Readonly<Record<BlockedKind, string>> = {
  permission: WORDS.perm,
  question: WORDS.ask,
  auth: "Needs a login",
};

/** Said where no program has named itself. */
const PROGRAM = "Telltale";

/** Characters of each part: tabs are narrow, and window managers keep titles in fixed places. */
const MAX_PART_UNITS = 60;

/** Characters of a session id that tell two sessions of one folder apart. */
const SHORT_ID_UNITS = 8;

/** The title without controls, such as `Needs approval | shop (3f9c2a71) | Claude Code`. */
export function terminalTitle(snapshot: Snapshot): string {
  const parts = [
    stateOf(snapshot),
    placeOf(snapshot),
    part(snapshot.harness?.name ?? "") || PROGRAM,
  ];
  return parts.filter((text) => text !== "").join(" | ");
}

/** The sequence that sets a title; an empty one gives the title back to the terminal. */
export function encodeTitle(title: string): string {
  return `\x1b]2;${cleanLine(title)}\x1b\\`;
}

/** Nothing where nobody told of a state: a machine is told to wait, a person is told nothing. */
function stateOf(snapshot: Snapshot): string {
  const root = rootRecord(snapshot);
  if (root === undefined) return "";
  const { state } = automationOf(snapshot);
  // What the person is called for stands there also where a machine could not name it.
  const isCalled = root.state === "blocked" && state !== "plan";
  return isCalled ? CALLS[root.kind ?? "question"] : WORDS[state];
}

function placeOf({ place, session }: Snapshot): string {
  const folder = place?.cwd === undefined ? "" : part(lastPart(shownPath(place.cwd, undefined)));
  const id = cutUnits(part(session?.id ?? ""), SHORT_ID_UNITS);
  if (id === "") return folder;
  return folder === "" ? id : `${folder} (${id})`;
}

function part(text: string): string {
  return cutUnits(cleanLine(text), MAX_PART_UNITS).trim();
}
