import type { Panel } from "./panels/panel.ts";
import { PANELS } from "./panels/registry.ts";

/** The panel of an id, such as `statusline`. */
export function findPanel(id: string): Panel | undefined {
  return PANELS.find((panel) => panel.id === id);
}
