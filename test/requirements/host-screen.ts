import type { RequirementRow } from "./row.ts";

/** The host's hold on the terminal, and what of it a person sees and presses. */
export const HOST_SCREEN: readonly RequirementRow[] = [
  [
    "host-leaves-terminal",
    "However the host ends (leaving, a signal, an exception), modes, screen and cursor are put back as they were",
    "The host, accepted when 5",
  ],
  [
    "host-few-bytes",
    "One changed number of the status line costs at most 200 bytes to the terminal, in both screen modes",
    "DESIGN 7",
  ],
  ["host-idle", "An idle host writes nothing", "DESIGN 7"],
  [
    "host-keeps-draft",
    "Switching between regular and fullscreen keeps the draft, the transcript and the terminal's scrollback",
    "The host",
  ],
  [
    "host-resize",
    "At every size from one row up the draft can be seen, and the status line where there are two rows",
    "Status line items, section 5",
  ],
  [
    "host-answers-swallowed",
    "Answers of the terminal to control sequences never reach the composer, in whatever pieces and however late they come",
    "Agent status bar, section 24.2",
  ],
  [
    "host-scrollback",
    "In regular mode the whole transcript is in the terminal's own scrollback, each row once and in order",
    "The host",
  ],
  ["host-wide", "Wide characters are written and erased as whole cells", "The host"],
  [
    "host-scroll",
    "In fullscreen the transcript scrolls by page and by wheel, and follows its end again",
    "The host",
  ],
  ["host-interrupts", "Escape ends the running turn, and no timer of it is left", "The host"],
  ["host-hang-up", "A terminal that goes away ends the host", "The host, accepted when 5"],
  [
    "host-leaves-nothing",
    "When the host has ended, by the person or by a signal, no process that it started is left",
    "The host, accepted when 5",
  ],
  [
    "host-first-minutes",
    "From the first screen alone: a streamed answer, a permission, another layout, and the command that goes on",
    "The host, accepted when 1",
  ],
  [
    "host-suspends",
    "Ctrl+Z gives the terminal back to the shell, and fg takes it again with the draft as it was",
    "The host",
  ],
  [
    "host-smooth",
    "A frame over ten thousand lines of transcript takes less than 8 ms in the median",
    "The host, accepted when 7",
  ],
  [
    "host-slow-terminal",
    "A terminal that takes bytes slowly gets all of them, and the newest picture as soon as it has room",
    "The host, accepted when 7",
  ],
  [
    "host-one-number",
    "A number that changes costs its own cells, also behind marks of the line; at most 200 bytes with all around it",
    "The host, accepted when 7",
  ],
];
