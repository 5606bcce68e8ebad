/**
 * SGR (Select Graphic Rendition) as a state: which attributes and colours are on. A style is the
 * parameters, in a fixed order, that bring a reset terminal to that state; equal states are equal
 * strings.
 */
import { parseExtendedColor } from "./sgr-color.ts";

/** Parameters joined by `;`, empty for the default. */
export type Style = string;

export const NO_STYLE: Style = "";

/** Attributes by the parameter that sets them, and what a second form of it is written as. */
const SETS: Readonly<Record<number, string>> = {
  1: "1",
  2: "2",
  3: "3",
  4: "4",
  5: "5",
  6: "5",
  7: "7",
  8: "8",
  9: "9",
  21: "4",
  53: "53",
};
const CLEARS: Readonly<Record<number, readonly string[]>> = {
  22: ["1", "2"],
  23: ["3"],
  24: ["4"],
  25: ["5"],
  27: ["7"],
  28: ["8"],
  29: ["9"],
  55: ["53"],
};
const ORDER = ["1", "2", "3", "4", "5", "7", "8", "9", "53", "fg", "bg"];

type State = Map<string, string>;

/**
 * The style after one more sequence, given without its introducer (`1;31m`). Parameters that are
 * unknown are passed over; what is no SGR changes nothing. Colon forms are understood; the colour
 * and shape of an underline are left out, since older terminals misread them.
 */
export function applySgr(style: Style, body: string): Style {
  if (!/^[\d;:]*m$/.test(body)) return style;
  const state = readState(style);
  const fields = body.slice(0, -1).split(";");
  for (let at = 0; at < fields.length; at++) {
    const field = fields[at] ?? "";
    if (field.includes(":")) applyColons(state, field.split(":"));
    else at += applyPlain(state, fields.slice(at, at + 5).map(Number));
  }
  return ORDER.flatMap((group) => state.get(group) ?? []).join(";");
}

/** Applies the first parameter with what belongs to it; how many more it took. */
function applyPlain(state: State, parameters: readonly number[]): number {
  const code = parameters[0] ?? 0;
  if (code === 38 || code === 48 || code === 58) return applyExtended(state, code, parameters);
  applySimple(state, code);
  return 0;
}

function applyExtended(state: State, code: number, parameters: readonly number[]): number {
  const { color, used } = parseExtendedColor(parameters, 1);
  if (color !== undefined && code !== 58)
    state.set(
      code === 38 ? "fg" : "bg",
      [code, ...(typeof color === "number" ? [5, color] : [2, ...color])].join(";"),
    );
  // A damaged colour takes its kind along, which would otherwise read as an attribute.
  return used > 0 ? used : Math.min(1, parameters.length - 1);
}

/** `4:3` (underline with a shape), `38:5:n`, `38:2::r:g:b`, `38:2:r:g:b`. */
function applyColons(state: State, fields: readonly string[]): void {
  const numbers = fields.map(Number);
  const [code, kind] = numbers;
  if (code === 4) applySimple(state, kind === 0 ? 24 : 4);
  if (code !== 38 && code !== 48) return;
  const hasSpace = kind === 2 && fields.length > 5;
  applyExtended(state, code, hasSpace ? [code, kind, ...numbers.slice(3, 6)] : numbers);
}

function applySimple(state: State, code: number): void {
  const set = SETS[code];
  if (code === 0) state.clear();
  else if (set !== undefined) state.set(set, set);
  else if (CLEARS[code] !== undefined) for (const group of CLEARS[code]) state.delete(group);
  else if (code === 39) state.delete("fg");
  else if (code === 49) state.delete("bg");
  else if (isColor(code, 30) || isColor(code, 90)) state.set("fg", String(code));
  else if (isColor(code, 40) || isColor(code, 100)) state.set("bg", String(code));
}

function isColor(code: number, first: number): boolean {
  return code >= first && code <= first + 7;
}

function readState(style: Style): State {
  const state: State = new Map();
  const fields = style === "" ? [] : style.split(";").map(Number);
  for (let at = 0; at < fields.length; at++) at += applyPlain(state, fields.slice(at, at + 5));
  return state;
}
