/** Keys as people read them: one form in all hints, in the help and in the documents. */

const LABELS: Readonly<Record<string, string>> = {
  escape: "Esc",
  pageup: "PageUp",
  pagedown: "PageDown",
  up: "↑",
  down: "↓",
  left: "←",
  right: "→",
};

/** Pairs first. */
const ARROWS = [
  ["↑↓", "up/down"],
  ["←→", "left/right"],
  ["↑", "up"],
  ["↓", "down"],
] as const;

/** A key of `Key.name`: `ctrl+s` is Ctrl+S. */
export function keyLabel(name: string): string {
  const parts = name
    .split("+")
    .map((part) => LABELS[part] ?? part.charAt(0).toUpperCase() + part.slice(1));
  return parts.join("+");
}

/** A text with keys in it; where arrows cannot be drawn, words stand for them. */
export function keyHint(text: string, { isAscii }: { readonly isAscii: boolean }): string {
  if (!isAscii) return text;
  return ARROWS.reduce((hint, [arrow, word]) => hint.replaceAll(arrow, word), text);
}
