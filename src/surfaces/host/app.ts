/** The host: transcript, composer, dialogs, panels and status line on one screen. */

import type { HostPorts } from "./context.ts";
import type { ScreenMode } from "./screen/screen.ts";
import type { Language } from "./texts/language.ts";

export interface HostOptions {
  readonly mode: ScreenMode;
  readonly language: Language;
}

/** How the host ended. */
export interface HostEnd {
  readonly reason: "quit" | "signal" | "gone" | "refused";
  /** Of `refused`: why there is no screen. */
  readonly message?: string;
  readonly sessionId?: string;
}

/** Runs until the person leaves. The terminal is as before when it ends. */
export function runHost(_options: HostOptions, _ports: HostPorts): Promise<HostEnd> {
  return Promise.resolve({ reason: "refused", message: "not built yet" });
}
