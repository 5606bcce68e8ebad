/** Findings as lines for a person, and as data. */
import { findingLine } from "../../workflow/check/show-finding.ts";
import type { Finding, FindingLevel } from "../../workflow/finding.ts";
import { shownPath } from "./commands/shared/shown-path.ts";

/** The lines of these levels and a last one with the number of each level; with a line end. */
export function findingsText(
  findings: readonly Finding[],
  shown: ReadonlySet<FindingLevel>,
  cwd: string,
): string {
  const lines = findings
    .filter(({ level }) => shown.has(level))
    .map((finding) => findingLine(finding, shownPath(finding.file, cwd)));
  const [errors, warnings, info] = LEVELS.map((level) => ofLevel(findings, level).length);
  return [...lines, `${errors} errors, ${warnings} warnings, ${info} info`, ""].join("\n");
}

/** What `validate --json` prints: every level, with all members; paths of files are absolute. */
export function findingsJson(findings: readonly Finding[]): object {
  const [errors, warnings, info] = LEVELS.map((level) => ofLevel(findings, level).map(itemOf));
  return { errors, warnings, info };
}

export function hasErrors(findings: readonly Finding[]): boolean {
  return findings.some(({ level }) => level === "error");
}

const LEVELS: readonly FindingLevel[] = ["error", "warning", "info"];

function ofLevel(findings: readonly Finding[], level: FindingLevel): readonly Finding[] {
  return findings.filter((finding) => finding.level === level);
}

function itemOf({ level, file, line, path, message, hint, rule }: Finding): object {
  return { level, file, line: line ?? null, path, message, hint: hint ?? null, rule };
}
