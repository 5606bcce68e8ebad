/**
 * Files as an installation changes them: read once, changed in memory, written together. If one cannot
 * be written, those before it get their old bytes back.
 */
import fs from "node:fs";
import { failed, ok, type Result } from "../../base/result.ts";
import { missingFolders } from "../../files/missing-folders.ts";
import { readBoundedBytes } from "../../files/read-bounded.ts";
import { realTarget } from "../../files/real-target.ts";
import { errorText } from "../../files/system-error.ts";
import { type TextContent, textContent } from "../../files/text-content.ts";
import { writeRefusal, writeWhole } from "../../files/write-whole.ts";

/** Settings and instructions are some kilobytes; what is bigger is something else. */
export const MAX_FILE_BYTES = 2 * 1024 * 1024;

/** A file with its content before and after. */
export interface WorkingFile {
  /** Absolute; as it is named, which may be a link. */
  readonly file: string;
  /** Absent: there was none. */
  readonly before?: Uint8Array;
  readonly mark: TextContent["mark"];
  /** Without the byte order mark; empty for no file. */
  text: string;
}

/** The files of a call, each real file once. */
export type WorkingFiles = Map<string, WorkingFile>;

/** The file, from the disk when it is first asked for. */
export function openFile(files: WorkingFiles, file: string): Result<WorkingFile> {
  let real: string;
  try {
    real = realTarget(file);
  } catch (error) {
    return failed(`cannot find ${file}: ${errorText(error)}`);
  }
  const known = files.get(real);
  if (known !== undefined) return ok(known);
  const opened = readFile(file);
  if (opened.ok) files.set(real, opened.value);
  return opened;
}

/** A file that its own program changes all the time keeps the history of many projects in it. */
const MAX_PROGRAM_FILE_BYTES = 64 * 1024 * 1024;

/** A file that is only read: whatever is done to it in memory reaches no disk. */
export function openProgramFile(file: string): Result<WorkingFile> {
  return readFile(file, MAX_PROGRAM_FILE_BYTES);
}

function readFile(file: string, maxBytes = MAX_FILE_BYTES): Result<WorkingFile> {
  const read = readBoundedBytes(file, maxBytes);
  if (!read.ok) {
    return read.kind === "missing" ? ok({ file, mark: "", text: "" }) : failed(read.reason);
  }
  const content = textContent(read.value);
  return content === undefined
    ? failed(`${file} is no UTF-8 text; save it as UTF-8 first`)
    : ok({ file, before: read.value, ...content });
}

/** The files whose content is another than on the disk. */
export function changedFiles(files: WorkingFiles): readonly WorkingFile[] {
  return [...files.values()].filter((file) => {
    const bytes = bytesOf(file);
    return file.before === undefined ? file.text !== "" : Buffer.compare(bytes, file.before) !== 0;
  });
}

function bytesOf({ mark, text }: WorkingFile): Uint8Array {
  return new TextEncoder().encode(mark + text);
}

/** Why one of the files cannot be written; undefined if they may be tried. Writes nothing. */
export function refusalOf(files: readonly WorkingFile[]): string | undefined {
  for (const { file } of files) {
    const refusal = writeRefusal(file);
    if (refusal !== undefined) return refusal.reason;
  }
  return undefined;
}

/** Writes the files in their order, all or none. `mode` is for new ones. */
export function writeFiles(files: readonly WorkingFile[], mode: number): Result<undefined> {
  const refusal = refusalOf(files);
  if (refusal !== undefined) return failed(refusal);
  const changed = files.find((file) => !isStill(file));
  if (changed !== undefined) {
    return failed(`another program changed ${changed.file} just now; run this again`);
  }
  const undo: (() => void)[] = [];
  for (const file of files) {
    const folders = missingFolders(file.file);
    const options = file.before === undefined ? { mode } : {};
    const written = writeWhole(file.file, bytesOf(file), options);
    undo.push(() => restore(file, folders));
    if (written.ok) continue;
    for (const step of undo.toReversed()) step();
    return failed(written.reason);
  }
  return ok(undefined);
}

function isStill({ file, before }: WorkingFile): boolean {
  const now = readBoundedBytes(file, MAX_FILE_BYTES);
  if (!now.ok) return now.kind === "missing" && before === undefined;
  return before !== undefined && Buffer.compare(now.value, before) === 0;
}

function restore({ file, before }: WorkingFile, folders: readonly string[]): void {
  try {
    if (before !== undefined) writeWhole(file, before);
    else fs.rmSync(realTarget(file), { force: true });
    for (const folder of folders.toReversed()) fs.rmdirSync(folder);
  } catch {
    // The disk fails; what could not be taken back is told by the next status.
  }
}
