/** What `validate` says of saved instances: those that rest in a state that is gone, and broken files. */
import fs from "node:fs";
import { join } from "node:path";
import { readBounded } from "../../files/read-bounded.ts";
import { errorText } from "../../files/system-error.ts";
import { shownName } from "../check/shown-name.ts";
import { WorkflowError } from "../engine/ports.ts";
import { labelOf } from "../engine/records.ts";
import type { Finding } from "../finding.ts";
import { type Machine, stateOf } from "../machine.ts";
import { everyInstance } from "../store/instance-files.ts";
import { parseMarker } from "../store/parse-record.ts";
import { MAX_MARKER_BYTES } from "../store/ref-markers.ts";
import {
  isRecordName,
  type MachineFolder,
  machineFolder,
  markersFolder,
} from "../store/store-paths.ts";
import type { PlacedMachine } from "./combine.ts";

/** All of it as warnings, machine by machine. Reads every instance; writes nothing. Never throws. */
export function savedInstanceFindings(placed: readonly PlacedMachine[]): readonly Finding[] {
  return placed.flatMap(({ machine, stateDir }): readonly Finding[] => {
    const folder = machineFolder(new Map([[machine.id, stateDir]]), machine.id);
    if (folder === undefined) return [];
    try {
      return [...instanceFindings(folder, machine), ...markerFindings(folder)];
    } catch (error) {
      if (!(error instanceof WorkflowError)) throw error;
      return [warning("STO-1", folder.dir, "", error.message)];
    }
  });
}

function instanceFindings(folder: MachineFolder, machine: Machine): readonly Finding[] {
  const findings: Finding[] = [];
  for (const { record, path } of everyInstance(folder)) {
    if (record === undefined) {
      const hint = "put it right or move it away; it is passed over everywhere";
      findings.push(warning("STO-1", path, "", "this file holds no readable instance", hint));
    } else if (record.status !== "completed" && stateOf(machine, record.state) === undefined) {
      const [label, state] = [shownName(labelOf(record)), shownName(record.state)];
      const message = `${shownName(machine.kind)} ${label} rests in ${state}, which ${machine.id} no longer has`;
      const hint = `enter it with another state, such as ${shownName(machine.initial)}`;
      findings.push(warning("IDLE-4", path, "state", message, hint));
    }
  }
  return findings;
}

function markerFindings(folder: MachineFolder): readonly Finding[] {
  const markers = markersFolder(folder.dir);
  return recordNames(markers).flatMap((name) => {
    const path = join(markers, name);
    const text = readBounded(path, MAX_MARKER_BYTES);
    const isFine = text.ok ? parseMarker(text.value) !== undefined : text.kind === "missing";
    if (isFine) return [];
    const hint = "remove it; it is made anew from the instances";
    return [warning("STO-1", path, "", "this marker of refs cannot be read", hint)];
  });
}

function recordNames(folder: string): readonly string[] {
  try {
    return fs.existsSync(folder) ? fs.readdirSync(folder).filter(isRecordName) : [];
  } catch (error) {
    throw new WorkflowError("store", `cannot list ${folder}: ${errorText(error)}`);
  }
}

function warning(
  rule: string,
  file: string,
  path: string,
  message: string,
  hint?: string,
): Finding {
  return {
    level: "warning",
    file,
    path,
    message,
    ...(hint === undefined ? {} : { hint }),
    rule,
  };
}
