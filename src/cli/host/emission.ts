/** What the host tells its terminal beside what it draws: OSC 7501, the title of the window, progress. */
import type { Settings } from "../../config/settings.ts";
import type { Snapshot } from "../../status/snapshot.ts";
import type { Screen } from "../../surfaces/host/screen/screen.ts";

export interface EmissionDeps {
  readonly screen: Pick<Screen, "writeControl" | "setTitle" | "onReply">;
  readonly settings: () => Settings;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly nowMs: () => number;
}

export interface Emission {
  /** Asks the terminal, where that is to be done. */
  readonly start: () => void;
  /** Tells what is new in the snapshot. */
  readonly update: (snapshot: Snapshot) => void;
  /** A key was pressed: what is over has been seen. */
  readonly seen: () => void;
  /** Before the terminal is given to somebody else, and after it is ours again. */
  readonly suspend: () => void;
  readonly resume: () => void;
  /** Takes back what was told; to be called before the screen is closed. */
  readonly dispose: () => void;
}

export function hostEmission(_deps: EmissionDeps): Emission {
  const nothing = () => undefined;
  return {
    start: nothing,
    update: nothing,
    seen: nothing,
    suspend: nothing,
    resume: nothing,
    dispose: nothing,
  };
}
