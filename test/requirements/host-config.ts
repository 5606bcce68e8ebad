/** What the host's keys of `config.yaml` promise. */
import type { RequirementRow } from "./row.ts";

export const HOST_CONFIG: readonly RequirementRow[] = [
  [
    "host-config-keys",
    "Language, agents, editor, screen, reports, title and motion of the host are set in config.yaml, each checked by itself",
    "Configuration location",
  ],
];
