/** What the host says in passing, above the composer; it goes by itself. */
import { cleanLine } from "../../text/clean.ts";
import { type Span, span, type Tone } from "../../text/span.ts";
import type { RowMaker } from "./footer-layout.ts";
import { paintRow } from "./paint-row.ts";
import type { Painter } from "./painter.ts";

export type NoticeTone = "info" | "warning" | "error";

export interface Notices {
  readonly add: (text: string, tone?: NoticeTone) => void;
  /** What is no longer true goes before its time. */
  readonly drop: (text: string) => void;
  readonly rows: RowMaker;
  readonly isEmpty: () => boolean;
  readonly close: () => void;
}

/** Long enough to be read; what went wrong is read twice. */
const SHOWN_MS: Readonly<Record<NoticeTone, number>> = {
  info: 5_000,
  warning: 8_000,
  error: 12_000,
};
/** More at once is a list, and nobody reads a list that goes away. */
const MAX_NOTICES = 3;
const TONES: Readonly<Record<NoticeTone, Tone>> = {
  info: "muted",
  warning: "warning",
  error: "error",
};

interface Notice {
  readonly text: string;
  readonly tone: NoticeTone;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** `changed` is called when a notice came or went. */
export function notices(painter: Painter, changed: () => void): Notices {
  let shown: readonly Notice[] = [];
  const drop = (notice: Notice): void => {
    clearTimeout(notice.timer);
    shown = shown.filter((each) => each !== notice);
    changed();
  };
  return {
    add: (raw, tone = "info") => {
      const text = cleanLine(raw);
      for (const same of shown.filter((each) => each.text === text)) drop(same);
      const notice: Notice = { text, tone, timer: setTimeout(() => drop(notice), SHOWN_MS[tone]) };
      shown = [...shown, notice];
      for (const old of shown.slice(0, -MAX_NOTICES)) drop(old);
      changed();
    },
    drop: (raw) => {
      const text = cleanLine(raw);
      for (const same of shown.filter((each) => each.text === text)) drop(same);
    },
    rows: ({ widthCols, heightRows }) =>
      shown.slice(-heightRows).map(({ text, tone }) => {
        const spans: readonly Span[] = [span(text, TONES[tone])];
        return paintRow(painter, spans, widthCols);
      }),
    isEmpty: () => shown.length === 0,
    close: () => {
      for (const notice of shown) clearTimeout(notice.timer);
      shown = [];
    },
  };
}
