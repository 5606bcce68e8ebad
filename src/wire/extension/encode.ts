/** Message to line. Protocol 1; caps are in `message.ts`. */
import {
  EXTENSION_PROTOCOL,
  type ExtensionMessage,
  PATH_MAX_UNITS,
  TEXT_MAX_UNITS,
} from "./message.ts";

/**
 * One JSON object in the fixed order of members, ended by the only LF in it. Empty optional members
 * are left out. Too long: names and titles are cut, an id is left out (half of it would name another
 * session), and a path becomes empty.
 */
export function encodeExtension(message: ExtensionMessage): string {
  const { session_id: id, workspace_dir: dir, model, session_title: title } = message;
  const line = {
    protocol: EXTENSION_PROTOCOL,
    event: message.event,
    // JSON.stringify leaves undefined members out.
    session_id: id !== undefined && id.length <= TEXT_MAX_UNITS ? present(id) : undefined,
    workspace_dir: dir.length <= PATH_MAX_UNITS ? dir : "",
    model: present(cut(model)),
    session_title: present(cut(title)),
    tui_version: cut(message.tui_version),
  };
  return `${JSON.stringify(line)}\n`;
}

function present(text: string | undefined): string | undefined {
  return text === "" ? undefined : text;
}

/** Never between the two halves of a surrogate pair. */
function cut(text: string | undefined): string | undefined {
  if (text === undefined || text.length <= TEXT_MAX_UNITS) return text;
  const last = text.charCodeAt(TEXT_MAX_UNITS - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, splitsPair ? TEXT_MAX_UNITS - 1 : TEXT_MAX_UNITS);
}
