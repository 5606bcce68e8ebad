/**
 * The difference of two texts, line by line: a shortest edit script by Myers' algorithm between the
 * common start and the common end. Bounded: texts that differ too much are not compared.
 */

export interface LineChange {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
  /** From 1; of the old text, and of the new one where it stands in both or in that alone. */
  readonly oldNumber?: number;
  readonly newNumber?: number;
}

export interface Comparison {
  readonly changes: readonly LineChange[];
  readonly added: number;
  readonly removed: number;
  /** What differs was taken out and put in as a whole, as it is too much to compare. */
  readonly coarse?: true;
}

/**
 * Edits that are looked for. Time and memory grow with their square: 600 take some milliseconds. Edits
 * that people follow line by line are far fewer.
 */
const MAX_EDITS = 600;

/** Every line of both texts once. An absent old text is a new file. */
export function compareLines(oldText: string | undefined, newText: string): Comparison {
  const before = linesOf(oldText ?? "");
  const after = linesOf(newText);
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  const most = Math.min(before.length, after.length) - head;
  while (tail < most && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const old = before.slice(head, before.length - tail);
  const fresh = after.slice(head, after.length - tail);
  const steps = editScript(old, fresh);
  const changes = numbered(before, after, head, tail, steps ?? replaceAll(old, fresh));
  const count = (kind: LineChange["kind"]) => changes.filter((each) => each.kind === kind).length;
  return {
    changes,
    added: count("added"),
    removed: count("removed"),
    ...(steps === undefined && { coarse: true }),
  };
}

/** The line end of the last line is no line of its own. */
function linesOf(text: string): readonly string[] {
  if (text === "") return [];
  const lines = text.split(/\r?\n/);
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

type Step = LineChange["kind"];

function replaceAll(old: readonly string[], fresh: readonly string[]): readonly Step[] {
  return [...old.map((): Step => "removed"), ...fresh.map((): Step => "added")];
}

/** Undefined where there are more edits than the cap. */
function editScript(old: readonly string[], fresh: readonly string[]): readonly Step[] | undefined {
  if (old.length === 0 || fresh.length === 0) return replaceAll(old, fresh);
  const trail: Int32Array[] = [];
  const most = Math.min(MAX_EDITS, old.length + fresh.length);
  // For each diagonal how far the old text is read; the offset keeps the index above 0.
  const reached = new Int32Array(2 * most + 3);
  for (let edits = 0; edits <= most; edits++) {
    trail.push(reached.slice(most + 1 - edits, most + 2 + edits));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const at = most + 1 + diagonal;
      const down =
        diagonal === -edits || (diagonal !== edits && far(reached, at - 1) < far(reached, at + 1));
      let x = down ? far(reached, at + 1) : far(reached, at - 1) + 1;
      let y = x - diagonal;
      while (x < old.length && y < fresh.length && old[x] === fresh[y]) {
        x++;
        y++;
      }
      reached[at] = x;
      if (x >= old.length && y >= fresh.length)
        return walkBack(trail, edits, old.length, fresh.length);
    }
  }
  return undefined;
}

function far(reached: Int32Array, at: number): number {
  return reached[at] ?? 0;
}

/** `trail[n]` holds the diagonals -n..n as they were before the round of n edits. */
function walkBack(
  trail: readonly Int32Array[],
  edits: number,
  oldLength: number,
  freshLength: number,
) {
  const steps: Step[] = [];
  let [x, y] = [oldLength, freshLength];
  for (let round = edits; round > 0; round--) {
    const reached = trail[round] ?? new Int32Array(0);
    const diagonal = x - y;
    const at = round + diagonal;
    const down =
      diagonal === -round || (diagonal !== round && far(reached, at - 1) < far(reached, at + 1));
    const fromX = down ? far(reached, at + 1) : far(reached, at - 1);
    const fromY = fromX - (down ? diagonal + 1 : diagonal - 1);
    const firstSameX = down ? fromX : fromX + 1;
    for (; x > firstSameX; x--) steps.push("same");
    steps.push(down ? "added" : "removed");
    [x, y] = [fromX, fromY];
  }
  for (; x > 0; x--) steps.push("same");
  return steps.toReversed();
}

function numbered(
  before: readonly string[],
  after: readonly string[],
  head: number,
  tail: number,
  steps: readonly Step[],
): readonly LineChange[] {
  const same = (count: number): readonly Step[] => Array.from({ length: count }, () => "same");
  let [x, y] = [0, 0];
  return [...same(head), ...steps, ...same(tail)].map((kind): LineChange => {
    switch (kind) {
      case "same":
        return { kind, text: after[y] ?? "", oldNumber: ++x, newNumber: ++y };
      case "removed":
        return { kind, text: before[x] ?? "", oldNumber: ++x };
      case "added":
        return { kind, text: after[y] ?? "", newNumber: ++y };
      default:
        return kind satisfies never;
    }
  });
}
