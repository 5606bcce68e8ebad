/** Tables of `docs/host.md`, `docs/agent-script.md` and `docs/exec.md`. */
import { REQUESTS } from "../../src/agent/requests/registry.ts";
import { exec } from "../../src/cli/commands/exec.ts";
import { KNOWN_AGENTS } from "../../src/sources/acp/registry.ts";
import { COMMANDS } from "../../src/surfaces/host/commands/registry.ts";
import { keyLabel } from "../../src/surfaces/host/key-label.ts";
import { KEYS, type KeyRow } from "../../src/surfaces/host/keys.ts";
import { textsIn } from "../../src/surfaces/host/texts/texts.ts";
import { code, codes, table } from "./markdown.ts";

export function hostBlocks(): Readonly<Record<string, string>> {
  const { frame, commands } = textsIn("en");
  const keys = KEYS.map((row: KeyRow) => {
    const where = row.in === undefined ? "" : ` (in ${row.in})`;
    return [
      row.keys.map((key) => code(keyLabel(key))).join(", "),
      `${frame.keys[row.does]}${where}`,
    ];
  });
  const slash = COMMANDS.map(({ name, aliases = [], argument }) => {
    const form = argument === undefined ? `/${name}` : `/${name} ${argument}`;
    const forms = [form, ...aliases.map((alias) => `/${alias}`)];
    return [codes(forms), commands.describe[name]];
  });
  const agents = KNOWN_AGENTS.map(({ name, title, command, hint }) => [
    code(name),
    title,
    code(command.join(" ").replace("{telltale}", "telltale")),
    hint.startsWith("npm ") ? code(hint) : hint,
  ]);
  return {
    keys: table(["key", "what it does"], keys),
    commands: table(["command", "what it does"], slash),
    agents: table(["name", "agent", "program", "how to get it"], agents),
    ...agentRequestBlocks(),
  };
}

/** What the built-in agent understands. */
function agentRequestBlocks(): Readonly<Record<string, string>> {
  const rows = REQUESTS.map(({ name, hint, summary }) => [
    code(hint === undefined ? `/${name}` : `/${name} ${hint}`),
    summary,
  ]);
  return { requests: table(["request", "what it does"], rows) };
}

export function execBlocks(): Readonly<Record<string, string>> {
  const members = exec.table?.rows ?? [];
  return {
    members: table(
      ["member", "what"],
      members.map(([name = "", text = ""]) => [code(name), text]),
    ),
    "exit-codes": table(
      ["exit code", "when"],
      exec.exitCodes.map(({ code: number, when }) => [String(number), when]),
    ),
  };
}
