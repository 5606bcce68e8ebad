/** Joins the host to the runtime, the machine and the person's config, and runs it. */
import { createInterface } from "node:readline";
import { ok, type Result } from "../../base/result.ts";
import { known } from "../../base/shape.ts";
import type { Settings } from "../../config/settings.ts";
import { configLockFile } from "../../config/write.ts";
import { filePaths } from "../../files/paths.ts";
import type { RuntimeEndpoint } from "../../sources/runtime/runtime-client.ts";
import { type HostEnd, runHost } from "../../surfaces/host/app.ts";
import type { ConfigPort, HostPorts, RuntimePort } from "../../surfaces/host/context.ts";
import { lineMode } from "../../surfaces/host/line-mode/line-mode.ts";
import type { ScreenMode } from "../../surfaces/host/screen/screen.ts";
import { languageOf } from "../../surfaces/host/texts/language.ts";
import { type Texts, textsIn } from "../../surfaces/host/texts/texts.ts";
import { cleanLine } from "../../text/clean.ts";
import type { OpenRequest } from "../../wire/runtime/request.ts";
import { EXIT_FAILED, EXIT_OK } from "../command.ts";
import type { Io } from "../io.ts";
import { typedProgram } from "../preview/typed-program.ts";
import { type StopSignals, stopSignals } from "../stop-signals.ts";
import { VERSION } from "../version.ts";
import { configPort } from "./config-port.ts";
import { editText } from "./edit-text.ts";
import { hostEmission } from "./emission.ts";
import { exitLines } from "./exit-lines.ts";
import { fileFinder } from "./find-files.ts";
import { promptHistory } from "./history.ts";
import { newestSession } from "./newest-session.ts";
import { connectHostRuntime, type HostRuntime, startHostRuntime } from "./runtime-port.ts";
import { type LiveStatusPort, liveStatusPort } from "./status-port.ts";

export interface HostCall {
  /** Absolute. */
  readonly cwd: string;
  /** Else prompts come line by line. */
  readonly hasScreen: boolean;
  readonly isInteractive: boolean;
  readonly agent?: string;
  /** Without an id: the newest session of the folder that is no side session. */
  readonly resume?: { readonly sessionId?: string };
  readonly mode?: ScreenMode;
  readonly lang?: string;
  /** A socket's path or a URL; absent: a runtime of our own. */
  readonly connect?: string;
}

/** Agents and their children end within this, or by force; what is left is the system's. */
const CLOSE_MS = 8_000;
/** As shells have it. */
const EXIT_BY_SIGNAL = 128;
const SIGNAL_NUMBERS: Readonly<Partial<Record<NodeJS.Signals, number>>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGTERM: 15,
};

/** Runs until the person leaves; gives the exit code. Everything that was started has ended by then. */
export async function openHost(call: HostCall, io: Io): Promise<number> {
  // From the first moment to the last, but while a screen hears them itself.
  const signals = stopSignals();
  try {
    return await joinAndRun(call, io, signals);
  } finally {
    signals.close();
  }
}

async function joinAndRun(call: HostCall, io: Io, signals: StopSignals): Promise<number> {
  const config = openConfig(io);
  const notes: string[] = [];
  const onNote = (note: string): void => void notes.push(cleanLine(note));
  const opened = await openRuntime(call, io, config.settings(), onNote);
  if (!opened.ok) {
    io.err(`telltale: ${cleanLine(opened.reason)}\n`);
    return EXIT_FAILED;
  }
  const runtime = opened.value;
  if (signals.hasStopped()) {
    await within(CLOSE_MS, runtime.close());
    return signals.exitCode();
  }
  const { ports, status } = joinPorts(call, io, runtime, config);
  const texts = textsIn(languageOf(call.lang ?? ports.config.settings().lang, io.env));
  status.start();
  try {
    if (!call.hasScreen) {
      for (const note of notes) io.err(`telltale: ${note}\n`);
      const ended = signals.stopped.then(() => undefined);
      const code = await Promise.race([runLines(call, io, ports, texts), ended]);
      return code ?? signals.exitCode();
    }
    const end = await runScreen({ call, io, ports, texts, signals, notes });
    return finish(end, io, ports, texts);
  } finally {
    status.dispose();
    await within(CLOSE_MS, runtime.close());
  }
}

interface ScreenRun {
  readonly call: HostCall;
  readonly io: Io;
  readonly ports: HostPorts;
  readonly texts: Texts;
  readonly signals: StopSignals;
  readonly notes: readonly string[];
}

/** The screen is there, and hears signals, when `runHost` first waits. */
async function runScreen({ call, io, ports, texts, signals, notes }: ScreenRun): Promise<HostEnd> {
  const { settings } = ports.config;
  const running = runHost(
    {
      mode: call.mode ?? settings().tui.screen,
      language: texts.language,
      notes,
      open: (runtime) => requestFor(call, runtime, ports),
      onEnd: signals.listen,
      emission: (screen) => hostEmission({ screen, settings, env: io.env, nowMs: io.nowMs }),
    },
    ports,
  );
  signals.close();
  return await running;
}

/** Somebody else's runtime, or one of our own. */
async function openRuntime(
  { connect, agent }: HostCall,
  io: Io,
  settings: Settings,
  onNote: (note: string) => void,
): Promise<Result<HostRuntime>> {
  if (connect !== undefined) return ok(connectHostRuntime(endpointOf(connect, io)));
  const { stateDir } = filePaths(io.env, io.platform);
  return startHostRuntime({ io, settings, onNote, ...known({ stateDir, agent }) });
}

function endpointOf(connect: string, io: Io): RuntimeEndpoint {
  if (/^https?:/.test(connect)) {
    return { kind: "tcp", url: connect, token: io.env.TELLTALE_TOKEN ?? "" };
  }
  return { kind: "unix", path: connect };
}

function openConfig({ env, platform }: Io): ConfigPort {
  const { configFile, stateDir } = filePaths(env, platform);
  const place =
    configFile === undefined
      ? undefined
      : { configFile, lockFile: configLockFile(configFile, stateDir) };
  return configPort(place, "there is no place for a config file: set HOME or TELLTALE_HOME");
}

function joinPorts(
  { cwd }: HostCall,
  io: Io,
  runtime: HostRuntime,
  config: ConfigPort,
): { readonly ports: HostPorts; readonly status: LiveStatusPort } {
  const { env, platform, nowMs } = io;
  const { stateDir, cacheDir } = filePaths(env, platform);
  const status = liveStatusPort({
    runtime: runtime.port,
    live: runtime.live,
    onToolEnded: runtime.onToolEnded,
    cwd,
    settings: config.settings,
    env,
    platform,
    version: VERSION,
    nowMs,
    ...known({ cacheDir, stateDir }),
  });
  const ports: HostPorts = {
    runtime: runtime.port,
    status,
    config,
    system: {
      env,
      platform,
      version: VERSION,
      ...known({ home: env.HOME }),
      nowMs,
      editText: (text) => editText(text, config.settings().externalEditorCommand, env),
      findFiles: fileFinder({ env, nowMs }).find,
      history: promptHistory(cwd, stateDir),
    },
  };
  return { ports, status };
}

/** What is opened at the start. */
async function requestFor(
  { cwd, agent, resume }: HostCall,
  runtime: RuntimePort,
  { config }: HostPorts,
): Promise<OpenRequest> {
  if (resume?.sessionId !== undefined) return { kind: "resume", sessionId: resume.sessionId };
  if (resume !== undefined) {
    const listed = await runtime.sessions();
    const newest = listed.ok ? newestSession(listed.value, cwd) : undefined;
    if (newest !== undefined) return { kind: "resume", sessionId: newest.sessionId };
  }
  return { kind: "new", cwd, ...known({ agent: agent ?? config.settings().agent }) };
}

async function runLines(call: HostCall, io: Io, ports: HostPorts, texts: Texts): Promise<number> {
  const opened = await ports.runtime.open(await requestFor(call, ports.runtime, ports));
  if (!opened.ok) {
    io.err(`telltale: ${cleanLine(opened.reason)}\n`);
    return EXIT_FAILED;
  }
  const lines = createInterface({ input: process.stdin });
  try {
    const { isInteractive } = call;
    return await lineMode({ ports, texts, lines, isInteractive, out: io.out, err: io.err });
  } finally {
    lines.close();
  }
}

function finish(end: HostEnd, io: Io, ports: HostPorts, texts: Texts): number {
  switch (end.reason) {
    case "quit": {
      const state = ports.runtime.session();
      const program = typedProgram(io);
      for (const line of exitLines(state, texts, program, io.nowMs())) io.out(`${line}\n`);
      return EXIT_OK;
    }
    case "signal":
      return EXIT_BY_SIGNAL + (SIGNAL_NUMBERS[end.signal ?? "SIGTERM"] ?? 0);
    case "gone":
      return EXIT_BY_SIGNAL + (SIGNAL_NUMBERS.SIGHUP ?? 0);
    case "fault":
    case "refused":
      io.err(`telltale: ${cleanLine(end.message ?? "the screen could not be opened")}\n`);
      return EXIT_FAILED;
    default:
      return end.reason satisfies never;
  }
}

async function within(boundMs: number, work: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const bound = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, boundMs);
  });
  await Promise.race([work.catch(() => undefined), bound]);
  clearTimeout(timer);
}
