import type { RequirementRow } from "./row.ts";

/** The host's hold on the terminal, and what of it a person sees and presses. */
export const HOST_SCREEN: readonly RequirementRow[] = [
  [
    "host-leaves-terminal",
    "However the host ends (leaving, a signal, an exception), modes, screen and cursor are put back as they were",
    "issue 5, accepted when 5",
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
    "issue 5, Host",
  ],
  [
    "host-resize",
    "At every size from one row up the draft can be seen, and the status line where there are two rows",
    "spec status-line-items 5",
  ],
  [
    "host-answers-swallowed",
    "Answers of the terminal to control sequences never reach the composer, in whatever pieces and however late they come",
    "spec agent-status-bar 24.2",
  ],
  [
    "host-scrollback",
    "In regular mode the whole transcript is in the terminal's own scrollback, each row once and in order",
    "issue 5, Host",
  ],
  ["host-wide", "Wide characters are written and erased as whole cells", "issue 5, Host"],
  [
    "host-scroll",
    "In fullscreen the transcript scrolls by page and by wheel, and follows its end again",
    "issue 5, Host",
  ],
  ["host-interrupts", "Escape ends the running turn, and no timer of it is left", "issue 5, Host"],
  ["host-hang-up", "A terminal that goes away ends the host", "issue 5, accepted when 5"],
  [
    "host-leaves-nothing",
    "When the host has ended, by the person or by a signal, no process that it started is left",
    "issue 5, accepted when 5",
  ],
  [
    "host-first-minutes",
    "From the first screen alone: a streamed answer, a permission, another layout, and the command that goes on",
    "issue 5, accepted when 1",
  ],
  [
    "host-suspends",
    "Ctrl+Z gives the terminal back to the shell, and fg takes it again with the draft as it was",
    "issue 5, Host",
  ],
  [
    "host-smooth",
    "A frame over ten thousand lines of transcript takes less than 8 ms in the median",
    "issue 5, accepted when 7",
  ],
  [
    "host-slow-terminal",
    "A terminal that takes bytes slowly gets all of them, and the newest picture as soon as it has room",
    "issue 5, accepted when 7",
  ],
  [
    "host-one-number",
    "A number that changes costs its own cells, also behind marks of the line; at most 200 bytes with all around it",
    "issue 5, accepted when 7",
  ],
];
