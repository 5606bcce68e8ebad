/**
 * The dialog that is shown: the one of the open interaction that counts, which is the one that the
 * `[V]` record names. It comes and goes with the state of the session.
 */

import { mostUrgent } from "../../../status/automation.ts";
import type { Intent } from "../../../status/intent.ts";
import { cleanLine } from "../../../text/clean.ts";
import type { OpenInteraction } from "../../../wire/runtime/entities.ts";
import type { SessionState } from "../../../wire/runtime/state.ts";
import type { HostContext } from "../context.ts";
import type { Key } from "../screen/key.ts";
import { choiceDialog } from "./choice-dialog.ts";
import type { DialogBody, DialogPress, DialogView, Sending } from "./dialog.ts";
import { formDialog } from "./form-dialog.ts";
import { type AskedLogin, loginDialog } from "./login-dialog.ts";
import { soleChoice } from "./sole-choice.ts";

export interface Dialogs extends DialogView {
  /** A dialog is there: it takes the keys and stands where the composer stands. */
  readonly isOpen: () => boolean;
  /** Reads the state of the session anew; call it after every change and before drawing. */
  readonly refresh: () => void;
  /**
   * A key went into the composer. While a draft stands there, keys that are on their way answer no dialog
   * that comes now; once it was sent they do.
   */
  readonly typed: (draft: string) => void;
}

/**
 * Keys that were typed into the composer this recently may still be meant for it, when a dialog takes
 * its place: fingers do not stop within a third of a second.
 */
const TYPING_MS = 350;

/** One request while it is open. Everything that is sent for it carries its own id. */
interface Shown {
  readonly key: string;
  readonly update: (state: SessionState) => void;
  readonly body: Pick<DialogBody<never>, "view" | "press" | "cursor">;
  readonly memberId?: string | undefined;
  sending: Sending;
}

const LOGIN = "login";

export function dialogs(context: HostContext): Dialogs {
  const { runtime, system } = context.ports;
  const open = new Map<string, Shown>();
  let current: Shown | undefined;
  let sessionId: string | undefined;
  let hiddenLogin: SessionState["login"];
  let typedAtMs = Number.NEGATIVE_INFINITY;
  /** Keys until then belong to the composer. */
  let guardedUntilMs = Number.NEGATIVE_INFINITY;

  const refresh = () => {
    const state = runtime.session();
    const before = current;
    // Ids are those of a session: another one may use the same.
    if (state?.sessionId !== sessionId) open.clear();
    sessionId = state?.sessionId;
    current = state === undefined ? undefined : shownOf(state, open, context, hiddenLogin);
    if (current === before) return;
    const nowMs = system.nowMs();
    const wasTyping = before === undefined && nowMs - typedAtMs < TYPING_MS;
    if (wasTyping) guardedUntilMs = nowMs + TYPING_MS;
  };
  const act = (shown: Shown, press: DialogPress): "handled" | "ignored" => {
    switch (press.kind) {
      case "handled":
      case "ignored":
        return press.kind;
      case "answer":
        send(context, shown, { kind: "answer", requestId: shown.key, answer: press.answer });
        return "handled";
      case "log-in":
        send(context, shown, { kind: "log-in", methodId: press.methodId });
        return "handled";
      case "hide":
        hiddenLogin = runtime.session()?.login;
        refresh();
        return "handled";
      default:
        return press satisfies never;
    }
  };
  const press = (key: Key): "handled" | "ignored" => {
    if (current === undefined) return "ignored";
    const isText = key.text !== undefined || key.name === "enter";
    // A key that no dialog takes at all still reaches the host: leaving, the size of the screen.
    if (current.sending.kind === "sending") {
      return isText || TAKEN.has(key.name) ? "handled" : "ignored";
    }
    const isGuarded = isText && system.nowMs() < guardedUntilMs;
    return isGuarded ? "handled" : act(current, current.body.press(key));
  };
  return {
    isOpen: () => current !== undefined,
    refresh,
    typed: (draft) => {
      typedAtMs = draft === "" ? Number.NEGATIVE_INFINITY : system.nowMs();
    },
    press,
    view: (size) => {
      const state = runtime.session();
      if (current === undefined || state === undefined || size.heightRows < 1) return [];
      const member = memberName(state, current.memberId);
      return current.body.view(size, {
        sending: current.sending,
        openCount: Math.max(1, state.interactions.length),
        ...(member !== undefined && { member }),
      });
    },
    cursor: () => (current?.sending.kind === "sending" ? undefined : current?.body.cursor()),
  };
}

/** A refusal keeps the dialog, which then says why. */
function send({ ports, ui }: HostContext, shown: Shown, intent: Intent): void {
  shown.sending = { kind: "sending" };
  ui.requestDraw();
  void ports.runtime.ask(intent).then((asked) => {
    if (!asked.ok) shown.sending = { kind: "refused", reason: cleanLine(asked.reason) };
    // The session says itself when it goes on: the methods can be tried again until then.
    else if (intent.kind === "log-in") shown.sending = { kind: "open" };
    ui.requestDraw();
  });
}

/** Keys of dialogs without a text. */
const TAKEN: ReadonlySet<string> = new Set([
  "escape",
  "up",
  "down",
  "left",
  "right",
  "tab",
  "shift+tab",
]);

/** The one that counts; drafts of the others are kept while they are open. */
function shownOf(
  state: SessionState,
  open: Map<string, Shown>,
  context: HostContext,
  hiddenLogin: SessionState["login"],
): Shown | undefined {
  const ids = new Set(state.interactions.map(({ requestId }) => requestId));
  for (const key of open.keys()) if (!ids.has(key) && key !== LOGIN) open.delete(key);
  const asked = urgentOf(state.interactions);
  if (asked !== undefined) return interactionShown(state, asked, open, context);
  const { login } = state;
  if (login?.needed !== true || login === hiddenLogin) {
    open.delete(LOGIN);
    return undefined;
  }
  return loginShown(state, open, context);
}

function interactionShown(
  state: SessionState,
  asked: OpenInteraction,
  open: Map<string, Shown>,
  context: HostContext,
): Shown {
  const found = open.get(asked.requestId);
  if (found !== undefined) {
    found.update(state);
    return found;
  }
  const { texts, painter } = context;
  const isForm = (asked.form?.length ?? 0) > 0 && soleChoice(asked) === undefined;
  const body = (isForm ? formDialog : choiceDialog)(asked, { texts, painter });
  let last = asked;
  const shown: Shown = {
    key: asked.requestId,
    memberId: asked.memberId,
    body,
    sending: asked.submitting === true ? { kind: "sending" } : { kind: "open" },
    update: ({ interactions }) => {
      const next = interactions.find(({ requestId }) => requestId === asked.requestId);
      if (next === undefined || next === last) return;
      body.update(next);
      if (next.submitting === true) shown.sending = { kind: "sending" };
      // The runtime has taken the answer back: it is asked again.
      else if (last.submitting === true) shown.sending = { kind: "open" };
      last = next;
    },
  };
  open.set(asked.requestId, shown);
  return shown;
}

function loginShown(state: SessionState, open: Map<string, Shown>, context: HostContext): Shown {
  const found = open.get(LOGIN);
  if (found !== undefined) {
    found.update(state);
    return found;
  }
  const { texts, painter } = context;
  const body = loginDialog(askedLogin(state), { texts, painter });
  const shown: Shown = {
    key: LOGIN,
    body,
    sending: { kind: "open" },
    update: (next) => body.update(askedLogin(next)),
  };
  open.set(LOGIN, shown);
  return shown;
}

function askedLogin({ login, auth = [] }: SessionState): AskedLogin {
  return { methods: auth, ...(login?.message !== undefined && { message: login.message }) };
}

/** The same choice as in `status/automation.ts`, so that the record and the screen speak of the same one. */
function urgentOf(interactions: readonly OpenInteraction[]): OpenInteraction | undefined {
  const asked = mostUrgent(
    interactions.map(({ requestId, asks, submitting }) => ({
      requestId,
      asks: asks === "login" ? ("auth" as const) : asks,
      ...(submitting === true && { submitting }),
    })),
  );
  return interactions.find(({ requestId }) => requestId === asked?.requestId);
}

function memberName({ members }: SessionState, memberId: string | undefined): string | undefined {
  if (memberId === undefined) return undefined;
  const member = members.find((each) => each.memberId === memberId);
  return cleanLine(member?.name ?? member?.title ?? memberId).trim() || undefined;
}
