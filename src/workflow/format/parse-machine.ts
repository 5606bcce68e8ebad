/** Text of a machine file to a machine, with everything that is wrong with it. */
import { known } from "../../base/shape.ts";
import { checkDraft } from "../check/check-draft.ts";
import type { Draft } from "../check/draft.ts";
import type { Problem } from "../check/problem.ts";
import type { Finding } from "../finding.ts";
import type { Machine } from "../machine.ts";
import { besideFile } from "./beside.ts";
import { buildMachine, type PathReading } from "./build-machine.ts";
import { checkShape } from "./check-shape.ts";
import { type PromptFile, promptFilesOf } from "./prompt-files.ts";
import { readDraft } from "./read-draft.ts";
import { readNode } from "./read-node.ts";
import { rootSpot } from "./spot.ts";

export interface ParsedMachine {
  /** Absent when any finding is an error. */
  readonly machine?: Machine;
  /** By line; what is about the whole file comes first. */
  readonly findings: readonly Finding[];
  /** Files that the machine names, or would take beside it: whether they are there is for the caller to see. */
  readonly promptFiles: readonly PromptFile[];
}

export interface ParseOptions {
  /** `as-written` leaves the directories of commands as they stand in the file; absolute is the default. */
  readonly cwd?: "absolute" | "as-written";
}

/**
 * A person makes no more mistakes than these; a file of nothing else is no machine, and its list would
 * fill the memory.
 */
const MAX_FINDINGS = 1000;

/**
 * Reads and checks a machine. `file` is its absolute path, of which nothing is opened: prompt files and
 * directories of commands are taken from its folder. A syntax error is the one finding; else the whole
 * shape is looked at, and of a well-shaped file the meaning. Never throws.
 */
export function parseMachine(
  text: string,
  file: string,
  options: ParseOptions = {},
): ParsedMachine {
  const { draft, problems } = readAndCheck(text);
  const findings = sorted(problems).map((found): Finding => ({ ...found, file }));
  if (draft === undefined) return { findings, promptFiles: [] };
  const beside = (path: string): string => besideFile(file, path);
  const asWritten = (path: string): string => path;
  const paths: PathReading = {
    prompt: beside,
    cwd: options.cwd === "as-written" ? asWritten : beside,
  };
  const isSound = !problems.some(({ level }) => level === "error");
  return {
    ...known({ machine: isSound ? buildMachine(draft, paths) : undefined }),
    findings,
    promptFiles: promptFilesOf(draft, beside),
  };
}

function readAndCheck(text: string): { draft?: Draft; problems: readonly Problem[] } {
  const read = readNode(text);
  if (!read.ok) return { problems: read.problems };
  const root = rootSpot(read.node);
  const problems = checkShape(root);
  if (problems.some(({ rule }) => rule === "CFG-1" || rule === "CFG-2")) return { problems };
  const draft = readDraft(root);
  return draft === undefined
    ? { problems }
    : { draft, problems: [...problems, ...checkDraft(draft)] };
}

function sorted(problems: readonly Problem[]): readonly Problem[] {
  const byLine = problems.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0));
  if (byLine.length <= MAX_FINDINGS) return byLine;
  const rest = byLine.length - MAX_FINDINGS;
  const message = `${rest} more problems are not shown`;
  const isWrong = byLine.some(({ level }) => level === "error");
  const level = isWrong ? "error" : "warning";
  return [...byLine.slice(0, MAX_FINDINGS), { level, path: "", message, rule: "CFG-1" }];
}
