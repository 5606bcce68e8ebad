/** How far a transcript was read, as text of a cache file. Reading it back treats it as hostile. */
import { asCount, asRecord, asText, known } from "../../../base/shape.ts";
import type { Tokens } from "../../../status/facts/tokens.ts";
import {
  type CountedMessage,
  MAX_KEPT_TEXT_UNITS,
  MAX_RECENT_MESSAGES,
  type ScanState,
  type TranscriptContext,
} from "./transcript-scan.ts";

const CACHE_VERSION = 1;

/** Which file was read, and what stood before the offset. */
export interface FileMark {
  readonly path: string;
  readonly dev: number;
  readonly ino: number;
  readonly tail: string;
}

/** How far a transcript was read, and what was seen up to there. */
export interface Progress {
  /** Bytes that need not be read again: whole lines, or a part of a line that is skipped. */
  readonly offset: number;
  /** The offset stands inside a line that is too long to be parsed. */
  readonly skipping: boolean;
  readonly scan: ScanState;
}

/** The text of a cache file. */
export function encodeProgress(mark: FileMark, progress: Progress): string {
  const scan = { ...progress.scan, recent: [...progress.scan.recent.values()] };
  return JSON.stringify({ v: CACHE_VERSION, mark, ...progress, scan });
}

/** Reads it back; undefined if anything in it is not as written, as a part would give wrong totals. */
export function parseProgress(
  json: string,
): { readonly mark: FileMark; readonly progress: Progress } | undefined {
  let file: Readonly<Record<string, unknown>> | undefined;
  try {
    file = asRecord(JSON.parse(json));
  } catch {
    return undefined;
  }
  const mark = readMark(file?.mark);
  const offset = wholeCount(file?.offset);
  const scan = readScan(file?.scan);
  if (file?.v !== CACHE_VERSION || mark === undefined || offset === undefined) return undefined;
  if (scan === undefined || typeof file.skipping !== "boolean") return undefined;
  return { mark, progress: { offset, skipping: file.skipping, scan } };
}

function readMark(value: unknown): FileMark | undefined {
  const raw = asRecord(value);
  const [path, tail] = [asText(raw?.path), asText(raw?.tail)];
  const [dev, ino] = [asCount(raw?.dev), asCount(raw?.ino)];
  if (path === undefined || tail === undefined) return undefined;
  return dev === undefined || ino === undefined ? undefined : { path, tail, dev, ino };
}

function readScan(value: unknown): ScanState | undefined {
  const raw = asRecord(value);
  const epoch = wholeCount(raw?.epoch);
  if (raw === undefined || epoch === undefined || !Array.isArray(raw.recent)) return undefined;
  if (raw.recent.length > MAX_RECENT_MESSAGES) return undefined;
  const recent = raw.recent.map(readMessage).filter((message) => message !== undefined);
  const totals = readTokens(raw.totals);
  // Totals and the messages they were made of belong together.
  if (recent.length < raw.recent.length || (totals === undefined) !== (recent.length === 0)) {
    return undefined;
  }
  return known({
    recent: new Map(recent.map((message) => [message.id, message])),
    epoch,
    totals,
    context: readContext(raw.context),
    permissionMode: keptText(raw.permissionMode),
    permissionModeAtMs: asCount(raw.permissionModeAtMs),
    title: keptText(raw.title),
  });
}

function readMessage(value: unknown): CountedMessage | undefined {
  const raw = asRecord(value);
  const id = keptText(raw?.id);
  const epoch = wholeCount(raw?.epoch);
  const tokens = readTokens(raw);
  if (id === undefined || epoch === undefined || tokens === undefined) return undefined;
  return { id, epoch, ...tokens };
}

function readTokens(value: unknown): Tokens | undefined {
  const raw = asRecord(value);
  const [input, output] = [asCount(raw?.input), asCount(raw?.output)];
  const [cacheRead, cacheWrite] = [asCount(raw?.cacheRead), asCount(raw?.cacheWrite)];
  if (input === undefined || output === undefined) return undefined;
  if (cacheRead === undefined || cacheWrite === undefined) return undefined;
  return { input, output, cacheRead, cacheWrite };
}

function readContext(value: unknown): TranscriptContext | undefined {
  const raw = asRecord(value);
  const usedTokens = asCount(raw?.usedTokens);
  const source = (["usage", "estimate"] as const).find((word) => word === raw?.source);
  if (usedTokens === undefined || source === undefined) return undefined;
  return known({ usedTokens, source, replacedTokens: asCount(raw?.replacedTokens) });
}

function keptText(value: unknown): string | undefined {
  const text = asText(value);
  return text === undefined || text.length > MAX_KEPT_TEXT_UNITS ? undefined : text;
}

function wholeCount(value: unknown): number | undefined {
  return Number.isSafeInteger(value) ? asCount(value) : undefined;
}
