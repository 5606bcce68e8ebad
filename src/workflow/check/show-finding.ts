/** A finding as one line for a person. */
import { cleanLine } from "../../text/clean.ts";
import type { Finding } from "../finding.ts";

/**
 * `<path>[:<line>]: <level>: <place>: <message>[ — <hint>] (<rule>)`, without a line end; a finding about
 * the whole file has no place. `shownPath` is the path of its file as the reader knows it.
 */
export function findingLine(finding: Finding, shownPath: string): string {
  const { line, level, path, message, hint, rule } = finding;
  const file = line === undefined ? shownPath : `${shownPath}:${line}`;
  const place = path === "" ? "" : `${path}: `;
  const advice = hint === undefined ? "" : ` — ${hint}`;
  return cleanLine(`${file}: ${level}: ${place}${message}${advice} (${rule})`);
}
