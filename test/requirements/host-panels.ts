/** What `/statusline` and the other panels of the host promise. */
import type { RequirementRow } from "./row.ts";

const SETUP = "Quick setup";
const APPLY = "Applying changes";

export const HOST_PANELS: readonly RequirementRow[] = [
  ["panel-described-twice", "Every item is described in English and in Simplified Chinese", SETUP],
  [
    "panel-opens",
    "The panel lists what is configured in its order, checked, then every other ordinary item",
    SETUP,
  ],
  ["panel-select", "Up and down select, round at the ends, among what the search leaves", SETUP],
  ["panel-toggle", "Space toggles the selected item", SETUP],
  ["panel-reorder", "Left and right move the selected item by one place", SETUP],
  ["panel-search", "Typing searches ids and descriptions in the person's language", SETUP],
  [
    "panel-search-order",
    "While searching, left and right move in the query; cleared, they reorder again",
    SETUP,
  ],
  ["panel-defaults", "Ctrl+R restores the defaults", SETUP],
  ["panel-save", "Enter saves and applies at once", SETUP],
  ["panel-discard", "Escape and Ctrl+C discard the draft", SETUP],
  [
    "panel-preview",
    "The preview is the line itself with the draft and the data there is, in the panel's width",
    SETUP,
  ],
  [
    "panel-unavailable",
    "An item that shows nothing now is labelled, and nothing is invented for it",
    SETUP,
  ],
  [
    "panel-hides",
    "Saving with every item deselected writes an empty list and hides the line",
    SETUP,
  ],
  ["panel-removes", "Saving restored defaults removes tui.statusLine", SETUP],
  ["panel-waits", "While it is being saved every key is ignored", SETUP],
  [
    "panel-failure",
    "A failed write leaves file and line, keeps the draft and may be tried again",
    SETUP,
  ],
  [
    "panel-heights",
    "Small windows keep search, the selected item and the hints for save and cancel",
    SETUP,
  ],
  [
    "panel-refused",
    "The panel stays closed while a question waits and in side sessions, and says why",
    SETUP,
  ],
  ["panel-during-run", "The panel opens while a turn runs and sends nothing to the agent", SETUP],
  [
    "panel-machine-line",
    "With build-mode, which is never listed, the panel only explains config and restart",
    SETUP,
  ],
  [
    "panel-one-key",
    "Saving changes tui.statusLine alone, through a link in its real target",
    APPLY,
  ],
  [
    "panel-runs-nothing",
    "The preview asks and runs nothing; the own command shows its cached output",
    APPLY,
  ],
  ["panel-unchanged", "A draft like what is configured closes without a write", "Panel"],
  ["panel-late", "A save that ends late does not close what has replaced the panel", "Panel"],
  [
    "panel-outside",
    "In a terminal telltale config opens the same panel, on an example that is said to be one",
    "Panel",
  ],
  ["panel-sizes", "Every panel fits every size from one cell up", "Panels"],
  ["panel-words", "What is not known has no row; a panel with nothing says so in words", "Panels"],
  ["panel-hostile", "Texts from outside are cleaned in every panel", "Panels"],
  ["panel-lists", "Lists are searched, and Enter chooses", "Panels"],
];
