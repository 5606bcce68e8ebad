/**
 * Puts the parts of a harness in place, or tells how they stand. All is read and worked out first; then
 * programs run, files are written, and the record last. On any fault before that every file is as it was.
 */
import { relative, sep } from "node:path";
import { failed, ok, type Result } from "../../base/result.ts";
import { workflowPlaces } from "../places.ts";
import { declinedParts, withDeclined } from "./declined.ts";
import { faultText } from "./fault-text.ts";
import type { Scope } from "./harnesses/harness.ts";
import { type Change, writeAlone } from "./one-writer.ts";
import type { PartName, PartState } from "./part.ts";
import { type InstallPlace, type InstallQuery, installPlace } from "./place.ts";
import { type PlannedPart, planParts } from "./plan.ts";
import { encodeRecord, parseRecord, partHash, type RecordEntry } from "./record.ts";
import { type RegisterCall, registerServer, registrationFault } from "./register-server.ts";
import {
  changedFiles,
  openFile,
  openProgramFile,
  type WorkingFile,
  type WorkingFiles,
} from "./working-file.ts";

/** What was done to a part. */
export type PartAction = "created" | "updated" | "restored";

export interface PartReport {
  readonly part: PartName;
  /** Absolute. */
  readonly file: string;
  /** After the call. */
  readonly state: PartState;
  readonly action?: PartAction;
}

export interface InstallReport {
  readonly place: InstallPlace;
  readonly parts: readonly PartReport[];
}

/** What `install` is asked for beside the query. */
export interface InstallWish {
  /** Parts that are declined from now on. */
  readonly without: readonly PartName[];
  /** Edited parts are put back as they would be installed. */
  readonly force: boolean;
}

/** Settings and records of a person may be private; those of a project are everybody's who has it. */
const NEW_FILE_MODES: Readonly<Record<Scope, number>> = { user: 0o600, project: 0o644 };

/** How the parts stand. Writes nothing. */
export function surveyHarness(query: InstallQuery): Result<InstallReport> {
  const survey = surveyed(query, []);
  if (!survey.ok) return survey;
  const { place, parts, record } = survey.value;
  const reports = parts.map(({ planned, state }) => {
    const isShared = state === "current" && isAlsoOf(query, record, planned, place);
    return report(planned, isShared ? "shared" : state);
  });
  return ok({ place, parts: reports });
}

/** Installs. The reason names the file, with its line where that is known. */
export function installHarness(query: InstallQuery, wish: InstallWish): Result<InstallReport> {
  const place = installPlace(query);
  if (!place.ok) return place;
  const { stateDir } = workflowPlaces(query.env, query.platform);
  const writer = { config: place.value.configFile, stateDir };
  return writeAlone(writer, () => plannedInstall(query, wish));
}

function plannedInstall(query: InstallQuery, wish: InstallWish): Result<Change<InstallReport>> {
  const survey = surveyed(query, wish.without);
  if (!survey.ok) return survey;
  const { place, parts, record, files } = survey.value;
  const done: PartReport[] = [];
  const calls: RegisterCall[] = [];
  for (const { planned, state, opened } of parts) {
    const action = actionOf(state, wish.force);
    if (action === undefined || opened === undefined) {
      done.push(report(planned, state));
      continue;
    }
    if (planned.program !== undefined) {
      calls.push({ target: planned.program, isThere: state !== "absent" });
    } else {
      const put = planned.text.put(opened.text);
      if (!put.ok) return failed(faultText(planned.file, put.reason));
      opened.text = put.value;
    }
    done.push({ ...report(planned, "current"), action });
  }
  const declined = noteDeclined(query, place, wish.without, files);
  if (!declined.ok) return declined;
  const inPlace = done.filter(({ state }) => state === "current").map(({ part }) => part);
  const standing = parts.map(({ planned }) => planned).filter(({ name }) => inPlace.includes(name));
  const noted = noteRecord(query, place, record, standing, files);
  if (!noted.ok) return noted;
  return ok({ ...changeOf(query, place, calls, files), answer: { place, parts: done } });
}

interface SurveyedPart {
  readonly planned: PlannedPart;
  readonly state: PartState;
  /** Absent for a declined part. */
  readonly opened?: WorkingFile;
}

interface Survey {
  readonly place: InstallPlace;
  readonly files: WorkingFiles;
  readonly record: readonly RecordEntry[];
  readonly parts: readonly SurveyedPart[];
}

function surveyed(query: InstallQuery, without: readonly PartName[]): Result<Survey> {
  const place = installPlace(query);
  if (!place.ok) return place;
  const files: WorkingFiles = new Map();
  const config = openFile(files, place.value.configFile);
  if (!config.ok) return config;
  const declined = declinedParts(config.value.text, query.harness.id);
  if (!declined.ok) return failed(faultText(place.value.configFile, declined.reason));
  const record = readRecord(place.value, files);
  if (!record.ok) return record;
  const planned = planParts(place.value, [...declined.value, ...without], files);
  if (!planned.ok) return planned;
  const parts: SurveyedPart[] = [];
  for (const part of planned.value) {
    const stands = surveyPart(query, place.value, part, record.value, files);
    if (!stands.ok) return stands;
    parts.push(stands.value);
  }
  return ok({ place: place.value, files, record: record.value, parts });
}

function readRecord(place: InstallPlace, files: WorkingFiles): Result<readonly RecordEntry[]> {
  const opened = openFile(files, place.recordFile);
  if (!opened.ok) return opened;
  const record = parseRecord(opened.value.text);
  return record.ok ? record : failed(faultText(place.recordFile, record.reason));
}

function surveyPart(
  query: InstallQuery,
  place: InstallPlace,
  planned: PlannedPart,
  record: readonly RecordEntry[],
  files: WorkingFiles,
): Result<SurveyedPart> {
  if (planned.isDeclined) return ok({ planned, state: "skipped" });
  const opened =
    planned.program === undefined ? openFile(files, planned.file) : openProgramFile(planned.file);
  if (!opened.ok) return opened;
  const there = planned.text.read(opened.value.text);
  if (!there.ok) return failed(faultText(planned.file, there.reason));
  const file = recordedFile(planned.file, place, query.scope);
  const entry = record.find(
    ({ harness, part, file: noted }) =>
      harness === query.harness.id && part === planned.name && noted === file,
  );
  const state = stateOf(there.value, planned.text.wanted, entry?.hash);
  return ok({ planned, state, opened: opened.value });
}

function stateOf(there: string | undefined, wanted: string, hash: string | undefined): PartState {
  if (there === undefined) return "absent";
  if (there === wanted) return "current";
  return hash !== undefined && partHash(there) === hash ? "stale" : "edited";
}

function actionOf(state: PartState, force: boolean): PartAction | undefined {
  switch (state) {
    case "absent":
      return "created";
    case "stale":
      return "updated";
    case "edited":
      return force ? "restored" : undefined;
    case "current":
    case "shared":
    case "skipped":
      return undefined;
    default:
      return state satisfies never;
  }
}

function report({ name, file }: PlannedPart, state: PartState): PartReport {
  return { part: name, file, state };
}

/** Whether another harness was installed into the same place. */
function isAlsoOf(
  { harness, scope }: InstallQuery,
  record: readonly RecordEntry[],
  planned: PlannedPart,
  place: InstallPlace,
): boolean {
  const file = recordedFile(planned.file, place, scope);
  return record.some(
    (entry) => entry.harness !== harness.id && entry.part === planned.name && entry.file === file,
  );
}

/** The file as the record names it: a project may lie elsewhere on the next machine. */
function recordedFile(file: string, { folder }: InstallPlace, scope: Scope): string {
  return scope === "project" ? relative(folder, file).replaceAll(sep, "/") : file;
}

function noteDeclined(
  query: InstallQuery,
  place: InstallPlace,
  without: readonly PartName[],
  files: WorkingFiles,
): Result<undefined> {
  const config = openFile(files, place.configFile);
  if (!config.ok) return config;
  const text = withDeclined(config.value.text, query.harness.id, without);
  if (!text.ok) return failed(faultText(place.configFile, { reason: text.reason }));
  config.value.text = text.value;
  return ok(undefined);
}

function noteRecord(
  query: InstallQuery,
  place: InstallPlace,
  record: readonly RecordEntry[],
  parts: readonly PlannedPart[],
  files: WorkingFiles,
): Result<undefined> {
  const opened = openFile(files, place.recordFile);
  if (!opened.ok) return opened;
  const fresh = parts.map(
    ({ name, file, text }): RecordEntry => ({
      harness: query.harness.id,
      part: name,
      file: recordedFile(file, place, query.scope),
      hash: partHash(text.wanted),
    }),
  );
  const kept = record.filter(
    ({ harness, part }) => !fresh.some((entry) => entry.harness === harness && entry.part === part),
  );
  const all = [...kept, ...fresh];
  const isSame = encodeRecord(all) === encodeRecord(record);
  if (all.length > 0 && !(isSame && opened.value.before !== undefined)) {
    opened.value.text = encodeRecord(all);
  }
  return ok(undefined);
}

/** Programs first, then files, the record last. Whatever can be refused is refused before that. */
function changeOf(
  query: InstallQuery,
  place: InstallPlace,
  calls: readonly RegisterCall[],
  files: WorkingFiles,
): Omit<Change<unknown>, "answer"> {
  const changed = changedFiles(files);
  const isRecord = ({ file }: WorkingFile) => file === place.recordFile;
  const programs = {
    fault: () => registrationFault(query, calls),
    run: () => registerServers(query, calls),
  };
  return {
    files: [...changed.filter((file) => !isRecord(file)), ...changed.filter(isRecord)],
    mode: NEW_FILE_MODES[query.scope],
    ...(calls.length > 0 && { programs }),
  };
}

function registerServers(query: InstallQuery, calls: readonly RegisterCall[]): Result<undefined> {
  for (const call of calls) {
    const registered = registerServer(query, call);
    if (!registered.ok) return registered;
  }
  return ok(undefined);
}
