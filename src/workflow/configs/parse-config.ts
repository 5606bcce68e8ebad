/** Text of a `config.toml` to what it asks for, with everything that is wrong in it and where. */

import { known } from "../../base/shape.ts";
import {
  parseTomlDocument,
  type TomlDocument,
  type TomlPath,
  type TomlValue,
} from "../../files/splice/toml.ts";
import { shownName } from "../check/shown-name.ts";
import type { Finding } from "../finding.ts";

/** A path as it stands in the file, with its place. */
export interface ListedFile {
  readonly path: string;
  readonly line?: number | undefined;
}

/** What idle shows beside its list. */
export type OnEnter = { readonly text: string } | { readonly file: string };

export interface ParsedConfig {
  /** Machine files, as written. */
  readonly files: readonly ListedFile[];
  /** There is an `[idle]` table; it replaces that of an earlier config even if it says nothing. */
  readonly idle?: { readonly onEnter?: OnEnter; readonly line?: number | undefined };
  /** As written; `state` where it does not say. */
  readonly stateDir: string;
  /** Line of `dir`, where it does say. */
  readonly stateLine?: number;
}

const DEFAULT_STATE_DIR = "state";
const RULE = "CLI-3";

const ROOT_KEYS = ["machines", "idle", "state", "harness"];

/** The config, or only findings: one wrong key makes the whole file unusable. Never throws. */
export function parseConfig(
  text: string,
  file: string,
): { readonly config?: ParsedConfig; readonly findings: readonly Finding[] } {
  const document = parseTomlDocument(text);
  if (!document.ok) {
    const { reason, line } = document.reason;
    return { findings: [finding(file, line, "", `this is no TOML: ${reason}`)] };
  }
  const reader = new ConfigReader(document.value, file);
  const config = reader.read();
  return reader.findings.length === 0 ? { config, findings: [] } : { findings: reader.findings };
}

function finding(
  file: string,
  line: number | undefined,
  path: string,
  message: string,
  hint?: string,
): Finding {
  return {
    level: "error",
    file,
    ...(line === undefined ? {} : { line }),
    path,
    message,
    ...(hint === undefined ? {} : { hint }),
    rule: RULE,
  };
}

/** Reads one document and gathers what is wrong in it. */
class ConfigReader {
  readonly findings: Finding[] = [];
  readonly #document: TomlDocument;
  readonly #file: string;

  constructor(document: TomlDocument, file: string) {
    this.#document = document;
    this.#file = file;
  }

  read(): ParsedConfig {
    const root = this.#document.value;
    this.#onlyKeys([], root, ROOT_KEYS);
    const files = this.#machines(root.machines);
    const idle = this.#idle(root.idle);
    const stateDir = this.#state(root.state);
    this.#harness(root.harness);
    const stateLine = this.#document.lineOf(["state", "dir"]);
    return known({ files, stateDir, idle, stateLine });
  }

  #machines(value: TomlValue | undefined): readonly ListedFile[] {
    const table = this.#table(["machines"], value, ["files"]);
    const files = table?.files;
    if (files === undefined) return [];
    if (!Array.isArray(files)) return this.#wrong(["machines", "files"], "a list of strings", []);
    return files.flatMap((path: TomlValue, index): readonly ListedFile[] => {
      const at = ["machines", "files", index];
      return isPath(path)
        ? [{ path, line: this.#document.lineOf(at) }]
        : this.#wrong(at, "the path of a machine file", []);
    });
  }

  #idle(value: TomlValue | undefined): ParsedConfig["idle"] {
    const table = this.#table(["idle"], value, ["on-enter"]);
    if (table === undefined) return undefined;
    const line = this.#document.lineOf(["idle", "on-enter"]);
    const at = ["idle", "on-enter"];
    const onEnter = this.#table(at, table["on-enter"], ["file", "text"]);
    if (onEnter === undefined) return {};
    const { file, text } = onEnter;
    if ((file === undefined) === (text === undefined)) {
      return this.#fault(at, "it needs either a file or a text", 'on-enter = { file = "…" }', {});
    }
    if (file !== undefined) {
      return isPath(file)
        ? { onEnter: { file }, line }
        : this.#wrong([...at, "file"], "a path", {});
    }
    return typeof text === "string"
      ? { onEnter: { text }, line }
      : this.#wrong([...at, "text"], "a string", {});
  }

  #state(value: TomlValue | undefined): string {
    const dir = this.#table(["state"], value, ["dir"])?.dir;
    if (dir === undefined) return DEFAULT_STATE_DIR;
    return isPath(dir) ? dir : this.#wrong(["state", "dir"], "a path", DEFAULT_STATE_DIR);
  }

  #harness(value: TomlValue | undefined): void {
    const harnesses = this.#table(["harness"], value);
    for (const [name, settings] of Object.entries(harnesses ?? {})) {
      const at = ["harness", name];
      const without = this.#table(at, settings, ["without"])?.without;
      const isList = Array.isArray(without) && without.every((one) => typeof one === "string");
      if (without !== undefined && !isList) this.#wrong([...at, "without"], "a list of strings", 0);
    }
  }

  /** The table with only known keys; undefined where there is none or where it is something else. */
  #table(
    at: readonly string[],
    value: TomlValue | undefined,
    keys?: readonly string[],
  ): Readonly<Record<string, TomlValue | undefined>> | undefined {
    if (value === undefined) return undefined;
    const isTable = typeof value === "object" && !Array.isArray(value) && !(value instanceof Date);
    if (!isTable) return this.#wrong(at, "a table", undefined);
    const table = value as Readonly<Record<string, TomlValue>>;
    if (keys !== undefined) this.#onlyKeys(at, table, keys);
    return table;
  }

  #onlyKeys(at: readonly string[], table: object, keys: readonly string[]): void {
    for (const key of Object.keys(table)) {
      if (keys.includes(key)) continue;
      const hint = `known here: ${keys.join(", ")}`;
      this.#fault([...at, key], `the key ${shownName(key)} is not known`, hint, undefined);
    }
  }

  #wrong<T>(at: TomlPath, wanted: string, instead: T): T {
    return this.#fault(at, `it should be ${wanted}`, undefined, instead);
  }

  #fault<T>(at: TomlPath, message: string, hint: string | undefined, instead: T): T {
    this.findings.push(
      finding(this.#file, this.#document.lineOf(at), shownPath(at), message, hint),
    );
    return instead;
  }
}

function isPath(value: TomlValue): value is string {
  return typeof value === "string" && value !== "" && !value.includes("\0");
}

function shownPath(path: TomlPath): string {
  return path
    .map((part, index) =>
      typeof part === "number" ? `[${part}]` : `${index === 0 ? "" : "."}${shownName(part)}`,
    )
    .join("");
}
