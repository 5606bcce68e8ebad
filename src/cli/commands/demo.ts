import { DEFAULT_SETTINGS } from "../../config/settings.ts";
import { controllingTerminalCols, parseColumns } from "../../sources/probes/width.ts";
import { lineOfItems } from "../../status/layouts/items.ts";
import type { LineSpec } from "../../status/layouts/layout.ts";
import { ownLines } from "../../status/own-lines.ts";
import { planLines } from "../../status/plan.ts";
import { EMPTY_SNAPSHOT, foldAll } from "../../status/snapshot.ts";
import { RECORD_COLS } from "../../wire/record/message.ts";
import { type Command, EXIT_OK } from "../command.ts";
import type { Io } from "../io.ts";
import { definitions, MIN_PAGE_COLS, pageCols, paragraph } from "../page.ts";
import { EXAMPLE_HOST, EXAMPLE_SESSION } from "../preview/example-session.ts";
import { exampleRows, paintRows } from "../preview/paint-example.ts";
import { typedProgram } from "../preview/typed-program.ts";

/** Width of the demonstration where nobody says one. */
const DEFAULT_COLS = 120;

/** Widths at which one row is shown shrinking. */
const SHRINKING_COLS = [64, 40, 16] as const;

interface Part {
  readonly title: string;
  readonly lines: readonly LineSpec[];
  readonly widths: readonly number[];
  /** Draws with what only a host program tells. */
  readonly inHost?: true;
  /** Is of use only as a whole. */
  readonly isRecord?: true;
  /** What the row holds that explains itself to nobody. */
  readonly notes?: readonly string[];
}

/** Everything that the program draws, with an invented session. Ends by itself. */
export const demo: Command = {
  name: "demo",
  summary: "Shows what the status line looks like, with an invented session",
  usage: ["demo [--width N]"],
  options: [{ name: "width", value: "N", describe: "Columns to draw for" }],
  examples: [
    { command: "telltale demo", describe: "Every layout, in the colours of this terminal" },
  ],
  exitCodes: [{ code: EXIT_OK, when: "always" }],
  run({ options, io }) {
    const asked = parseColumns(typeof options.width === "string" ? options.width : undefined);
    const terminal = io.outIsTerminal() ? controllingTerminalCols() : undefined;
    const cols = asked ?? parseColumns(io.env.COLUMNS) ?? terminal ?? DEFAULT_COLS;
    const textCols = Math.min(pageCols(io), Math.max(MIN_PAGE_COLS, cols));
    const out = [
      ...paragraph(
        { text: "Telltale: what a coding agent is doing (an invented session)" },
        textCols,
      ),
      "",
      ...partsOf(cols).flatMap((part) => [...drawPart(part, cols, textCols, io), ""]),
      ...whatNext(typedProgram(io), textCols),
    ];
    io.out(`${out.join("\n")}\n`);
    return EXIT_OK;
  },
};

function drawPart(part: Part, cols: number, textCols: number, io: Io): readonly string[] {
  const { title, lines, widths, inHost, isRecord, notes = [] } = part;
  const snapshot = inHost === true ? IN_HOST : SESSION;
  const rowsAt = (widthCols?: number) =>
    exampleRows({ snapshot, lines, ...(widthCols && { widthCols }) }, DEFAULT_SETTINGS, io);
  const isCut = (rowsAt()[0]?.widthCols ?? 0) > cols;
  const need = `a record needs up to ${RECORD_COLS} columns${isCut ? ": this one is cut" : ""}`;
  return [
    ...paragraph({ text: title }, textCols),
    ...widths.flatMap((widthCols) => paintRows(rowsAt(widthCols), DEFAULT_SETTINGS, io)),
    ...[...notes, ...(isRecord && cols < RECORD_COLS ? [need] : [])].flatMap((text) =>
      paragraph({ text }, textCols, { first: "  " }),
    ),
  ];
}

/** What to do after the last line, which is the one that everybody sees. */
function whatNext(program: string, textCols: number): readonly string[] {
  const calls = [
    [program, "talks to a coding agent in a terminal (the host)"],
    [`${program} install claude-code`, "puts it into Claude Code"],
    [`${program} config items`, "lists every item"],
    [`${program} run -- npm test`, "tells the terminal how a command fares (OSC 7501)"],
    [`${program} flow --help`, "leads an agent through a process (smllm)"],
    [`${program} --help`, "says what else there is"],
  ];
  const list = calls.map(([name = "", text = ""]) => ({ name, sayings: [{ text }] }));
  return ["What to do next:", ...definitions(list, textCols).flat()];
}

const SESSION = foldAll(EMPTY_SNAPSHOT, EXAMPLE_SESSION);
const IN_HOST = foldAll(SESSION, EXAMPLE_HOST);

function partsOf(cols: number): readonly Part[] {
  const planned = (layout: string) => planLines({ layout, lines: [] }, SESSION);
  const narrower = SHRINKING_COLS.filter((width) => width < cols);
  const parts: readonly Part[] = [
    {
      title: `Layout items, the default, ${cols} columns; percentages are what is left`,
      lines: planned("items"),
      widths: [cols],
    },
    {
      title: `The same row on narrower terminals: ${narrower.join(", ")} columns`,
      lines: planned("items"),
      widths: narrower,
    },
    {
      title: "Items of your choice; of the limits (5h, wk) it says what is used",
      lines: [lineOfItems(BUSY)],
      widths: [cols],
    },
    {
      title: "Layout full in Claude Code, without speeds (tps); percentages are what is used",
      lines: planned("full"),
      widths: [cols],
      notes: FULL_NOTES,
    },
    {
      title: "Its first line in a host program that tells speeds",
      lines: planned("full").slice(0, 1),
      widths: [cols],
      inHost: true,
    },
    {
      title: "Layout compact; percentages are what is used",
      lines: planned("compact"),
      widths: [cols],
    },
    {
      title: "Lines of your own, with powerline arrows",
      lines: ownLines([POWERLINE]),
      widths: [cols],
    },
    {
      title: "For scripts: the item build-mode, a record of what a machine may do now",
      lines: [lineOfItems(["build-mode"])],
      widths: [cols],
      isRecord: true,
    },
  ];
  return parts.filter(({ widths }) => widths.length > 0);
}

const BUSY = [
  "turn-state",
  "context-meter",
  "rate-limits",
  "cost",
  "git-counts",
  "cache-countdown",
];

/** Short enough for narrow terminals; docs/layouts.md has the whole legend. */
const FULL_NOTES = [
  "Σ↑ ↓ R W: tokens billed for prompts and output, read from and written to the cache",
  "rebill: tokens paid again after a cache miss; [-]: a host folds the line away",
];

const POWERLINE = {
  left: [{ item: "directory" }, { item: "git-branch" }, { item: "context-usage" }],
  right: [{ item: "model" }, { item: "cost" }, { item: "duration" }],
  separator: "powerline",
};
