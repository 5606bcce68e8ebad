/**
 * Follows where the cursor is beside the last record of a stream, to tell when a program takes that
 * record off the screen. Rows count from the record's own, so that a screen that scrolls changes
 * nothing. Where the cursor is not known, only the erasing of the whole screen counts.
 */

/** Watches one stream. What says `true` has seen the record go, once. */
export interface ErasureWatch {
  /** A record was just written, and the cursor stands behind it. */
  stands(): void;
  /** After a control character that begins no sequence. */
  afterControl(unit: string): void;
  /** After ESC and one more character. */
  afterEscape(unit: string): boolean;
  /** After a CSI sequence: what stands before its last character, and that. */
  afterCsi(params: string, final: string): boolean;
}

interface Place {
  hasRecord: boolean;
  /** Rows of the cursor below the record; NaN, with which nothing compares, where it is not known. */
  rowsBelow: number;
  /** On the record's row: nothing has moved the cursor to the left of its end. */
  isBehind: boolean;
  /** Rows of the screen from 1; undefined once they may have scrolled, or where they are not known. */
  cursorRow: number | undefined;
  recordRow: number | undefined;
}

/** What erases from where the cursor is; a `?` in front spares what nobody protects. */
const HOW_MUCH = /^\??0*(\d*)$/;

const ALTERNATE_SCREEN = /^\?(?:.*;)?(?:47|1047|1049)(?:;|$)/;

/** How CSI sequences move the cursor; `count` is their first number, at least 1. */
const MOVES: Readonly<Record<string, (place: Place, count: number, params: string) => void>> = {
  A: (place, count) => move(place, -count),
  F: (place, count) => move(place, -count),
  B: (place, count) => move(place, count),
  E: (place, count) => move(place, count),
  e: (place, count) => move(place, count),
  H: goTo,
  f: goTo,
  d: goTo,
  r: (place) => goTo(place, 1),
  G: goLeft,
  "`": goLeft,
  D: goLeft,
  Z: goLeft,
  L: shiftRows,
  M: shiftRows,
  S: (place) => scroll(place, Number.NaN),
  T: (place) => scroll(place, Number.NaN),
  u: (place, _, params) => params === "" && move(place, Number.NaN),
  h: toOtherScreen,
  l: toOtherScreen,
};

/** Makes a watch that has seen no record. */
export function createErasureWatch(): ErasureWatch {
  const place: Place = {
    hasRecord: false,
    rowsBelow: Number.NaN,
    isBehind: false,
    cursorRow: undefined,
    recordRow: undefined,
  };
  const gone = (): true => {
    place.hasRecord = false;
    place.rowsBelow = Number.NaN;
    place.recordRow = undefined;
    return true;
  };
  return {
    stands() {
      place.hasRecord = true;
      place.rowsBelow = 0;
      place.isBehind = true;
      place.recordRow = place.cursorRow;
    },
    afterControl(unit) {
      if (unit === "\r" || unit === "\b") goLeft(place);
      else if (unit === "\n" || "\v\f\x84\x85".includes(unit)) scroll(place, 1);
      else if (unit === "\x8d") scroll(place, -1);
    },
    afterEscape(unit) {
      if (unit === "D" || unit === "E") scroll(place, 1);
      else if (unit === "M") scroll(place, -1);
      else if (unit === "8") move(place, Number.NaN);
      else if (unit === "c") {
        const isErased = place.hasRecord && gone();
        goTo(place, 1);
        return isErased;
      }
      return false;
    },
    afterCsi(params, final) {
      const isErased = place.hasRecord && erases(place, params, final) && gone();
      const move = MOVES[final];
      if (move !== undefined) move(place, countOf(params), params);
      return isErased;
    },
  };
}

/** Whether the sequence takes the record of this place away, or a part of it. */
function erases({ rowsBelow, isBehind }: Place, params: string, final: string): boolean {
  const isOnRow = rowsBelow === 0;
  switch (final) {
    case "X":
    case "P":
      return isOnRow && !isBehind;
    case "M":
      return rowsBelow <= 0 && countOf(params) > -rowsBelow;
    case "J":
    case "K":
      break;
    default:
      return false;
  }
  const isScreen = final === "J";
  switch (HOW_MUCH.exec(params)?.[1]) {
    case "":
      return (isOnRow && !isBehind) || (isScreen && rowsBelow < 0);
    case "1":
      return isOnRow || (isScreen && rowsBelow > 0);
    case "2":
      return isOnRow || isScreen;
    case "3":
      return isScreen;
    default:
      return false;
  }
}

function move(place: Place, rows: number): void {
  place.rowsBelow += rows;
  place.cursorRow = undefined;
  place.isBehind = false;
}

/** At the edge of the screen this moves what stands there instead of the cursor. */
function scroll(place: Place, rows: number): void {
  move(place, rows);
  place.recordRow = undefined;
}

function goTo(place: Place, row: number): void {
  place.cursorRow = row;
  place.isBehind = false;
  if (place.recordRow !== undefined) place.rowsBelow = row - place.recordRow;
  // Where the record is is not known, and it is not above the first row.
  else place.rowsBelow = row === 1 ? Number.NEGATIVE_INFINITY : Number.NaN;
}

function goLeft(place: Place): void {
  place.isBehind = false;
}

/** Lines that are put in or taken out above the record move it. */
function shiftRows(place: Place): void {
  if (!(place.rowsBelow > 0)) scroll(place, Number.NaN);
}

/** The other screen has a cursor of its own. */
function toOtherScreen(place: Place, _: number, params: string): void {
  if (ALTERNATE_SCREEN.test(params)) move(place, Number.NaN);
}

function countOf(params: string): number {
  if (params === "") return 1;
  return Number.parseInt(params, 10) || 1;
}
