/** Keys and values of settings as they are written on a command line. */
import { failed, ok, type Result } from "../../base/result.ts";
import { adaptSettings } from "../../config/read.ts";
import { SETTINGS } from "../../config/settings.ts";
import { findItem, unknownItems } from "../../status/selection.ts";
import { printable } from "../arguments.ts";

/** Where the options of items stand; the keys below are ids and option names. */
const ITEM_OPTIONS = ["tui", "items"] as const;

/** The path of a dotted key, if there is such a setting. */
export function parseKey(key: string): Result<readonly string[]> {
  const path = key.split(".");
  if (SETTINGS.some((setting) => setting.path.join(".") === key)) return ok(path);
  if (ITEM_OPTIONS.every((part, at) => path[at] === part) && path.length >= 3) {
    const [, , id = "", option] = path;
    const item = findItem(id);
    if (item === undefined)
      return failed(`there is no item ${printable(id)}; see: telltale config items`);
    const known = item.options.map(({ name }) => name);
    if (option === undefined || (path.length === 4 && known.includes(option))) return ok(path);
    const list = known.length === 0 ? "it has none" : `it has ${known.join(", ")}`;
    return failed(`${item.id} has no option ${printable(option)}; ${list}`);
  }
  const known = SETTINGS.map((setting) => setting.path.join(".")).join(", ");
  return failed(`there is no setting ${printable(key)}; there are ${known}`);
}

/** The path of a dotted key, or of a group of them such as `tui`. */
export function parseGroupOrKey(key: string): Result<readonly string[]> {
  const isGroup = SETTINGS.some((setting) => setting.path.join(".").startsWith(`${key}.`));
  return isGroup ? ok(key.split(".")) : parseKey(key);
}

/** A value written as YAML (so JSON too), checked as the reader of the file would. */
export function parseValue(path: readonly string[], text: string): Result<unknown> {
  let value: unknown;
  try {
    value = Bun.YAML.parse(text);
  } catch {
    return failed(
      `the value is no valid YAML; quote it for your shell, for example '[model, git-branch]'`,
    );
  }
  const document = path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
  const alone = path.at(-2) === "customStatusLine" ? withCommand(document) : document;
  const note = adaptSettings(alone).notes[0];
  if (note !== undefined) return failed(`${note.path}: ${note.message}; ${note.fix}`);
  const key = path.join(".");
  if (key === "tui.statusLine" && Array.isArray(value)) {
    const unknown = unknownItems(value.map(String));
    if (unknown.length > 0) {
      return failed(
        `there is no item ${unknown.map(printable).join(", ")}; see: telltale config items`,
      );
    }
  }
  return ok(value);
}

/** A member of the group counts only beside a command: it is checked as if there were one. */
function withCommand(document: unknown): unknown {
  const tui = (document as { tui: { customStatusLine: object } }).tui;
  return { tui: { customStatusLine: { command: "x", ...tui.customStatusLine } } };
}
