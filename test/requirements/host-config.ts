/** What the host's keys of `config.yaml` promise. */
import type { RequirementRow } from "./row.ts";

export const HOST_CONFIG: readonly RequirementRow[] = [
  [
    "host-config-keys",
    "Language, agents, editor, screen, reports, title and motion of the host are set in config.yaml, each checked by itself",
    "Configuration location",
  ],
  [
    "host-config-save",
    "The host changes one key of config.yaml; what else stands there stays, whoever writes at the same time",
    "seed 000 Applying changes",
  ],
  [
    "host-config-restart",
    "What others write to config.yaml counts from the next start, and is kept",
    "seed 000 Applying changes",
  ],
  [
    "host-config-fails",
    "A write that fails leaves the file as it was, and what is in force too",
    "seed 000 Quick setup",
  ],
];
