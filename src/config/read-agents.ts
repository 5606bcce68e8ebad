/** Reader for `agents`: programs of one's own that speak ACP. */
import { asRecord } from "../base/shape.ts";
import type { AgentSetting, SettingsNote } from "./settings.ts";
import { shownKey } from "./shown-key.ts";

/** Nobody chooses among more; keeps a hostile file from costing time. */
const MAX_AGENTS = 100;
/** An environment of more variables, or a longer text, is an accident. */
const MAX_VARIABLES = 100;
const MAX_TEXT_LENGTH = 8000;
/** Names stand in arguments, on lines and in lists. */
const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/i;
const KEYS: readonly string[] = ["command", "env", "title"];

/** The agents that have a usable name and a command; the others are noted. Undefined if it is no mapping. */
export function readAgents(
  raw: unknown,
  path: string,
  notes: SettingsNote[],
): Readonly<Record<string, AgentSetting>> | undefined {
  const mapping = asRecord(raw);
  if (mapping === undefined) return undefined;
  const agents: [string, AgentSetting][] = [];
  for (const [name, value] of Object.entries(mapping).slice(0, MAX_AGENTS)) {
    const place = `${path}.${shownKey(name)}`;
    const agent = NAME.test(name) ? readAgent(value, place, notes) : undefined;
    if (agent !== undefined) agents.push([name, agent]);
    else {
      const message = NAME.test(name)
        ? "it counts only with a text `command`, which is missing"
        : "it is no name of an agent";
      const fix = NAME.test(name)
        ? "write the program and its arguments"
        : "use letters, digits, `-`, `_` and `.`";
      notes.push({ level: "warning", path: place, message, fix });
    }
  }
  return Object.fromEntries(agents);
}

function readAgent(raw: unknown, path: string, notes: SettingsNote[]): AgentSetting | undefined {
  const agent = asRecord(raw);
  const command = textOf(agent?.command)?.trim();
  if (agent === undefined || command === undefined || command === "") return undefined;
  const title = textOf(agent.title)?.trim();
  const env = readEnv(agent.env);
  const isOdd =
    Object.keys(agent).some((key) => !KEYS.includes(key)) ||
    (agent.title !== undefined && title === undefined) ||
    (agent.env !== undefined && agent.env !== null && env === undefined);
  if (isOdd) {
    const message = "a part of it is ignored";
    const fix = "it has the texts `command` and `title`, and `env`, a mapping to texts";
    notes.push({ level: "warning", path, message, fix });
  }
  return { command, ...(title !== undefined && { title }), ...(env !== undefined && { env }) };
}

/** Undefined if a member is no text: half of an environment would start another program than meant. */
function readEnv(raw: unknown): Readonly<Record<string, string>> | undefined {
  const mapping = asRecord(raw);
  if (mapping === undefined) return undefined;
  const entries = Object.entries(mapping);
  if (entries.length > MAX_VARIABLES) return undefined;
  const texts = entries.map(([name, value]) => [name, textOf(value)] as const);
  if (texts.some(([name, value]) => value === undefined || !isVariable(name))) return undefined;
  return Object.fromEntries(texts) as Readonly<Record<string, string>>;
}

function isVariable(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value.length <= MAX_TEXT_LENGTH && !value.includes("\0")
    ? value
    : undefined;
}
