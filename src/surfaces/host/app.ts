/** The host: transcript, composer, dialogs, panels and status line on one screen. */
import type { Snapshot } from "../../status/snapshot.ts";
import type { OpenRequest } from "../../wire/runtime/request.ts";
import type { HostContext, HostPorts, RuntimePort } from "./context.ts";
import { hostFooter } from "./host-footer.ts";
import { hostKeys } from "./host-keys.ts";
import { hostUi } from "./host-ui.ts";
import { makePainter } from "./make-painter.ts";
import { openScreen } from "./screen/open-screen.ts";
import type { Screen, ScreenMode } from "./screen/screen.ts";
import type { Language } from "./texts/language.ts";
import { textsIn } from "./texts/texts.ts";

/** What is told to the terminal beside the picture: joined by the command line. */
export interface HostEmission {
  readonly start: () => void;
  readonly update: (snapshot: Snapshot) => void;
  readonly seen: () => void;
  readonly suspend: () => void;
  readonly resume: () => void;
  readonly dispose: () => Promise<void>;
}

export interface HostOptions {
  readonly mode: ScreenMode;
  readonly language: Language;
  /** The session to begin with; asked for when the screen is there. */
  readonly open: (runtime: RuntimePort) => Promise<OpenRequest>;
  /** What is to be known of the start, a sentence each. */
  readonly notes?: readonly string[];
  /** Called as soon as it begins to end: the screen hears no signals from then on. */
  readonly onEnd?: () => void;
  /** Absent: nothing is told beside the picture. */
  readonly emission?: (screen: Screen) => HostEmission;
}

/** How the host ended. */
export interface HostEnd {
  readonly reason: "quit" | "signal" | "gone" | "refused" | "fault";
  /** Of `refused`: why there is no screen; of `fault`: what nobody expected. */
  readonly message?: string;
  readonly signal?: NodeJS.Signals;
}

/** A turn that is told to stop at the end has this long to say that it did. */
const CANCEL_MS = 1_500;
/** While a turn runs its seconds are counted. */
const TICK_MS = 1_000;

/** Runs until the person leaves. The terminal is as before when it ends. */
export async function runHost(options: HostOptions, ports: HostPorts): Promise<HostEnd> {
  const ended = Promise.withResolvers<HostEnd>();
  const finish = (end: HostEnd): void => {
    options.onEnd?.();
    ended.resolve(end);
  };
  const painter = makePainter(ports.config.settings(), ports.system.env, ports.system.platform);
  const texts = textsIn(options.language);
  let screen: Screen | undefined;
  const ui = hostUi({
    ports,
    painter,
    screen: () => screen,
    quit: () => finish({ reason: "quit" }),
  });
  const context: HostContext = { ports, texts, painter, ui: ui.port };
  const opening = Promise.withResolvers<void>();
  const footer = hostFooter(context, ui, (text, steer) => {
    void sendPrompt(context, footer, opening.promise, { text, steer });
  });
  ui.setContext(context, footer);
  const opened = openScreen(
    {
      mode: options.mode,
      env: ports.system.env,
      painter,
      onGone: (why) =>
        finish(
          why.kind === "signal" ? { reason: "signal", signal: why.signal } : { reason: "gone" },
        ),
    },
    footer.parts,
  );
  if (!opened.ok) {
    footer.close();
    return { reason: "refused", message: opened.reason };
  }
  screen = opened.value;
  // Nothing of the program may write its own end into the picture.
  const fault = (error: unknown): void => {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    finish({ reason: "fault", message: `internal error: ${message}` });
  };
  process.on("uncaughtException", fault);
  process.on("unhandledRejection", fault);
  const stop = run(options, context, footer, screen);
  for (const note of options.notes ?? []) ui.port.notify(note, "warning");
  void openSession(options.open, context).finally(opening.resolve);
  const end = await ended.promise;
  if (end.reason === "quit") await stopTurn(context);
  await stop();
  process.off("uncaughtException", fault);
  process.off("unhandledRejection", fault);
  return end;
}

/** Joins what happens to what is shown; gives the way to end it. */
function run(
  options: HostOptions,
  context: HostContext,
  footer: ReturnType<typeof hostFooter>,
  screen: Screen,
): () => Promise<void> {
  const { ports, ui } = context;
  const emission = options.emission?.(screen);
  const lend = async <Value>(use: () => Promise<Value>): Promise<Value> => {
    emission?.suspend();
    try {
      return await screen.lend(use);
    } finally {
      emission?.resume();
    }
  };
  const keys = hostKeys({
    context,
    screen,
    composer: footer.composer,
    nextLayout: footer.line.nextLayout,
    toggleDetails: () => {
      footer.transcript.toggleDetails();
      ui.requestDraw();
    },
    lend,
    suspend: () => {
      emission?.suspend();
      void screen.suspend().then(() => emission?.resume());
    },
  });
  let tick: ReturnType<typeof setInterval> | undefined;
  const changed = (): void => {
    footer.refresh();
    const isRunning = ports.runtime.session()?.turn !== undefined;
    if (isRunning) tick ??= setInterval(() => screen.requestDraw(), TICK_MS);
    else {
      clearInterval(tick);
      tick = undefined;
    }
    screen.requestDraw();
  };
  const told = (): void => {
    // The line must not say that somebody is asked before the question can be answered.
    footer.refresh();
    emission?.update(ports.status.snapshot());
    screen.requestDraw();
  };
  const unlisten = [
    screen.onKey((key) => {
      emission?.seen();
      if (!keys.always(key) && !footer.press(key) && !keys.outside(key)) footer.write(key);
      screen.requestDraw();
    }),
    ports.runtime.onChange(changed),
    ports.status.onChange(told),
  ];
  ports.status.setItems(footer.line.itemIds());
  emission?.start();
  changed();
  told();
  return async () => {
    clearInterval(tick);
    for (const off of unlisten) off();
    footer.close();
    await emission?.dispose();
    await screen.close();
  };
}

async function openSession(open: HostOptions["open"], { ports, ui }: HostContext): Promise<void> {
  const opened = await ports.runtime.open(await open(ports.runtime));
  if (!opened.ok) ui.notify(opened.reason, "error");
  ui.requestDraw();
}

/** One that is written before the session is open waits for it. One that could not be sent comes back. */
async function sendPrompt(
  { ports, ui, texts }: HostContext,
  { composer }: ReturnType<typeof hostFooter>,
  opening: Promise<void>,
  prompt: { readonly text: string; readonly steer: boolean },
): Promise<void> {
  const { text, steer } = prompt;
  const promptId = crypto.randomUUID();
  if (ports.runtime.session() === undefined) ui.notify(texts.frame.waitsForSession);
  await opening;
  const sent = await ports.runtime.ask({
    ...{ kind: "prompt", promptId, text },
    ...(steer && { steer }),
  });
  if (sent.ok) return;
  ui.notify(sent.reason, "error");
  const draft = composer.text();
  composer.setText(draft === "" ? text : `${text}\n${draft}`);
}

async function stopTurn({ ports }: HostContext): Promise<void> {
  const turn = ports.runtime.session()?.turn;
  if (turn === undefined) return;
  const settled = Promise.withResolvers<void>();
  const off = ports.runtime.onChange(() => {
    if (ports.runtime.session()?.turn?.turnId !== turn.turnId) settled.resolve();
  });
  void ports.runtime.ask({ kind: "cancel", turnId: turn.turnId });
  const timer = setTimeout(settled.resolve, CANCEL_MS);
  await settled.promise;
  clearTimeout(timer);
  off();
}
