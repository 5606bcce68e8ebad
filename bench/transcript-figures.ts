/** Figures of the host's transcript: what one more chunk of an answer costs in a long session. */
import type { FramePainter } from "../src/surfaces/host/screen/frame.ts";
import { fullscreenPainter } from "../src/surfaces/host/screen/fullscreen-painter.ts";
import { regularPainter } from "../src/surfaces/host/screen/regular-painter.ts";
import { textsIn } from "../src/surfaces/host/texts/texts.ts";
import { transcriptView } from "../src/surfaces/host/transcript/transcript-view.ts";
import { paintAnsi } from "../src/text/paint.ts";
import { createMeasure } from "../src/text/width.ts";
import type { Entry } from "../src/wire/runtime/entities.ts";
import type { SessionChange } from "../src/wire/runtime/event.ts";
import { applyEvent, EMPTY_STATE, type SessionState } from "../src/wire/runtime/state.ts";
import { type Figure, median } from "./figure.ts";

const LINES = 10_000;
const LINES_PER_ENTRY = 20;
const CHUNKS = 400;
const WIDTH_COLS = 100;
const HEIGHT_ROWS = 40;
const measure = createMeasure({ ambiguousWide: false });
const CHUNK = "some **words** of an answer, `code` too,\n";

/** The view alone: what the screen makes of its rows is measured with the screen. */
export function transcriptFigures(): readonly Figure[] {
  return [
    {
      what: `one more chunk below ${LINES} lines of transcript, median`,
      value: chunkMs(longSession()),
      unit: "ms",
      budget: { atMost: 8 },
    },
    {
      what: `one more chunk of an answer of ${LINES} lines, median`,
      value: chunkMs(oneAnswer(CHUNK.repeat(LINES))),
      unit: "ms",
      budget: { atMost: 8 },
    },
    ...frameFigures("regular", regularPainter({ measure })),
    ...frameFigures("fullscreen", fullscreenPainter({ measure })),
    {
      what: `all of ${LINES} lines in a new width`,
      value: resizeMs(longSession()),
      unit: "ms",
    },
  ];
}

function longSession(): SessionState {
  const entries = Array.from({ length: LINES / LINES_PER_ENTRY }, (_, at) =>
    agentEntry(`e-${at}`, CHUNK.repeat(LINES_PER_ENTRY)),
  );
  return { ...oneAnswer(""), entries: [...entries, agentEntry("last", "")] };
}

function oneAnswer(text: string): SessionState {
  return { ...EMPTY_STATE, sessionId: "s", entries: [agentEntry("last", text)] };
}

function agentEntry(entryId: string, text: string): Entry {
  return { kind: "agent", entryId, atMs: 0, text };
}

/** The same with the picture that is made of the rows, as bytes. */
function frameFigures(mode: string, painter: FramePainter): readonly Figure[] {
  const shown = view();
  const size = { widthCols: WIDTH_COLS, heightRows: HEIGHT_ROWS };
  const took = chunkTimes(longSession(), (state) => {
    shown.setState(state);
    const transcript = shown.render(WIDTH_COLS);
    painter.draw({ transcript, footer: ["", "› draft", "line"], size, documentId: "s" });
  });
  return [
    {
      what: `a frame below ${LINES} lines of transcript, ${mode}, median`,
      value: median(took),
      unit: "ms",
      budget: { atMost: 8 },
    },
    {
      what: "... of a hundred frames the slowest but one",
      value: took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.99) - 1] ?? Number.NaN,
      unit: "ms",
    },
  ];
}

function view() {
  const options = { theme: "dark", depth: "256", links: false } as const;
  const painter = {
    paint: (spans: Parameters<typeof paintAnsi>[0]) => paintAnsi(spans, options),
    measure,
    options: () => options,
    isAscii: false,
  };
  return transcriptView({ texts: textsIn("en"), painter });
}

function chunkMs(first: SessionState): number {
  const shown = view();
  const took = chunkTimes(first, (state) => {
    shown.setState(state);
    shown.render(WIDTH_COLS);
  });
  return median(took);
}

/** What each of many chunks took until it was shown. */
function chunkTimes(first: SessionState, show: (state: SessionState) => void): readonly number[] {
  show(first);
  let state = first;
  const took: number[] = [];
  for (let id = 1; id <= CHUNKS; id++) {
    const change: SessionChange = { kind: "entry-continued", entryId: "last", text: CHUNK };
    state = applyEvent(state, { ...change, id, atMs: id });
    const startedAtMs = performance.now();
    show(state);
    took.push(performance.now() - startedAtMs);
  }
  return took;
}

function resizeMs(state: SessionState): number {
  const shown = view();
  shown.setState(state);
  shown.render(WIDTH_COLS);
  const startedAtMs = performance.now();
  shown.render(WIDTH_COLS - 1);
  return performance.now() - startedAtMs;
}
