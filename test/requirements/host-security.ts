import type { RequirementRow } from "./row.ts";

/** What the host and its runtime promise against those who mean harm. */
export const HOST_SECURITY: readonly RequirementRow[] = [
  [
    "security-tcp-strangers",
    "Over TCP nothing is reached without the whole token, with a Host or Origin of somebody else, or in the body of another request",
    "issue 5, accepted when 6",
  ],
  [
    "security-hostile-requests",
    "Requests that lead out by their path, have no measure or say what nobody asked for are refused, and the runtime goes on",
    "issue 5, accepted when 6",
  ],
  [
    "security-clean-screen",
    "No sequence, control or hidden mark of an agent, a folder, a history or a command reaches the terminal, in both modes",
    "issue 5, accepted when 6",
  ],
  [
    "security-clean-text",
    "The same holds for line mode and `telltale exec`, where sequences come in pieces too",
    "issue 5, accepted when 6",
  ],
  [
    "security-workspace-swaps",
    "Names that are swapped with links to the outside, at whatever moment of a request, lead no read, write or command out of the workspace unasked",
    "issue 5, accepted when 6",
  ],
  [
    "security-hostile-repository",
    "Looking at a repository runs nothing that its own configuration names, filters included",
    "issue 5, accepted when 6",
  ],
  [
    "security-secrets-kept",
    "Keys in the environment, which agents get, stand in nothing that is printed or kept",
    "issue 5, accepted when 6",
  ],
];
