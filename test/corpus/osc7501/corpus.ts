/**
 * The corpus of OSC 7501. Each file of a folder has a topic and cases; a case has a name, says why it
 * is as it is, and where other readers differ (`others`).
 *
 * - `accept/`, `reject/`, `recorded/`: chunks of output, the events, and where it matters the `output`
 *   with the sequences taken out, the `reply` to write, and the texts as they are shown (`display`).
 * - `lifecycle/`: output and happenings, then the records, least recently updated first.
 * - `detect/`: what a terminal answers, and the verdict. `encode/`: reports as they are written.
 * - `real/`: what programs sent while `npm run test:real -- --record` drove them, one file a situation,
 *   with the events as a reader apart from ours has them, and the records at the end.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type {
  Capabilities,
  ProgramEvent,
  ProgramRecord,
} from "../../../src/wire/osc7501/message.ts";

/** Text stands for its UTF-8 bytes. */
type Part = string | { readonly repeat: string; readonly times: number } | { readonly hex: string };

/** Bytes as they are written down. */
export type Written = Part | readonly Part[];

interface Case {
  readonly name: string;
  readonly why: string;
  readonly others?: string;
}

export interface StreamCase extends Case {
  readonly chunks: readonly Written[];
  readonly events: readonly ProgramEvent[];
  readonly output?: Written;
  /** Empty: nothing is written back. */
  readonly reply?: string;
  readonly display?: { readonly title: string };
}

export interface LifecycleCase extends Case {
  readonly steps: readonly (
    | { readonly feed: readonly Written[] }
    | { readonly do: "process-exit" | "seen" }
  )[];
  readonly records?: readonly ProgramRecord[];
  /** Where there are too many to write down: how many, and some that are there and that are not. */
  readonly count?: number;
  readonly present?: readonly string[];
  readonly absent?: readonly string[];
  readonly effectiveApp?: Readonly<Record<string, string>>;
  /** Id of the record that speaks for all. */
  readonly summary?: string;
}

export interface DetectCase extends Case {
  readonly chunks: readonly Written[];
  readonly verdict: "supported" | "unsupported" | "pending";
  /** `false`: decided, but the answer to the other question is still to come. */
  readonly settled?: boolean;
  readonly capabilities?: Capabilities;
}

export interface EncodeCase extends Case {
  readonly report: { readonly state: string; readonly id?: string };
  readonly strict?: boolean;
  readonly sequence?: string;
  /** The field that the reason names. */
  readonly refused?: string;
}

export interface RealCase extends StreamCase {
  readonly records: readonly ProgramRecord[];
}

interface Folders {
  readonly accept: StreamCase;
  readonly reject: StreamCase;
  readonly recorded: StreamCase;
  readonly real: RealCase;
  readonly lifecycle: LifecycleCase;
  readonly detect: DetectCase;
  readonly encode: EncodeCase;
}

/** All cases of a folder, each name with its file in front. */
export function corpusCases<F extends keyof Folders>(folder: F): readonly Folders[F][] {
  const path = join(import.meta.dir, folder);
  const files = readdirSync(path).sort();
  return files.flatMap((file) => {
    const { cases } = JSON.parse(readFileSync(join(path, file), "utf8")) as {
      readonly cases: readonly Folders[F][];
    };
    const topic = file.replace(/\.json$/, "");
    return cases.map((one) => ({ ...one, name: `${folder}/${topic}, ${one.name}` }));
  });
}

/** The bytes that are written down. */
export function corpusBytes(written: Written): Uint8Array {
  const parts: readonly Part[] =
    typeof written === "string" || !Array.isArray(written) ? [written as Part] : written;
  return Buffer.concat(parts.map(partBytes));
}

function partBytes(part: Part): Buffer {
  if (typeof part === "string") return Buffer.from(part, "utf8");
  return "hex" in part ? Buffer.from(part.hex, "hex") : Buffer.from(part.repeat.repeat(part.times));
}
