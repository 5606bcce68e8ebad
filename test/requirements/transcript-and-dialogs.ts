/** What the host promises of its transcript and of what asks the person. */
import type { RequirementRow } from "./row.ts";

export const TRANSCRIPT_AND_DIALOGS: readonly RequirementRow[] = [
  [
    "transcript-fits",
    "No row of the transcript is wider than the screen, at every width from one column up",
    "DESIGN laws 4 and 5",
  ],
  [
    "transcript-cleaned",
    "What an agent writes reaches the terminal without its control characters and sequences",
    "DESIGN law 4",
  ],
  [
    "transcript-streams",
    "An answer that came in pieces looks like the same answer at once",
    "Seed 000 Composer tips (host)",
  ],
  [
    "transcript-kept",
    "Rows that did not change are kept, and a drawing without a change gives the same array",
    "DESIGN section 7",
  ],
  [
    "transcript-settled",
    "Rows that are called settled stay as they are while the turn goes on",
    "DESIGN section 7",
  ],
  [
    "transcript-details",
    "Outputs, differences and thoughts are folded, say how many lines they hide, and unfold",
    "DESIGN section 3",
  ],
  [
    "transcript-diffs",
    "A changed file is shown as a shortest unified difference with numbers and signs",
    "DESIGN section 3",
  ],
  [
    "transcript-plain",
    "The text of the transcript is the same with colours and without",
    "DESIGN section 3",
  ],
  [
    "transcript-endings",
    "A turn that did not succeed says so and why at its end, also after a restart",
    "DESIGN section 3",
  ],
  [
    "transcript-plan",
    "A plan that is asked to be approved is read as Markdown and whole",
    "DESIGN section 3",
  ],
  ["dialog-fits", "A dialog is drawn at every size from one by one up", "DESIGN section 9"],
  ["dialog-cleaned", "Texts of what asks reach the terminal without controls", "DESIGN law 4"],
  [
    "dialog-permission",
    "A permission is answered by digit, by Enter, by y and n, and refused by Escape",
    "Seed 000 [V] Waiting for input",
  ],
  [
    "dialog-question",
    "A question is answered by one of its options and dismissed by Escape",
    "Seed 000 [V] Waiting for input",
  ],
  [
    "dialog-plan",
    "A plan is shown as Markdown that scrolls, with its options",
    "Seed 000 [V] Waiting for input",
  ],
  [
    "dialog-form",
    "A form is sent when every field is right, each with the type that was asked for",
    "Seed 000 [V] Waiting for input",
  ],
  ["dialog-page", "A page to answer on is shown as text and opened by nobody", "DESIGN law 4"],
  [
    "dialog-login",
    "A session that needs a login says how, and can be put off",
    "Seed 000 [V] Fatal errors",
  ],
  [
    "dialog-submitting",
    "An answer that is under way is the only one until it is known what became of it",
    "Seed 000 [V] Waiting for input",
  ],
  [
    "dialog-refused",
    "An answer that could not be given leaves the dialog, which says why",
    "Seed 000 [V] Waiting for input",
  ],
  [
    "dialog-bound",
    "An answer goes to the request that was shown when it was given, and to no other",
    "Seed 000 [V] request",
  ],
  [
    "dialog-order",
    "Of several requests the one is shown that the record names",
    "Seed 000 [V] request",
  ],
  [
    "dialog-typing",
    "Keys that were typed for the composer answer no dialog that takes its place",
    "Seed 000 [V] Waiting for input",
  ],
  [
    "dialog-small",
    "On a small screen the choice is seen first, then what it is about",
    "Seed 000 Quick setup",
  ],
  [
    "dialog-whole",
    "Nothing of what is agreed to is hidden: what has no room is scrolled to",
    "DESIGN law 4",
  ],
];
