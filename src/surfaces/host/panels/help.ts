/** `/help`: every key and every command, ours and the agent's. */
import { cleanLine } from "../../../text/clean.ts";
import { span } from "../../../text/span.ts";
import { COMMANDS } from "../commands/registry.ts";
import type { HostContext } from "../context.ts";
import { keyHint, keyLabel } from "../key-label.ts";
import { KEYS, type KeyRow } from "../keys.ts";
import { findCommand } from "../slash/run-slash.ts";
import type { Panel } from "./panel.ts";
import { type ListRow, listPanel } from "./shared/list-panel.ts";

export const help: Panel = {
  id: "help",
  open(context, argument) {
    const texts = context.texts.panels.help;
    return listPanel(context, {
      title: texts.title,
      isSearched: true,
      query: cleanLine(argument),
      rows: () => [...keyRows(context), ...commandRows(context), ...agentRows(context)],
      empty: () => "",
      hints: () => [],
      choose(row) {
        if (!row.key.startsWith("/")) return "handled";
        context.ui.setComposer(`${row.key} `);
        return "close";
      },
    });
  },
};

function heading(text: string): ListRow {
  return { key: text, isHeading: true, label: [span(text, "accent")] };
}

function keyRows({ texts, painter }: HostContext): readonly ListRow[] {
  const rows = KEYS.map((row: KeyRow): ListRow => {
    const where = row.in === undefined ? "" : texts.frame.inFullscreen;
    const does = ` · ${texts.frame.keys[row.does]}${where}`;
    return {
      key: `key ${row.does}`,
      label: [
        span(keyHint(row.keys.map(keyLabel).join(" / "), painter), "text"),
        span(does, "muted"),
      ],
    };
  });
  return [heading(texts.panels.help.keys), ...rows];
}

function commandRows({ texts }: HostContext): readonly ListRow[] {
  const rows = COMMANDS.map(({ name, argument = "" }): ListRow => {
    const usage = argument === "" ? "" : ` ${argument}`;
    const describe = texts.commands.describe[name];
    return {
      key: `/${name}`,
      label: [span(`/${name}${usage}`, "text"), span(` · ${describe}`, "muted")],
    };
  });
  return [heading(texts.panels.help.commands), ...rows];
}

function agentRows({ ports, texts }: HostContext): readonly ListRow[] {
  const offered = (ports.runtime.session()?.commands ?? []).filter(
    ({ name }) => findCommand(name) === undefined,
  );
  if (offered.length === 0) return [];
  const rows = offered.map(({ name, description }): ListRow => {
    const described = cleanLine(description ?? "");
    return {
      key: `/${cleanLine(name)}`,
      label: [
        span(`/${cleanLine(name)}`, "text"),
        span(described === "" ? "" : ` · ${described}`, "muted"),
      ],
    };
  });
  return [heading(texts.panels.help.agentCommands), ...rows];
}
