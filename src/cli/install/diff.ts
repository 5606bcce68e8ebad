/** The lines that differ between two texts, for `--dry-run`. */

/** Lines on each side that are compared one by one; settings are far smaller. */
const MAX_COMPARED_LINES = 2000;

/** Removed lines with `-`, added ones with `+`, in order, without the lines around them. */
export function changedLines(before: string, after: string): readonly string[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let [oldEnd, nowEnd] = [old.length, now.length];
  while (oldEnd > start && nowEnd > start && old[oldEnd - 1] === now[nowEnd - 1]) {
    oldEnd -= 1;
    nowEnd -= 1;
  }
  return compared(old.slice(start, oldEnd), now.slice(start, nowEnd));
}

function linesOf(text: string): readonly string[] {
  return text === "" ? [] : text.replace(/\r\n?/g, "\n").replace(/\n$/, "").split("\n");
}

function compared(old: readonly string[], now: readonly string[]): readonly string[] {
  const whole = [...old.map((line) => `- ${line}`), ...now.map((line) => `+ ${line}`)];
  if (old.length > MAX_COMPARED_LINES || now.length > MAX_COMPARED_LINES) return whole;
  const common = commonLengths(old, now);
  const out: string[] = [];
  let [left, right] = [0, 0];
  while (left < old.length || right < now.length) {
    if (left < old.length && right < now.length && old[left] === now[right]) {
      left += 1;
      right += 1;
    } else if (
      right === now.length ||
      (left < old.length && lengthAt(common, left + 1, right) >= lengthAt(common, left, right + 1))
    ) {
      out.push(`- ${old[left]}`);
      left += 1;
    } else {
      out.push(`+ ${now[right]}`);
      right += 1;
    }
  }
  return out;
}

/** For each pair of places, how many lines the two rests have in common at most. */
function commonLengths(old: readonly string[], now: readonly string[]): readonly Uint16Array[] {
  const table = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1));
  for (let left = old.length - 1; left >= 0; left -= 1) {
    for (let right = now.length - 1; right >= 0; right -= 1) {
      const row = table[left];
      if (row === undefined) continue;
      row[right] =
        old[left] === now[right]
          ? lengthAt(table, left + 1, right + 1) + 1
          : Math.max(lengthAt(table, left + 1, right), lengthAt(table, left, right + 1));
    }
  }
  return table;
}

function lengthAt(table: readonly Uint16Array[], left: number, right: number): number {
  return table[left]?.[right] ?? 0;
}
