/**
 * Server-sent events (WHATWG HTML, section 9.2): text frames of `event:`, `id:` and `data:` lines, ended by a
 * blank line. A frame is bounded by `MAX_MESSAGE_UNITS`; a longer one comes without its data, marked as cut.
 */
import { MAX_LINE_UNITS, MAX_MESSAGE_UNITS } from "./limits.ts";

export interface Frame {
  /** `message` if the frame names none. */
  readonly event: string;
  /** Absent: the frame has none of its own. */
  readonly id?: string;
  readonly data: string;
  /** The data was longer than the cap and is not here. */
  readonly cut?: true;
}

export const STREAM_TYPE = "text/event-stream";

/** A comment, which keeps a connection alive and says nothing. */
export const HEARTBEAT = ":\n\n";

/** The text of a frame. Line ends inside the data make several `data:` lines, and come back as LF. */
export function encodeFrame({ event, id, data }: Frame): string {
  const lines = data.split(/\r\n|\r|\n/);
  const head = `event: ${oneLine(event)}\n${id === undefined ? "" : `id: ${oneLine(id)}\n`}`;
  return `${head}${lines.map((line) => `data: ${line}\n`).join("")}\n`;
}

function oneLine(text: string): string {
  return text.replace(/[\r\n\0]/g, "");
}

export interface FrameParser {
  /** Frames that these bytes have completed. Any cut of the bytes gives the same frames. */
  readonly push: (bytes: Uint8Array) => readonly Frame[];
}

/** Parses a stream from its beginning. What follows the last blank line never becomes a frame. */
export function createFrameParser(maxUnits: number = MAX_MESSAGE_UNITS): FrameParser {
  // Takes a byte order mark away, and puts a replacement for what is no UTF-8.
  const decoder = new TextDecoder("utf-8");
  const lines = createLines(maxUnits);
  const fields = createFields(maxUnits);
  return {
    push(bytes) {
      const frames: Frame[] = [];
      lines.push(decoder.decode(bytes, { stream: true }), (line, isCut) => {
        const frame = fields.line(line, isCut);
        if (frame !== undefined) frames.push(frame);
      });
      return frames;
    },
  };
}

type OnLine = (line: string, isCut: boolean) => void;

/** Lines end with CRLF, LF or CR; a CR at the end of a chunk may have its LF in the next one. */
function createLines(maxUnits: number) {
  // A line that comes in many pieces is joined once, at its end.
  let pieces: string[] = [];
  let units = 0;
  let isAfterCr = false;
  const keep = (piece: string): void => {
    // The name of the field stands before its value.
    if (units <= maxUnits + MAX_LINE_UNITS) pieces.push(piece);
    units += piece.length;
  };
  return {
    push(chunk: string, onLine: OnLine): void {
      let from = 0;
      if (isAfterCr && chunk !== "") {
        isAfterCr = false;
        if (chunk.startsWith("\n")) from = 1;
      }
      const ends = /\r\n|\r|\n/g;
      ends.lastIndex = from;
      for (let end = ends.exec(chunk); end !== null; end = ends.exec(chunk)) {
        keep(chunk.slice(from, end.index));
        const line = pieces.length === 1 ? (pieces[0] ?? "") : pieces.join("");
        onLine(line, units > maxUnits + MAX_LINE_UNITS);
        pieces = [];
        units = 0;
        from = ends.lastIndex;
        isAfterCr = end[0] === "\r" && from === chunk.length;
      }
      if (from < chunk.length) keep(chunk.slice(from));
    },
  };
}

function createFields(maxUnits: number) {
  let event = "";
  let id: string | undefined;
  let data: string[] = [];
  let units = 0;
  let isCut = false;
  const take = (): Frame | undefined => {
    const hasData = data.length > 0 || isCut;
    const frame: Frame = {
      event: event || "message",
      ...(id !== undefined && { id }),
      data: isCut ? "" : data.join("\n"),
      ...(isCut && { cut: true }),
    };
    event = "";
    id = undefined;
    data = [];
    units = 0;
    isCut = false;
    return hasData ? frame : undefined;
  };
  return {
    line(line: string, isLineCut: boolean): Frame | undefined {
      if (line === "") return take();
      const colon = line.indexOf(":");
      const field = colon < 0 ? line : line.slice(0, colon);
      const rest = colon < 0 ? "" : line.slice(colon + 1);
      const value = rest.startsWith(" ") ? rest.slice(1) : rest;
      if (field === "event") event = value.slice(0, MAX_LINE_UNITS);
      if (field === "id" && !value.includes("\0")) id = value.slice(0, MAX_LINE_UNITS);
      if (field !== "data") return undefined;
      units += value.length + 1;
      if (isLineCut || units > maxUnits + 1) isCut = true;
      if (isCut) data = [];
      else data.push(value);
      return undefined;
    },
  };
}
