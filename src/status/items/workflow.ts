import { cell } from "./cell.ts";
import type { Item } from "./item.ts";
import { workflowForms } from "./shared/workflow-forms.ts";

export const workflow: Item = {
  id: "workflow",
  aliases: ["smllm"],
  describe: "Where the work stands in its state machine",
  absent: "no workflow is bound to the session",
  needs: ["workflow"],
  options: [],
  sample: [
    {
      kind: "workflow-seen",
      workflow: {
        at: "machine",
        machine: "dev",
        state: "WORK",
        visit: 3,
        instanceKind: "issue",
        label: "GH-123",
        yielded: true,
      },
    },
  ],
  shrink: 32,
  drop: 62,
  render({ workflow: place }, { glyphs }) {
    return place === undefined ? null : cell(workflowForms(place, glyphs));
  },
};
