/**
 * Facts of the session and of the machine in one snapshot: what the runtime tells, the git repository,
 * the person's own command, and clocks as far as an item on the line needs them.
 */
import type { Settings } from "../../config/settings.ts";
import type { Snapshot } from "../../status/snapshot.ts";
import { EMPTY_SNAPSHOT } from "../../status/snapshot.ts";
import type { RuntimePort, StatusPort } from "../../surfaces/host/context.ts";

export interface StatusPortDeps {
  readonly runtime: RuntimePort;
  /** Where the host was started, for the time before a session is open. */
  readonly cwd: string;
  readonly settings: () => Settings;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly version: string;
  readonly nowMs: () => number;
}

/** The port, and its beginning and end. */
export interface LiveStatusPort extends StatusPort {
  /** Begins to read the machine for the items of the last `setItems`. */
  readonly start: () => void;
  /** Ends every process and timer, for good. */
  readonly dispose: () => void;
}

export function liveStatusPort(_deps: StatusPortDeps): LiveStatusPort {
  return {
    snapshot: (): Snapshot => EMPTY_SNAPSHOT,
    onChange: () => () => undefined,
    customOutput: () => undefined,
    setItems: () => undefined,
    start: () => undefined,
    dispose: () => undefined,
  };
}
