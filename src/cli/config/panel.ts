/** The panel of `/statusline` outside of the host, on a terminal of its own, with the example session. */
import { ok, type Result } from "../../base/result.ts";
import { EMPTY_SNAPSHOT, foldAll } from "../../status/snapshot.ts";
import type { HostContext, HostPorts, UiPort } from "../../surfaces/host/context.ts";
import { makePainter } from "../../surfaces/host/make-painter.ts";
import type { PanelView } from "../../surfaces/host/panels/panel.ts";
import { statuslineView } from "../../surfaces/host/panels/statusline.ts";
import { openScreen, type ScreenEnd } from "../../surfaces/host/screen/open-screen.ts";
import type { Screen } from "../../surfaces/host/screen/screen.ts";
import { isMachineLine } from "../../surfaces/host/status/line-rows.ts";
import { languageOf } from "../../surfaces/host/texts/language.ts";
import { textsIn } from "../../surfaces/host/texts/texts.ts";
import { EXIT_FAILED, EXIT_OK, type Invocation } from "../command.ts";
import { configPort } from "../host/config-port.ts";
import { EXAMPLE_SESSION } from "../preview/example-session.ts";
import { VERSION } from "../version.ts";
import { writablePlace } from "./place.ts";

/** The home folder of the example session, whose clock stands at the epoch. */
const EXAMPLE_HOME = "/home/ana";

/**
 * Runs until the person saves or leaves; the exit code, or why there is no screen. What was changed is
 * said on stdout behind it.
 */
export async function configPanel(invocation: Invocation): Promise<Result<number>> {
  const { io } = invocation;
  const place = writablePlace(invocation);
  const config = place.ok ? configPort(place.value, "") : configPort(undefined, place.reason);
  const settings = config.settings();
  const painter = makePainter(settings, io.env, io.platform);
  const ended = Promise.withResolvers<"closed" | ScreenEnd>();
  let screen: Screen | undefined;
  let view: PanelView | undefined;
  let isSaved = false;
  const ui = panelUi(settings.tui.statusLine, {
    draw: () => screen?.requestDraw(),
    close: () => ended.resolve("closed"),
    saved: () => {
      isSaved = true;
    },
    isMachineLine: isMachineLine(settings.tui),
  });
  const texts = textsIn(languageOf(settings.lang, io.env));
  const context: HostContext = {
    ports: { ...examplePorts(invocation), config },
    texts,
    painter,
    ui,
  };
  const opened = openScreen(
    { mode: "regular", env: io.env, painter, onGone: (why) => ended.resolve(why) },
    { transcript: { render: () => [] }, footer: { render: (size) => view?.view(size) ?? [] } },
  );
  if (!opened.ok) return opened;
  screen = opened.value;
  view = statuslineView(context, true);
  screen.onKey((key) => {
    if (view?.press(key) === "close") ended.resolve("closed");
    screen?.requestDraw();
  });
  screen.requestDraw();
  const end = await ended.promise;
  view.close?.();
  await screen.close();
  if (end !== "closed") return ok(EXIT_FAILED);
  io.out(isSaved ? `changed ${config.file}\n` : "nothing was changed\n");
  return ok(EXIT_OK);
}

interface PanelUiDeps {
  readonly draw: () => void;
  readonly close: () => void;
  readonly saved: () => void;
  readonly isMachineLine: boolean;
}

/** What the panel may ask of a host; there is no more of one than this. */
function panelUi(items: readonly string[] | undefined, deps: PanelUiDeps): UiPort {
  const nothing = (): void => undefined;
  return {
    requestDraw: deps.draw,
    notify: nothing,
    openPanel: nothing,
    closePanel: deps.close,
    statusItems: () => items,
    setStatusItems: deps.saved,
    statusLayout: () => "items",
    setStatusLayout: nothing,
    setTheme: nothing,
    setComposer: nothing,
    screenMode: () => "regular",
    setScreenMode: nothing,
    isMachineLine: () => deps.isMachineLine,
    quit: deps.close,
  };
}

/** No runtime, and facts that are invented and said to be an example. */
function examplePorts({ io }: Invocation): Omit<HostPorts, "config"> {
  const snapshot = foldAll(EMPTY_SNAPSHOT, EXAMPLE_SESSION);
  const none = async (): Promise<Result<never>> => ({ ok: false, reason: "there is no session" });
  const unheard = () => () => undefined;
  return {
    runtime: {
      session: () => undefined,
      link: () => "lost",
      onChange: unheard,
      open: none,
      follow: none,
      sessions: none,
      agents: none,
      ask: none,
    },
    status: {
      snapshot: () => snapshot,
      onChange: unheard,
      customOutput: () => undefined,
      setItems: () => undefined,
    },
    system: {
      env: io.env,
      platform: io.platform,
      version: VERSION,
      home: EXAMPLE_HOME,
      nowMs: () => 0,
      editText: none,
      findFiles: async () => [],
      history: { read: () => [], add: () => undefined },
    },
  };
}
