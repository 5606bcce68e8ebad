/**
 * What the parts of the host know and may ask: the session that is shown, the settings, the words of
 * the person's language, and the ports to everything outside. Made once, in `app.ts`.
 */
import type { Result } from "../../base/result.ts";
import type { Settings } from "../../config/settings.ts";
import type { Intent } from "../../status/intent.ts";
import type { Snapshot } from "../../status/snapshot.ts";

import type { KnownAgent, OpenRequest } from "../../wire/runtime/request.ts";
import type { SessionState, SessionSummary } from "../../wire/runtime/state.ts";
import type { Painter } from "./painter.ts";
import type { Texts } from "./texts/texts.ts";

/** What is outside the host; the command line joins it to sources, a test gives its own. */
export interface HostPorts {
  readonly runtime: RuntimePort;
  readonly status: StatusPort;
  readonly config: ConfigPort;
  readonly system: SystemPort;
}

/** How the stream from the runtime stands. */
export type LinkPhase = "starting" | "live" | "reconnecting" | "lost";

/** The runtime. Asking again is safe: ids of prompts and requests are the client's. */
export interface RuntimePort {
  /** The session that is followed; absent: none yet. */
  readonly session: () => SessionState | undefined;
  readonly link: () => LinkPhase;
  /** Called after any change of session, link or state, many changes at once. */
  readonly onChange: (listener: () => void) => () => void;
  /** Opens a session and follows it. */
  readonly open: (request: OpenRequest) => Promise<Result<string>>;
  /** Follows another one. */
  readonly follow: (sessionId: string) => Promise<Result<void>>;
  readonly sessions: () => Promise<Result<readonly SessionSummary[]>>;
  readonly agents: () => Promise<Result<readonly KnownAgent[]>>;
  readonly ask: (intent: Intent) => Promise<Result<void>>;
}

/** The facts of the session and of the machine, folded. */
export interface StatusPort {
  readonly snapshot: () => Snapshot;
  readonly onChange: (listener: () => void) => () => void;
  /** Output of the custom command; absent: none to show. */
  readonly customOutput: () => string | undefined;
  /** The ids on the line have changed: what must be polled and run follows from them. */
  readonly setItems: (itemIds: readonly string[]) => void;
}

/** The person's config. */
export interface ConfigPort {
  readonly settings: () => Settings;
  /** Writes one key; without a value removes it. The file is whole at every moment. */
  readonly save: (keyPath: readonly string[], value: unknown) => Promise<Result<void>>;
  readonly file: string;
}

/** Time, environment, other programs. */
export interface SystemPort {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly version: string;
  readonly home?: string;
  readonly nowMs: () => number;
  /** Opens the text in the person's editor and gives back what was saved. */
  readonly editText: (text: string) => Promise<Result<string>>;
  /** Files below a folder for completion after `@`, best first. */
  readonly findFiles: (
    cwd: string,
    query: string,
    signal: AbortSignal,
  ) => Promise<readonly string[]>;
  /** Prompts of before in this folder, oldest first, and a place for the next one. */
  readonly history: {
    readonly read: () => readonly string[];
    readonly add: (prompt: string) => void;
  };
}

export interface HostContext {
  readonly ports: HostPorts;
  readonly texts: Texts;
  readonly painter: Painter;
  readonly ui: UiPort;
}

/** What a part may ask of the host itself. */
export interface UiPort {
  readonly requestDraw: () => void;
  /** A line above the composer that goes by itself. */
  readonly notify: (text: string, tone?: "info" | "warning" | "error") => void;
  readonly openPanel: (id: string, argument?: string) => void;
  readonly closePanel: () => void;
  /** Ids of the line as configured now (absent: defaults), and a change of them that is in force at once. */
  readonly statusItems: () => readonly string[] | undefined;
  readonly setStatusItems: (items: readonly string[] | undefined) => void;
  readonly statusLayout: () => string;
  readonly setStatusLayout: (layout: string) => void;
  readonly setTheme: (theme: "dark" | "light" | "auto") => void;
  readonly setComposer: (text: string) => void;
  readonly screenMode: () => "regular" | "fullscreen";
  readonly setScreenMode: (mode: "regular" | "fullscreen") => void;
  /** `build-mode` owns the line since the start. */
  readonly isMachineLine: () => boolean;
  readonly quit: () => void;
}
