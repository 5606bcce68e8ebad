/** Keys of `config.yaml` that nothing reads: most often a slip of the pen. For `telltale doctor`. */
import { asRecord } from "../base/shape.ts";
import { SETTINGS, type SettingsNote } from "./settings.ts";

/** A person reads these; a file of nothing but unknown keys needs no more. */
const MAX_NOTES = 20;
/** Longer keys are no slip of the pen, and must not flood a terminal. */
const MAX_KEY_LENGTH = 60;
/** More letters than this apart is another word. */
const MAX_DISTANCE = 3;

/**
 * A note for each key of a parsed document that no setting has, with the nearest one that there is.
 * With `itemIds` (ids and aliases) the keys of `tui.items` are looked at too. Key names are cleaned
 * of everything that is no plain character; values are never shown.
 */
export function unknownKeys(document: unknown, itemIds?: readonly string[]): SettingsNote[] {
  const notes: SettingsNote[] = [];
  look(document, [], itemIds, notes);
  return notes;
}

function look(
  value: unknown,
  path: readonly string[],
  itemIds: readonly string[] | undefined,
  notes: SettingsNote[],
): void {
  const mapping = asRecord(value);
  const allowed = childrenOf(path) ?? (path.join(".") === "tui.items" ? itemIds : undefined);
  if (mapping === undefined || allowed === undefined) return;
  for (const key of Object.keys(mapping)) {
    if (notes.length === MAX_NOTES) return;
    if (allowed.includes(key)) look(mapping[key], [...path, key], itemIds, notes);
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
  const shown = key.replace(/[^\p{L}\p{N} ._/-]/gu, "?").slice(0, MAX_KEY_LENGTH);
  const near = nearest(key, allowed);
  return {
    level: "warning",
    path: [...path, shown].join("."),
    message: "no setting has this name",
    fix: near === undefined ? "remove it" : `did you mean \`${[...path, near].join(".")}\`?`,
  };
}

/** The allowed word with the fewest changed letters, if few enough. */
function nearest(word: string, allowed: readonly string[]): string | undefined {
  if (word.length > MAX_KEY_LENGTH) return undefined;
  const plain = fold(word);
  let best: string | undefined;
  let bestDistance = Math.min(MAX_DISTANCE, Math.floor(plain.length / 3)) + 1;
  for (const candidate of allowed) {
    const distance = lettersApart(plain, fold(candidate));
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** `status_line`, `status-line` and `statusline` are the same slip. */
function fold(word: string): string {
  return word.toLowerCase().replace(/[ _-]/g, "");
}

/** Letters to add, leave out or change to come from one word to the other. */
function lettersApart(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...one].entries()) {
    const current = [row + 1];
    for (let column = 1; column <= other.length; column += 1) {
      const changed = (previous[column - 1] ?? 0) + (letter === other[column - 1] ? 0 : 1);
      const shorter = Math.min(previous[column] ?? 0, current[column - 1] ?? 0) + 1;
      current.push(Math.min(changed, shorter));
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
}
