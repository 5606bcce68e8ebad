/** How well a few letters fit a path. */

const WORD_START = /[/._\- ]/;

/**
 * Higher fits better; undefined where the letters do not stand in the path in this order, whatever
 * their case. The last part of a path counts most, then starts of words, then letters side by side.
 */
export function fuzzyScore(query: string, path: string): number | undefined {
  if (query === "") return -path.split("/").length;
  const wanted = query.toLowerCase();
  const text = path.toLowerCase();
  const name = text.slice(text.lastIndexOf("/", text.length - 2) + 1);
  if (text === wanted) return 1_000;
  if (name.startsWith(wanted)) return 800 - name.length;
  if (text.startsWith(wanted)) return 700 - text.length / 10;
  if (name.includes(wanted)) return 600 - name.length;
  if (text.includes(wanted)) return 500 - text.length / 10;
  return scattered(wanted, text);
}

function scattered(wanted: string, text: string): number | undefined {
  let score = 0;
  let at = -1;
  for (const letter of wanted) {
    const next = text.indexOf(letter, at + 1);
    if (next < 0) return undefined;
    if (next === at + 1) score += 3;
    if (next === 0 || WORD_START.test(text[next - 1] ?? "")) score += 5;
    at = next;
  }
  return score - text.length / 10;
}
