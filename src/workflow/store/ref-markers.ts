/**
 * Whose a ref is: small maps from refs to ids, one file for all refs that share a name on a disk which
 * does not tell cases apart. A marker is written before its instance, so one may name an instance
 * that never came to be or has no such ref; it holds nothing then.
 */
import fs from "node:fs";
import { readBounded } from "../../files/read-bounded.ts";
import type { InstanceRecord } from "../engine/records.ts";
import { markerName } from "./file-names.ts";
import { everyInstance, readInstance } from "./instance-files.ts";
import { isThere } from "./is-there.ts";
import { recordText, writeRecord } from "./locked.ts";
import { parseMarker } from "./parse-record.ts";
import { type MachineFolder, machineTemp, markerFile, markersFolder } from "./store-paths.ts";

/** A few refs of a megabyte that share a name. */
export const MAX_MARKER_BYTES = 33_554_432;

type Marker = Record<string, string>;

/** The instance with that ref, whatever its status. */
export function instanceByRef(folder: MachineFolder, ref: string): InstanceRecord | undefined {
  const marker = readMarker(folder, ref);
  if (marker === "unknown") return scan(folder, (record) => record.ref === ref);
  const id = marker[ref];
  const record = id === undefined ? undefined : readInstance(folder, id);
  return record?.ref === ref ? record : undefined;
}

/**
 * Notes under the machine's lock that the ref is that of the instance, and mends a broken marker. What it
 * gives removes a file that was made for this; in one of several refs the note may stay, as it holds nothing.
 */
export function putMarker(folder: MachineFolder, ref: string, id: string): () => void {
  if (!hasMarkers(folder)) writeEveryMarker(folder);
  const path = markerFile(folder.dir, ref);
  const isNew = !isThere(path);
  const seen = readMarker(folder, ref);
  const marker = seen === "unknown" ? rebuilt(folder, markerName(ref)) : seen;
  if (seen !== "unknown" && marker[ref] === id) return () => {};
  marker[ref] = id;
  writeMarker(folder, ref, marker);
  return () => isNew && fs.unlinkSync(path);
}

/**
 * The map that the ref would stand in; `unknown` where only the instances themselves can say: the file
 * is broken, or there is no folder of markers at all beside instances that were copied here.
 */
function readMarker(folder: MachineFolder, ref: string): Marker | "unknown" {
  const text = readBounded(markerFile(folder.dir, ref), MAX_MARKER_BYTES);
  if (text.ok) return parseMarker(text.value) ?? "unknown";
  if (text.kind !== "missing") return "unknown";
  return hasMarkers(folder) ? Object.create(null) : "unknown";
}

function hasMarkers(folder: MachineFolder): boolean {
  return isThere(markersFolder(folder.dir));
}

/** Before the folder comes into being, as from then on a marker that is not there means a free ref. */
function writeEveryMarker(folder: MachineFolder): void {
  const markers = new Map<string, Marker>();
  for (const { record } of everyInstance(folder)) {
    if (record?.ref == null) continue;
    const name = markerName(record.ref);
    const marker = markers.get(name) ?? Object.create(null);
    marker[record.ref] = record.id;
    markers.set(name, marker);
  }
  for (const marker of markers.values()) {
    const ref = Object.keys(marker)[0];
    if (ref !== undefined) writeMarker(folder, ref, marker);
  }
}

function writeMarker(folder: MachineFolder, ref: string, marker: Marker): void {
  writeRecord(markerFile(folder.dir, ref), recordText(marker), machineTemp(folder.dir));
}

function rebuilt(folder: MachineFolder, name: string): Marker {
  const marker: Marker = Object.create(null);
  for (const { record } of everyInstance(folder)) {
    if (record?.ref != null && markerName(record.ref) === name) marker[record.ref] = record.id;
  }
  return marker;
}

function scan(
  folder: MachineFolder,
  isMeant: (record: InstanceRecord) => boolean,
): InstanceRecord | undefined {
  for (const { record } of everyInstance(folder)) {
    if (record !== undefined && isMeant(record)) return record;
  }
  return undefined;
}
