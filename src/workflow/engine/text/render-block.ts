/**
 * A block as the agent reads it: one `<smllm>` fence. Its lines and their order are a contract that
 * agents, tests and people's scripts read; the tests show it whole. Lines of ours are escaped,
 * once more where values stand side by side; texts of the author are written as they are.
 */
import type {
  Block,
  BlockPlace,
  IdleList,
  ListedInstance,
  ListedMachine,
  OfferedEvent,
  OfferedParam,
} from "../block.ts";
import { escaped, escapedLine, quoted } from "./quote.ts";

const INDENT = "    ";

/** The whole fence, without a line end after it. */
export function renderBlock(block: Block): string {
  return [
    "<smllm>",
    escapedLine(headerLine(block.session, block.place)),
    ...reportLines(block),
    ...instructionLines(block.instructions),
    ...(block.closing === undefined ? [] : [escapedLine(block.closing)]),
    ...(block.idle === undefined ? [] : idleLines(block.idle)),
    ...menuLines(block.session, block.menu ?? []),
    "</smllm>",
  ].join("\n");
}

function headerLine(session: string | null, place: BlockPlace): string {
  const who = session === null ? "no session" : `session ${escaped(session)}`;
  if (place.at === "idle") return `${who} · idle`;
  const visit = place.visit >= 2 ? ` (visit ${place.visit})` : "";
  const where = `${escaped(place.machine)} › ${escaped(place.state)}${visit}`;
  return `${who} · ${where} · ${escaped(place.kind)} ${escaped(place.label)}`;
}

/** What happened, between the header and the instructions. */
function reportLines(block: Block): string[] {
  const params = block.params.map(([name, value]) => `${escaped(name)} = ${quoted(value)}`);
  const lines = [
    ...(block.arrival === undefined ? [] : [`Arrived by: ${block.arrival}`]),
    ...(params.length === 0 ? [] : [`Params: ${params.join(", ")}`]),
    ...block.notes,
    ...block.guards,
    ...block.failures,
    ...(block.error === undefined ? [] : [`error: ${block.error}`]),
  ];
  return lines.map(escapedLine);
}

function instructionLines(prompts: readonly string[]): string[] {
  const texts = prompts.map((prompt) => prompt.trimEnd()).filter((text) => text !== "");
  return texts.length === 0 ? [] : ["<instructions>", texts.join("\n\n"), "</instructions>"];
}

function idleLines(list: IdleList): string[] {
  return [
    ...instructionLines(list.instructions ?? []),
    ...(list.machines === undefined ? [] : machineLines(list.machines)),
    ...(list.interrupted === undefined ? [] : [`Interrupted: ${instanceWords(list.interrupted)}`]),
    ...(list.paused.length === 0 ? [] : ["Paused:"]),
    ...list.paused.map((instance) => `- ${instanceWords(instance)}`),
    ...(list.morePaused > 0
      ? [`…and ${list.morePaused} more paused: fire listPaused to see them all`]
      : []),
  ];
}

function machineLines(machines: readonly ListedMachine[]): string[] {
  if (machines.length === 0) return ["No state machines are configured."];
  return ["State machines:", ...machines.flatMap(listedMachine)];
}

function listedMachine(machine: ListedMachine): string[] {
  const pattern =
    machine.refPattern === undefined ? "" : ` (pattern: ${escaped(machine.refPattern)})`;
  const param = `${escaped(machine.kind)} id param: ${escaped(machine.refParam)}`;
  const entries = machine.entryPoints.map(escaped).join(", ");
  return [
    `- ${escaped(machine.id)}${aside(" — ", machine.description, "  ")}`,
    `${INDENT}${param}${aside(" — ", machine.refDescription, `${INDENT}  `)}${pattern}`,
    `${INDENT}starts at: ${escaped(machine.initial)}${entries === "" ? "" : `; entry points: ${entries}`}`,
  ];
}

function instanceWords({ kind, label, machine, state }: ListedInstance): string {
  const where = `(${escaped(machine)}) at ${escaped(state)}`;
  return escapedLine(`${escaped(kind)} ${escaped(label)} ${where}`);
}

function menuLines(session: string | null, menu: readonly OfferedEvent[]): string[] {
  if (menu.length === 0) return [];
  const who = session === null ? "" : `session: ${quoted(session)}, `;
  return [
    `Fire one event: smllm({ ${who}event, params })`,
    "<events>",
    ...menu.flatMap(offeredEvent),
    "</events>",
  ];
}

function offeredEvent(event: OfferedEvent): string[] {
  const head = `- ${escaped(event.name)}${aside(" — ", event.guidance, "  ")}`;
  return [head, ...event.params.map(offeredParam)];
}

function offeredParam(param: OfferedParam): string {
  const conditions = [
    param.required ? "required" : "optional",
    ...(param.enum === undefined ? [] : [`one of: ${param.enum.map(escaped).join(", ")}`]),
    ...(param.pattern === undefined ? [] : [`pattern: ${escaped(param.pattern)}`]),
  ];
  const head = `${INDENT}${escaped(param.name)} (${conditions.join(", ")})`;
  return `${head}${aside(": ", param.description, `${INDENT}  `)}`;
}

/**
 * A text of the author behind a name. Its own lines stay, further in, so that none of them reads as
 * the next entry of the list.
 */
function aside(before: string, text: string | undefined, indent: string): string {
  const words = text?.trim() ?? "";
  return words === "" ? "" : `${before}${words.replace(/\r\n|\r|\n/g, `\n${indent}`)}`;
}
