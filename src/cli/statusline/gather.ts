/** Everything that is known of the session at this moment, folded into one snapshot. */
import { join } from "node:path";
import type { History } from "../../sources/harnesses/harness.ts";
import { readGitFacts } from "../../sources/probes/git-cache.ts";
import { encodeRefreshRequest, spawnDetached } from "../../sources/probes/git-request.ts";
import { mergeState } from "../../sources/sessions/merge-state.ts";
import { hashName } from "../../sources/sessions/session-file-name.ts";
import type { Fact } from "../../status/facts/fact.ts";
import type { Need } from "../../status/items/item.ts";
import { modelLabel } from "../../status/items/shared/model-name.ts";
import { EMPTY_SNAPSHOT, fold, foldAll, type Snapshot } from "../../status/snapshot.ts";
import { VERSION } from "../version.ts";
import type { Call } from "./call.ts";
import { rememberedContext, rememberedQuota } from "./memory.ts";
import { readCertainState, readState } from "./session-state.ts";

/** What switches `TELLTALE_STATUS_GIT` off. */
const NO: readonly string[] = ["0", "false", "no", "off"];

/** The snapshot behind the rows. Asks only for what the items on the line need. */
export async function gather(call: Call, needs: ReadonlySet<Need>): Promise<Snapshot> {
  const { input, harness } = call;
  const adapted = input.payload && harness?.adapt(input.payload);
  const payload = foldAll(EMPTY_SNAPSHOT, adapted?.facts ?? []);
  if (adapted !== undefined) call.notes.push(`payload: ${input.bytes} bytes of ${harness?.name}`);
  const history = readHistory(call, needs, payload);
  // What others witnessed comes first, so that the payload, which is newest, has the last word.
  let snapshot = foldAll(EMPTY_SNAPSHOT, await stateFacts(call, needs, payload, history));
  snapshot = foldAll(snapshot, adapted?.facts ?? []);
  if (history?.caughtUp === true && history.totals !== undefined) {
    snapshot = fold(snapshot, { kind: "tokens-counted", ...history.totals });
  }
  if (needs.has("context")) {
    snapshot = foldAll(snapshot, rememberedContext(call, adapted, payload, history));
  }
  snapshot = foldAll(snapshot, rememberedQuota(call, payload));
  if (snapshot.place?.cwd === undefined) snapshot = foldAll(snapshot, ownPlace(call));
  snapshot = foldAll(snapshot, gitFacts(call, needs, snapshot));
  if (needs.has("workflow")) snapshot = foldAll(snapshot, await workflowFacts(call, snapshot));
  if (needs.has("custom-command")) snapshot = foldAll(snapshot, await customFacts(call, snapshot));
  return needs.has("record-number")
    ? foldAll(snapshot, await recordFacts(call, snapshot))
    : snapshot;
}

/** The number of the record, which counts what was published before. Loaded only for that. */
async function recordFacts(call: Call, snapshot: Snapshot): Promise<readonly Fact[]> {
  const { stateDir } = call.paths;
  if (stateDir === undefined) return [];
  const { numberRecord } = await import("../../sources/sessions/record-memory.ts");
  const { seq, reason } = await numberRecord({ stateDir, nowMs: call.io.nowMs() }, snapshot);
  if (reason !== undefined) call.notes.push(`record: its number is not kept: ${reason}`);
  return [{ kind: "record-numbered", seq }];
}

/** The directory of this process, which is where whoever started it works. */
function ownPlace({ io, notes }: Call): readonly Fact[] {
  if (io.cwdIsGone === true) {
    notes.push("directory: unknown, as it was removed");
    return [];
  }
  notes.push("directory: this process's own, as no payload names one");
  return [{ kind: "place-known", cwd: io.cwd }];
}

/** Title, modes, turn and questions, as hooks and the harness's own registry tell them. */
async function stateFacts(
  call: Call,
  needs: ReadonlySet<Need>,
  payload: Snapshot,
  history: History | undefined,
): Promise<readonly Fact[]> {
  const sessionId = payload.session?.id;
  if (sessionId === undefined || !needs.has("session-state")) return [];
  const { stored, observed } = needs.has("record-number")
    ? await readCertainState(call, sessionId)
    : readState(call, sessionId);
  call.notes.push(
    `session state: hooks ${stored === undefined ? "have told nothing" : "have told"}`,
  );
  if (observed !== undefined) call.notes.push("session state: the harness's registry is read");
  return mergeState(sessionId, stored, observed, history);
}

/** The harness's record of the session, if something on the line can only be known from it. */
function readHistory(call: Call, needs: ReadonlySet<Need>, payload: Snapshot): History | undefined {
  const path = payload.session?.transcriptPath;
  const read = call.harness?.readHistory;
  const wanted = needs.has("tokens") || needs.has("context");
  if (!wanted || path === undefined || read === undefined) return undefined;
  const { cacheDir } = call.paths;
  const cacheFile = cacheDir && join(cacheDir, "transcripts", `${hashName(path)}.json`);
  const history = read(cacheFile === undefined ? { path } : { path, cacheFile });
  call.notes.push(...history.notes.map((text) => `transcript: ${text}`));
  return history;
}

function gitFacts(call: Call, needs: ReadonlySet<Need>, snapshot: Snapshot): readonly Fact[] {
  const { io, paths } = call;
  const cwd = snapshot.place?.cwd;
  if (cwd === undefined) return [];
  const { facts, notes } = readGitFacts({
    cwd,
    needs,
    ...(paths.cacheDir !== undefined && { cacheDir: paths.cacheDir }),
    nowMs: io.nowMs,
    spawnRefresh: (request) =>
      spawnDetached([...io.program, "refresh-git", encodeRefreshRequest(request)], { env: io.env }),
    statusEnabled: !NO.includes(io.env.TELLTALE_STATUS_GIT?.toLowerCase() ?? ""),
  });
  call.notes.push(...notes);
  // A payload may know what the files do not say; what Git itself says is newer.
  return facts;
}

/** Where the work is in its state machine. Its code is loaded only for lines that show it. */
async function workflowFacts({ io, harness, notes }: Call, { session }: Snapshot) {
  if (harness?.boundAs === undefined || session === undefined) {
    notes.push("workflow: no session that one could be bound to");
    return [];
  }
  const { readWorkflowFacts } = await import("../../sources/probes/workflow.ts");
  const { env, cwd, platform } = io;
  const asked = { harness: harness.boundAs, hostSession: session.id };
  const reading = await readWorkflowFacts(asked, { env, cwd, platform });
  notes.push(...reading.notes);
  return reading.facts;
}

/** The person's own command, run at most once. Its code is loaded only for lines that show it. */
async function customFacts(call: Call, snapshot: Snapshot): Promise<readonly Fact[]> {
  const settings = call.settings.tui.customStatusLine;
  if (settings === undefined) {
    call.notes.push("custom-command: tui.customStatusLine.command is not set");
    return [];
  }
  const { customOutput } = await import("../../sources/custom-command/one-shot.ts");
  const { session, place } = snapshot;
  const model = modelLabel(snapshot.model);
  const { stdout, notes } = await customOutput({
    settings,
    version: VERSION,
    cwd: place?.cwd ?? call.io.cwd,
    env: call.io.env,
    platform: call.io.platform,
    ...(session !== undefined && { sessionId: session.id }),
    ...(session?.title !== undefined && { title: session.title }),
    ...(model !== undefined && { model }),
    ...(call.paths.cacheDir !== undefined && { cacheDir: call.paths.cacheDir }),
  });
  call.notes.push(...notes.map((text) => `custom-command: ${text}`));
  return stdout === undefined ? [] : [{ kind: "custom-printed", stdout }];
}
