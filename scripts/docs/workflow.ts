/** Blocks of `docs/workflow.md` and `docs/workflow-claude-code.md`. */
import { HOOK_HARNESSES } from "../../src/workflow/hooks/hook-call.ts";
import type {
  HarnessFiles,
  InstructionsTarget,
} from "../../src/workflow/install/harnesses/harness.ts";
import { INSTALL_HARNESSES } from "../../src/workflow/install/harnesses/registry.ts";
import { machineKeys } from "./machine-keys.ts";
import { code, table } from "./markdown.ts";
import { exampleDiagram } from "./workflow-examples.ts";

export function workflowBlocks(): Readonly<Record<string, string>> {
  return { diagram: exampleDiagram("issue"), "machine-keys": machineKeys() };
}

/** Where each harness gets what, in a project. */
export function harnessBlocks(): Readonly<Record<string, string>> {
  const rows = INSTALL_HARNESSES.map(({ id, title, project, remark }) => [
    `${title}, ${code(id)}`,
    instructionsText(project.instructions),
    code(project.mcp?.file ?? ""),
    hooksText(id, project),
    remark ?? "",
  ]);
  return {
    harnesses: table(["harness", "instructions", "tool", "held at stops", "to know"], rows),
  };
}

function instructionsText(target: InstructionsTarget | undefined): string {
  switch (target?.kind) {
    case undefined:
      return "";
    case "fixed":
      return code(target.file);
    case "first":
      return target.files.map(code).join(" or ");
    case "own":
      return `${code(target.file)} or \`AGENTS.md\``;
    default:
      return target satisfies never;
  }
}

function hooksText(id: string, { hooks }: HarnessFiles): string {
  if (hooks === undefined || HOOK_HARNESSES.get(id) !== "told") return "no";
  return `yes, ${code(hooks.file)}`;
}
