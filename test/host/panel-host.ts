/** A host around one panel or command, for tests without a terminal: real texts, painter and config file. */
import { ok, type Result } from "../../src/base/result.ts";
import { DEFAULT_SETTINGS, type Settings } from "../../src/config/settings.ts";
import type { Fact } from "../../src/status/facts/fact.ts";
import type { Intent } from "../../src/status/intent.ts";
import { EMPTY_SNAPSHOT, foldAll } from "../../src/status/snapshot.ts";
import type {
  ConfigPort,
  HostContext,
  RuntimePort,
  UiPort,
} from "../../src/surfaces/host/context.ts";
import type { Painter } from "../../src/surfaces/host/painter.ts";
import type { Key } from "../../src/surfaces/host/screen/key.ts";
import type { Language } from "../../src/surfaces/host/texts/language.ts";
import { textsIn } from "../../src/surfaces/host/texts/texts.ts";
import { paintAnsi } from "../../src/text/paint.ts";
import { createMeasure } from "../../src/text/width.ts";
import type { KnownAgent, OpenRequest } from "../../src/wire/runtime/request.ts";
import type { SessionState, SessionSummary } from "../../src/wire/runtime/state.ts";

export interface PanelHostOptions {
  readonly facts?: readonly Fact[];
  readonly session?: SessionState;
  readonly sessions?: readonly SessionSummary[];
  readonly agents?: readonly KnownAgent[];
  readonly settings?: Settings;
  readonly config?: ConfigPort;
  readonly items?: readonly string[];
  readonly language?: Language;
  readonly isAscii?: boolean;
  readonly isWide?: boolean;
  readonly isMachineLine?: boolean;
  readonly isColored?: boolean;
}

export interface PanelHost {
  readonly context: HostContext;
  /** What the host was asked, in order, as short lines. */
  readonly asked: string[];
  readonly notices: string[];
  readonly intents: Intent[];
  readonly opened: OpenRequest[];
  /** Items of the line in force. */
  readonly items: () => readonly string[] | undefined;
  readonly saved: { readonly keyPath: readonly string[]; readonly value: unknown }[];
  /** The next answer of the config; set by a test. */
  answer: Result<void> | Promise<Result<void>>;
  session: SessionState | undefined;
}

/** A key as the screen gives it: a character, a name, or a paste. */
export function keyOf(name: string, text?: string): Key {
  const written = text ?? (name === "space" ? " " : [...name].length === 1 ? name : undefined);
  return { name, raw: written ?? name, ...(written !== undefined && { text: written }) };
}

export function panelHost(options: PanelHostOptions = {}): PanelHost {
  const snapshot = foldAll(EMPTY_SNAPSHOT, options.facts ?? []);
  const line: Line = { layout: "items", ...(options.items && { items: options.items }) };
  const host: PanelHost = {
    asked: [],
    notices: [],
    intents: [],
    opened: [],
    saved: [],
    items: () => line.items,
    answer: ok(undefined),
    session: options.session,
    context: {
      texts: textsIn(options.language ?? "en"),
      painter: painterOf(options),
      ports: {
        runtime: runtimeOf(options, () => host),
        status: {
          snapshot: () => snapshot,
          onChange: () => () => undefined,
          customOutput: () => undefined,
          setItems: () => undefined,
        },
        config: options.config ?? {
          file: "/home/ana/.config/telltale/config.yaml",
          settings: () => options.settings ?? DEFAULT_SETTINGS,
          save: async (keyPath, value) => {
            host.saved.push({ keyPath, value });
            return host.answer;
          },
        },
        system: {
          env: {},
          platform: "linux",
          version: "0.0.0",
          home: "/home/ana",
          nowMs: () => 0,
          editText: async (text) => ok(text),
          findFiles: async () => [],
          history: { read: () => [], add: () => undefined },
        },
      },
      ui: uiOf(options, line, () => host),
    },
  };
  return host;
}

interface Line {
  items?: readonly string[] | undefined;
  layout: string;
}

function runtimeOf(options: PanelHostOptions, host: () => PanelHost): RuntimePort {
  return {
    session: () => host().session,
    link: () => "live",
    onChange: () => () => undefined,
    open: async (request) => {
      host().opened.push(request);
      return ok("s-new");
    },
    follow: async (sessionId) => {
      host().asked.push(`follow ${sessionId}`);
      return ok(undefined);
    },
    sessions: async () => ok(options.sessions ?? []),
    agents: async () => ok(options.agents ?? []),
    ask: async (intent) => {
      host().intents.push(intent);
      return ok(undefined);
    },
  };
}

function uiOf(options: PanelHostOptions, line: Line, host: () => PanelHost): UiPort {
  const say = (text: string) => host().asked.push(text);
  return {
    requestDraw: () => undefined,
    notify: (text) => host().notices.push(text),
    openPanel: (id, argument) => say(`open ${id} ${argument ?? ""}`.trim()),
    closePanel: () => say("close"),
    statusItems: () => line.items,
    setStatusItems: (next) => {
      line.items = next;
      say(`items ${next?.join(",") ?? "default"}`);
    },
    statusLayout: () => line.layout,
    setStatusLayout: (next) => {
      line.layout = next;
      say(`layout ${next}`);
    },
    setTheme: (theme) => say(`theme ${theme}`),
    setComposer: (text) => say(`composer ${text}`),
    screenMode: () => "regular",
    setScreenMode: (mode) => say(`screen ${mode}`),
    isMachineLine: () => options.isMachineLine === true,
    quit: () => say("quit"),
  };
}

function painterOf({
  isAscii = false,
  isWide = false,
  isColored = false,
}: PanelHostOptions): Painter {
  const ansi = { theme: "dark", depth: isColored ? "truecolor" : "none", links: false } as const;
  return {
    paint: (spans) => paintAnsi(spans, ansi),
    measure: createMeasure({ ambiguousWide: isWide }),
    options: () => ansi,
    isAscii,
  };
}
