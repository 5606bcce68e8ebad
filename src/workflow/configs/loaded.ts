/** What loading configs gives, whoever asks for it. */
import type { Finding } from "../finding.ts";
import type { MachineSet } from "../machine.ts";

/**
 * - `run`: prompt files must exist and are not read; absolute paths stay in the machines.
 * - `check`: everything is read and every finding is made (`validate`).
 * - `inline`: prompt texts stand in the machines (`compile`).
 */
export type LoadMode = "run" | "check" | "inline";

/** What a file looks like from outside. Times alone can be set by anybody, and are by tools that copy. */
export interface FileStat {
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly ino: number;
}

/** A file that a result depends on, also one that was not there. */
export interface InputFile {
  readonly path: string;
  /** Absent: there was no such file. */
  readonly seen?: FileStat & { readonly hash: string };
  /** It was not read (a prompt file): only whether it is there counts, and `seen` holds zeros and an empty hash. */
  readonly presence?: true;
}

export interface Loaded {
  /** Machines without errors, in order. */
  readonly set: MachineSet;
  /** Absolute folder in which the instances of each machine are kept, by machine id. */
  readonly stateDirs: ReadonlyMap<string, string>;
  readonly findings: readonly Finding[];
  /** Absolute paths of the configs that were asked for. */
  readonly configs: readonly string[];
  readonly inputs: readonly InputFile[];
}
