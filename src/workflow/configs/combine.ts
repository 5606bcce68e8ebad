/**
 * Machines of several configs as one list: what a later config says replaces what an earlier one said,
 * and what it says wrongly takes the earlier away too, since nobody asked for that any more.
 */
import { shownName } from "../check/shown-name.ts";
import type { Finding, FindingLevel } from "../finding.ts";
import type { Machine, Prompt } from "../machine.ts";

/** A machine with where it comes from. */
export interface PlacedMachine {
  readonly machine: Machine;
  /** Absolute path of the machine file. */
  readonly file: string;
  /** Absolute path of the config that lists it. */
  readonly config: string;
  /** Absolute folder in which its instances are kept. */
  readonly stateDir: string;
}

export class CombinedMachines {
  readonly findings: Finding[] = [];
  idle: readonly Prompt[] = [];
  #placed: readonly PlacedMachine[] = [];

  get placed(): readonly PlacedMachine[] {
    return this.#placed;
  }

  /** Takes a machine in: at the end, or in the place of an earlier config's. */
  add(next: PlacedMachine): void {
    const { id } = next.machine;
    const clash = this.#placed.find((one) => clashes(one, next));
    if (clash !== undefined) {
      this.#tell("error", next.file, "CFG-1", clashMessage(clash, next));
      return;
    }
    const place = this.#placed.findIndex(({ machine }) => machine.id === id);
    if (place === -1) {
      this.#placed = [...this.#placed, next];
      return;
    }
    const earlier = this.#placed[place]?.config ?? "";
    const message = `the machine ${shownName(id)} replaces that of ${shownName(earlier)}`;
    this.#tell("info", next.file, "CFG-15", message);
    this.#placed = this.#placed.with(place, next);
  }

  /** A file of `config` that is broken would have replaced the machine of that id: it goes as well. */
  withdraw(id: string, config: string, file: string): void {
    const earlier = this.#placed.find((one) => one.machine.id === id && one.config !== config);
    if (earlier === undefined) return;
    this.#placed = this.#placed.filter((one) => one !== earlier);
    const message = `the machine ${shownName(id)} of ${shownName(earlier.config)} is withdrawn, as this file would replace it and has errors`;
    this.#tell("warning", file, "CFG-15", message);
  }

  /** A config that does not parse may have meant to replace any of them. */
  withdrawAll(config: string): void {
    if (this.#placed.length === 0) return;
    const ids = this.#placed.map(({ machine }) => machine.id).join(", ");
    this.#placed = [];
    const message = `the machines of earlier configs are withdrawn, as this one has errors: ${shownName(ids)}`;
    this.#tell("warning", config, "CFG-15", message);
  }

  #tell(level: FindingLevel, file: string, rule: string, message: string): void {
    this.findings.push({ level, file, path: "", message, rule });
  }
}

/**
 * Two machines that cannot stand side by side: one id twice in a config, or ids that share a folder where
 * a disk does not tell cases apart.
 */
function clashes(one: PlacedMachine, next: PlacedMachine): boolean {
  const isSameId = one.machine.id === next.machine.id;
  if (one.config === next.config && isSameId) return true;
  const sharesFolder = one.config === next.config || one.stateDir === next.stateDir;
  return (
    !isSameId && sharesFolder && one.machine.id.toLowerCase() === next.machine.id.toLowerCase()
  );
}

function clashMessage(one: PlacedMachine, next: PlacedMachine): string {
  const id = shownName(next.machine.id);
  const other = shownName(one.file);
  return one.machine.id === next.machine.id
    ? `the machine ${id} is in ${other} already, and this file is left out`
    : `the ids ${id} and ${shownName(one.machine.id)} of ${other} differ only in case and would share a folder; this file is left out`;
}
