/** The parts of a harness in a scope, each with its file and what it looks like inside; nothing is decided here. */
import { join } from "node:path";
import { ok, type Result } from "../../base/result.ts";
import { AGENT_INSTRUCTIONS } from "../engine/tool.ts";
import type { HarnessFiles, InstructionsTarget, ServerTarget } from "./harnesses/harness.ts";
import { jsonHooks } from "./kinds/json-hooks.ts";
import { jsonPermission } from "./kinds/json-permission.ts";
import { jsonServer } from "./kinds/json-server.ts";
import { region } from "./kinds/region.ts";
import { tomlServer } from "./kinds/toml-server.ts";
import { wholeFile } from "./kinds/whole-file.ts";
import { PART_NAMES, type PartName, type PartText } from "./part.ts";
import type { InstallPlace } from "./place.ts";
import { STATUS_LINE_SKILL } from "./texts.ts";
import { openFile, type WorkingFiles } from "./working-file.ts";

/** A part of this scope. */
export interface PlannedPart {
  readonly name: PartName;
  /** Absolute. */
  readonly file: string;
  readonly text: PartText;
  /** Only this program may write the file. */
  readonly program?: Extract<ServerTarget, { kind: "program" }>;
  /** Declined: nothing of it is read. */
  readonly isDeclined: boolean;
}

/** The parts in their order. Reads files of instructions alone, to know which one counts. */
export function planParts(
  place: InstallPlace,
  declined: readonly string[],
  files: WorkingFiles,
): Result<readonly PlannedPart[]> {
  const parts: PlannedPart[] = [];
  for (const name of PART_NAMES) {
    const part = planPart(name, place, declined.includes(name), files);
    if (!part.ok) return part;
    if (part.value !== undefined) parts.push(part.value);
  }
  return ok(parts);
}

function planPart(
  name: PartName,
  place: InstallPlace,
  isDeclined: boolean,
  working: WorkingFiles,
): Result<PlannedPart | undefined> {
  const { files, folder } = place;
  const at = (file: string, text: PartText) =>
    ok({ name, file: join(folder, file), text, isDeclined });
  switch (name) {
    case "instructions": {
      if (files.instructions === undefined) return ok(undefined);
      const file = isDeclined
        ? ok(firstOf(files.instructions))
        : instructionsFile(files.instructions, folder, working);
      return file.ok ? at(file.value, region(AGENT_INSTRUCTIONS)) : file;
    }
    case "mcp":
      return ok(files.mcp && planServer(files.mcp, place, isDeclined));
    case "hooks":
      return files.hooks ? at(files.hooks.file, jsonHooks(files.hooks.calls)) : ok(undefined);
    case "permissions":
      return files.permissions
        ? at(files.permissions.file, jsonPermission(files.permissions.rule))
        : ok(undefined);
    case "statusline":
      return files.statusline
        ? at(files.statusline.file, wholeFile(STATUS_LINE_SKILL))
        : ok(undefined);
    default:
      return name satisfies never;
  }
}

function planServer(
  target: ServerTarget,
  { folder, programFolder }: InstallPlace,
  isDeclined: boolean,
): PlannedPart {
  const base = { name: "mcp" as const, isDeclined };
  const file = join(folder, target.file);
  switch (target.kind) {
    case "json":
      return { ...base, file, text: jsonServer(target.server) };
    case "toml":
      return { ...base, file, text: tomlServer(target.server) };
    case "program": {
      const own = join(programFolder ?? folder, target.file);
      return { ...base, file: own, text: jsonServer(target.server), program: target };
    }
    default:
      return target satisfies never;
  }
}

/** The parts that a harness has in a scope. */
export function partsOf(files: HarnessFiles): readonly PartName[] {
  return PART_NAMES.filter((name) => files[name] !== undefined);
}

function firstOf(target: InstructionsTarget): string {
  return target.kind === "first" ? (target.files[0] ?? "AGENTS.md") : target.file;
}

const AGENTS = "AGENTS.md";

/** A line of the file that takes AGENTS.md in, as Claude Code and Gemini CLI read it. */
const IMPORTS_AGENTS = /(?:^|\s)@(?:\.\/)?AGENTS\.md(?=$|[\s.,;:)])/m;

function instructionsFile(
  target: InstructionsTarget,
  folder: string,
  files: WorkingFiles,
): Result<string> {
  if (target.kind === "fixed") return ok(target.file);
  if (target.kind === "first") {
    for (const file of target.files) {
      const opened = openFile(files, join(folder, file));
      if (!opened.ok) return opened;
      if (opened.value.before !== undefined) return ok(file);
    }
    return ok(firstOf(target));
  }
  const agents = openFile(files, join(folder, AGENTS));
  if (!agents.ok) return agents;
  if (agents.value.before === undefined) return ok(target.file);
  const own = openFile(files, join(folder, target.file));
  if (!own.ok) return own;
  if (own.value.before === undefined) return ok(target.agentsAlone ? AGENTS : target.file);
  return ok(IMPORTS_AGENTS.test(own.value.text) ? AGENTS : target.file);
}
