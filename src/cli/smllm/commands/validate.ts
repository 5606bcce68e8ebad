import { ok, type Result } from "../../../base/result.ts";
import { jsonText } from "../../../text/json-text.ts";
import type { Finding, FindingLevel } from "../../../workflow/finding.ts";
import { type Command, EXIT_FAILED, EXIT_OK, type Invocation } from "../../command.ts";
import { fault } from "../fault.ts";
import { findingsJson, findingsText, hasErrors } from "../findings-text.ts";
import { loadOwnConfigs } from "../load-configs.ts";
import { readNamedFile } from "../named-file.ts";

/** Says what is wrong in configs, machines and what is saved of them. */
export const validate: Command = {
  name: "validate",
  summary: "Checks configs, their machines, and whether saved instances still fit them",
  notes: [
    "Errors are always listed; all findings are counted in the last line.",
    "With --json all of them are listed, and files by their absolute paths.",
  ],
  usage: ["validate [PATH...] [--warnings] [--info] [--json]"],
  options: [
    { name: "warnings", describe: "List warnings as well: what is doubtful" },
    { name: "info", describe: "List notes as well: what one may want to know" },
    { name: "json", describe: "Print JSON: errors, warnings and info" },
  ],
  takes: "files",
  examples: [
    { command: "smllm validate --warnings", describe: "The configs of this folder" },
    { command: "smllm validate work.smllm.yaml", describe: "One machine; a .toml is a config" },
  ],
  exitCodes: [
    { code: 0, when: "no errors; warnings do not count" },
    { code: 1, when: "there are errors" },
    { code: 2, when: "the call could not be understood, or there is no config or no such file" },
  ],
  async run(invocation) {
    const { io, options } = invocation;
    const findings = await allFindings(invocation);
    if (!findings.ok) return fault(io, findings.reason);
    const shown = new Set<FindingLevel>([
      "error",
      ...(options.warnings === true ? ["warning" as const] : []),
      ...(options.info === true ? ["info" as const] : []),
    ]);
    io.out(
      options.json === true
        ? `${jsonText(findingsJson(findings.value))}\n`
        : findingsText(findings.value, shown, io.cwd),
    );
    return hasErrors(findings.value) ? EXIT_FAILED : EXIT_OK;
  },
};

async function allFindings(invocation: Invocation): Promise<Result<readonly Finding[]>> {
  const { operands, io } = invocation;
  if (operands.length === 0) {
    const loaded = await loadOwnConfigs(invocation, "check");
    return loaded.ok ? ok(loaded.value.findings) : loaded;
  }
  const findings: Finding[] = [];
  for (const path of operands) {
    const read = await readNamedFile(path, "check", io);
    if (!read.ok) return read;
    findings.push(...read.value.findings);
  }
  return ok(findings);
}
