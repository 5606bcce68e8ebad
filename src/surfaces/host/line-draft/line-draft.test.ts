import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { keyOf } from "../../../../test/host/panel-host.ts";
import { ITEMS } from "../../../status/items/registry.ts";
import { DEFAULT_ITEM_IDS } from "../../../status/selection.ts";
import { MAX_QUERY_CHARACTERS } from "../panels/shared/query.ts";
import { describeItem } from "../texts/items.ts";
import {
  draftItems,
  failDraft,
  foundRows,
  openDraft,
  pressDraft,
  type StatuslineState,
} from "./line-draft.ts";

const english = (id: string): string => describeItem(id, "en");
const ORDINARY = ITEMS.filter(({ exclusive }) => exclusive !== true).map(({ id }) => id);

function press(state: StatuslineState, ...names: readonly string[]): StatuslineState {
  return names.reduce((at, name) => pressDraft(at, keyOf(name), english).state, state);
}
const paste = (state: StatuslineState, text: string): StatuslineState =>
  pressDraft(state, keyOf("paste", text), english).state;
const found = (state: StatuslineState): readonly string[] =>
  foundRows(state, english).map(({ id }) => id);
const selectedId = (state: StatuslineState): string | undefined => found(state)[state.selected];

// covers: panel-opens
describe("as it opens", () => {
  test("nothing configured: the defaults checked, then all others in the catalogue's order", () => {
    const state = openDraft(undefined);
    expect(draftItems(state)).toEqual(DEFAULT_ITEM_IDS);
    const rest = ORDINARY.filter((id) => !DEFAULT_ITEM_IDS.includes(id));
    expect(state.rows.map(({ id }) => id)).toEqual([...DEFAULT_ITEM_IDS, ...rest]);
    expect(state.usesDefaults).toBe(true);
  });

  test("a list with aliases, unknown ones and doubles: each item once, in its order", () => {
    const state = openDraft(["branch", "nothing", "model", "git-branch", "cwd"]);
    expect(draftItems(state)).toEqual(["git-branch", "model", "current-dir"]);
    expect(state.rows).toHaveLength(ORDINARY.length);
    expect(state.usesDefaults).toBe(false);
  });

  test("an empty list: nothing checked", () => {
    expect(draftItems(openDraft([]))).toEqual([]);
  });

  test("both the meter and what it stands in for: both checked", () => {
    const both = ["context-remaining", "context-meter"];
    expect(draftItems(openDraft(both))).toEqual(both);
  });
});

// covers: panel-machine-line
test("build-mode is never listed, not even when it is configured", () => {
  for (const state of [openDraft(undefined), openDraft(["build-mode", "model"])]) {
    expect(state.rows.map(({ id }) => id)).not.toContain("build-mode");
  }
});

// covers: panel-select
test("up and down: through the list and round at its ends", () => {
  const state = openDraft(undefined);
  expect(selectedId(press(state, "down"))).toBe("session-title");
  expect(selectedId(press(state, "up"))).toBe(ORDINARY.at(-1));
  expect(selectedId(press(state, "up", "down"))).toBe("current-dir");
  const searching = press(state, "g", "i", "t");
  const last = found(searching).at(-1);
  expect(selectedId(press(searching, "up"))).toBe(last);
  expect(selectedId(press(searching, "up", "down"))).toBe(found(searching)[0]);
});

// covers: panel-toggle
test("Space: toggles the selected item alone, also while searching, and is no text", () => {
  const off = press(openDraft(undefined), "space");
  expect(draftItems(off)).toEqual(DEFAULT_ITEM_IDS.slice(1));
  expect(off.usesDefaults).toBe(false);
  expect(draftItems(press(off, "space"))).toEqual(DEFAULT_ITEM_IDS);
  const searched = press(openDraft([]), "c", "l", "o", "c", "k", "space");
  expect(searched.query.text).toBe("clock");
  expect(draftItems(searched)).toEqual(["clock"]);
});

// covers: panel-reorder
test("left and right: the item moves with the selection, and stays at the ends", () => {
  const state = openDraft(["model", "clock", "cost"]);
  const moved = press(state, "right");
  expect(draftItems(moved)).toEqual(["clock", "model", "cost"]);
  expect(selectedId(moved)).toBe("model");
  expect(press(state, "left")).toEqual(state);
  expect(draftItems(press(state, "right", "right", "right"))).toEqual(["clock", "cost", "model"]);
  expect(press(openDraft(undefined), "right").usesDefaults).toBe(false);
});

// covers: panel-search
test("typing: finds ids and descriptions in any case; the first one found is selected", () => {
  const state = press(openDraft(undefined), "down", "down", "G", "I", "T", "-");
  expect(found(state)).toEqual(["git-branch", "git-head", "git-counts"]);
  expect(state.selected).toBe(0);
  expect(found(press(openDraft(undefined), ..."merge request".replace(" ", "")))).toEqual([]);
  expect(found(paste(openDraft(undefined), "Merge Request"))).toContain("review-link");
  expect(found(press(openDraft(undefined), ..."zzz"))).toEqual([]);
});

test("typing in Chinese: finds the descriptions of that language", () => {
  const chinese = (id: string): string => describeItem(id, "zh-Hans");
  const { state } = pressDraft(openDraft(undefined), keyOf("paste", "分支"), chinese);
  expect(foundRows(state, chinese).map(({ id }) => id)).toContain("git-branch");
  expect(foundRows(state, english)).toEqual([]);
});

// covers: panel-search-order
test("while searching: left and right move in the query; cleared, they reorder again", () => {
  const state = press(openDraft(["model", "clock"]), "o", "d");
  const inside = press(state, "left", "left", "m");
  expect(inside.query).toEqual({ text: "mod", cursor: 1 });
  expect(draftItems(inside)).toEqual(["model", "clock"]);
  const cleared = press(state, "backspace", "backspace", "right");
  expect(draftItems(cleared)).toEqual(["clock", "model"]);
});

test("a paste: clean, in one line, never toggles, at most a hundred characters", () => {
  const state = paste(openDraft([]), " a\x1b[31mb\n c\t ");
  expect(draftItems(state)).toEqual([]);
  expect(state.query.text).not.toMatch(/[\x00-\x1f]/);
  const long = paste(openDraft([]), "é".repeat(500));
  expect(long.query.text).toBe("é".repeat(MAX_QUERY_CHARACTERS));
  expect(press(long, "x").query.text).toBe(long.query.text);
});

// covers: panel-defaults
test("Ctrl+R: the defaults, an empty query, the first row; saving removes the key", () => {
  const state = press(openDraft(["clock"]), "m", "o", "down", "ctrl+r");
  expect(draftItems(state)).toEqual(DEFAULT_ITEM_IDS);
  expect(state).toMatchObject({ usesDefaults: true, selected: 0, query: { text: "" } });
  expect(pressDraft(state, keyOf("enter"), english).effect).toEqual({
    kind: "save",
    items: undefined,
  });
});

// covers: panel-hides
test("all deselected: an empty list is saved", () => {
  const state = press(openDraft(["clock"]), "space");
  expect(pressDraft(state, keyOf("enter"), english).effect).toEqual({ kind: "save", items: [] });
});

// covers: panel-unchanged
test.each([[undefined], [[]], [["model", "clock"]]])(
  "%p unchanged: closes, saves nothing",
  (items) => {
    const state = openDraft(items);
    expect(pressDraft(state, keyOf("enter"), english).effect).toEqual({ kind: "close" });
    const there = press(state, "down", "space", "space", "up");
    const { effect } = pressDraft(there, keyOf("enter"), english);
    // Once touched, the defaults are a list of one's own.
    expect(effect.kind).toBe(items === undefined ? "save" : "close");
  },
);

// covers: panel-discard
test.each(["escape", "ctrl+c"])("%s: closes, with changes too", (name) => {
  const state = press(openDraft(["clock"]), "space", "x");
  expect(pressDraft(state, keyOf(name), english).effect).toEqual({ kind: "close" });
});

// covers: panel-waits
test("while saving: every key changes nothing, Escape and Enter too; after a failure all is there", () => {
  const draft = press(openDraft(["clock"]), "space");
  const { state: saving } = pressDraft(draft, keyOf("enter"), english);
  for (const name of ["escape", "ctrl+c", "enter", "space", "up", "x", "ctrl+r", "left"]) {
    const step = pressDraft(saving, keyOf(name), english);
    expect(step).toEqual({ state: saving, effect: { kind: "none" } });
  }
  const failed = failDraft(saving);
  expect({ ...failed, phase: "editing" }).toEqual({ ...draft });
  expect(pressDraft(failed, keyOf("enter"), english).effect).toEqual({ kind: "save", items: [] });
});

const KEYS = [
  "up",
  "down",
  "left",
  "right",
  "space",
  "backspace",
  "delete",
  "home",
  "end",
  "ctrl+r",
  "ctrl+u",
  "ctrl+w",
  "ctrl+k",
  "enter",
  "tab",
  "f5",
  "g",
  "i",
  "t",
  "m",
  "漢",
  "👨‍👩‍👧‍👦",
  "\u0301",
];

test("any keys in any order: every item once, selection and cursor in range, nothing but ours saved", () => {
  const step = fc.oneof(
    fc.constantFrom(...KEYS).map((name) => keyOf(name)),
    fc.string({ unit: "binary", maxLength: 30 }).map((text) => keyOf("paste", text)),
  );
  const start = fc.option(fc.subarray([...ORDINARY, "build-mode", "none"], { maxLength: 9 }), {
    nil: undefined,
  });
  fc.assert(
    fc.property(start, fc.array(step, { maxLength: 40 }), (items, keys) => {
      let state = openDraft(items);
      for (const key of keys) {
        const next = pressDraft(state, key, english);
        if (next.effect.kind === "save") {
          const ids = next.effect.items ?? [];
          expect(new Set(ids).size).toBe(ids.length);
          expect(ORDINARY).toEqual(expect.arrayContaining([...ids]));
          state = failDraft(next.state);
        } else state = next.state;
        expect(state.rows.map(({ id }) => id).toSorted()).toEqual(ORDINARY.toSorted());
        const count = foundRows(state, english).length;
        expect(state.selected).toBeGreaterThanOrEqual(0);
        expect(state.selected).toBeLessThan(Math.max(1, count));
        expect(state.query.cursor).toBeLessThanOrEqual(state.query.text.length);
        expect(state.query.text).not.toMatch(/[\x00-\x1f\x7f-\x9f]/);
        if (state.usesDefaults) expect(draftItems(state)).toEqual(DEFAULT_ITEM_IDS);
      }
    }),
  );
});
