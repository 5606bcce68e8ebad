import type { RequirementRow } from "./row.ts";

/** The host's hold on the terminal, and what of it a person sees and presses. */
export const HOST_SCREEN: readonly RequirementRow[] = [
  [
    "host-leaves-terminal",
    "However the host ends, modes, screen and cursor of the terminal are as they were",
    "The host, accepted when 5",
  ],
  [
    "host-few-bytes",
    "One changed number of the line costs the terminal at most 200 bytes, in both modes",
    "DESIGN 7",
  ],
  ["host-idle", "An idle host writes nothing", "DESIGN 7"],
  [
    "host-keeps-draft",
    "Switching between regular and fullscreen keeps draft, transcript and scrollback",
    "The host",
  ],
  [
    "host-resize",
    "At every size from one row up the draft is seen, and from two rows up the line",
    "Status line items, section 5",
  ],
  [
    "host-answers-swallowed",
    "Answers of the terminal never reach the composer, in whatever pieces, however late",
    "Agent status bar, section 24.2",
  ],
  [
    "host-scrollback",
    "In regular mode the scrollback has the whole transcript, each row once and in order",
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
    "host-agent-notes",
    "An agent of the config that cannot be used is named, with the reason",
    "The host, accepted when 5",
  ],
  ["host-resume", "--resume alone goes on with the newest session of the folder", "The host"],
  [
    "host-first-minutes",
    "The first screen leads to an answer, a permission, a layout, and how to go on",
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
    "A slow terminal gets all bytes, and the newest picture as soon as it has room",
    "The host, accepted when 7",
  ],
  [
    "host-one-number",
    "A number that changes costs its own cells, also behind marks; at most 200 bytes",
    "The host, accepted when 7",
  ],
  [
    "screen-leave-twice",
    "Ctrl+C leaves when it is pressed twice within two seconds, with no other key between",
    "The host, host",
  ],
];
