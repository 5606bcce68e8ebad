/** A first config, and a new machine in a config that is there. Both write all of it or nothing. */
import fs from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { failed, ok, type Result } from "../../base/result.ts";
import { isTomlTable, parseTomlDocument, type TomlTable } from "../../files/splice/toml.ts";
import { addToArray, setKey } from "../../files/splice/toml-edit.ts";
import { errorText } from "../../files/system-error.ts";
import { faultText } from "./fault-text.ts";
import { tomlOf } from "./kinds/toml-file.ts";
import { type Change, type ConfigWriter, writeAlone } from "./one-writer.ts";
import { CONFIG_TEMPLATE, starterMachine } from "./starter.ts";
import { changedFiles, openFile, type WorkingFiles } from "./working-file.ts";

/** Those of a project are everybody's who has it, and the user's own hold nothing private. */
const NEW_FILE_MODE = 0o644;

const MACHINES = "machines";
const FILES = "files";

/** True if the config was written, false if there was one. */
export function writeFirstConfig(writer: ConfigWriter): Result<boolean> {
  return writeAlone(writer, () => firstConfig(writer.config));
}

function firstConfig(file: string): Result<Change<boolean>> {
  const files: WorkingFiles = new Map();
  const opened = openFile(files, file);
  if (!opened.ok) return opened;
  const { text } = opened.value;
  const document = tomlOf(text);
  if (!document.ok) return failed(faultText(file, document.reason));
  if (MACHINES in document.value.value) {
    return ok({ answer: false, files: [], mode: NEW_FILE_MODE });
  }
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const template = CONFIG_TEMPLATE.replaceAll("\n", eol);
  const whole = text.trim() === "" ? template : `${template}${eol}${text}`;
  if (!holdsBoth(whole, document.value.value)) {
    return failed(`${file} has keys above its first table; put a [machines] table into it by hand`);
  }
  opened.value.text = whole;
  return ok({ answer: true, files: changedFiles(files), mode: NEW_FILE_MODE });
}

/** A key without a table would end up in ours. */
function holdsBoth(text: string, old: TomlTable): boolean {
  const document = parseTomlDocument(text);
  if (!document.ok) return false;
  const { [MACHINES]: machines, ...rest } = document.value.value;
  return (
    JSON.stringify(machines) === JSON.stringify({ [FILES]: [] }) &&
    JSON.stringify(Object.keys(rest)) === JSON.stringify(Object.keys(old))
  );
}

/** A machine for the folder, which is absolute. */
export interface NewMachine extends ConfigWriter {
  readonly id: string;
  readonly folder: string;
}

/** The path of the machine that was written and listed in the config. */
export function writeNewMachine(wanted: NewMachine): Result<string> {
  return writeAlone(wanted, () => newMachine(wanted));
}

function newMachine({ id, config, folder }: NewMachine): Result<Change<string>> {
  const path = join(folder, `${id}.smllm.yaml`);
  const taken = isTaken(path);
  if (!taken.ok) return taken;
  if (taken.value) return failed(`${path} exists already`);
  const files: WorkingFiles = new Map();
  const machine = openFile(files, path);
  if (!machine.ok) return machine;
  const listing = openFile(files, config);
  if (!listing.ok) return listing;
  machine.value.text = starterMachine(id);
  const named = relative(dirname(config), path).replaceAll(sep, "/");
  const listed = withFile(config, listing.value.text, named);
  if (!listed.ok) return listed;
  listing.value.text = listed.value;
  return ok({ answer: path, files: changedFiles(files), mode: NEW_FILE_MODE });
}

/** Whether something of that name is there, also a link that leads nowhere. */
function isTaken(path: string): Result<boolean> {
  try {
    return ok(fs.lstatSync(path, { throwIfNoEntry: false }) !== undefined);
  } catch (error) {
    return failed(`cannot look at ${path}: ${errorText(error)}`);
  }
}

function withFile(config: string, text: string, named: string): Result<string> {
  const document = tomlOf(text);
  if (!document.ok) return failed(faultText(config, document.reason));
  const { value, lineOf } = document.value;
  const wrong = (path: readonly string[], what: string) => {
    const line = lineOf(path);
    const reason = `"${path.join(".")}" is no ${what}; correct it first`;
    return failed(faultText(config, { reason, ...(line !== undefined && { line }) }));
  };
  const machines = value[MACHINES];
  if (machines === undefined) {
    return failed(`${config} has no [machines]; run smllm init first`);
  }
  if (!isTomlTable(machines)) return wrong([MACHINES], "table");
  const list = machines[FILES];
  if (list === undefined) return setKey(document.value, [MACHINES], FILES, [named]);
  if (!Array.isArray(list) || !list.every((file) => typeof file === "string")) {
    return wrong([MACHINES, FILES], "list of texts");
  }
  if (list.includes(named)) return ok(text);
  return addToArray(document.value, [MACHINES, FILES], named);
}
