/** Compares a record that a driver acted upon with what was true when it was on the screen. */
import type { TurnOutcome } from "../../../src/wire/runtime/entities.ts";
import type { Sighting } from "./driver.ts";
import type { TruthReader } from "./truth.ts";

/** Events reach a second reader a moment later. */
const PATIENCE_MS = 5_000;

const OUTCOMES: Readonly<Record<string, readonly TurnOutcome[]>> = {
  done: ["succeeded"],
  fail: ["failed", "blocked"],
  cancel: ["cancelled"],
};
const ASKS: Readonly<Record<string, string>> = {
  perm: "permission",
  ask: "question",
  plan: "plan",
};

/** What is wrong with the record; undefined if it is right. */
export async function judge(truth: TruthReader, sighting: Sighting): Promise<string | undefined> {
  await truth.discover();
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const fault = faultOf(truth, sighting);
    if (fault === undefined || Date.now() > deadline) return fault;
    await Bun.sleep(20);
  }
}

function faultOf(truth: TruthReader, sighting: Sighting): string | undefined {
  switch (sighting.record.state) {
    case "ready":
      return readyFault(truth, sighting);
    case "done":
    case "fail":
    case "cancel":
      return endFault(truth, sighting);
    case "perm":
    case "ask":
    case "plan":
      return requestFault(truth, sighting);
    default:
      return `the driver acted upon ${sighting.record.state}`;
  }
}

function readyFault({ turns }: TruthReader, { record, atMs }: Sighting): string | undefined {
  const begun = [...turns.values()].filter(
    ({ session, startedAtMs }) => session === record.session && startedAtMs < atMs,
  );
  return begun.length === 0 ? undefined : `ready after ${begun.length} turns of the session`;
}

function endFault({ turns }: TruthReader, { record, atMs }: Sighting): string | undefined {
  const turn = turns.get(record.turn ?? "");
  if (turn?.outcome === undefined) return `${record.state} of a turn that has not settled`;
  if (turn.session !== record.session) return `${record.state} of another session's turn`;
  if (!OUTCOMES[record.state]?.includes(turn.outcome)) {
    return `${record.state} of a turn that ${turn.outcome}`;
  }
  return (turn.endedAtMs ?? 0) > atMs ? `${record.state} before its turn settled` : undefined;
}

function requestFault({ requests }: TruthReader, { record, atMs }: Sighting): string | undefined {
  const request = requests.get(record.request ?? "");
  if (request === undefined) return `${record.state} with a request that nobody made`;
  if (request.asks !== ASKS[record.state]) return `${record.state} for a ${request.asks}`;
  if (request.turn !== record.turn) return `${record.state} with the turn of another request`;
  const { openedAtMs, answeredAtMs } = request;
  if (openedAtMs > atMs) return `${record.state} before it was asked`;
  return answeredAtMs === undefined ? undefined : `${record.state} after it was answered`;
}
