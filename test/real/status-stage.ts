/**
 * What the scenarios of reported status share: a client in a terminal that reads OSC 7501, driven as
 * a person would, and the trail of its events. The terminal is `telltale spy`; to record the corpus
 * it is the test itself, which keeps the bytes.
 */
import path from "node:path";
import { ok, type Result } from "../../src/base/result.ts";
import type { Pty, PtyOptions } from "../../src/testing/pty.ts";
import { eventJson } from "../../src/wire/osc7501/event-json.ts";
import type { FakeModelApi } from "./fake-model-api.ts";
import { startFakeModelApi } from "./fake-model-api.ts";
import { startRefusingProxy } from "./refusing-proxy.ts";
import { createSpyLog } from "./spy-log.ts";
import { pictureOf, SCREEN } from "./stage.ts";
import { createStatusTap, type StatusTap, TERMINAL_REPLY } from "./status-tap.ts";
import { findTelltale, type TelltaleRun } from "./telltale.ts";
import type { Trail } from "./trail.ts";
import type { Workspace, WorkspaceOptions } from "./workspace.ts";

/** What `telltale wait` is given: longer than a scenario takes. */
const WAIT_TIMEOUT = "20s";

/** A client as the status scenarios need it. */
export interface StatusClient<Room extends Workspace = Workspace> {
  /** First word of the names of its recordings. */
  readonly name: string;
  createWorkspace(options: WorkspaceOptions): Room;
  start(command: readonly string[], workspace: Room, terminal: PtyOptions): Running;
}

export interface Running {
  readonly pty: Pty;
  /** Waits until it takes keys. */
  ready(): Promise<boolean>;
  /** Types a prompt and sends it. */
  say(prompt: string): Promise<void>;
  /** Ends it as a person would. */
  leave(): Promise<void>;
  /** Of the client itself, also when another program has started it; absent if that is not known. */
  pid?(): number | undefined;
}

export interface StatusStage {
  readonly workspace: Workspace;
  readonly fake: FakeModelApi;
  /** Connections to other machines that the client tried and the proxy refused. */
  readonly refused: readonly string[];
  readonly trail: Trail;
  /** Bytes as they came; only when the test itself is the terminal. */
  readonly tap?: StatusTap;
  /** `telltale wait` on the log of `spy`; only with it. */
  readonly wait?: () => Promise<TelltaleRun>;
  /** What came through `spy` to the terminal around it; only with it. */
  readonly outer?: StatusTap;
  /** The running client; started at the first call. */
  client(): Running;
  /** The client anew in the same terminal, after it has ended. */
  restart(): Running;
  /** The client once more, in a terminal that does not know OSC 7501. */
  startUnanswered(): { readonly client: Running; readonly tap: StatusTap };
  picture(): string;
  close(keep: boolean): Promise<void>;
}

interface Terminal {
  readonly command: readonly string[];
  readonly options: PtyOptions;
  readonly trail: Trail;
  readonly tap?: StatusTap;
  readonly wait?: () => Promise<TelltaleRun>;
  readonly outer?: StatusTap;
}

function recordingTerminal(command: readonly string[]): Result<Terminal> {
  const tap = createStatusTap();
  const options: PtyOptions = {
    ...SCREEN,
    onBytes: tap.feed,
    osc: { 7501: (body) => (body === "?" ? TERMINAL_REPLY : undefined) },
  };
  const trail = { events: () => tap.seen().map(({ event }) => eventJson(event)) };
  return ok({ command, options, tap, trail });
}

function spyingTerminal(
  command: readonly string[],
  workspace: Workspace,
  stop: AbortSignal,
): Result<Terminal> {
  const telltale = findTelltale(workspace);
  if (!telltale.ok) return telltale;
  const outer = createStatusTap();
  const logFile = path.join(workspace.root, "spy.jsonl");
  return ok({
    command: [telltale.value.path, "spy", "--log", logFile, "--", ...command],
    options: { ...SCREEN, onBytes: outer.feed },
    trail: createSpyLog(logFile),
    outer,
    wait: () => telltale.value.start(["wait", "--log", logFile, "--timeout", WAIT_TIMEOUT], stop),
  });
}

/** A stage with the client not started yet; or why Telltale cannot be had. */
export async function openStatusStage<Room extends Workspace>(
  client: StatusClient<Room>,
  command: readonly string[],
  isRecording: boolean,
): Promise<Result<StatusStage>> {
  const fake = startFakeModelApi();
  const proxy = await startRefusingProxy();
  const workspace = client.createWorkspace({ apiUrl: fake.url, proxyUrl: proxy.url });
  const started: Running[] = [];
  const stop = new AbortController();
  const close = async (keep: boolean): Promise<void> => {
    stop.abort();
    await Promise.all(started.map(({ pty }) => pty.end()));
    await fake.stop();
    proxy.stop();
    if (!keep) workspace.remove();
  };
  const had = isRecording
    ? recordingTerminal(command)
    : spyingTerminal(command, workspace, stop.signal);
  if (!had.ok) {
    await close(false);
    return had;
  }
  const terminal = had.value;
  const start = (words: readonly string[], options: PtyOptions): Running => {
    const running = client.start(words, workspace, options);
    started.push(running);
    return running;
  };
  let running: Running | undefined;
  const restart = (): Running => {
    running = start(terminal.command, terminal.options);
    return running;
  };
  return ok({
    workspace,
    fake,
    refused: proxy.refused,
    trail: terminal.trail,
    ...(terminal.tap && { tap: terminal.tap }),
    ...(terminal.wait && { wait: terminal.wait }),
    ...(terminal.outer && { outer: terminal.outer }),
    client: () => running ?? restart(),
    restart,
    startUnanswered() {
      const tap = createStatusTap();
      return { client: start(command, { ...SCREEN, onBytes: tap.feed }), tap };
    },
    picture: () => pictureOf(started.at(-1)?.pty),
    close,
  });
}
