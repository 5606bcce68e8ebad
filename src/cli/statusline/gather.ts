/** Everything that is known of the session at this moment, folded into one snapshot. */
import { readGitFacts } from "../../sources/probes/git-cache.ts";
import { encodeRefreshRequest, spawnDetached } from "../../sources/probes/git-request.ts";
import { mergeState } from "../../sources/sessions/merge-state.ts";
import { readSession } from "../../sources/sessions/store.ts";
import type { Fact } from "../../status/facts/fact.ts";
import type { Need } from "../../status/items/item.ts";
import { modelLabel } from "../../status/items/shared/model-name.ts";
import { EMPTY_SNAPSHOT, foldAll, type Snapshot } from "../../status/snapshot.ts";
import { VERSION } from "../version.ts";
import type { Call } from "./call.ts";

/** The snapshot behind the rows. Asks only for what the items on the line need. */
export async function gather(call: Call, needs: ReadonlySet<Need>): Promise<Snapshot> {
  const { input, harness, io } = call;
  const adapted = input.payload && harness?.adapt(input.payload);
  const payloadFacts = adapted?.facts ?? [];
  let snapshot = foldAll(EMPTY_SNAPSHOT, payloadFacts);
  if (snapshot.place?.cwd === undefined) {
    snapshot = foldAll(snapshot, [{ kind: "place-known", cwd: io.cwd }]);
    note(call, "directory: the process's own, as the payload names none");
  }
  if (adapted !== undefined) note(call, `payload: ${input.bytes} bytes of ${harness?.name}`);
  return snapshot;
}

function note(call: Call, text: string): void {
  if (call.explains) call.notes.push(text);
}
