/** Keys of `config.yaml` that nothing reads: most often a slip of the pen. For `telltale doctor`. */
import { nearestWord } from "../base/nearest-word.ts";
import { asRecord } from "../base/shape.ts";
import { SETTINGS, type SettingsNote } from "./settings.ts";
import { shownKey } from "./shown-key.ts";

/** A person reads these; a file of nothing but unknown keys needs no more. */
const MAX_NOTES = 20;

/**
 * A note for each key of a parsed document that no setting has, with the nearest one that there is.
 * What stands below `tui.items` is for those who know the items. Key names are cleaned of everything
 * that is no plain character; values are never shown.
 */
export function unknownKeys(document: unknown): SettingsNote[] {
  const notes: SettingsNote[] = [];
  look(document, [], notes);
  return notes;
}

function look(value: unknown, path: readonly string[], notes: SettingsNote[]): void {
  const mapping = asRecord(value);
  const allowed = childrenOf(path);
  if (mapping === undefined || allowed === undefined) return;
  for (const key of Object.keys(mapping)) {
    if (notes.length === MAX_NOTES) return;
    if (allowed.includes(key)) look(mapping[key], [...path, key], notes);
    // A merge key is no setting, and blocks to merge from need some name: `x-` is the custom.
    else if (key !== "<<" && !(path.length === 0 && key.startsWith("x-"))) {
      notes.push(noteFor(key, path, allowed));
    }
  }
}

/** The keys that may stand at a path; undefined where settings do not say (lists, item options). */
function childrenOf(path: readonly string[]): readonly string[] | undefined {
  const children = new Set<string>();
  for (const setting of SETTINGS) {
    const key = setting.path[path.length];
    if (key !== undefined && path.every((part, index) => setting.path[index] === part)) {
      children.add(key);
    }
  }
  return children.size === 0 ? undefined : [...children];
}

function noteFor(key: string, path: readonly string[], allowed: readonly string[]): SettingsNote {
  const shown = shownKey(key);
  const near = nearestWord(key, allowed);
  return {
    level: "warning",
    path: [...path, shown].join("."),
    message: "no setting has this name",
    fix: near === undefined ? "remove it" : `did you mean \`${[...path, near].join(".")}\`?`,
  };
}
