/** What the host promises of the review that stands on its line. */
import type { RequirementRow } from "./row.ts";

const ITEMS = "Status line configuration, available items";
const LINK = "Items layout, review-link";
const GIT = "Items layout, git polling";
const APPLYING = "Status line configuration, applying changes";
const LAWS = "Design, laws";

export const HOST_REVIEW: readonly RequirementRow[] = [
  ["review-recorded", "A review that an agent's command told of stands on the line", ITEMS],
  ["review-command", "A review is taken from `gh pr` and `glab mr` alone", LINK],
  ["review-output", "Of what such a command writes one clear address counts, else none", LAWS],
  ["review-address-shape", "Only an https address of a pull or merge request is one", LINK],
  ["review-host-of-repository", "No review leads to another host than the repository's", LAWS],
  ["review-of-branch", "A review is that of one named branch of one repository", LINK],
  ["review-live-calls", "Calls that are told again with an old session record nothing", LINK],
  ["review-kept", "A review is there again after a restart and in a new session", LINK],
  [
    "review-record-private",
    "Reviews are kept in a file of the person's, whole at every moment",
    LAWS,
  ],
  ["review-record-bounded", "Of the reviews the newest are kept", LAWS],
  ["review-record-whole", "A record without vendor, address or number is dropped whole", LINK],
  ["review-failure-alone", "Where the lookup fails the link alone is lost", LINK],
  ["review-polls-git", "The review alone on the line starts the reading of Git", APPLYING],
  ["review-cleared", "Another folder or branch clears the review, then looks it up", GIT],
];
