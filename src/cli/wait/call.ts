/** The arguments of `telltale wait`, understood. */
import { failed, ok, type Result } from "../../base/result.ts";
import { RECORD_STATES, type RecordState } from "../../wire/record/message.ts";
import { printable } from "../arguments.ts";
import type { Invocation } from "../command.ts";
import { parseDuration } from "./duration.ts";
import type { Wish } from "./judge.ts";

/** Where the status is read. */
export type Place =
  | { readonly kind: "pane"; readonly target: string; readonly socket?: string }
  | { readonly kind: "log"; readonly file: string }
  | { readonly kind: "stdin" }
  | { readonly kind: "command"; readonly argv: readonly string[] };

/** One call. */
export interface WaitCall {
  readonly place: Place;
  readonly wish: Wish;
  readonly timeoutMs: number;
  readonly json: boolean;
}

const DEFAULT_TIMEOUT = "10m";
const DEFAULT_STATES = "done";
const SEQ = /^[0-9a-z]{1,8}$/;
const PLAIN_WORD = /^[\w.:%@/-]{1,60}$/;
const NO_PLACE =
  "it needs one of --pane TMUX_TARGET, --log FILE, --stdin and -- CMD, and reads no more than one";

/** The call, or what is wrong with it. */
export function readCall(invocation: Invocation): Result<WaitCall> {
  const { options, operands, operandsAfterDashes } = invocation;
  const [word] = operands;
  // Somebody who types the name of a pane must not start the program of that name.
  if (word !== undefined && operandsAfterDashes !== true) {
    return failed(`put -- before a command; a tmux pane is --pane ${asWord(word)}`);
  }
  const place = readPlace(options, operands);
  if (!place.ok) return place;
  const states = readStates(String(options.state ?? DEFAULT_STATES));
  if (!states.ok) return states;
  const timeout = parseDuration(String(options.timeout ?? DEFAULT_TIMEOUT));
  if (!timeout.ok) return failed(`--timeout takes ${timeout.reason}`);
  const allAgents = options["all-agents"] === true;
  if (allAgents && !states.value.has("done")) {
    return failed("--all-agents belongs to the state done, and --state does not list it");
  }
  const { after } = options;
  if (after !== undefined && !SEQ.test(String(after))) {
    return failed(
      `--after takes the seq of a record, one to eight of 0-9a-z, not ${printable(String(after))}`,
    );
  }
  const afterSeq = after === undefined ? {} : { afterSeq: Number.parseInt(String(after), 36) };
  return ok({
    place: place.value,
    wish: { states: states.value, allAgents, ...afterSeq },
    timeoutMs: timeout.value,
    json: options.json === true,
  });
}

function readPlace(options: Invocation["options"], operands: readonly string[]): Result<Place> {
  const { pane, socket, log, stdin } = options;
  const places: Place[] = [];
  if (typeof pane === "string") {
    places.push({ kind: "pane", target: pane, ...(typeof socket === "string" && { socket }) });
  }
  if (typeof log === "string") places.push({ kind: "log", file: log });
  if (stdin === true) places.push({ kind: "stdin" });
  if (operands.length > 0) places.push({ kind: "command", argv: operands });
  const [place, ...more] = places;
  if (place === undefined || more.length > 0) return failed(NO_PLACE);
  if (socket !== undefined && place.kind !== "pane") {
    return failed("--socket belongs to --pane: telltale wait --socket PATH --pane TMUX_TARGET");
  }
  const empty = [pane === "" && "--pane", socket === "" && "--socket", log === "" && "--log"];
  const name = empty.find((found) => found !== false);
  return name === undefined ? ok(place) : failed(`${name} needs a value that is not empty`);
}

/** As it would be typed, if it is a plain word. */
function asWord(text: string): string {
  return PLAIN_WORD.test(text) ? text : printable(text);
}

function readStates(list: string): Result<ReadonlySet<RecordState>> {
  const states = new Set<RecordState>();
  for (const name of list.split(",")) {
    const state = RECORD_STATES.find((known) => known === name.trim());
    if (state === undefined) {
      const form = `a list such as done,perm of ${RECORD_STATES.join(", ")}`;
      return failed(`--state takes ${form}; ${printable(name)} is none of them`);
    }
    states.add(state);
  }
  return ok(states);
}
