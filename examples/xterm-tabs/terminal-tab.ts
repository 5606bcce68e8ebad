/** One terminal with its program, its records and its tab. */
import { Terminal } from "@xterm/xterm";
import { element } from "./dom.ts";
import { fittingSize } from "./fit.ts";
import type { Program, RunningProgram } from "./program.ts";
import { readProgramStatus } from "./program-status.ts";
import { createTabButton, type TabButton } from "./tab-button.ts";
import { type TabStatus, tabStatus } from "./tab-status.ts";
import { followTheme } from "./theme.ts";

export interface TerminalTab {
  readonly name: string;
  readonly button: TabButton;
  readonly panel: HTMLElement;
  status(): TabStatus;
  select(isSelected: boolean): void;
  /** Puts the keyboard into the terminal. */
  focus(): void;
}

/** Puts the panel into `panels`, which must be on the screen, and starts the program. */
export function openTab(
  program: Program,
  panels: HTMLElement,
  onStatus: (tab: TerminalTab) => void,
): TerminalTab {
  const panel = element("section", "panel");
  panel.id = `terminal-${panels.childElementCount + 1}`;
  panel.setAttribute("role", "tabpanel");
  panel.setAttribute("aria-labelledby", `${panel.id}-tab`);
  panels.append(panel);
  const button = createTabButton(program.name, panel.id);
  const terminal = openTerminal(panel);

  let shown: TabStatus;
  const draw = () => {
    shown = tabStatus(status.records);
    button.show(shown);
    onStatus(tab);
  };
  const status = readProgramStatus(terminal, oncePerFrame(draw));
  const tab: TerminalTab = {
    name: program.name,
    button,
    panel,
    status: () => shown,
    select(isSelected) {
      button.select(isSelected);
      // Hidden and not removed: a terminal without a size cannot draw, and its program goes on.
      panel.classList.toggle("is-shown", isSelected);
      panel.inert = !isSelected;
    },
    focus: () => terminal.focus(),
  };
  shown = tabStatus(status.records);
  button.show(shown);
  runProgram(program, terminal, panel, () => status.processExited());
  return tab;
}

function openTerminal(panel: HTMLElement): Terminal {
  const terminal = new Terminal({
    fontFamily: 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, "DejaVu Sans Mono", monospace',
    fontSize: 13,
    lineHeight: 1.25,
    cursorBlink: false,
    scrollback: 5000,
  });
  followTheme((theme) => {
    terminal.options.theme = theme;
  });
  terminal.open(panel);
  return terminal;
}

/** Joins program and terminal; once it has ended, Enter starts it again. */
function runProgram(
  program: Program,
  terminal: Terminal,
  panel: HTMLElement,
  onExit: () => void,
): void {
  let running: RunningProgram | undefined;
  const encoder = new TextEncoder();
  const start = () => {
    const { cols, rows } = terminal;
    running = program.start(
      {
        write: (bytes) => terminal.write(bytes),
        exited(how) {
          running = undefined;
          const note = `\r\n\x1b[0;2m[${how}. Enter starts ${program.name} again]\x1b[0m\r\n`;
          // Behind the last bytes, so that no report of theirs comes after the end.
          terminal.write(note, onExit);
        },
      },
      { cols, rows },
    );
  };
  terminal.onData((data) => {
    if (running !== undefined) running.write(encoder.encode(data));
    else if (data === "\r") start();
  });
  // Mouse reports of the oldest form are bytes and no text.
  terminal.onBinary((data) => running?.write(Uint8Array.from(data, (char) => char.charCodeAt(0))));
  terminal.onResize(({ cols, rows }) => running?.resize({ cols, rows }));
  const fit = (box: DOMRectReadOnly) => {
    const size = fittingSize(terminal, box);
    if (size !== undefined) terminal.resize(size.cols, size.rows);
  };
  // The first look comes soon after the start of observing: with it the program knows its size.
  let isStarted = false;
  new ResizeObserver(([entry]) => {
    if (entry !== undefined) fit(entry.contentRect);
    if (!isStarted) start();
    isStarted = true;
  }).observe(panel);
}

/** Calls `draw` at the next frame, once for any number of calls before it. */
function oncePerFrame(draw: () => void): () => void {
  let isAsked = false;
  return () => {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(() => {
      isAsked = false;
      draw();
    });
  };
}
