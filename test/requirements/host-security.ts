import type { RequirementRow } from "./row.ts";

/** What the host and its runtime promise against those who mean harm. */
export const HOST_SECURITY: readonly RequirementRow[] = [
  [
    "security-tcp-strangers",
    "Over TCP a wrong token, Host or Origin reaches nothing, nor does a hidden request",
    "The host, accepted when 6",
  ],
  [
    "security-hostile-requests",
    "Requests that lead out by their path or have no measure are refused, and others served",
    "The host, accepted when 6",
  ],
  [
    "security-clean-screen",
    "No sequence, control or hidden mark of an agent, folder or command reaches the terminal",
    "The host, accepted when 6",
  ],
  [
    "security-clean-text",
    "Line mode and exec print no sequence of an agent, also where it comes in pieces",
    "The host, accepted when 6",
  ],
  [
    "security-workspace-swaps",
    "Names swapped at any moment of a request lead nothing out of the workspace unasked",
    "The host, accepted when 6",
  ],
  [
    "security-hostile-repository",
    "Looking at a repository runs nothing that its own configuration names, filters included",
    "The host, accepted when 6",
  ],
  [
    "security-secrets-kept",
    "Keys in the environment, which agents get, stand in nothing that is printed or kept",
    "The host, accepted when 6",
  ],
];
