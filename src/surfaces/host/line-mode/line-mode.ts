/**
 * The host without a terminal: prompts come line by line, answers go out as plain text. For pipes,
 * `TERM=dumb`, and whoever asks for it with `--line`.
 */

import { cleanLine } from "../../../text/clean.ts";
import { plainText } from "../../../text/span.ts";
import type { OpenInteraction } from "../../../wire/runtime/entities.ts";
import type { SessionState } from "../../../wire/runtime/state.ts";
import type { HostContext, HostPorts } from "../context.ts";
import { runSlash } from "../slash/run-slash.ts";
import { drawOptions, drawPlan, type LinePlan, linePlan, linesOf } from "../status/line-rows.ts";
import type { Texts } from "../texts/texts.ts";
import { askByNumber } from "./ask-by-number.ts";
import { plainContext } from "./plain-context.ts";
import { type EntryPrinter, entryPrinter } from "./print-entries.ts";

export interface LineModeDeps {
  readonly ports: HostPorts;
  readonly texts: Texts;
  /** Lines of stdin without their ends; ends with it. */
  readonly lines: AsyncIterable<string>;
  /** stdin is a person: what the agent asks is asked as a numbered text; else it is refused. */
  readonly isInteractive: boolean;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** Rows of a status line that nobody limits. */
const MANY_ROWS = 100;

/**
 * Runs until stdin ends or the person quits. A session is open by then. Gives the exit code: 0, or 1 if
 * the last turn did not succeed or the runtime is gone.
 */
export async function lineMode(deps: LineModeDeps): Promise<number> {
  const { ports, texts, out, err } = deps;
  let hasQuit = false;
  const quit = (): void => {
    hasQuit = true;
  };
  const context = plainContext(ports, texts, { out, err, quit });
  const printer = entryPrinter({ out, err });
  printer.print(ports.runtime.session());
  ports.status.setItems(statusPlan(context)?.itemIds ?? []);
  let fault: string | undefined;
  const show = (): void => {
    const session = ports.runtime.session();
    printer.print(session);
    if (session?.fault === fault) return;
    fault = session?.fault;
    if (fault === undefined) return;
    printer.endLine();
    err(`${texts.frame.fault(cleanLine(fault))}\n`);
  };
  const unlisten = ports.runtime.onChange(show);
  const lines = deps.lines[Symbol.asyncIterator]();
  const readLine = async (): Promise<string | undefined> => {
    const next = await lines.next();
    return next.done === true ? undefined : next.value;
  };
  let exitCode = 0;
  try {
    for (;;) {
      const line = await readLine();
      if (line === undefined) return exitCode;
      if (line.trim() === "" || runSlashLine(line, context)) {
        if (hasQuit) return exitCode;
        continue;
      }
      exitCode = await runPrompt({ ...deps, context, printer, readLine }, line);
    }
  } finally {
    unlisten();
    printer.endLine();
  }
}

/** True: the line was a command, or is nothing for the agent. */
function runSlashLine(line: string, context: HostContext): boolean {
  return line.startsWith("/") && runSlash(line, context) !== "send";
}

interface Run extends LineModeDeps {
  readonly context: HostContext;
  readonly printer: EntryPrinter;
  readonly readLine: () => Promise<string | undefined>;
}

/** One prompt to the end of its turn. */
async function runPrompt(run: Run, text: string): Promise<number> {
  const { ports, texts, err, printer } = run;
  const promptId = crypto.randomUUID();
  ports.system.history.add(text);
  const asked = await ports.runtime.ask({ kind: "prompt", promptId, text });
  if (!asked.ok) {
    err(`${cleanLine(asked.reason)}\n`);
    return 1;
  }
  const settled = await untilSettled(run, promptId);
  printer.print(ports.runtime.session());
  printer.endLine();
  if (settled === undefined) err(`${texts.lineMode.lost}\n`);
  else if (settled.outcome !== "succeeded") {
    const why = settled.reason === undefined ? "" : `: ${cleanLine(settled.reason)}`;
    err(`${texts.lineMode.ended[settled.outcome]}${why}\n`);
  }
  printStatus(run);
  return settled?.outcome === "succeeded" ? 0 : 1;
}

type Settled = NonNullable<SessionState["settled"]>;

/** The end of the prompt's turn, what is asked on the way answered; undefined if the runtime is gone. */
async function untilSettled(run: Run, promptId: string): Promise<Settled | undefined> {
  const { runtime } = run.ports;
  const changes = changesOf(runtime);
  const answered = new Set<string>();
  let wasSeen = false;
  try {
    for (;;) {
      const session = runtime.session();
      if (runtime.link() === "lost") return undefined;
      const { settled } = session ?? {};
      if (settled?.promptId === promptId) return settled;
      const isHere = hasPrompt(session, promptId);
      // A turn that the agent began by itself may have settled since: that end is the newer one.
      if (wasSeen && !isHere) return settled;
      wasSeen ||= isHere;
      const open = session?.interactions.find(({ requestId }) => !answered.has(requestId));
      if (open === undefined) {
        await changes.next();
        continue;
      }
      answered.add(open.requestId);
      await answer(run, open);
    }
  } finally {
    changes.stop();
  }
}

function hasPrompt(session: SessionState | undefined, promptId: string): boolean {
  if (session?.turn?.promptId === promptId) return true;
  return session?.queue.some((queued) => queued.promptId === promptId) === true;
}

async function answer(run: Run, open: OpenInteraction): Promise<void> {
  const { ports, printer, err, isInteractive, readLine } = run;
  printer.endLine();
  const texts = run.texts.lineMode;
  const given = await askByNumber({ texts, isInteractive, readLine, err }, open);
  const { requestId } = open;
  const asked = await ports.runtime.ask({ kind: "answer", requestId, answer: given });
  if (!asked.ok) err(`${cleanLine(asked.reason)}\n`);
}

/** Waits for changes, also for one that came before the waiting. */
function changesOf(runtime: HostPorts["runtime"]) {
  let wake: (() => void) | undefined;
  let hasChanged = false;
  const unlisten = runtime.onChange(() => {
    hasChanged = true;
    wake?.();
  });
  return {
    next: async (): Promise<void> => {
      if (!hasChanged)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      hasChanged = false;
    },
    stop: unlisten,
  };
}

/** The line for those who configured one: nobody sees the defaults move here. */
function statusPlan({ ports, ui }: HostContext): LinePlan | undefined {
  const { tui } = ports.config.settings();
  if (tui.statusLine === undefined) return undefined;
  return linePlan(tui.layout, tui.statusLine, tui, ui.isMachineLine());
}

/** What the line says after a turn. */
function printStatus({ ports, context, err }: Run): void {
  const plan = statusPlan(context);
  if (plan === undefined) return;
  const snapshot = ports.status.snapshot();
  // A pipe has no width: every item shows all that it has.
  const { widthCols: _, ...options } = drawOptions(context, ports.system.nowMs(), 0);
  const drawn = drawPlan(plan, linesOf(plan, snapshot), snapshot, options, MANY_ROWS);
  for (const row of [...drawn.block, ...drawn.ordinary]) {
    err(`${plainText(row.spans).trimEnd()}\n`);
  }
}
