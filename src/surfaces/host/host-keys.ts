/** What keys do that are for no view alone: interrupting, leaving, modes, the queue, the editor. */
import { leaveSide } from "./commands/shared/leave-side.ts";
import type { Composer } from "./composer/composer.ts";
import type { HostContext } from "./context.ts";
import type { Key } from "./screen/key.ts";
import type { Screen } from "./screen/screen.ts";

export interface HostKeysDeps {
  readonly context: HostContext;
  readonly screen: Screen;
  readonly composer: Composer;
  readonly nextLayout: () => string;
  readonly toggleDetails: () => void;
  /** Gives the terminal away for as long as it runs. */
  readonly lend: <Value>(use: () => Promise<Value>) => Promise<Value>;
  readonly suspend: () => void;
}

/** A second press counts within this. */
const TWICE_MS = 2_000;

/** Gives what hears the keys: true if a key was one of these. For keys of the whole screen see `always`. */
export function hostKeys(deps: HostKeysDeps) {
  const { context, screen, composer } = deps;
  const { ports, ui, texts } = context;
  const twice = pressedTwice(ports.system.nowMs);

  const goBack = (): void => {
    const state = ports.runtime.session();
    if (state?.turn !== undefined) {
      void ports.runtime.ask({ kind: "cancel", turnId: state.turn.turnId }).then((asked) => {
        if (!asked.ok) ui.notify(asked.reason, "error");
      });
    } else if (composer.text() === "") leaveSide(context);
    else if (twice.press("escape")) composer.setText("");
    else ui.notify(texts.frame.clearAgain);
  };

  const interrupt = (): void => {
    if (composer.text() !== "") {
      composer.setText("");
      twice.press("ctrl+c");
    } else if (twice.press("ctrl+c")) ui.quit();
    else ui.notify(texts.frame.quitAgain);
  };

  const writeElsewhere = async (): Promise<void> => {
    const edited = await deps.lend(() => ports.system.editText(composer.text()));
    if (edited.ok) composer.setText(edited.value.replace(/\n+$/, ""));
    else ui.notify(edited.reason, "error");
  };

  const byName: Readonly<Record<string, () => void>> = {
    escape: goBack,
    "ctrl+c": interrupt,
    "ctrl+g": () => {
      if (ui.isMachineLine()) ui.notify(texts.frame.notMachine);
      else ui.setStatusLayout(deps.nextLayout());
    },
    "shift+tab": () => nextMode(context),
    "ctrl+o": deps.toggleDetails,
    "ctrl+x": () => void writeElsewhere(),
    "ctrl+t": () => ui.setScreenMode(screen.mode() === "regular" ? "fullscreen" : "regular"),
  };

  return {
    /** Keys that mean the same whatever is open. */
    always(key: Key): boolean {
      if (key.name === "ctrl+z") deps.suspend();
      else if (key.name === "ctrl+l") screen.redraw();
      else return false;
      return true;
    },
    /** Keys beside the composer; the others are for the composer itself. */
    outside(key: Key): boolean {
      twice.unless(key.name);
      if (key.name === "escape" && composer.isCompleting()) return false;
      if (key.name === "ctrl+d" && composer.text() === "") {
        ui.quit();
        return true;
      }
      if (key.name === "up" && composer.text() === "") return takeBack(context, composer);
      if (screen.mode() === "fullscreen" && scrolled(screen, key.name)) return true;
      const act = byName[key.name];
      act?.();
      return act !== undefined;
    },
  };
}

/** Tells the second press of a key from the first: within the time, and with no other key between. */
function pressedTwice(nowMs: () => number) {
  let last = { name: "", atMs: Number.NEGATIVE_INFINITY };
  return {
    /** Whether it is the second one. */
    press(name: string): boolean {
      const atMs = nowMs();
      const isSecond = last.name === name && atMs - last.atMs <= TWICE_MS;
      last = isSecond ? { name: "", atMs } : { name, atMs };
      return isSecond;
    },
    /** Any other key than this one was pressed: what was pressed before counts no more. */
    unless(name: string): void {
      if (last.name !== name) last = { name: "", atMs: Number.NEGATIVE_INFINITY };
    },
  };
}

function scrolled(screen: Screen, name: string): boolean {
  if (name === "pageup" || name === "pagedown") screen.scroll("page", name === "pageup" ? -1 : 1);
  else if (name === "ctrl+end" || name === "ctrl+home") {
    screen.scroll("end", name === "ctrl+end" ? 1 : -1);
  } else return false;
  return true;
}

/** The newest prompt that waits comes back into the composer; none waits: the key is the composer's. */
function takeBack({ ports, ui }: HostContext, composer: Composer): boolean {
  const prompt = ports.runtime.session()?.queue.at(-1);
  if (prompt === undefined) return false;
  void ports.runtime.ask({ kind: "drop-prompt", promptId: prompt.promptId }).then((dropped) => {
    if (!dropped.ok) ui.notify(dropped.reason, "error");
    else {
      const draft = composer.text();
      composer.setText(draft === "" ? prompt.text : `${prompt.text}\n${draft}`);
    }
  });
  return true;
}

/** The agent's modes, or the option by which it offers them. */
function nextMode({ ports, ui, texts }: HostContext): void {
  const state = ports.runtime.session();
  const report = (asked: { readonly ok: boolean; readonly reason?: string }): void => {
    if (!asked.ok) ui.notify(asked.reason ?? "", "error");
  };
  const { modes } = state ?? {};
  if (modes !== undefined && modes.available.length > 1) {
    const at = modes.available.findIndex(({ value }) => value === (modes.pending ?? modes.current));
    const next = modes.available[(at + 1) % modes.available.length];
    if (next !== undefined)
      void ports.runtime.ask({ kind: "set-mode", modeId: next.value }).then(report);
    return;
  }
  const option = state?.options.find(({ category }) => category === "mode");
  if (option === undefined || option.choices.length < 2) {
    ui.notify(texts.frame.noModes);
    return;
  }
  const at = option.choices.findIndex(({ value }) => value === option.value);
  const next = option.choices[(at + 1) % option.choices.length];
  if (next === undefined) return;
  void ports.runtime
    .ask({ kind: "set-option", optionId: option.optionId, value: next.value })
    .then(report);
}
