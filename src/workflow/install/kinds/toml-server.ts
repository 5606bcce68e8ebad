/** The MCP server in a TOML file: `[mcp_servers.smllm]`. Keys that the user added to the table stay. */
import { failed, ok, type Result } from "../../../base/result.ts";
import { asRecord } from "../../../base/shape.ts";
import { parseTomlDocument } from "../../../files/splice/toml.ts";
import { addTable, setKey, type TomlInput } from "../../../files/splice/toml-edit.ts";
import type { PartText } from "../part.ts";
import { SERVER_NAME } from "./json-server.ts";
import { tomlOf } from "./toml-file.ts";

const CONTAINER = "mcp_servers";
const PATH = [CONTAINER, SERVER_NAME];

/** The part for a table of which `server` are the keys that are ours. */
export function tomlServer(server: Readonly<Record<string, TomlInput>>): PartText {
  return {
    wanted: JSON.stringify(server),
    read: (text) => {
      const document = tomlOf(text);
      if (!document.ok) return document;
      const entry = asRecord(document.value.value[CONTAINER])?.[SERVER_NAME];
      if (entry === undefined) return ok(undefined);
      const table = asRecord(entry);
      if (table === undefined) return ok(String(entry));
      const ours = Object.keys(server).map((key) => [key, table[key]] as const);
      return ok(JSON.stringify(Object.fromEntries(ours)));
    },
    put: (text) => {
      const document = tomlOf(text);
      if (!document.ok) return document;
      const isThere = asRecord(document.value.value[CONTAINER])?.[SERVER_NAME] !== undefined;
      const changed = isThere
        ? withKeys(text, server)
        : addTable(document.value, PATH, Object.entries(server));
      return changed.ok ? changed : failed({ reason: changed.reason });
    },
  };
}

function withKeys(text: string, server: Readonly<Record<string, TomlInput>>): Result<string> {
  let current = text;
  for (const [key, value] of Object.entries(server)) {
    const document = parseTomlDocument(current);
    if (!document.ok) return failed(document.reason.reason);
    const changed = setKey(document.value, PATH, key, value);
    if (!changed.ok) return changed;
    current = changed.value;
  }
  return ok(current);
}
