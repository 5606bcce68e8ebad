/** What the host's keys of `config.yaml` promise. */
import type { RequirementRow } from "./row.ts";

export const HOST_CONFIG: readonly RequirementRow[] = [
  [
    "host-config-keys",
    "Settings of the host are read from config.yaml, each checked by itself",
    "Configuration location",
  ],
  [
    "host-config-save",
    "The host changes one key of config.yaml; all else stays, whoever writes at the same time",
    "Applying changes",
  ],
  [
    "host-config-restart",
    "What others write to config.yaml counts from the next start, and is kept",
    "Applying changes",
  ],
  [
    "host-config-fails",
    "A write that fails leaves the file as it was, and what is in force too",
    "Quick setup",
  ],
];
